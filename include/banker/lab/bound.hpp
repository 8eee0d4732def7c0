#pragma once

#include <functional>
#include <optional>
#include <string>

#include "banker/lab/study.hpp"

namespace banker::lab {

// What a theorem is about after t rounds. Given the delays of a run these are its own numbers. Where delays depend on
// the arm or its loss they are random: take their means, and of most_outstanding the largest value it can have.
struct Horizon {
  double rounds = 0;             // t
  double total_outstanding = 0;  // fraktur D_t: the sum of the open rounds, at most the total delay
  double most_outstanding = 0;   // the largest of its summands, fraktur d_s
  double dropped = 0;            // each costs at most its loss
};

struct Bound {
  // For losses in [0,1], when nothing is dropped: "4√(KT) + √(8D·ln K)"; m is the most open.
  std::string formula;
  std::function<double(const Horizon&)> at;  // in units of the losses, as the regret
};

// What is proved of the expected regret of an agent in a cell, after every number of rounds. Nothing: no theorem with
// constants covers this agent, with these parameters, under these losses and delays.
// REQUIRES: the agent can play the cell, as plan() checks.
std::optional<Bound> bound(const std::string& spec, const Cell& cell);

}  // namespace banker::lab
