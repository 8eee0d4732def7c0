// exp3, exp3-ix and tsallis-inf against their formulas.

#include <optional>

#include "agent/slow_baseline.hpp"
#include "agent/snapshot.hpp"
#include "banker/core/bytes.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace banker::testing::plain_baseline_test {
namespace {

constexpr Real kTolerance = 1e-9L;

class SlowExp3 : public SlowBaseline {
 public:
  SlowExp3(std::size_t arms, bool implicit, std::optional<std::uint64_t> horizon)
      : SlowBaseline(arms), implicit_(implicit), horizon_(horizon) {}

  Reals point(std::uint64_t t) const override { return slow_softmax(over(sum, 1 / eta(t))); }
  void tell(const SlowRound& round, Real loss) override {
    sum[round.arm] += loss / (round.p + (implicit_ ? eta(round.t) / 2 : 0));
  }

 private:
  Real eta(std::uint64_t t) const {
    if (horizon_) return std::sqrt(2 * std::log(k) / (k * static_cast<Real>(*horizon_)));
    return std::sqrt(std::log(k) / (k * static_cast<Real>(t)));
  }
  bool implicit_;
  std::optional<std::uint64_t> horizon_;
};

// The estimates as printed, with every coordinate.
class SlowTsallisInf : public SlowBaseline {
 public:
  SlowTsallisInf(std::size_t arms, bool reduced) : SlowBaseline(arms), reduced_(reduced) {}

  Reals point(std::uint64_t t) const override {
    const Real root = std::sqrt(static_cast<Real>(t));
    return slow_power_leader(over(sum, reduced_ ? root / 2 : root), 2);
  }
  void tell(const SlowRound& round, Real loss) override {
    for (std::size_t i = 0; i < sum.size(); ++i) {
      const Real b = reduced_ && round.x[i] >= 16 / static_cast<Real>(round.t) ? 0.5L : 0;
      sum[i] += (i == round.arm ? (loss - b) / round.p : 0) + b;
    }
  }

 private:
  bool reduced_;
};

std::string spec_of(const std::string& name, std::size_t arms, std::uint64_t seed, const std::string& more) {
  return R"({"agent":")" + name + R"(","arms":)" + std::to_string(arms) + R"(,"seed":)" +
         std::to_string(seed) + more + "}";
}

TEST(PlainBaselines, PlayWhatTheirFormulasSay) {
  for (const std::size_t arms : {2, 3, 10, 70}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const int events = effort(1500, 300);
      for (const bool horizon : {false, true}) {
        const std::string more = horizon ? R"(,"horizon":700)" : "";
        const auto known = horizon ? std::optional<std::uint64_t>(700) : std::nullopt;
        SlowExp3 plain(arms, false, known), implicit(arms, true, known);
        compare(spec_of("exp3", arms, seed, more), plain, seed, events, Losses::kUsual, kTolerance);
        compare(spec_of("exp3-ix", arms, seed, more), implicit, seed, events, Losses::kUsual, kTolerance);
      }
      SlowTsallisInf weighted(arms, false), reduced(arms, true);
      compare(spec_of("tsallis-inf", arms, seed, ""), weighted, seed, events, Losses::kUsual, kTolerance);
      compare(spec_of("tsallis-inf", arms, seed, R"(,"estimator":"reduced-variance")"), reduced, seed, events,
              Losses::kUsual, kTolerance);
    }
  }
}

// After the loss l of arm 1, drawn with 1/K: L^_1 = l / (1/K + gamma_1), and eta_2 = sqrt(ln K / (2K)).
TEST(PlainBaselines, FirstStepsOfExp3AndExp3IxInClosedForm) {
  for (const bool implicit : {false, true}) {
    const auto agent = make(spec_of(implicit ? "exp3-ix" : "exp3", 3, 0, ""));
    for (const double p : agent->probabilities()) EXPECT_NEAR(p, 1.0 / 3, 1e-15);
    (void)agent->tell(agent->ask_arm(1).value().round, 0.75).value();
    const double gamma = implicit ? std::sqrt(std::log(3.0) / 3) / 2 : 0;
    const double weight = std::exp(-std::sqrt(std::log(3.0) / 6) * 0.75 / (1.0 / 3 + gamma));
    const std::vector<double> x = agent->probabilities();
    EXPECT_NEAR(x[1], weight / (2 + weight), 1e-14);
    EXPECT_NEAR(x[0], 1 / (2 + weight), 1e-14);
    EXPECT_EQ(x[0], x[2]);
  }
}

// gamma is that of the round, not of the moment: the outcome of round 1 weighs the same after 99 more rounds.
TEST(PlainBaselines, Exp3IxKeepsTheGammaOfTheRound) {
  const auto agent = make(spec_of("exp3-ix", 2, 0, ""));
  const RoundId first = agent->ask_arm(0).value().round;
  for (int t = 0; t < 99; ++t) (void)agent->drop(agent->ask().value().round).value();
  (void)agent->tell(first, 1).value();
  const double sum = 1 / (0.5 + std::sqrt(std::log(2.0) / 2) / 2);
  const std::vector<double> x = agent->probabilities();
  EXPECT_NEAR(std::log(x[1] / x[0]), std::sqrt(std::log(2.0) / 202) * sum, 1e-14);
}

// -L^ of a tsallis-inf agent: its state is the round, then these.
std::vector<double> negative_sum(const Agent& agent) {
  const std::string bytes = agent.save();
  ByteReader in(read_snapshot(bytes).value().state);
  (void)in.integer();
  std::vector<double> sum(agent.arms());
  in.numbers(sum);
  EXPECT_TRUE(in.ok());
  return sum;
}

// E[l^] = l modulo a constant: sum over A of x_A (what L^ gains if A is played) - l is the same in every arm.
TEST(TsallisInf, TheEstimateWithReducedVarianceIsUnbiased) {
  const std::vector<double> loss{0.1, 0.9, 0.7, 0.45, 1};
  const auto agent = make(spec_of("tsallis-inf", 5, 3, R"(,"estimator":"reduced-variance")"));
  int mixed_rounds = 0;
  for (int t = 1; t <= 400; ++t) {
    const std::vector<double> x = agent->probabilities();
    const auto below = std::count_if(x.begin(), x.end(), [&](double p) { return p < 16.0 / t; });
    mixed_rounds += below > 0 && below < 5;
    const std::string before = agent->save();
    const std::vector<double> start = negative_sum(*agent);
    Reals mean(5);
    for (std::size_t arm = 0; arm < 5; ++arm) {
      const auto fork = load_agent(before).value();
      (void)fork->tell(fork->ask_arm(arm).value().round, loss[arm]).value();
      const std::vector<double> after = negative_sum(*fork);
      for (std::size_t i = 0; i < 5; ++i)
        mean[i] += static_cast<Real>(x[arm]) * (static_cast<Real>(start[i]) - after[i]);
    }
    // Rounding: L^ is of the size 1000, the probabilities sum to 1 within 1e-12.
    for (std::size_t i = 1; i < 5; ++i)
      ASSERT_NEAR(static_cast<double>(mean[i] - loss[i]), static_cast<double>(mean[0] - loss[0]), 1e-11);
    const Decision d = agent->ask().value();
    (void)agent->tell(d.round, loss[d.arm]).value();
  }
  EXPECT_GT(mixed_rounds, 100);
}

// Before t = 32, no arm of two can be above the cut-off 16/t unless x > 1/2; then the estimate is the plain
// one.
TEST(TsallisInf, BelowTheCutOffOnlyTheScaleDiffers) {
  const auto agent = make(spec_of("tsallis-inf", 2, 1, R"(,"estimator":"reduced-variance")"));
  for (int t = 1; t <= 15; ++t) {
    const std::vector<double> before = negative_sum(*agent);
    const Decision d = agent->ask().value();
    (void)agent->tell(d.round, 0.25).value();
    const std::vector<double> after = negative_sum(*agent);
    EXPECT_NEAR(before[d.arm] - after[d.arm] + 0.5, 0.25 / d.probability, 1e-12);
    EXPECT_NEAR(after[1 - d.arm] - before[1 - d.arm], 0.5, 1e-14);
  }
}

TEST(PlainBaselines, AllocateNothingInASteadyState) {
  for (const std::string& spec : {spec_of("exp3-ix", 7, 0, ""), spec_of("tsallis-inf", 7, 0, ""),
                                  spec_of("tsallis-inf", 70, 0, R"(,"estimator":"reduced-variance")")}) {
    const auto agent = make(spec);
    std::vector<RoundId> ring(50);
    for (RoundId& round : ring) round = agent->ask().value().round;
    const auto play = [&] {
      for (std::size_t i = 0; i < 3000; ++i) {
        RoundId& round = ring[i % ring.size()];
        (void)(i % 7 == 0 ? agent->drop(round) : agent->tell(round, i % 3 == 0 ? 1.0 : 0.25)).value();
        round = agent->ask().value().round;
      }
    };
    play();
    const std::size_t before = allocations();
    play();
    EXPECT_EQ(allocations(), before) << spec;
  }
}

TEST(PlainBaselines, LearnTheBestArm) {
  EXPECT_NEAR(regret_of(spec_of("uniform", 3, 1, "")), 1000, 60);
  for (const std::string& spec :
       {spec_of("exp3", 3, 1, ""), spec_of("exp3-ix", 3, 1, ""),
        spec_of("exp3-ix", 3, 1, R"(,"horizon":5000)"), spec_of("tsallis-inf", 3, 1, ""),
        spec_of("tsallis-inf", 3, 1, R"(,"estimator":"reduced-variance")")})
    EXPECT_LT(regret_of(spec), 300) << spec;
}

}  // namespace
}  // namespace banker::testing::plain_baseline_test
