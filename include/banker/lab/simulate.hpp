#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/core/result.hpp"
#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"

namespace banker::lab {

class Observer;  // src/lab/observer.hpp

// What a run of an agent comes to. Regret = sum_t <m_t, x_t> - min_i sum_t m_{t,i}; of a linear problem the
// minimum is over the body.
struct RunResult {
  double regret = 0;
  std::optional<double> certificate;     // of agents with a bank: in units of the losses, as the regret
  std::optional<double> total_invested;  // of agents with a bank: in units of the agent
  double total_outstanding = 0;          // fraktur D_T: the sum of the open rounds
  double ns_per_round = 0;               // processor time of the whole loop
  std::vector<double> curve;             // the regret after each of so many equal parts

  friend bool operator==(const RunResult&, const RunResult&) = default;
};

// Watched from outside while runs go on.
struct Watch {
  std::atomic<std::uint64_t> rounds{0};  // played so far, by all runs
  std::atomic<bool> stop{false};         // give up
};

inline constexpr std::size_t kPoints = 60;

// The last round of part i of T rounds in n equal parts: floor(i T / n), without overflow.
constexpr std::uint64_t end_of_part(std::uint64_t i, std::uint64_t n, std::uint64_t rounds) {
  return i * (rounds / n) + i * (rounds % n) / n;
}

struct RunOptions {
  std::uint64_t rounds = 0;
  // Outcomes that are later are dropped at that age, as an application with a time-out does.
  std::uint64_t drop_after = kNever;
  std::size_t points = kPoints;  // of the curve, the last at the end; at least 1, at most one per round
  Watch* watch = nullptr;
  Observer* observer = nullptr;  // sees every round, and changes nothing
  // min over x of <sum, x>, or nothing if it cannot be found. Empty: over the arms.
  std::function<std::optional<double>(std::span<const double> sum)> least{};
};

// Plays: in every round what is due is told, in ascending order of rounds, and then one decision is asked for.
// Nothing: it was stopped.
Result<std::optional<RunResult>> simulate(Agent& agent, Losses& losses, const Delays& delays,
                                          const RunOptions& options);

}  // namespace banker::lab
