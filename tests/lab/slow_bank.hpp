#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "banker/agent/agent.hpp"

namespace banker::testing {

// The savings of every round, and what each paid for each.
struct SlowBank {
  enum class Spending { kOldest, kNewest, kPool } spending;
  std::map<std::uint64_t, double> saved{};
  double in_reserve = 0;
  struct Round {
    double scale = 0, borrowed = 0, reserve = 0;
    std::map<std::uint64_t, double> paid;  // by round
    double invested = 0, left_in_reserve = 0;
    std::size_t missing = 0;  // outcomes of others
  };
  std::vector<Round> rounds{};

  void ask(const Statement& s) {
    Round& round = rounds.emplace_back();
    round.scale = s.scale;
    if (spending == Spending::kPool) share_out(s, round);
    else pay(round);
    round.left_in_reserve = in_reserve;
  }
  // Everything in the pool, and the loan, pays the same part of itself.
  void share_out(const Statement& s, Round& round) {
    double all = in_reserve + s.borrowed;
    for (const auto& [from, amount] : saved) all += amount;
    const double part = all > 0 ? s.scale / all : 0;
    round.borrowed = part * s.borrowed;
    round.reserve = part * in_reserve;
    in_reserve += s.borrowed - round.borrowed - round.reserve;
    for (auto& [from, amount] : saved) {
      round.paid[from] = part * amount;
      amount -= part * amount;
    }
  }
  // One saving after the other, until the round is paid.
  void pay(Round& round) {
    round.borrowed = round.scale;
    while (!saved.empty() && round.borrowed > 1e-13 * round.scale) {
      const auto from = spending == Spending::kOldest ? saved.begin() : std::prev(saved.end());
      const double amount = std::min(from->second, round.borrowed);
      round.paid[from->first] = amount;
      round.borrowed -= amount;
      from->second -= amount;
      if (from->second <= 1e-13 * round.scale) saved.erase(from);
    }
  }
};

// As long as the rule says, and cut off at the end of the run.
inline std::uint64_t window_of(const SlowBank& slow, std::size_t groups) {
  const auto goes_on = [&](std::uint64_t t) {
    double sum = 0;
    for (std::uint64_t s = 0; s < t; ++s) sum += static_cast<double>(slow.rounds[s].missing);
    const double mean = sum / static_cast<double>(t);
    return static_cast<double>(t) <= 6 * (mean + 1);
  };
  std::uint64_t window = groups;
  while (window < slow.rounds.size() && goes_on(window + 1)) window *= 2;
  return std::min<std::uint64_t>(window, slow.rounds.size());
}

}  // namespace banker::testing
