// Every scale rule against its formula, evaluated naively in long double over a whole random history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <vector>

#include "banker/scale/any_scale.hpp"
#include "banker/scale/constant.hpp"
#include "banker/scale/delay_adaptive.hpp"
#include "banker/scale/sflbinf.hpp"
#include "banker/scale/sftinf.hpp"
#include "support/real.hpp"

namespace banker::scale_test {
namespace {

using testing::Real;

// The rules are a dozen roundings; their sums are exact to 2^-104.
constexpr Real kTolerance = 1e-14L;

enum class Fate { kOpen, kTold, kSkipped, kDropped };

// What happened to a round: all a formula may look at.
template <class Stamp>
struct Past {
  Stamp stamp;
  double scale;
  Real outstanding;  // fraktur d_s
  Real loss_size;    // L-hat_s
  Fate fate = Fate::kOpen;
  Real loss = 0;
};

// Plays a rule for many rounds in bursts, with losses from next_loss() and a few drops. `formula` is sigma_t
// from the history; `keeps` is whether the loss is not skipped.
template <class Rule, class Formula, class Keeps, class NextLoss>
void run(Rule& rule, int rounds, double first_loss_size, Formula formula, Keeps keeps, NextLoss next_loss) {
  std::mt19937_64 bits(5);
  std::vector<Past<typename Rule::Stamp>> history;
  std::vector<std::size_t> open;
  Real loss_size = first_loss_size;
  for (int t = 1; t <= rounds; ++t) {
    const Backlog backlog{static_cast<std::uint64_t>(t), open.size()};
    const auto [scale, stamp] = rule.propose(backlog);
    ASSERT_EQ(rule.propose(backlog).scale, scale);  // proposing changes nothing
    const Real outstanding = static_cast<Real>(open.size());
    history.push_back({stamp, scale, outstanding, loss_size});
    const Real want = formula(history);
    ASSERT_LE(std::fabs(scale - want), kTolerance * want) << "round " << t << ", " << open.size() << " open";
    rule.accept(backlog, stamp);
    open.push_back(history.size() - 1);
    // All come back at once now and then: the next round has nothing outstanding.
    const std::size_t target = bits() % 10 == 0 ? 0 : bits() % (t / 100 % 2 ? 40 : 4);
    while (open.size() > target) {
      std::swap(open[bits() % open.size()], open.back());
      auto& past = history[open.back()];
      open.pop_back();
      if (bits() % 8 == 0) {
        rule.drop(past.stamp);
        past.fate = Fate::kDropped;
        continue;
      }
      past.loss = next_loss(bits);
      const std::optional<double> kept = rule.tell(past.stamp, past.scale, static_cast<double>(past.loss));
      past.fate = kept ? Fate::kTold : Fate::kSkipped;
      ASSERT_EQ(kept.has_value(), keeps(past));
      ASSERT_EQ(kept.value_or(static_cast<double>(past.loss)), static_cast<double>(past.loss));
      loss_size = std::max(loss_size, 2 * std::fabs(past.loss));
    }
  }
}

double unit(std::mt19937_64& bits) { return static_cast<double>(bits() >> 11) * 0x1p-53; }
const auto kAlways = [](const auto&) { return true; };
const auto kInUnitInterval = [](std::mt19937_64& bits) { return unit(bits); };

template <class History>
Real total_outstanding(const History& history) {  // fraktur D_t
  Real sum = 0;
  for (const auto& past : history) sum += past.outstanding;
  return sum;
}

TEST(Scale, ConstantIsConstant) {
  ConstantScale rule(20);
  run(
      rule, 500, 1, [](const auto&) { return Real{20}; }, kAlways, kInUnitInterval);
}

// factor / (1/sqrt t + d sqrt(ln(D + 1)/D)), and the second term is 0 when d = 0 (erratum E5).
template <class History>
Real delay_adaptive(Real factor, const History& history) {
  const Real t = static_cast<Real>(history.size()), d = history.back().outstanding;
  const Real total = total_outstanding(history);
  return factor / (1 / std::sqrt(t) + (d > 0 ? d * std::sqrt(std::log(total + 1) / total) : 0));
}

TEST(Scale, DelayAdaptiveIsItsFormula) {
  for (const double factor : {1.0, 0.7, 1e-100, 1e100}) {
    DelayAdaptiveScale rule(factor);
    run(
        rule, 2000, 1, [&](const auto& history) { return delay_adaptive(factor, history); }, kAlways,
        kInUnitInterval);
  }
}

TEST(Scale, DelayAdaptiveWithoutAnyDelayIsTheSquareRootOfTime) {
  DelayAdaptiveScale rule(3);
  for (std::uint64_t t = 1; t <= 1000; ++t) {
    EXPECT_DOUBLE_EQ(rule.propose({t, 0}).scale, 3 * std::sqrt(static_cast<double>(t)));
    rule.accept({t, 0}, {});
  }
}

TEST(Scale, AnyScaleIsWhatItHolds) {
  AnyScale adaptive(DelayAdaptiveScale(0.7)), constant(ConstantScale(4));
  run(
      adaptive, 500, 1, [](const auto& history) { return delay_adaptive(0.7, history); }, kAlways,
      kInUnitInterval);
  run(
      constant, 100, 1, [](const auto&) { return Real{4}; }, kAlways, kInUnitInterval);
  EXPECT_EQ(adaptive.name(), "delay-adaptive");
  EXPECT_EQ(constant.name(), "constant");
}

// Losses that double the believed size now and then, so that open rounds of the old size are skipped.
double growing_loss(std::mt19937_64& bits, double magnitude) {
  return unit(bits) * (bits() % 50 == 0 ? std::pow(10, magnitude * unit(bits)) : 1);
}

// (3 + D_t) / ln(3 + D_t / L_t^2), or (3 L_t^2 + D_t) / ... where there is no unit; 0 while L_t is.
Real squared_scale(Real weighted, Real size, bool invariant) {
  if (size == 0) return 0;
  return (3 * (invariant ? size * size : 1) + weighted) / std::log(3 + weighted / (size * size));
}

// Without a first size it rests until a loss tells one.
const std::optional<double> kFirstSizes[] = {1.0, 1e-3, 1e5, 1e140, std::nullopt};

TEST(Scale, SftinfIsItsFormula) {
  for (const std::optional<double> first : kFirstSizes) {
    SftinfScale rule(first);
    run(
        rule, 2000, first.value_or(0),
        [&](const auto& history) {
          // D_t = sum over all s <= t of (d_s + 1) L_s^2, skipped and dropped too.
          Real weighted = 0;
          for (const auto& past : history)
            weighted += (past.outstanding + 1) * past.loss_size * past.loss_size;
          return std::sqrt(squared_scale(weighted, history.back().loss_size, !first)) /
                 (history.back().outstanding + 1);
        },
        [](const auto& past) { return past.loss_size > 0 && past.loss <= past.loss_size; },
        [](std::mt19937_64& bits) { return growing_loss(bits, 3); });
  }
}

struct Sflbinf {
  bool invariant;
  Real arms;
  std::optional<std::uint64_t> horizon;
  int* floored;  // counts the rounds whose scale is the floor

  template <class History>
  Real operator()(const History& history) const {
    // D_t: open rounds count with what was believed, told ones with what came, skipped and dropped ones not.
    Real weighted = 0;
    for (const auto& past : history) {
      if (past.fate == Fate::kOpen) weighted += (past.outstanding + 1) * past.loss_size * past.loss_size;
      if (past.fate == Fate::kTold) weighted += (past.outstanding + 1) * past.loss * past.loss;
    }
    const auto& now = history.back();
    const Real time =
        horizon ? static_cast<Real>(*horizon) : std::max<Real>(static_cast<Real>(history.size()), 3);
    const Real square = squared_scale(weighted, now.loss_size, invariant);
    const Real scale = std::sqrt(square / (arms * std::log(time))) / (now.outstanding + 1);
    const bool floor = now.outstanding * now.outstanding * arms <= 1 + total_outstanding(history);
    if (floor && 2 * now.loss_size > scale) ++*floored;
    return floor ? std::max(scale, 2 * now.loss_size) : scale;
  }
};

TEST(Scale, SflbinfIsItsFormula) {
  int floored = 0, rounds = 0;
  for (const std::optional<std::uint64_t> horizon :
       {std::optional<std::uint64_t>(), {2}, {2000}, {1000000000}}) {
    for (const std::optional<double> first : kFirstSizes) {
      for (const std::size_t arms : {2, 50}) {
        SflbinfScale rule(arms, first, horizon);
        run(
            rule, 1000, first.value_or(0), Sflbinf{!first, static_cast<Real>(arms), horizon, &floored},
            [](const auto& past) {
              return past.loss_size > 0 && std::fabs(past.loss) <= past.loss_size &&
                     past.loss >= -past.scale / 2;
            },
            [](std::mt19937_64& bits) { return (bits() % 2 ? 1 : -1) * growing_loss(bits, 3); });
        rounds += 1000;
      }
    }
  }
  EXPECT_GT(floored, rounds / 10);  // both branches are taken
  EXPECT_LT(floored, rounds * 9 / 10);
}

TEST(Scale, SflbinfForgetsOpenRoundsCompletely) {
  // A huge open round and its drop leave the scale as if it had not been.
  SflbinfScale rule(2, 1, 100), twin(2, 1, 100);
  const auto play = [](SflbinfScale& r, std::uint64_t t, double loss) {
    const auto stamp = r.propose({t, 0}).stamp;
    r.accept({t, 0}, stamp);
    r.tell(stamp, 1e300, loss);
  };
  for (std::uint64_t t = 1; t <= 10; ++t) play(rule, t, 0.1), play(twin, t, 0.1);
  const SflbinfScale::Stamp huge{1e140, 0};
  rule.accept({11, 0}, huge);
  EXPECT_GT(rule.propose({12, 0}).scale, 1e100);
  rule.drop(huge);
  EXPECT_EQ(rule.propose({12, 0}).scale, twin.propose({12, 0}).scale);
}

TEST(Scale, ASkipIsDecidedByWhatItsRoundWasPlayedWith) {
  SftinfScale sftinf(1);
  const SftinfScale::Stamp old{1};
  EXPECT_TRUE(sftinf.tell(old, 1, 1));
  EXPECT_FALSE(sftinf.tell(old, 1, 1.5));  // the size is 3 now
  EXPECT_FALSE(sftinf.tell(old, 1, 1.5));
  EXPECT_TRUE(sftinf.tell(SftinfScale::Stamp{3}, 1, 1.5));
  SflbinfScale sflbinf(2, 4, {});
  for (int i = 0; i < 4; ++i) sflbinf.accept({1, 0}, {4, 0});
  EXPECT_TRUE(sflbinf.tell({4, 0}, 2, -1));      // -sigma/2
  EXPECT_FALSE(sflbinf.tell({4, 0}, 2, -1.01));  // below it
  EXPECT_TRUE(sflbinf.tell({4, 0}, 2, 4));
  EXPECT_FALSE(sflbinf.tell({4, 0}, 2, 4.01));
}

}  // namespace
}  // namespace banker::scale_test
