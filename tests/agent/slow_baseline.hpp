#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "agent/player.hpp"
#include "support/real.hpp"

// Baselines written down as in their papers, in long double and without cleverness, and the play that
// compares them with the library.
namespace banker::testing {

// The u in [low, high] with f(u) = 1, f decreasing: by halving.
template <class F>
Real bisect(Real low, Real high, F f) {
  for (int i = 0; i < 100; ++i) {
    const Real middle = (low + high) / 2;
    (f(middle) > 1 ? low : high) = middle;
  }
  return (low + high) / 2;
}

// x_i = (u + z_i - min z)^-power, power 1 or 2, with the u for which they sum to 1; z = L^ / sigma. 1 <= u
// <= K.
inline Reals slow_power_leader(const Reals& z, int power) {
  const Real least = *std::min_element(z.begin(), z.end());
  const auto x = [&](Real u) {
    Reals v;
    for (const Real zi : z)
      v.push_back(power == 1 ? 1 / (u + (zi - least)) : 1 / ((u + (zi - least)) * (u + (zi - least))));
    return v;
  };
  const auto total = [&](Real u) {
    Real sum = 0;
    for (const Real v : x(u)) sum += v;
    return sum;
  };
  return x(bisect(1, static_cast<Real>(z.size()), total));
}
inline Reals slow_softmax(const Reals& z) {
  const Real least = *std::min_element(z.begin(), z.end());
  Real total = 0;
  Reals x;
  for (const Real zi : z) total += std::exp(least - zi);
  for (const Real zi : z) x.push_back(std::exp(least - zi) / total);
  return x;
}
inline Reals over(Reals v, Real sigma) {
  for (Real& vi : v) vi /= sigma;
  return v;
}
inline Reals mixed(Reals q, Real g) {
  for (Real& v : q) v = (1 - g) * v + g / static_cast<Real>(q.size());
  return q;
}

// What a baseline does, with all it knows of a round at hand.
struct SlowRound {
  std::uint64_t t;
  std::size_t arm;
  Real p;   // the library's: errors do not add up
  Reals x;  // the library's
};
class SlowBaseline {
 public:
  explicit SlowBaseline(std::size_t arms) : k(static_cast<Real>(arms)), sum(arms) {}
  virtual ~SlowBaseline() = default;
  virtual Reals point(std::uint64_t t) const = 0;
  virtual void tell(const SlowRound& round, Real loss) = 0;

  std::uint64_t open = 0;  // rounds open at the start of t
  Real total_open = 0;     // O_t, their sum so far

 protected:
  Real k;
  Reals sum;  // L^
};

// delayed-tsallis: x_t = argmin <L^, x> - 2 sigma_t sum sqrt(x_i), sigma_t = sqrt(t + 2 O_t / sqrt K).
class SlowDelayedTsallis : public SlowBaseline {
 public:
  using SlowBaseline::SlowBaseline;
  Reals point(std::uint64_t t) const override {
    return slow_power_leader(over(sum, std::sqrt(static_cast<Real>(t) + 2 * total_open / std::sqrt(k))), 2);
  }
  void tell(const SlowRound& round, Real loss) override { sum[round.arm] += loss / round.p; }
};

// Plays asks, tells in any order and drops, and compares the distribution before every ask with the slow one.
inline void compare(const std::string& spec, SlowBaseline& slow, std::uint64_t seed, int events,
                    Losses losses, Real tolerance) {
  SCOPED_TRACE(spec + " seed " + std::to_string(seed));
  const auto agent = make(spec);
  Random random(seed);
  std::map<std::uint64_t, SlowRound> open;
  for (int i = 0; i < events; ++i) {
    const std::uint64_t bits = random();
    if (open.empty() || bits % 16 < 8) {
      const std::vector<double> x = agent->probabilities();
      const std::uint64_t t = agent->rounds() + 1;
      slow.open = open.size();
      slow.total_open += static_cast<Real>(slow.open);
      const Reals expected = slow.point(t);
      for (std::size_t arm = 0; arm < x.size(); ++arm)
        ASSERT_NEAR(static_cast<double>((x[arm] - expected[arm]) / tolerance), 0, 1)
            << "round " << t << " arm " << arm << ": " << x[arm] << ", not "
            << static_cast<double>(expected[arm]);
      const Decision d = agent->ask().value();
      open[t] = {t, d.arm, d.probability, Reals(x.begin(), x.end())};
      continue;
    }
    auto it = open.begin();
    std::advance(it, static_cast<std::ptrdiff_t>(bits / 16 % 4096 % open.size()));
    const SlowRound round = it->second;
    open.erase(it);
    if (bits % 16 == 15) {
      (void)agent->drop(RoundId{round.t}).value();
      continue;
    }
    const double u = static_cast<double>(bits >> 48) / 65536;
    const double loss = loss_for(*agent, RoundId{round.t}, u, losses);
    (void)agent->tell(RoundId{round.t}, loss).value();
    slow.tell(round, loss);
  }
}

// The pseudo-regret after 5000 rounds of three Bernoulli arms with mean losses 0.35, 0.65, 0.65. Uniform:
// 1000.
inline double regret_of(const std::string& spec) {
  const auto agent = make(spec);
  Random random(5);
  double regret = 0;
  for (int t = 0; t < 5000; ++t) {
    const Decision d = agent->ask().value();
    const double mean = d.arm == 0 ? 0.35 : 0.65;
    regret += mean - 0.35;
    (void)agent->tell(d.round, static_cast<double>(random() >> 11) * 0x1p-53 < mean).value();
  }
  return regret;
}

}  // namespace banker::testing
