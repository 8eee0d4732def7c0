#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/core/result.hpp"
#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"

namespace banker::lab {

// What a run of an agent comes to. Regret = sum_t <m_t, x_t> - min_i sum_t m_{t,i}; of a linear problem the
// minimum is over the body.
struct Outcome {
  double regret = 0;
  std::optional<double> certificate, total_invested;  // of agents with a bank
  double total_outstanding = 0;                       // fraktur D_T: the sum of the open rounds
  double ns_per_round = 0;                            // of the whole loop
  std::vector<double> curve;                          // regret after each of `points` equal parts
};

// Watched from outside while a run goes on.
struct Watch {
  std::atomic<std::uint64_t> rounds{0};  // played so far, by all runs
  std::atomic<bool> stop{false};         // give up
};

struct RunOptions {
  std::uint64_t rounds = 0;
  std::size_t points = 60;  // of the curve; at most one per round
  Watch* watch = nullptr;
};

// Plays: what is due is told in ascending order of rounds, then the next round is asked. Nothing: stopped.
Result<std::optional<Outcome>> simulate(Agent& agent, Losses& losses, const Delays& delays,
                                        const RunOptions& options);

}  // namespace banker::lab
