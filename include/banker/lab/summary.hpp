#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banker/lab/study.hpp"

namespace banker::lab {

struct Mean {
  double mean = 0;
  std::optional<double> standard_error;  // sd / sqrt(n); nothing of one number
};
Mean mean_of(std::span<const double> values);

// The 97.5 % point of Student's distribution: the half-width of a 95 % interval, in standard errors.
double student(std::size_t degrees);

// A mean and the half-width of its 95 % interval; nothing of one number.
struct Interval {
  double mean = 0;
  std::optional<double> half;
};
Interval interval_of(std::span<const double> values);

// What the finished runs of an agent in a cell come to.
struct Summary {
  std::string agent;
  std::size_t runs = 0;  // finished
  Mean regret;
  double worst = 0;             // the largest regret of a run
  std::optional<double> share;  // mean regret / that of the reference; nothing unless that is positive
  std::optional<double> certificate, total_invested;  // means
  double ns_per_round = 0;
  std::vector<double> curve;  // mean
  std::vector<double> half;   // of its 95 % interval; empty of a single run
  // 1 + the agents that are better beyond chance: by a paired t-test at 5 %, for all agents met the same losses
  // and delays.
  std::optional<std::size_t> rank;  // nothing of a single run
  // The regret beyond that of the agent with the least mean, run by run; nothing for that agent itself.
  std::optional<Interval> behind;
};

// One per agent with a finished run. Shares are of the agent `reference`.
std::vector<Summary> summarize(const Study& study, const Results& results, std::size_t cell,
                               std::optional<std::size_t> reference = std::nullopt);

}  // namespace banker::lab
