// `banker` and `banker-scale-free` beside slow models of their rules, after every event of random scripts; and
// the theorem of `banker` with the values of the model. Seeds are fixed.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <random>
#include <vector>

#include "agent/json_library.hpp"
#include "banker/agent/catalog.hpp"
#include "support/effort.hpp"
#include "support/script.hpp"
#include "support/slow_scale_free_banker.hpp"

namespace banker::testing::banker_reference_test {
namespace {

using slow::BankerRule, slow::ScaleFreeRule;

// The same options for the library and for the model.
template <class Rule>
struct Setup {
  nlohmann::json spec;
  Rule rule;
  double low = 0, high = 1;
  bool easy = false;  // arm 0 is the best of all, but for one outcome in ten

  bool has_range() const { return spec.contains("loss_range"); }
  double loss(std::size_t arm, const Event& e) const {
    const double unit = easy && e.jump == 0 ? (arm == 0 ? 0 : 1) : (e.loss + 16) / 32.0;
    return (low + (high - low) * unit) * (has_range() ? 1 : std::pow(10, e.jump));
  }
  Real mapped(double loss) const { return has_range() ? (loss - low) / (high - low) : loss; }
};

template <class Rule>
Setup<Rule> common_setup(Random& random, const char* agent, std::size_t arms, double kappa) {
  Setup<Rule> s;
  const double c = one_of<double>(random, {0.5, 1, 2}), beta = one_of<double>(random, {0, 0.25, 1});
  const double hysteresis = one_of<double>(random, {0.5, 1});
  const double stale = one_of<double>(random, {0, 0.5, 6});
  s.spec = {{"agent", agent}, {"arms", arms}, {"seed", random() >> 12}, {"scale_factor", c}};
  s.spec["cost_floor"] = beta;
  s.spec["reserve"] = {{"rho", nullptr}, {"kappa", kappa}, {"hysteresis", hysteresis}};
  s.spec["skip_stale"] = stale;
  if (stale == 0) s.spec["skip_stale"] = false;
  s.rule.terms = {.arms = static_cast<Real>(arms), .kappa = kappa, .hysteresis = hysteresis, .stale = stale};
  s.rule.factor = c;
  s.rule.floor = beta;
  s.easy = random() % 2 == 0;
  return s;
}

Setup<BankerRule> banker_setup(Random& random, std::size_t arms) {
  auto s = common_setup<BankerRule>(random, "banker", arms, one_of<double>(random, {0, 1, 2}));
  const double head_start = one_of<double>(random, {2, 128}), memory = one_of<double>(random, {0, 0.85});
  s.spec["head_start"] = head_start;
  s.spec["memory"] = memory;
  s.rule.head_start = head_start;
  s.rule.memory = memory;
  if (random() % 4 == 0) {
    s.low = -3;
    s.high = 5;
  }
  s.spec["loss_range"] = {s.low, s.high};
  return s;
}

Setup<ScaleFreeRule> scale_free_setup(Random& random, std::size_t arms) {
  auto s =
      common_setup<ScaleFreeRule>(random, "banker-scale-free", arms, one_of<double>(random, {0, 0.25, 1}));
  const double head_start = one_of<double>(random, {1, 16}), gamma = one_of<double>(random, {0.001, 0.5});
  s.spec["head_start"] = head_start;
  s.spec["exploration"] = gamma;
  s.rule.head_start = head_start;
  s.rule.exploration = gamma;
  s.high = one_of<double>(random, {1e-3, 1, 1e6});
  s.low = one_of<double>(random, {-1, -0.1, 0}) * s.high;
  return s;
}

// The agent and the model, side by side: the model is made to play the arm the library drew. `check` is called with
// the model after every event.
template <class Rule, class Check>
class Pair {
 public:
  Pair(const Setup<Rule>& setup, Check check)
      : setup_(setup), agent_(make_agent(setup.spec.dump()).value()), model_(setup.rule), check_(check) {}

  std::uint64_t ask() {
    const Decision d = agent_->ask().value();
    const slow::Play play = model_.ask(d.arm, d.probability);
    near("probability", d.probability, play.p[d.arm]);
    const Statement paid = agent_->statement(d.round).value();
    near("scale", paid.scale, play.scale);
    // A difference of amounts, each with its rounding.
    near("borrowed", paid.borrowed, play.borrowed, 1e-12L * model_.total_invested());
    compare();
    return number(d.round);
  }
  void tell(std::uint64_t round, const Event& e) {
    const double loss = setup_.loss(model_.rounds()[round - 1].arm, e);
    const Receipt receipt = agent_->tell(RoundId{round}, loss).value();
    const RoundState state = model_.tell(round, setup_.mapped(loss));
    EXPECT_EQ(receipt.state, state);
    const slow::Round& s = model_.rounds()[round - 1];
    // The price of a likely arm is a small difference of terms of up to about sigma, or 1 / sigma.
    const Real rounding = 1e-15L * (s.scale + (setup_.has_range() ? 1 / s.scale : 0));
    near("price", receipt.immediate_cost.value(), state == RoundState::kSettled ? s.certified : 0, rounding);
    compare();
  }
  void drop(std::uint64_t round) {
    EXPECT_EQ(agent_->drop(RoundId{round}).value().state, RoundState::kDropped);
    model_.drop(round);
    compare();
  }

 private:
  // To 1e-9 of the value, or to `floor`.
  static void near(const char* what, double library, Real model, Real floor = 0) {
    const Real limit = std::max(1e-9L * std::abs(model), floor);
    EXPECT_LE(std::abs(library - model), limit) << what << " is " << library << ", the model says " << model;
  }
  void compare() {
    const std::vector<double> p = agent_->probabilities();
    const Reals expected = model_.preview().p;
    for (std::size_t i = 0; i < p.size(); ++i) near("next probability", p[i], expected[i]);
    near("total invested", agent_->total_invested().value(), model_.total_invested());
    near("certificate", agent_->certificate().value(), model_.certificate());
    EXPECT_EQ(agent_->outstanding(), static_cast<std::size_t>(model_.outstanding()));
    for (const slow::Round& s : model_.rounds()) {
      if (s.state != RoundState::kOpen) continue;
      EXPECT_EQ(static_cast<bool>(agent_->statement(RoundId{static_cast<std::uint64_t>(s.t)})), s.is_open);
    }
    check_(model_);
  }

  Setup<Rule> setup_;
  std::unique_ptr<Agent> agent_;
  slow::Bank<Rule> model_;
  Check check_;
};

const std::uint64_t kScripts = effort(400u, 30u);

// Scripts of up to 240 events with 2 to 9 arms, and some of 1200; stops at the first that differs.
template <class Make, class Check>
void play_scripts(Make setup, Check check) {
  for (std::uint64_t seed = 0; seed < kScripts; ++seed) {
    Random random(seed);
    Script script{.arms = 2 + seed % 8, .events = {}};
    script.events = ScriptWriter(random, seed % 20 == 0 ? 1200 : 40 + seed % 5 * 50).write();
    const auto options = setup(random, script.arms);
    SCOPED_TRACE(::testing::Message() << "seed " << seed << ' ' << options.spec.dump());
    Pair pair(options, check);
    play(script, pair);
    if (::testing::Test::HasFailure()) return;
  }
}

TEST(BankerReference, AgreesWithTheSlowModelAfterEveryEvent) {
  Real given_up = 0, loans = 0, shared = 0, of_another_scale = 0;
  play_scripts(banker_setup, [&](const slow::Bank<BankerRule>& model) {
    given_up += model.sum([](const auto& s) { return s.given_up; });
    loans += model.sum([](const auto& s) { return s.borrowed > 0; });
    shared += model.sum([](const auto& s) { return s.shares_row; });
    of_another_scale += model.sum([](const auto& s) { return s.scale * s.level < 0.499L; });
  });
  EXPECT_GT(given_up, 0);
  EXPECT_GT(loans, 0);
  EXPECT_GT(shared, 0);
  EXPECT_GT(of_another_scale, 0);
}

TEST(BankerReference, ScaleFreeAgreesWithTheSlowModelAfterEveryEvent) {
  Real rests = 0, truncated = 0;
  play_scripts(scale_free_setup, [&](const slow::Bank<ScaleFreeRule>& model) {
    rests += model.sum([](const auto& s) { return s.scale == 0; });
    truncated += model.sum([](const auto& s) { return s.scale > 0 && s.loss < -0.75L * s.scale; });
  });
  EXPECT_GT(rests, 0);
  EXPECT_GT(truncated, 0);
}

// The model alone, its arms drawn from its own points; what is played most loses 1, the rest 0, but for one outcome in
// ten. After every event, x_{0,i} >= (1 - lambda) / K, and with Q^ the largest w_0 + Q so far and o_max the largest backlog,
//   B <= a (kappa + sqrt Lambda) sqrt Q^,   sum of certified prices <= (2 sqrt(r Lambda) / a) sqrt Q^.
class Gambler {
 public:
  Gambler(const BankerRule& rule, Random& random) : model_(rule), random_(random) {}

  std::uint64_t ask() {
    const Reals p = model_.preview().p;
    const std::size_t arm = std::discrete_distribution<std::size_t>(p.begin(), p.end())(random_);
    model_.ask(arm, p[arm]);
    check();
    return model_.rounds().size();
  }
  void tell(std::uint64_t round, const Event& e) {
    const slow::Round& s = model_.rounds()[round - 1];
    const bool likely = s.x[s.arm] == *std::max_element(s.x.begin(), s.x.end());
    model_.tell(round, e.jump != 0 ? (e.loss + 16) / 32.0L : likely ? 1 : 0);
    check();
  }
  void drop(std::uint64_t round) {
    model_.drop(round);
    check();
  }
  // The largest shares of the two bounds that were reached, and the least of x_{0,i} K / (1 - lambda), at least 1.
  Real investment = 0, prices = 0, default_action = INFINITY;

 private:
  void check() {
    const BankerRule& rule = model_.rule();
    costs_ = std::max(costs_, rule.advance() + model_.costs());
    most_open_ = std::max(most_open_, model_.rounds().back().open);
    const Reals loan = project(BankerRule::kPsi, rule.loan(model_.rounds())).coordinates;
    const Real least = *std::min_element(loan.begin(), loan.end());
    default_action = std::min(default_action, least * rule.terms.arms / (1 - rule.memory));
    const Real logarithm = rule.terms.logarithm(most_open_), root = std::sqrt(costs_);
    const Real r = 1 + 4 * rule.a() / (3 * std::sqrt(rule.advance()));
    investment = std::max(
        investment, model_.total_invested() / (rule.a() * (rule.terms.kappa + std::sqrt(logarithm)) * root));
    prices = std::max(prices, model_.certified() / (2 * std::sqrt(r * logarithm) / rule.a() * root));
  }

  slow::Bank<BankerRule> model_;
  Random& random_;
  Real costs_ = 0, most_open_ = 0;
};

TEST(BankerTheorem, BoundsHoldAtEveryMoment) {
  Real investment = 0, prices = 0, default_action = INFINITY;
  for (std::uint64_t seed = 0; seed < kScripts; ++seed) {
    Random random(seed);
    const std::size_t arms = 2 + seed % 8;
    const Script script{.arms = arms, .events = ScriptWriter(random, seed % 20 == 0 ? 1200 : 200).write()};
    const BankerRule rule = banker_setup(random, arms).rule;
    const bool with_memory = rule.memory > 0;  // otherwise x_0 is uniform
    Gambler gambler(rule, random);
    play(script, gambler);
    ASSERT_LE(gambler.investment, 1 + 1e-12L) << seed;
    ASSERT_LE(gambler.prices, 1 + 1e-12L) << seed;
    ASSERT_GE(gambler.default_action, 1 - 1e-12L) << seed;
    investment = std::max(investment, gambler.investment);
    prices = std::max(prices, gambler.prices);
    if (with_memory) default_action = std::min(default_action, gambler.default_action);
  }
  EXPECT_GT(investment, 0.9) << "the scripts do not come near the bound";
  EXPECT_GT(prices, 0.5) << "the scripts do not come near the bound";
  EXPECT_LT(default_action, 2) << "the scripts do not come near the bound";
}

// certified <= 4/3, plain <= 1, and E[q-] <= sqrt K + 1/4, the sum over all arms taken exactly: at random points, from
// near the uniform one to near a vertex, and scales from 1/100 to 1000.
TEST(BankerTheorem, PricesAreBoundedAndSoIsTheirMean) {
  Random random(20261115);
  std::uniform_real_distribution<double> unit(0, 1);
  Real most_certified = 0, most_plain = 0, most_mean = 0;
  for (int times = 0; times < effort(20000, 1000); ++times) {
    const std::size_t arms = 2 + random() % 20;
    const Real decades = 8 * unit(random);
    Reals x(arms);
    Real sum = 0, mean = 0;
    for (Real& v : x) sum += v = std::pow(10.0L, -decades * unit(random));
    for (Real& v : x) v /= sum;
    BankerRule rule{.terms = {.arms = static_cast<Real>(arms)}};
    rule.floor = unit(random);
    slow::Round s{.scale = std::pow(10.0L, 5 * unit(random) - 2), .x = x, .dual = x};
    s.level = (15 + unit(random)) / (32 * s.scale);
    for (s.arm = 0; s.arm < arms; ++s.arm) {
      s.probability = x[s.arm];
      const slow::Price worst = BankerRule::worst_price(s);
      most_certified = std::max(most_certified, worst.certified);
      most_plain = std::max(most_plain, worst.plain);
      mean += x[s.arm] * rule.booked(s, worst);
    }
    most_mean = std::max(most_mean, mean / (std::sqrt(rule.terms.arms) + 0.25L));
  }
  EXPECT_LE(most_certified, 4 / 3.0L);
  EXPECT_LE(most_plain, 1);
  EXPECT_LE(most_mean, 1);
  EXPECT_GT(most_mean, 0.4) << "the points do not come near the bound";
}

}  // namespace
}  // namespace banker::testing::banker_reference_test
