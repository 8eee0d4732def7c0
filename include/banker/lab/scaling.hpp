#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/study.hpp"

namespace banker::lab {

// How regret and investment grow with T, D, K, L and n: the paper's table of bounds, measured.
struct ScalingRequest {
  std::vector<std::string> agents;     // names of the catalog, or specs
  std::vector<std::string> variables;  // of "T", "D", "K", "L", "n"; empty: all that an agent has
  std::uint64_t rounds = 32'768;       // the most: T goes up to it, the others are measured at it
  std::size_t runs = 32;               // at least kGroups
  std::uint64_t seed = 1;
};

// quantity ~ variable^exponent. A bound speaks about the worst problem, so the regret at a value of the variable is
// the largest over problems of several difficulties. The exponent is the mean slope of log quantity over log
// variable in kGroups groups of runs; low and high are its 95 % interval, made of the spread between the groups and
// of the misfit of a straight line.
struct Fit {
  std::string agent, quantity, variable;  // quantity: "regret" or "total_invested"
  double exponent = 0, low = 0, high = 0;
  std::optional<double> theory;                   // what the agent's theorem says, logarithms aside
  std::vector<std::pair<double, double>> points;  // (variable, quantity), means over all runs
};
inline constexpr std::size_t kGroups = 8;

// One thing to measure, with everything checked: the studies of its points.
struct Sweep {
  std::string agent, variable;
  std::vector<double> values;  // of the variable; for "D", of the delay
  std::vector<Study> points;   // a cell per difficulty
};
Result<std::vector<Sweep>> plan(const ScalingRequest& request);

// The fits of a sweep; nothing if it was stopped.
Result<std::vector<Fit>> measure(const Sweep& sweep, const RunnerOptions& options);

}  // namespace banker::lab
