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

Interval interval_of(std::span<const double> values) {
  const auto [mean, error] = mean_of(values);
  if (!error) return {mean, std::nullopt};
  return {mean, student(values.size() - 1) * *error};
}

namespace {

using Runs = std::vector<const RunResult*>;  // by run; null where it did not finish

// The regret of `b` beyond that of `a`, in the runs that both finished.
std::vector<double> differences(const Runs& a, const Runs& b) {
  std::vector<double> list;
  for (std::size_t run = 0; run < a.size(); ++run) {
    if (a[run] != nullptr && b[run] != nullptr) list.push_back(b[run]->regret - a[run]->regret);
  }
  return list;
}

// Whether the regret of `a` is below that of `b` beyond chance.
bool better(const Runs& a, const Runs& b) {
  double size = 0;  // of the largest regret
  for (std::size_t run = 0; run < a.size(); ++run) {
    if (a[run] != nullptr && b[run] != nullptr) size = std::max(size, std::fabs(a[run]->regret));
  }
  const auto list = differences(a, b);
  if (list.size() < 2) return false;
  const Interval d = interval_of(list);
  constexpr double kNoise = 1e-9;
  return d.mean > *d.half && d.mean > kNoise * size;
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

// Point by point: the mean, and the half-width of its interval.
void fill_in_curve(Summary& summary, const Runs& runs) {
  std::vector<double> values;
  for (std::size_t i = 0;; ++i) {
    values.clear();
    for (const RunResult* run : runs) {
      if (run != nullptr && i < run->curve.size()) values.push_back(run->curve[i]);
    }
    if (values.empty()) return;
    const Interval point = interval_of(values);
    summary.curve.push_back(point.mean);
    if (point.half) summary.half.push_back(*point.half);
  }
}

Summary summary_of(const std::string& agent, const Runs& runs) {
  Summary summary;
  summary.agent = agent;
  std::vector<double> regrets;
  for (const RunResult* run : runs) {
    if (run == nullptr) continue;
    regrets.push_back(run->regret);
    summary.ns_per_round += run->ns_per_round;
  }
  summary.runs = regrets.size();
  if (regrets.empty()) return summary;
  const double n = static_cast<double>(regrets.size());
  fill_in_curve(summary, runs);
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

// How far each is behind the agent of least mean regret.
void fill_in_behind(std::vector<Summary>& list, const std::vector<const Runs*>& runs) {
  if (list.empty()) return;
  const auto least = std::min_element(
      list.begin(), list.end(), [](const auto& a, const auto& b) { return a.regret.mean < b.regret.mean; });
  const auto best = static_cast<std::size_t>(least - list.begin());
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto beyond = differences(*runs[best], *runs[i]);
    if (i != best && !beyond.empty()) list[i].behind = interval_of(beyond);
  }
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
  std::vector<const Runs*> runs_of;  // of those in the list
  for (std::size_t agent = 0; agent < runs.size(); ++agent) {
    Summary summary = summary_of(study.agents[agent], runs[agent]);
    if (summary.runs == 0) continue;
    if (summary.runs > 1) summary.rank = 1;
    for (const Runs& other : runs) {
      if (summary.rank && better(other, runs[agent])) ++*summary.rank;
    }
    list.push_back(std::move(summary));
    runs_of.push_back(&runs[agent]);
  }
  fill_in_behind(list, runs_of);
  if (reference) fill_in_shares(list, study.agents[*reference]);
  return list;
}

}  // namespace banker::lab
