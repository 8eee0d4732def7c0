// linear: what a body is worth. The same linear problem as arms, as a list of actions and as a body. Losses are coin
// flips of +-1 with mean <l, x>, l fixed with -1/2 the mean of the best point of the body; outcomes come at once, or a
// random 0 to 100 decisions late. Prints the regret of each against the best of its own actions.
//
//   linear [ROUNDS] [RUNS] [MOST]     MOST: leave out problems with more points
#include <banker/banker.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

using banker::Vector;

// Numbers of a stream, uniform in (0, 1).
class Stream {
 public:
  explicit Stream(std::uint64_t seed) : seed_(seed) {}
  double next() { return banker::uniform(seed_, banker::RoundId{++count_}); }

 private:
  std::uint64_t seed_, count_ = 0;
};

double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// A point of the sphere: of the cube, if that is in the ball.
Vector on_sphere(std::size_t n, Stream& stream) {
  Vector x(n);
  do {
    for (double& v : x) v = 2 * stream.next() - 1;
  } while (dot(x, x) > 1);
  const double length = std::sqrt(dot(x, x));
  for (double& v : x) v /= length;
  return x;
}

struct Problem {
  banker::Shape body;
  banker::Rows points;
  Vector loss;  // l
};

// The corners of a box, or points of a sphere.
Problem make_problem(bool box, std::size_t n, std::size_t points, std::uint64_t seed) {
  Stream stream(1000 + seed);
  Problem problem{banker::Ball{n, 1}, {}, on_sphere(n, stream)};
  double size = 0.5;  // of l: its length, or the sum of its entries
  if (box) {
    problem.body = banker::Box{Vector(n, -1), Vector(n, 1)};
    double sum = 0;
    for (const double v : problem.loss) sum += std::fabs(v);
    size /= sum;
  }
  for (double& v : problem.loss) v *= size;
  for (std::size_t j = 0; j < points; ++j) {
    if (!box) {
      problem.points.push_back(on_sphere(n, stream));
      continue;
    }
    problem.points.emplace_back(n);
    for (std::size_t i = 0; i < n; ++i) problem.points.back()[i] = (j >> i & 1) != 0 ? 1 : -1;
  }
  return problem;
}

// Regret of an agent; `points` are its arms, if that is what it plays.
double play(const Problem& problem, banker::Agent& agent, std::size_t rounds, bool late, std::uint64_t seed,
            int& skipped) {
  double best = -0.5;
  if (agent.arms() > 0) {
    best = 0;
    for (const Vector& point : problem.points) best = std::min(best, dot(problem.loss, point));
  }
  Stream stream(2000 + seed);
  std::multimap<std::size_t, std::pair<banker::RoundId, double>> coming;
  double regret = 0;
  for (std::size_t t = 0; t < rounds; ++t) {
    for (; !coming.empty() && coming.begin()->first <= t; coming.erase(coming.begin())) {
      const auto [round, loss] = coming.begin()->second;
      skipped += agent.tell(round, loss)->state == banker::RoundState::kSkipped ? 1 : 0;
    }
    const banker::Decision decision = *agent.ask();
    const Vector x = agent.dimension() > 0 ? *agent.action(decision.round) : problem.points[decision.arm];
    const double mean = dot(problem.loss, x);
    regret += mean - best;
    const double loss = stream.next() < (1 + mean) / 2 ? 1 : -1;
    const std::size_t delay = late ? static_cast<std::size_t>(101 * stream.next()) : 0;
    coming.emplace(t + delay + 1, std::pair(decision.round, loss));
  }
  return regret;
}

std::unique_ptr<banker::Agent> make(const std::string& kind, const Problem& problem, std::uint64_t horizon,
                                    std::uint64_t seed) {
  if (kind == "arms")
    return *make_agent(
        banker::BankerTinfOptions{.arms = problem.points.size(), .seed = seed, .loss_range = {-1, 1}});
  if (kind == "list")
    return *make_agent(banker::BankerBoloOptions{
        .actions = banker::Actions(problem.points), .seed = seed, .horizon = horizon});
  if (kind == "body")
    return *make_agent(banker::BankerBoloOptions{.body = problem.body, .seed = seed, .horizon = horizon});
  if (kind == "nu=body")
    return *make_agent(banker::BankerBoloOptions{
        .body = problem.body, .seed = seed, .horizon = horizon, .nu = banker::Nu::Kind::kBody});
  return *make_agent(banker::BoloOptions{.body = problem.body, .seed = seed, .horizon = horizon});
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t rounds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 20'000;
  const std::uint64_t runs = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 8;
  const std::size_t most = argc > 3 ? std::strtoull(argv[3], nullptr, 10) : 1024;
  if (rounds < 2 || runs < 1) return 2;
  struct Row {
    bool box;
    std::size_t n, points;
  };
  const std::vector<std::string> kinds{"arms", "list", "body", "nu=body", "bolo"};
  std::printf("regret after %zu rounds, mean of %llu runs\n\n%-14s %6s", rounds,
              static_cast<unsigned long long>(runs), "problem", "K");
  for (const char* when : {"", "late "}) {
    for (const std::string& kind : kinds) std::printf(" %9s", (when + kind).c_str());
  }
  std::printf("\n");
  int skipped = 0;
  for (const Row& row : {Row{true, 3, 8},
                         {true, 6, 64},
                         {true, 10, 1024},
                         {false, 3, 10},
                         {false, 3, 100},
                         {false, 3, 1000}}) {
    if (row.points > most) continue;
    std::printf("%s, n = %-4zu %6zu", row.box ? "box " : "ball", row.n, row.points);
    for (const bool late : {false, true}) {
      for (const std::string& kind : kinds) {
        double sum = 0;
        for (std::uint64_t seed = 1; seed <= runs; ++seed) {
          const Problem problem = make_problem(row.box, row.n, row.points, seed);
          sum += play(problem, *make(kind, problem, rounds, seed), rounds, late, seed, skipped);
        }
        std::printf(" %9.0f", sum / static_cast<double>(runs));
        std::fflush(stdout);
      }
    }
    std::printf("\n");
  }
  std::printf("\nrounds skipped: %d\n", skipped);
}
