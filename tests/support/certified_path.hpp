#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <ostream>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "agent/player.hpp"
#include "banker/agent/banker.hpp"
#include "banker/agent/banker_scale_free.hpp"
#include "banker/agent/banker_tinf.hpp"
#include "support/real.hpp"
#include "support/stale_rounds.hpp"

// Agents whose certificate is checked on every prefix of a path, and the account that is kept of them. Estimates are
// made from what the headers say of them, and compared with what the agent took into its bank.
namespace banker::testing {

// A round that waits for its outcome.
struct Played {
  Decision decision;
  double scale;
  double level;  // of its baselines, if it has any
  Reals p;       // what its arm was drawn from
};

// Of a round and its loss: x_s, and l~_s of what is learned.
struct Learned {
  Reals x, estimate;
};

struct Path {
  std::string name;
  Json options;
  std::function<Learned(const Played&, double loss)> learn;
  bool imputes;  // a round that is given up or dropped counts as a loss of 0; elsewhere its estimate is 0
  bool moves_vertices;  // comparators are (1 - 1/n) e_i + 1/(nK), n = max(t, 3)
};
inline std::ostream& operator<<(std::ostream& out, const Path& path) { return out << path.name; }

// l~ = (l / x_A) e_A.
inline Learned importance_weighted(const Played& r, double loss) {
  Learned learned{r.p, Reals(r.p.size(), 0)};
  learned.estimate[r.decision.arm] = Real(loss) / r.decision.probability;
  return learned;
}
// l~ = ((l - b_A) / x_A) e_A + b, b_i = sigma min(level, (2/3) sqrt(x_i)).
inline Learned reduced_variance(const Played& r, double loss) {
  Learned learned{r.p, {}};
  for (const Real x : r.p)
    learned.estimate.push_back(r.scale * std::min<Real>(r.level, 2 / 3.0L * std::sqrt(x)));
  Real& of_arm = learned.estimate[r.decision.arm];
  of_arm += (Real(loss) - of_arm) / r.decision.probability;
  return learned;
}
// p = (1 - g) x + g/K, g = min(1/2, gamma sqrt(K/t)); l' = max(l, -(3/4) (1 - g) sigma); l~ = (l' / p_A) e_A.
inline Learned explored(const Played& r, double loss) {
  const Real k = static_cast<Real>(r.p.size()), t = static_cast<Real>(number(r.decision.round));
  const Real g = std::min<Real>(0.5L, 0.5L * std::sqrt(k / t));
  Learned learned{{}, Reals(r.p.size(), 0)};
  for (const Real p : r.p) learned.x.push_back((p - g / k) / (1 - g));
  if (r.scale > 0)  // otherwise it rests
    learned.estimate[r.decision.arm] =
        std::max<Real>(loss, -0.75L * (1 - g) * r.scale) / r.decision.probability;
  return learned;
}

inline std::vector<Path> paths() {
  const Json reserve{{"rho", nullptr}, {"kappa", 1}, {"hysteresis", 0.5}};
  const Json tinf{{"agent", "banker-tinf"}, {"spending", "proportional"}, {"reserve", reserve}};
  Json often = tinf, never{{"agent", "banker"}, {"skip_stale", false}};
  often["skip_stale"] = 0.5;
  return {{"tinf_with_a_reserve", tinf, importance_weighted, false, false},
          {"tinf_with_a_reserve_and_stale_rounds", often, importance_weighted, false, false},
          {"banker", {{"agent", "banker"}}, reduced_variance, true, false},
          {"banker_that_gives_up_often",
           {{"agent", "banker"}, {"skip_stale", 0.5}},
           reduced_variance,
           true,
           false},
          {"banker_that_waits", never, reduced_variance, true, false},
          {"scale_free", {{"agent", "banker-scale-free"}}, explored, false, true},
          {"scale_free_with_stale_rounds",
           {{"agent", "banker-scale-free"}, {"skip_stale", 0.5}},
           explored,
           false,
           true}};
}

inline Json with_arms(const Path& path, std::size_t arms) {
  Json spec = path.options;
  spec["arms"] = arms;
  return spec;
}

// sum v_s dual(z_s) + sum sigma_s dual(x_s) of the bank, modulo a constant vector.
template <class A>
Reals dual_mass(const A& agent) {
  Reals sum(agent.arms(), 0);
  const auto add = [&](Real mass, std::span<const double> dual) {
    for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += mass * dual[i];
  };
  agent.for_each_saving([&](RoundId, Amount mass, std::span<const double> dual) { add(mass.value(), dual); });
  agent.for_each_open([&](RoundId, double scale, std::span<const double> dual) { add(scale, dual); });
  return sum;
}
inline Reals dual_mass(const Agent& agent) {
  if (const auto* a = dynamic_cast<const BankerTinf*>(&agent)) return dual_mass(*a);
  if (const auto* a = dynamic_cast<const Banker*>(&agent)) return dual_mass(*a);
  if (const auto* a = dynamic_cast<const BankerScaleFree*>(&agent)) return dual_mass(*a);
  throw std::logic_error("an agent without books");
}

// An agent and what its regret is made of.
class Account {
 public:
  Account(const Path& path, std::size_t arms)
      : agent(make_from(with_arms(path, arms))), path_(path), estimates_(arms, 0) {}

  void ask() {
    const Decision d = agent->ask().value();
    for (auto r = waiting.begin(); r != waiting.end();) {
      if (!is_stale(*agent, r->first)) {
        ++r;
        continue;
      }
      if (path_.imputes) learn(path_.learn(r->second, 0));
      ++stale;
      quiet_ = false;
      r = waiting.erase(r);
    }
    std::vector<double> p;
    agent->last_point(p);
    const Statement paid = agent->statement(d.round).value();
    choose_level(paid);
    waiting[number(d.round)] = {d, paid.scale, level_, {p.begin(), p.end()}};
    quiet_ = true;
  }
  void close(std::uint64_t round, bool drop, double loss) {
    const Reals before = dual_mass(*agent);
    const auto receipt = drop ? agent->drop(RoundId{round}) : agent->tell(RoundId{round}, loss);
    ASSERT_TRUE(receipt);
    Learned learned = path_.learn(waiting.at(round), drop ? 0 : loss);
    if (drop && !path_.imputes) std::fill(learned.estimate.begin(), learned.estimate.end(), 0);
    expect_taken(before, learned.estimate);
    learn(learned);
    waiting.erase(round);
    quiet_ = false;
  }
  // certificate - max over i of sum <l~_s, x_s - y_i>, without the rounds given up, which cost more than estimates.
  void expect_certified(double each_stale) {
    const Real n = std::max<Real>(static_cast<Real>(agent->rounds()), 3),
               inverse = path_.moves_vertices ? 1 / n : 0;
    Real mean = 0;
    for (const Real e : estimates_) mean += e / static_cast<Real>(estimates_.size());
    const Real least = *std::min_element(estimates_.begin(), estimates_.end());
    const Real regret = losses_ - (1 - inverse) * least - inverse * mean;
    const Real certificate = *agent->certificate() - each_stale * static_cast<Real>(stale);
    ASSERT_LE(regret, certificate + 1e-10L * (sizes_ + certificate));
    if (agent->rounds() > 50) most = std::max(most, static_cast<double>(regret / certificate));
  }

  std::unique_ptr<Agent> agent;
  std::map<std::uint64_t, Played> waiting;
  std::size_t stale = 0;
  std::size_t shared_levels = 0;  // rounds whose level is that of the round before, and of another scale
  double most = 0;                // regret / certificate

 private:
  // 1 / (2 sigma), or that of the round before if nothing was closed since, nothing is borrowed, and b is near 1/2.
  void choose_level(const Statement& paid) {
    const double own = 31.0 / 64 / paid.scale, b = paid.scale * level_;
    const bool shares = quiet_ && paid.borrowed == 0 && b >= 15.0 / 32 && b <= 0.5;
    shared_levels += shares && level_ != own;
    if (!shares) level_ = own;
  }
  void learn(const Learned& learned) {
    for (std::size_t i = 0; i < estimates_.size(); ++i) {
      estimates_[i] += learned.estimate[i];
      losses_ += learned.estimate[i] * learned.x[i];
      sizes_ += std::fabs(learned.estimate[i]);
    }
  }
  // The mass of duals fell by the estimate, modulo a constant vector.
  void expect_taken(const Reals& before, const Reals& estimate) const {
    const Reals after = dual_mass(*agent);
    Real low = INFINITY, high = -INFINITY, size = 0;
    for (std::size_t i = 0; i < before.size(); ++i) {
      const Real rest = before[i] - estimate[i] - after[i];
      low = std::min(low, rest);
      high = std::max(high, rest);
      size += std::fabs(before[i]) + std::fabs(estimate[i]) + std::fabs(after[i]);
    }
    ASSERT_LE(high - low, 1e-11L * size);
  }

  Path path_;
  double level_ = 0;    // of the last round
  bool quiet_ = false;  // nothing was closed since
  Reals estimates_;     // sum of l~_s
  Real losses_ = 0;     // sum of <l~_s, x_s>
  Real sizes_ = 0;      // sum of |l~_s|
};

}  // namespace banker::testing
