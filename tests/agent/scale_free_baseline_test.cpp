// sf-mab, umab-nn, umab-g and ahb against their formulas, and losses of every size.

#include "agent/baseline/mixability.hpp"
#include "agent/slow_scale_free.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace banker::testing::scale_free_baseline_test {
namespace {

constexpr Real kTolerance = 1e-9L;

std::string spec_of(const std::string& name, std::size_t arms, std::uint64_t seed,
                    const std::string& more = "") {
  return R"({"agent":")" + name + R"(","arms":)" + std::to_string(arms) + R"(,"seed":)" +
         std::to_string(seed) + more + "}";
}

constexpr Losses kSizes[] = {Losses::kUsual, Losses::kOfEverySize, Losses::kGrowing};

TEST(SfMab, PlaysWhatItsFormulasSay) {
  for (const std::size_t arms : {2, 3}) {
    for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(4, 1); ++seed) {
      SlowSfMab slow(arms);
      compare(spec_of("sf-mab", arms, seed), slow, seed, effort(400, 100), Losses::kUsual, kTolerance);
    }
  }
}

TEST(Umab, PlaysWhatItsFormulasSay) {
  for (const Losses losses : kSizes) {
    for (const std::size_t arms : {2, 3, 10, 40}) {
      for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(4, 1); ++seed) {
        const int events = effort(1000, 300);
        SlowUmab plain(arms, false, {}), general(arms, true, {}), known(arms, true, 400);
        compare(spec_of("umab-nn", arms, seed), plain, seed, events, losses, kTolerance);
        compare(spec_of("umab-g", arms, seed), general, seed, events, losses, kTolerance);
        compare(spec_of("umab-g", arms, seed, R"(,"horizon":400)"), known, seed, events, losses, kTolerance);
      }
    }
  }
}

// Not for losses of every size: where they span more than 19 digits, the gap cancels in the definition.
TEST(Ahb, PlaysWhatItsFormulasSay) {
  for (const Losses losses : {Losses::kUsual, Losses::kGrowing}) {
    for (const std::size_t arms : {2, 3, 10, 40}) {
      for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(4, 1); ++seed) {
        SlowAhb slow(arms);
        compare(spec_of("ahb", arms, seed), slow, seed, effort(1000, 300), losses, kTolerance);
      }
    }
  }
}

// Against q y + ln(1 - q + q e^-y) in long double where that does not cancel, and q (1-q) y^2 / 2 for small
// y.
TEST(MixabilityGap, IsRightForEverySizeOfArguments) {
  for (const double d : {-800.0, -50.0, -3.0, -0.1, 0.0, 0.2, 1.0, 5.0, 29.0, 31.0, 60.0, 700.0, 2000.0}) {
    const Real q = 1 / (1 + std::exp(-static_cast<Real>(d))), r = 1 / (1 + std::exp(static_cast<Real>(d)));
    for (const double y :
         {1e-9, 1e-3, 0.1, 0.7, 3.0, 20.0, 29.9, 30.1, 65.0, 690.0, 710.0, 1995.0, 1e5, 1e100}) {
      // ln(1 - q + q e^-y) + q y = ln(r e^y + q) - r y.
      const Real direct = y > 11000  ? static_cast<Real>(y) + std::log(r) - r * y
                          : y < 1e-2 ? q * r * y * y / 2 * (1 + (q - r) * y / 3)
                                     : std::log1p(r * std::expm1(static_cast<Real>(y))) - r * y;
      const double gap = mixability_gap(d, y);
      EXPECT_GE(gap, 0) << d << ' ' << y;
      const Real lost = 1e-18L * (r * y + 1e-300L);  // what cancels in the direct form
      EXPECT_NEAR(
          static_cast<double>((gap - direct) / (1e-5L * (y < 1e-2) * direct + 1e-13L * direct + lost)), 0, 1)
          << "d " << d << " y " << y << ": " << gap << ", not " << static_cast<double>(direct);
    }
  }
}

// Multiplying every loss by a power of two multiplies L^, sigma, S, C and the gaps by it, to the last bit.
TEST(ScaleFreeBaselines, APowerOfTwoChangesNoBit) {
  for (const char* name : {"umab-nn", "umab-g", "ahb"}) {
    for (const int power : {-300, -20, 1, 13, 300}) {
      const auto usual = make(spec_of(name, 4, 2)), scaled = make(spec_of(name, 4, 2));
      Random random(6);
      std::vector<RoundId> open;
      for (int i = 0; i < 2000; ++i) {
        const std::uint64_t bits = random();
        if (open.empty() || bits % 2 == 0) {
          ASSERT_EQ(usual->probabilities(), scaled->probabilities()) << name << " 2^" << power;
          open.push_back(usual->ask().value().round);
          (void)scaled->ask().value();
          continue;
        }
        const std::size_t which = bits / 16 % 4096 % open.size();
        const double loss = loss_for(*usual, static_cast<double>(bits >> 48) / 65536);
        (void)usual->tell(open[which], loss).value();
        (void)scaled->tell(open[which], std::ldexp(loss, power)).value();
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
      }
    }
  }
}

// ahb sees differences to the first outcome only. The losses and their sums with 1024 are exact.
TEST(Ahb, AConstantAddedToEveryLossChangesNoBit) {
  const auto usual = make(spec_of("ahb", 4, 2)), shifted = make(spec_of("ahb", 4, 2));
  Random random(7);
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(usual->probabilities(), shifted->probabilities());
    const RoundId round = usual->ask().value().round;
    (void)shifted->ask().value();
    const double loss = static_cast<double>(random() % 33) / 16;
    (void)usual->tell(round, loss).value();
    (void)shifted->tell(round, loss + 1024).value();
  }
  EXPECT_NE(usual->probabilities(), std::vector<double>(4, 0.25));
}

TEST(Umab, PlaysUniformlyWhileNothingButZerosWasSeen) {
  for (const char* name : {"umab-nn", "umab-g"}) {
    const auto agent = make(spec_of(name, 5, 1));
    for (int t = 0; t < 50; ++t) {
      EXPECT_EQ(agent->probabilities(), std::vector<double>(5, 0.2));
      (void)agent->tell(agent->ask().value().round, 0).value();
    }
    const Decision d = agent->ask().value();
    (void)agent->tell(d.round, 1e-100).value();
    EXPECT_LT(agent->probabilities()[d.arm], 0.2);
  }
}

// C = 0 truncates the first negative loss to nothing; the same loss again is kept.
TEST(Umab, TheFirstNegativeLossTeachesItsSizeOnly) {
  const auto agent = make(spec_of("umab-g", 3, 1));
  EXPECT_EQ(agent->tell(agent->ask_arm(1).value().round, -7).value().state, RoundState::kSkipped);
  EXPECT_NEAR(agent->probabilities()[1], 1.0 / 3, 1e-15);
  EXPECT_EQ(agent->tell(agent->ask_arm(1).value().round, -7).value().state, RoundState::kSettled);
  // sigma = 28, L^_1 = -21: 1/q_0 - 1/q_1 = 3/4.
  const std::vector<double> x = agent->probabilities();
  EXPECT_NEAR(1 / x[0] - 1 / x[1], 0.75, 1e-13);
}

// Losses of every size, jumps of 1e9: a distribution, positive everywhere, after every event.
TEST(ScaleFreeBaselines, StayDistributionsForLossesOfEverySize) {
  for (const char* name : {"sf-mab", "umab-nn", "umab-g", "ahb"}) {
    for (const std::size_t arms : {2, 3, 10, 1000}) {
      for (const Losses losses : kSizes) {
        const auto agent = make(spec_of(name, arms, 4));
        Player play(*agent, true, {}, losses);
        Random random(8);
        for (int i = 0; i < effort(2000, 300); ++i) {
          play.step(random());
          Real sum = 0;
          for (const double p : agent->probabilities()) {
            ASSERT_GT(p, 0) << name << ' ' << arms << " event " << i;
            sum += p;
          }
          ASSERT_LE(std::fabs(sum - 1), 1e-12L) << name << ' ' << arms << " event " << i;
        }
        const auto copy = load_agent(agent->save());
        ASSERT_TRUE(copy) << copy.error().message;
      }
    }
  }
}

// The largest and the smallest losses in turn, of either sign, on every arm.
TEST(ScaleFreeBaselines, TakeTheExtremesInAnyOrder) {
  const std::vector<double> extremes{1e140, 1e-140, 1e-320, 0, 1, 1e70};
  for (const char* name : {"sf-mab", "umab-nn", "umab-g", "ahb"}) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      const auto agent = make(spec_of(name, 3, seed));
      const bool negative = agent->identity().domain.kind == LossDomain::Kind::kSigned;
      Random random(seed);
      for (int t = 0; t < 60; ++t) {
        Result<Decision> asked = agent->ask_arm(random() % 3);
        if (!asked) asked = agent->ask();
        const double size = extremes[random() % extremes.size()];
        (void)agent->tell(asked.value().round, negative && random() % 2 == 0 ? -size : size).value();
        Real sum = 0;
        for (const double p : agent->probabilities()) {
          ASSERT_GT(p, 0) << name << " seed " << seed << " round " << t;
          sum += p;
        }
        ASSERT_LE(std::fabs(sum - 1), 1e-12L) << name << " seed " << seed << " round " << t;
        ASSERT_TRUE(load_agent(agent->save())) << name << " seed " << seed << " round " << t;
      }
    }
  }
}

TEST(ScaleFreeBaselines, AllocateNothingInASteadyState) {
  for (const char* name : {"sf-mab", "umab-nn", "umab-g", "ahb"}) {
    const auto agent = make(spec_of(name, 7, 0));
    std::vector<RoundId> ring(50);
    for (RoundId& round : ring) round = agent->ask().value().round;
    const auto play = [&] {
      for (std::size_t i = 0; i < 3000; ++i) {
        RoundId& round = ring[i % ring.size()];
        (void)agent->tell(round, i % 3 == 0 ? 1.0 : 0.25).value();
        round = agent->ask().value().round;
      }
    };
    play();
    const std::size_t before = allocations();
    play();
    EXPECT_EQ(allocations(), before) << name;
  }
}

TEST(ScaleFreeBaselines, LearnTheBestArm) {
  for (const char* name : {"sf-mab", "umab-nn", "umab-g", "ahb"})
    EXPECT_LT(regret_of(spec_of(name, 3, 1)), 400) << name;
  EXPECT_LT(regret_of(spec_of("umab-g", 3, 1, R"(,"horizon":5000)")), 400);
}

}  // namespace
}  // namespace banker::testing::scale_free_baseline_test
