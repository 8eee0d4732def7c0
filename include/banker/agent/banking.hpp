#pragma once

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/bank/bank.hpp"

namespace banker {

// Giving up old rounds: no open round gets older, at ask t, than
//   t - s <= max(1, factor sqrt(O_{t-1} / K)),   O (fraktur D) the running sum of the open rounds;
// when one would, it is given up, and with it all that are older than 15/16 of that: not one at every ask.
// It counts as dropped: its capital can be spent, its outcome is ignored. At most
// sqrt(K O_T) 4.3 / factor rounds are given up (docs/banker_agent.md), so a straggler cannot take capital hostage.
// With a small factor a constant delay d costs the first 2 K d / factor^2 rounds.
struct SkipStale {
  static constexpr double kUsualFactor = 4;
  SkipStale() = default;
  template <std::same_as<bool> Flag>  // a number is no flag
  SkipStale(Flag on) : factor(on ? kUsualFactor : 0) {}
  SkipStale(double f) : factor(f) {}

  bool on() const { return factor > 0; }
  // Rounds before the first are too old at round t; those before the second go with them.
  struct Limits {
    std::uint64_t too_old = 0, old = 0;
  };
  Limits limits(std::uint64_t t, std::uint64_t total_outstanding, std::size_t arms) const {
    const double ratio = static_cast<double>(total_outstanding) / static_cast<double>(arms);
    const double age = factor * std::sqrt(ratio);
    const auto first_younger = [&](double limit) {
      const double most = std::max(1.0, limit);
      return most < static_cast<double>(t) ? t - static_cast<std::uint64_t>(most) : 0;
    };
    return {first_younger(age), first_younger(age * (15.0 / 16))};
  }

  double factor = 0;  // 0: never
};

// What all Banker agents have in common, whatever they learn.
struct Banking {
  Banking(Spending s, std::optional<Reserve> r = {}, SkipStale stale = {})
      : spending(s), reserve(r), skip_stale(stale) {}

  Spending spending;
  std::optional<Reserve> reserve;
  SkipStale skip_stale;
};

}  // namespace banker
