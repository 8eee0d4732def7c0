#include "banker/lab/scaling.hpp"

#include <algorithm>
#include <cmath>

#include "../core/text.hpp"
#include "banker/core/elementary.hpp"
#include "banker/lab/summary.hpp"

namespace banker::lab {

namespace {

constexpr std::string_view kVariables = "TDKLn";
constexpr double kNone = -9;  // no theorem, or nothing to say

// Exponents of T, D, K, L, n in the bounds, logarithms aside: on the regret, and on B_T.
struct Theory {
  std::string_view agent;
  double regret[5];
  double invested[5];
};
constexpr Theory kTheory[] = {
    {"banker", {0.5, 0.5, 0.5, kNone, kNone}, {0.5, 0.5, 0, kNone, kNone}},
    {"banker-scale-free", {0.5, 0.5, 0.5, 1, kNone}, {0.5, 0.5, -0.5, 1, kNone}},
    {"banker-tinf", {0.5, 0.5, 0.5, kNone, kNone}, {0.5, 0.5, 0, kNone, kNone}},
    {"banker-omd", {0.5, 0.5, 0.5, kNone, kNone}, {0.5, 0.5, 0, kNone, kNone}},
    {"banker-sftinf", {0.5, 0.5, 0.5, 1, kNone}, {0.5, 0.5, 0, 1, kNone}},
    {"banker-sflbinf", {0.5, 0.5, 0.5, 1, kNone}, {0.5, 0.5, -0.5, 1, kNone}},
    {"banker-bolo", {0.5, 0.5, kNone, kNone, 1.5}, {0.5, 0.5, kNone, kNone, 0.5}},
    {"uniform", {1, 0, 0, 1, kNone}, {}},
    {"omd", {0.5, kNone, 0.5, kNone, kNone}, {}},
    {"exp3", {0.5, kNone, 0.5, kNone, kNone}, {}},
    {"exp3-ix", {0.5, kNone, 0.5, kNone, kNone}, {}},
    {"tsallis-inf", {0.5, kNone, 0.5, kNone, kNone}, {}},
    {"delayed-exp3", {0.5, 0.5, 0.5, kNone, kNone}, {}},
    {"delayed-tsallis", {0.5, 0.5, 0.5, kNone, kNone}, {}},
    {"dew", {0.5, 0.5, 0.5, kNone, kNone}, {}},
    {"zimmert-seldin", {0.5, 0.5, 0.5, kNone, kNone}, {}},
    {"bold", {0.5, 0.5, 0.5, kNone, kNone}, {}},
    {"sf-mab", {0.5, kNone, 0.5, 1, kNone}, {}},
    {"umab-nn", {0.5, kNone, 0.5, 1, kNone}, {}},
    {"umab-g", {0.5, kNone, 0.5, 1, kNone}, {}},
    {"ahb", {0.5, kNone, 0.5, 1, kNone}, {}},
    {"bolo", {0.5, kNone, kNone, kNone, 1}, {}},  // in a ball, whose nu is 1
    {"delayed-scrible", {0.5, 0.5, kNone, kNone, 1}, {}},
};

// Of an agent as it is in the catalog: a spec that says more may have another theorem, but for the spending.
std::optional<double> theory(std::string_view agent, std::string_view quantity, std::string_view variable) {
  std::string_view name = agent;
  for (const std::string_view spending : {"oldest-first", "newest-first", "proportional"}) {
    const std::string said = concat(" spending=", spending);
    if (name.ends_with(said)) name.remove_suffix(said.size());
  }
  for (const Theory& line : kTheory) {
    if (line.agent != name) continue;
    const double value = (quantity == "regret" ? line.regret : line.invested)[kVariables.find(variable)];
    if (value != kNone) return value;
  }
  return std::nullopt;
}

using Value = double (*)(const RunResult&);

// The mean over the runs r with r mod kGroups = group, or over all.
double mean(const Study& study, const Results& results, std::size_t cell, std::optional<std::size_t> group,
            Value value) {
  double sum = 0, n = 0;
  for (std::size_t run = group.value_or(0); run < study.runs; run += group ? kGroups : 1) {
    sum += value(*results[study.index(cell, 0, run)]);
    n += 1;
  }
  return sum / n;
}

// The difficulty with the largest mean over all runs.
std::size_t hardest(const Study& study, const Results& results, Value value) {
  std::size_t worst = 0;
  for (std::size_t cell = 1; cell < study.cells.size(); ++cell) {
    if (mean(study, results, cell, {}, value) > mean(study, results, worst, {}, value)) worst = cell;
  }
  return worst;
}

// The least squares line through (log x, log y): its slope, and the standard error that its misfit suggests.
struct Line {
  double slope, error;
};
Line fit_line(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mx += log(x[i]) / n;
    my += log(y[i]) / n;
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = log(x[i]) - mx, dy = log(y[i]) - my;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  return {xy / xx, std::sqrt(std::max(0.0, yy - xy * xy / xx) / (n - 2) / xx)};
}

double regret(const RunResult& run) { return run.regret; }
double invested(const RunResult& run) { return *run.total_invested; }
double outstanding(const RunResult& run) { return run.total_outstanding; }

struct Quantity {
  std::string_view name;
  Value of;
};
constexpr Quantity kQuantities[] = {{"regret", regret}, {"total_invested", invested}};

double least_of(const std::vector<std::vector<double>>& groups) {
  double least = HUGE_VAL;
  for (const auto& group : groups) least = std::min(least, group.back());
  return least;
}

Result<Fit> fit_power(const Sweep& sweep, const std::vector<Results>& results, const Quantity& quantity) {
  std::vector<double> x, y, slopes;
  std::vector<std::vector<double>> groups(kGroups);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Study& study = sweep.points[i];
    const std::size_t cell = hardest(study, results[i], quantity.of);
    x.push_back(sweep.variable == "D" ? static_cast<double>(study.cells[cell].rounds) +
                                            mean(study, results[i], cell, {}, outstanding)
                                      : sweep.values[i]);
    y.push_back(mean(study, results[i], cell, {}, quantity.of));
    for (std::size_t group = 0; group < kGroups; ++group)
      groups[group].push_back(mean(study, results[i], cell, group, quantity.of));
    const double least = std::min(y.back(), least_of(groups));
    if (!(least > 0))
      return Error{ErrorCode::kBadValue,
                   concat("the ", quantity.name, " of ", sweep.agent, " is ", least, " at ", sweep.variable,
                          " = ", x.back(), ": it has no growth rate; try more runs or rounds")};
  }
  for (const auto& group : groups) slopes.push_back(fit_line(x, group).slope);
  const Mean sampled = mean_of(slopes);
  const double spread = student(kGroups - 1) * *sampled.standard_error;
  const double misfit = student(x.size() - 2) * fit_line(x, y).error;
  const double half = std::sqrt(spread * spread + misfit * misfit);
  Fit fit{sweep.agent,
          std::string(quantity.name),
          sweep.variable,
          sampled.mean,
          sampled.mean - half,
          sampled.mean + half,
          {},
          {}};
  fit.theory = theory(sweep.agent, quantity.name, sweep.variable);
  for (std::size_t i = 0; i < x.size(); ++i) fit.points.emplace_back(x[i], y[i]);
  return fit;
}

}  // namespace

Result<std::vector<Fit>> measure(const Sweep& sweep, const RunnerOptions& options) {
  std::vector<Results> results;
  for (const Study& point : sweep.points) {
    auto result = run(point, options);
    if (!result) return result.error();
    if (std::any_of(result->begin(), result->end(), [](const auto& r) { return !r; }))
      return std::vector<Fit>();
    results.push_back(*std::move(result));
  }
  std::vector<Fit> fits;
  for (const Quantity& quantity : kQuantities) {
    if (quantity.of == invested && !results[0][0]->total_invested) continue;
    const auto fit = fit_power(sweep, results, quantity);
    if (!fit) return fit.error();
    fits.push_back(*fit);
  }
  return fits;
}

}  // namespace banker::lab
