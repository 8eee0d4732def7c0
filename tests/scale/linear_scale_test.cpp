// The scale rules of linear agents against their formulas, evaluated naively in long double over a whole random
// history.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "banker/core/bytes.hpp"
#include "banker/scale/bolo.hpp"
#include "banker/scale/scrible.hpp"
#include "support/real.hpp"

namespace banker::linear_scale_test {
namespace {

using testing::Real;
using Horizon = std::optional<std::uint64_t>;

// The rules are a dozen roundings; their sums are exact integers.
constexpr Real kTolerance = 1e-14L;

const std::vector<Horizon> kHorizons{{}, 2, 3, 1000, 1'000'000'000'000};

// All a formula may look at: fraktur d_1, ..., fraktur d_t.
using Backlogs = std::vector<std::uint64_t>;

Real time_of(const Backlogs& all) { return static_cast<Real>(all.size()); }
Real total(const Backlogs& all) {  // fraktur D_t
  Real sum = 0;
  for (const std::uint64_t d : all) sum += static_cast<Real>(d);
  return sum;
}
// ln T, or ln max(t,3) without a horizon (erratum E13).
Real log_time(const Horizon& horizon, const Backlogs& all) {
  return std::log(horizon ? static_cast<Real>(*horizon) : std::max<Real>(time_of(all), 3));
}

// Open rounds that grow by one per round and come back a few, or all, at a time.
class RandomBacklog {
 public:
  std::uint64_t next() {
    const std::uint64_t now = open_++;
    if (bits_() % 10 == 0) open_ = 0;
    else open_ -= std::min<std::uint64_t>(open_, bits_() % (++rounds_ / 100 % 2 ? 2 : 4));
    return now;
  }

 private:
  std::mt19937_64 bits_{5};
  std::uint64_t open_ = 0, rounds_ = 0;
};

// Plays a rule for many rounds; `formula` is sigma_t from the history.
template <class Rule, class Formula>
void expect_formula(Rule rule, int rounds, Formula formula) {
  RandomBacklog next;
  Backlogs all;
  for (int t = 1; t <= rounds; ++t) {
    const Backlog backlog{static_cast<std::uint64_t>(t), next.next()};
    all.push_back(backlog.outstanding);
    const double scale = rule.propose(backlog).scale;
    ASSERT_EQ(rule.propose(backlog).scale, scale);  // proposing changes nothing
    const Real want = formula(all);
    ASSERT_LE(std::fabs(scale - want), kTolerance * want)
        << "round " << t << ", " << backlog.outstanding << " open";
    rule.accept(backlog, {});
  }
}

// max{ c / sqrt(ln T) / (1/sqrt t + d sqrt(ln(D + 1)/D)), floor }; the second term is 0 when d = 0 (erratum E5).
TEST(LinearScale, BoloIsItsFormula) {
  int floored = 0, rounds = 0;
  for (const Horizon& horizon : kHorizons) {
    for (const double factor : {1.0, 1.7, 1e3}) {
      for (const double floor : {1e-100, 2.0, 40.0}) {
        expect_formula(BoloScale(factor, floor, horizon), 1000, [&](const Backlogs& all) {
          const Real d = static_cast<Real>(all.back()), sum = total(all);
          const Real inverse =
              1 / std::sqrt(time_of(all)) + (d > 0 ? d * std::sqrt(std::log(sum + 1) / sum) : 0);
          const Real scale = factor / std::sqrt(log_time(horizon, all)) / inverse;
          ++rounds;
          if (scale < floor) ++floored;
          return std::max<Real>(scale, floor);
        });
      }
    }
  }
  EXPECT_GT(floored, rounds / 10);  // both branches are taken
  EXPECT_LT(floored, rounds * 9 / 10);
}

// As printed in the paper c = sqrt n, and the rule is (sqrt(ln T/(n t)) + d sqrt(ln(D + 1) ln T/(n D)))^-1.
TEST(LinearScale, BoloWithThePapersFactorIsAlgorithm5) {
  for (const std::size_t n : {1, 3, 17}) {
    const Real dimension = static_cast<Real>(n);
    EXPECT_DOUBLE_EQ(BoloScale::paper_factor(n), std::sqrt(static_cast<double>(n)));
    const BoloScale rule(BoloScale::paper_factor(n), 8 * static_cast<double>(n), 5000);
    expect_formula(rule, 3000, [&](const Backlogs& all) {
      const Real d = static_cast<Real>(all.back()), sum = total(all), log_t = std::log(5000.0L);
      Real inverse = std::sqrt(log_t / (dimension * time_of(all)));
      if (d > 0) inverse += d * std::sqrt(std::log(sum + 1) * log_t / (dimension * sum));
      return std::max(1 / inverse, 8 * dimension);
    });
  }
}

// c = n sqrt(2/nu): with nu = n it is sqrt 2 times the paper's.
TEST(LinearScale, BoloHasABestFactor) {
  for (const std::size_t n : {1, 3, 17}) {
    const double size = static_cast<double>(n);
    EXPECT_DOUBLE_EQ(BoloScale::best_factor(n, size), std::sqrt(2.0) * BoloScale::paper_factor(n));
    EXPECT_DOUBLE_EQ(BoloScale::best_factor(n, 2), size);
    EXPECT_DOUBLE_EQ(BoloScale::best_factor(n, 8), size / 2);
  }
}

// The scale is never below the floor, and is the floor however many rounds are open.
TEST(LinearScale, BoloKeepsItsFloor) {
  BoloScale rule(1, 8, {});
  for (std::uint64_t t = 1; t <= 100; ++t) {
    EXPECT_EQ(rule.propose({t, t - 1}).scale, 8);
    rule.accept({t, t - 1}, {});
  }
  EXPECT_GT(rule.propose({1'000'000, 0}).scale, 8);
}

// With a horizon the logarithm is the same in all rounds; without, the first three rounds share ln 3.
TEST(LinearScale, AnytimeRulesUseTheLogarithmOfTheRound) {
  const double floor = 1e-100;
  for (const std::uint64_t t : {1, 2, 3, 10, 1000}) {
    const double time = static_cast<double>(t), log_t = std::log(std::max(time, 3.0));
    EXPECT_DOUBLE_EQ(BoloScale(1, floor, {}).propose({t, 0}).scale, std::sqrt(time / log_t));
    EXPECT_DOUBLE_EQ(BoloScale(1, floor, 50).propose({t, 0}).scale, std::sqrt(time / std::log(50.0)));
  }
}

// 4n sqrt(T / (nu ln T)), t for T without a horizon.
TEST(LinearScale, ScribleIsItsFormula) {
  for (const Horizon& horizon : kHorizons) {
    for (const auto& [n, nu] : std::vector<std::pair<std::size_t, double>>{{1, 1.0}, {3, 3.0}, {5, 12.0}}) {
      const Real size = static_cast<Real>(n), parameter = nu;
      expect_formula(ScribleScale(n, nu, horizon), 1000, [&](const Backlogs& all) {
        const Real time = horizon ? static_cast<Real>(*horizon) : time_of(all);
        return 4 * size * std::sqrt(time / (parameter * log_time(horizon, all)));
      });
    }
  }
}

// max{ sqrt((4 n^2 t + 4 D) / (nu ln T)), 8n (1 + the most open rounds so far) }.
TEST(LinearScale, DelayedScribleIsItsFormula) {
  int floored = 0, rounds = 0;
  for (const Horizon& horizon : kHorizons) {
    for (const auto& [n, nu] : std::vector<std::pair<std::size_t, double>>{{1, 1e-3}, {3, 0.01}, {5, 12.0}}) {
      const Real size = static_cast<Real>(n), parameter = nu;
      expect_formula(DelayedScribleScale(n, nu, horizon), 1000, [&](const Backlogs& all) {
        const Real scale = std::sqrt((4 * size * size * time_of(all) + 4 * total(all)) /
                                     (parameter * log_time(horizon, all)));
        const Real floor = 8 * size * (1 + static_cast<Real>(*std::max_element(all.begin(), all.end())));
        ++rounds;
        if (scale < floor) ++floored;
        return std::max(scale, floor);
      });
    }
  }
  EXPECT_GT(floored, rounds / 10);  // both branches are taken
  EXPECT_LT(floored, rounds * 9 / 10);
}

// A rule loaded from a saved one proposes the same bits for ever; the state fits the rounds it was saved after.
template <class Rule>
void expect_save_continues(const Rule& fresh) {
  Rule rule = fresh, twin = fresh;
  RandomBacklog next;
  for (std::uint64_t t = 1; t <= 300; ++t) {
    const Backlog backlog{t, next.next()};
    EXPECT_EQ(rule.propose(backlog).scale, twin.propose(backlog).scale);
    rule.accept(backlog, {});
    ByteWriter out;
    rule.save(out);
    const std::string bytes = std::move(out).take();
    twin = fresh;
    ByteReader in(bytes);
    twin.load(in);
    EXPECT_TRUE(in.ok() && in.at_end());
    EXPECT_TRUE(twin.plausible(t, {}));
  }
}

TEST(LinearScale, SavedRulesContinue) {
  expect_save_continues(BoloScale(1.7, 2, {}));
  expect_save_continues(BoloScale(1.7, 2, 1000));
  expect_save_continues(ScribleScale(3, 4, {}));
  expect_save_continues(DelayedScribleScale(3, 0.01, {}));
}

// At most t - 1 rounds are open at the start of t, so sums beyond t^2 / 2 are no state after t rounds.
TEST(LinearScale, StatesThatNoHistoryHasAreImplausible) {
  const auto load = [](auto rule, const std::vector<std::uint64_t>& numbers) {
    ByteWriter out;
    for (const std::uint64_t v : numbers) out.integer(v);
    const std::string bytes = std::move(out).take();
    ByteReader in(bytes);
    rule.load(in);
    return rule;
  };
  const BoloScale bolo(1, 8, {});
  EXPECT_TRUE(load(bolo, {45}).plausible(10, {}));  // 0 + 1 + ... + 9
  EXPECT_FALSE(load(bolo, {51}).plausible(10, {}));
  EXPECT_FALSE(load(bolo, {UINT64_MAX}).plausible(10, {}));
  const DelayedScribleScale delayed(1, 1, {});
  EXPECT_TRUE(load(delayed, {45, 9}).plausible(10, {}));
  EXPECT_FALSE(load(delayed, {51, 9}).plausible(10, {}));
  EXPECT_FALSE(load(delayed, {45, 11}).plausible(10, {}));
}

TEST(LinearScale, RulesHaveTheirNames) {
  EXPECT_EQ(BoloScale::name(), "bolo");
  EXPECT_EQ(ScribleScale::name(), "scrible");
  EXPECT_EQ(DelayedScribleScale::name(), "delayed-scrible");
}

}  // namespace
}  // namespace banker::linear_scale_test
