#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>
#include <string_view>
#include <vector>

#include "banker/agent/agent.hpp"
#include "support/real.hpp"

// Delayed baselines as their papers write them: in long double, from the whole history at every ask.
namespace banker::testing {

struct History {
  struct Round {
    std::size_t arm;
    Real probability;
    std::uint64_t closed = ~std::uint64_t{0};  // the first ask that knows: told or dropped before it
    bool told = false;
    Real loss = 0;
  };
  std::vector<Round> rounds;  // round s is at s - 1

  const Round& at(std::uint64_t s) const { return rounds[s - 1]; }
  bool open_at(std::uint64_t s, std::uint64_t t) const { return at(s).closed > t; }
  std::uint64_t next() const { return rounds.size() + 1; }
  // The sums of l/p of the rounds from `first` that ask t knows and that are not given up.
  std::vector<Real> sums(std::size_t arms, std::uint64_t first, std::uint64_t t,
                         const std::vector<bool>& stale) const {
    std::vector<Real> total(arms);
    for (std::uint64_t s = first; s < t; ++s) {
      const Round& r = at(s);
      if (r.told && !open_at(s, t) && !stale[s]) total[r.arm] += r.loss / r.probability;
    }
    return total;
  }
};

// x_t, and which rounds were given up at asks 1 to t.
struct Slow {
  std::vector<Real> x;
  std::vector<bool> stale;
};

inline std::vector<Real> slow_softmax(const std::vector<Real>& sums, Real eta) {
  const Real least = *std::min_element(sums.begin(), sums.end());
  std::vector<Real> x;
  Real total = 0;
  for (const Real sum : sums) total += x.emplace_back(std::exp(-eta * (sum - least)));
  for (Real& p : x) p /= total;
  return x;
}

// The root w of a w + b ln w = y by bisection.
inline Real slow_root(Real a, Real b, Real y) {
  Real low = 1e-3L, high = 2;
  const auto value = [&](Real w) { return a * w + b * std::log(w); };
  while (value(high) < y) high *= 2;
  for (int i = 0; i < 100; ++i) {
    const Real middle = (low + high) / 2;
    (value(middle) < y ? low : high) = middle;
  }
  return (low + high) / 2;
}

// argmin <sums, x> - 2a sum sqrt x + (b/2) sum x ln x: a w + b ln w = sums_i + mu with w = x^-1/2, mu by bisection.
inline std::vector<Real> slow_hybrid(const std::vector<Real>& sums, Real a, Real b) {
  const Real least = *std::min_element(sums.begin(), sums.end());
  const Real roots = std::sqrt(static_cast<Real>(sums.size()));
  Real low = a, high = a * roots + b * std::log(roots);  // the best arm has x = 1, x = 1/K
  std::vector<Real> x(sums.size());
  for (int i = 0; i < 90; ++i) {
    const Real mu = (low + high) / 2;
    Real total = 0;
    for (std::size_t k = 0; k < x.size(); ++k) {
      const Real w = slow_root(a, b, sums[k] - least + mu);
      total += x[k] = 1 / (w * w);
    }
    (total > 1 ? low : high) = mu;
  }
  return x;
}

inline Slow slow_dew(const History& history, std::size_t arms, std::uint64_t t) {
  const Real k = static_cast<Real>(arms), e = std::numbers::e_v<Real>;
  const auto power = [](int m) { return std::pow(Real{2}, m); };
  int m = 0;
  while (power(m) / (4 * e * std::log(k)) < 1 || e * k / 2 * std::log(k) > power(2 * m)) ++m;
  Slow slow{{}, std::vector<bool>(t + 1)};
  std::uint64_t first = 1;
  Real rounds = 0, open = 0, given_up = 0;
  for (std::uint64_t u = 1;; ++u) {
    if (std::max(given_up * given_up, (e * k * rounds / 2 + open) * std::log(k)) > power(2 * m)) {
      for (std::uint64_t s = first; s < u; ++s) slow.stale[s] = slow.stale[s] || history.open_at(s, u);
      first = u;
      rounds = open = given_up = 0;
      ++m;
    }
    const Real beta = power(m) / (4 * e * std::log(k));
    for (std::uint64_t s = first; s < u; ++s) {
      if (!history.open_at(s, u) || slow.stale[s]) continue;
      if (static_cast<Real>(u - s) > beta) slow.stale[s] = true, given_up += 1;
      else open += 1;
    }
    if (u == t) {
      const Real eta = std::min(std::log(k) / power(m), 1 / (4 * e * beta));
      slow.x = slow_softmax(history.sums(arms, first, t, slow.stale), eta);
      return slow;
    }
    rounds += 1;
  }
}

inline Slow slow_zimmert_seldin(const History& history, std::size_t arms, std::uint64_t t, bool advanced) {
  const Real log_arms = std::log(static_cast<Real>(arms));
  Slow slow{{}, std::vector<bool>(t + 1)};
  Real total = 0;  // O_{u-1}, then O_u
  for (std::uint64_t u = 1; u <= t; ++u) {
    const Real age = std::max(Real{1}, std::sqrt(total / log_arms));
    for (std::uint64_t s = 1; s < u; ++s) {
      if (!history.open_at(s, u) || slow.stale[s]) continue;
      if (advanced && static_cast<Real>(u - s) > age) slow.stale[s] = true;
      else total += 1;
    }
  }
  slow.x = slow_hybrid(history.sums(arms, 1, t, slow.stale), std::sqrt(static_cast<Real>(t)),
                       2 * std::sqrt(2 * total / log_arms));
  return slow;
}

inline Slow slow_ucb(const History& history, std::size_t arms, std::uint64_t t) {
  std::vector<Real> told(arms), sum(arms), played(arms);
  for (std::uint64_t s = 1; s < t; ++s) {
    const History::Round& r = history.at(s);
    played[r.arm] += 1;
    if (!r.told || history.open_at(s, t)) continue;
    told[r.arm] += 1;
    sum[r.arm] += r.loss;
  }
  // Arms without an outcome come first, by the number of plays: below every bound that is a number.
  const auto bound = [&](std::size_t i) {
    if (told[i] == 0) return -1e9L + played[i];
    return sum[i] / told[i] - std::sqrt(2 * std::log(static_cast<Real>(t)) / told[i]);
  };
  std::size_t best = 0;
  for (std::size_t i = 1; i < arms; ++i) {
    if (bound(i) < bound(best) - 1e-15L) best = i;
  }
  Slow slow{std::vector<Real>(arms), std::vector<bool>(t + 1)};
  slow.x[best] = 1;
  return slow;
}

}  // namespace banker::testing
