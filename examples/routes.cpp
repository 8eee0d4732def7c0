// routes: which of 24 routes between two points of Los Angeles to take, every five minutes, when the travel time is
// known only `delay` decisions later. A route is a 0/1 vector over 27 road sensors; its loss is the sum of 60 / speed
// over the sensors it passes, minutes per mile: linear in the route. The week of data is played several times.
//
// Ends with status 1 unless banker-bolo is below uniform choice by two standard errors, 77 without the data.
//
//   routes [FOLDER] [WEEKS] [RUNS] [LOW]     FOLDER holds la_speed.csv.gz and la_paths.csv; linear agents take [LOW, 51]
#include <zlib.h>

#include <algorithm>
#include <banker/banker.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

namespace {

using Vector = std::vector<double>;

struct Problem {
  banker::Rows routes;         // over the sensors that some route passes
  std::vector<Vector> losses;  // [step][route]
};

// The sensors of every route: the last column of la_paths.csv, after a header.
std::vector<std::vector<std::size_t>> read_paths(const std::string& folder) {
  std::ifstream in(folder + "/la_paths.csv");
  std::vector<std::vector<std::size_t>> paths;
  std::string line;
  std::getline(in, line);
  while (std::getline(in, line)) {
    std::istringstream sensors(line.substr(line.rfind(',') + 1));
    paths.emplace_back();
    for (std::size_t sensor; sensors >> sensor;) paths.back().push_back(sensor);
  }
  return paths;
}

// The speeds of every step: all columns of la_speed.csv.gz but the first, after a header.
std::vector<Vector> read_speeds(const std::string& folder) {
  const std::unique_ptr<gzFile_s, int (*)(gzFile)> in(gzopen((folder + "/la_speed.csv.gz").c_str(), "rb"),
                                                      gzclose);
  std::vector<Vector> speeds;
  std::string buffer(1 << 16, '\0');
  if (!in || !gzgets(in.get(), buffer.data(), static_cast<int>(buffer.size()))) return speeds;
  while (gzgets(in.get(), buffer.data(), static_cast<int>(buffer.size()))) {
    std::istringstream line(buffer.c_str());
    std::string cell;
    std::getline(line, cell, ',');
    speeds.emplace_back();
    while (std::getline(line, cell, ',')) speeds.back().push_back(std::stod(cell));
  }
  return speeds;
}

Problem read_problem(const std::string& folder) {
  const auto paths = read_paths(folder);
  std::map<std::size_t, std::size_t> column;
  for (const auto& path : paths) {
    for (const std::size_t sensor : path) column.emplace(sensor, 0);
  }
  std::size_t next = 0;
  for (auto& [sensor, place] : column) place = next++;
  Problem problem;
  for (const auto& path : paths) {
    problem.routes.emplace_back(column.size());
    for (const std::size_t sensor : path) problem.routes.back()[column[sensor]] = 1;
  }
  for (const Vector& speeds : read_speeds(folder)) {
    problem.losses.emplace_back();
    for (const auto& path : paths) {
      double minutes = 0;
      for (const std::size_t sensor : path) minutes += 60 / speeds[sensor];
      problem.losses.back().push_back(minutes);
    }
  }
  return problem;
}

// Expected loss of an agent whose outcomes come `delay` decisions late.
double play(const Problem& problem, int weeks, banker::Agent& agent, std::size_t delay) {
  std::deque<std::pair<banker::RoundId, double>> late;
  double expected = 0;
  for (int week = 0; week < weeks; ++week) {
    for (const Vector& loss : problem.losses) {
      const Vector x = agent.probabilities();
      for (std::size_t j = 0; j < x.size(); ++j) expected += x[j] * loss[j];
      const banker::Decision decision = *agent.ask();
      late.emplace_back(decision.round, loss[decision.arm]);
      if (late.size() <= delay) continue;
      if (!agent.tell(late.front().first, late.front().second)) std::abort();
      late.pop_front();
    }
  }
  return expected;
}

}  // namespace

int main(int argc, char** argv) {
  const std::string folder = argc > 1 ? argv[1] : ".";
  const int weeks = argc > 2 ? std::atoi(argv[2]) : 10, runs = argc > 3 ? std::atoi(argv[3]) : 8;
  const Problem problem = read_problem(folder);
  if (problem.routes.empty() || problem.losses.empty() || weeks < 1 || runs < 1) {
    std::printf(
        "skipped: %s does not hold la_speed.csv.gz and la_paths.csv (routes FOLDER [WEEKS] [RUNS] [LOW])\n",
        folder.c_str());
    return 77;
  }
  const std::size_t routes = problem.routes.size();
  Vector totals(routes);
  for (const Vector& loss : problem.losses) {
    for (std::size_t j = 0; j < routes; ++j) totals[j] += weeks * loss[j];
  }
  double uniform = 0;
  for (const double total : totals) uniform += total / static_cast<double>(routes);
  const double best = *std::min_element(totals.begin(), totals.end());

  // Trips take 5 to 51, usually 8. A range centred there leaves little in a loss but what differs; for arms a loss
  // near the low end is what leaves little.
  const banker::LossRange range{argc > 4 ? std::atof(argv[4]) : -35, 51};
  const std::uint64_t horizon = problem.losses.size() * static_cast<std::uint64_t>(weeks);
  const double n = static_cast<double>((*make_body(banker::Actions(problem.routes)))->dimension());  // 22
  const auto make = [&](int agent, std::uint64_t seed) {
    const banker::Actions list(problem.routes);
    if (agent == 0)
      return *make_agent(banker::BankerBoloOptions{
          .actions = list, .seed = seed, .horizon = horizon, .floor = 2 * n, .loss_range = range});
    if (agent == 1)
      return *make_agent(banker::DelayedScribleOptions{
          .actions = list, .seed = seed, .horizon = horizon, .loss_range = range});
    if (agent == 2)
      return *make_agent(
          banker::BoloOptions{.actions = list, .seed = seed, .horizon = horizon, .loss_range = range});
    return *make_agent(banker::BankerTinfOptions{.arms = routes, .seed = seed, .loss_range = {5, 51}});
  };

  std::printf(
      "%zu routes, %d week%s of %zu steps, %d runs. Regret of uniform choice %.0f; below, shares of it.\n\n",
      routes, weeks, weeks == 1 ? "" : "s", problem.losses.size(), runs, uniform - best);
  std::printf("%-28s %16s %16s %16s %16s\n", "every outcome late by", "0", "6", "72", "288");
  const char* names[] = {"banker-bolo, floor 2n", "delayed-scrible", "bolo, delay ignored",
                         "banker-tinf, 24 arms"};
  bool below = true;
  for (int agent = 0; agent < 4; ++agent) {
    std::printf("%-28s", names[agent]);
    for (const std::size_t delay : {0, 6, 72, 288}) {
      double sum = 0, squares = 0;
      for (int run = 1; run <= runs; ++run) {
        const auto player = make(agent, static_cast<std::uint64_t>(run));
        const double share = (play(problem, weeks, *player, delay) - best) / (uniform - best);
        sum += share;
        squares += share * share;
      }
      const double mean = sum / runs;
      const double error = std::sqrt(std::max(0.0, squares / runs - mean * mean) / std::max(1, runs - 1));
      std::printf(" %8.5f ±%6.5f", mean, error);
      std::fflush(stdout);
      below = below && (agent > 0 || mean + 2 * error < 1);
    }
    std::printf("\n");
  }
  if (!below) std::printf("\nbanker-bolo is not below uniform choice\n");
  return below ? 0 : 1;
}
