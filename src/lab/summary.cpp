#include "banker/lab/summary.hpp"

#include <algorithm>
#include <cmath>

namespace banker::lab {

Mean mean_of(std::span<const double> values) {
  const double n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double v : values) sum += v;
  const double mean = sum / n;
  for (const double v : values) squares += (v - mean) * (v - mean);
  if (values.size() < 2) return {mean, std::nullopt};
  return {mean, std::sqrt(squares / (n - 1) / n)};
}

// The expansion of Cornish and Fisher in 1/degrees, whose error is below 1 % from 3 degrees on.
double student(std::size_t degrees) {
  if (degrees <= 1) return 12.706;
  if (degrees == 2) return 4.3027;
  constexpr double z = 1.959964, z2 = z * z;
  constexpr double g1 = z * (z2 + 1) / 4;
  constexpr double g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  constexpr double g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  constexpr double g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  const double v = 1 / static_cast<double>(degrees);
  return z + v * (g1 + v * (g2 + v * (g3 + v * g4)));
}

namespace {

using Runs = std::vector<const RunResult*>;  // by run; null where it did not finish

// Whether the regret of `a` is below that of `b` beyond chance.
bool better(const Runs& a, const Runs& b) {
  std::vector<double> differences;
  double size = 0;  // of the largest regret
  for (std::size_t run = 0; run < a.size(); ++run) {
    if (a[run] == nullptr || b[run] == nullptr) continue;
    differences.push_back(b[run]->regret - a[run]->regret);
    size = std::max(size, std::fabs(a[run]->regret));
  }
  if (differences.size() < 2) return false;
  const Mean d = mean_of(differences);
  constexpr double kRounding = 1e-9;
  return d.mean > student(differences.size() - 1) * *d.standard_error && d.mean > kRounding * size;
}

std::optional<double> mean_over(const Runs& runs, std::optional<double> RunResult::*member) {
  double sum = 0, n = 0;
  for (const RunResult* run : runs) {
    if (run == nullptr) continue;
    if (!(run->*member)) return std::nullopt;
    sum += *(run->*member);
    n += 1;
  }
  return sum / n;
}

Summary summary_of(const std::string& agent, const Runs& runs) {
  Summary summary;
  summary.agent = agent;
  std::vector<double> regrets;
  for (const RunResult* run : runs) {
    if (run == nullptr) continue;
    regrets.push_back(run->regret);
    summary.ns_per_round += run->ns_per_round;
    summary.curve.resize(run->curve.size());
    for (std::size_t i = 0; i < run->curve.size(); ++i) summary.curve[i] += run->curve[i];
  }
  summary.runs = regrets.size();
  if (regrets.empty()) return summary;
  const double n = static_cast<double>(regrets.size());
  for (double& v : summary.curve) v /= n;
  summary.ns_per_round /= n;
  summary.regret = mean_of(regrets);
  summary.worst = *std::max_element(regrets.begin(), regrets.end());
  summary.certificate = mean_over(runs, &RunResult::certificate);
  summary.total_invested = mean_over(runs, &RunResult::total_invested);
  return summary;
}

void fill_in_shares(std::vector<Summary>& list, const std::string& reference) {
  const auto found =
      std::find_if(list.begin(), list.end(), [&](const Summary& s) { return s.agent == reference; });
  if (found == list.end() || !(found->regret.mean > 0)) return;
  const double whole = found->regret.mean;
  for (Summary& summary : list) summary.share = summary.regret.mean / whole;
}

}  // namespace

std::vector<Summary> summarize(const Study& study, const Results& results, std::size_t cell,
                               std::optional<std::size_t> reference) {
  std::vector<Runs> runs(study.agents.size());
  for (std::size_t agent = 0; agent < runs.size(); ++agent) {
    for (std::size_t run = 0; run < study.runs; ++run) {
      const auto& result = results[study.index(cell, agent, run)];
      runs[agent].push_back(result ? &*result : nullptr);
    }
  }
  std::vector<Summary> list;
  for (std::size_t agent = 0; agent < runs.size(); ++agent) {
    Summary summary = summary_of(study.agents[agent], runs[agent]);
    if (summary.runs == 0) continue;
    if (summary.runs > 1) summary.rank = 1;
    for (const Runs& other : runs) {
      if (summary.rank && better(other, runs[agent])) ++*summary.rank;
    }
    list.push_back(std::move(summary));
  }
  if (reference) fill_in_shares(list, study.agents[*reference]);
  return list;
}

}  // namespace banker::lab
