#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

#include "support/lockstep.hpp"
#include "support/settings.hpp"

namespace banker::testing::special_cases_test {
namespace {

// A loss in [0, 1] that looks random.
double loss_of(std::uint64_t round, std::size_t arm) {
  return static_cast<double>((round * 7919 + arm * 104729 + round * round % 311) % 1001) / 1000;
}

TEST(BankerOmd, EqualsOmdToTheLastBitWithoutDelayAtAConstantScale) {
  for (const char* regularizer : {"tsallis-half", "negentropy", "log-barrier", "0.2", "0.5", "0.9"}) {
    for (const char* spending : {"oldest-first", "newest-first", "proportional"}) {
      Settings settings{
          .agent = "omd", .spending = spending, .regularizer = regularizer, .constant_scale = 6.3};
      const auto omd = settings.make(7);
      settings.agent = "banker-omd";
      const auto banker = settings.make(7);
      for (std::uint64_t t = 1; t <= 2000; ++t) {
        ASSERT_EQ(omd->probabilities(), banker->probabilities())
            << regularizer << ' ' << spending << ' ' << t;
        const Decision a = *omd->ask(), b = *banker->ask();
        ASSERT_EQ(a.arm, b.arm);
        ASSERT_EQ(a.probability, b.probability);
        ASSERT_TRUE(omd->tell(a.round, loss_of(t, a.arm)));
        ASSERT_TRUE(banker->tell(b.round, loss_of(t, b.arm)));
      }
      // Something was learned, from one loan.
      EXPECT_NE(banker->probabilities(), std::vector<double>(7, 1.0 / 7));
      EXPECT_EQ(banker->total_invested(), 6.3);
    }
  }
}

TEST(DelaysThatDependOnTheArm, NeedNothingSpecial) {
  for (const Kind& kind : bank_agents()) {
    const Settings settings{.agent = kind.agent, .spending = kind.spending, .regularizer = "tsallis-half"};
    const std::vector<std::uint64_t> delay_of{0, 3, 40, 1, 11};
    Lockstep both(settings, delay_of.size());
    std::multimap<std::uint64_t, Decision> due;  // by the round after which the outcome comes
    bool out_of_order = false;
    for (std::uint64_t t = 1; t <= 250; ++t) {
      const Decision decision = both.decide();
      due.emplace(t + delay_of[decision.arm], decision);
      for (; !due.empty() && due.begin()->first <= t; due.erase(due.begin())) {
        const Decision& d = due.begin()->second;
        for (const auto& [when, other] : due) out_of_order = out_of_order || other.round < d.round;
        both.tell(number(d.round), loss_of(number(d.round), d.arm));
      }
      ASSERT_EQ(both.mismatch(), "") << settings.spec(delay_of.size());
    }
    EXPECT_TRUE(out_of_order);
  }
}

// L-hat_1 = 1, so the loss 5 of round 1 is skipped. sigma_1 is then saved, and round 2 borrows the rest only.
TEST(ASkippedRound, PaysForTheNextOne) {
  for (const char* agent : {"banker-sftinf", "banker-sflbinf"}) {
    for (const char* spending : {"oldest-first", "newest-first", "proportional"}) {
      const auto made = Settings{.agent = agent, .spending = spending}.make(3);
      const Decision first = *made->ask();
      const double scale = made->statement(first.round)->scale;
      ASSERT_EQ(made->tell(first.round, 5)->state, RoundState::kSkipped);
      const Statement next = *made->statement(made->ask()->round);
      ASSERT_GT(next.scale, scale);
      EXPECT_NEAR(next.borrowed, next.scale - scale, 1e-14);
      EXPECT_NEAR(*made->total_invested(), next.scale, 1e-14);
      if (next.payments.empty()) EXPECT_DOUBLE_EQ(next.from_pool, scale);
      else EXPECT_EQ(next.payments, (std::vector<Payment>{{first.round, scale}}));
    }
  }
}

}  // namespace
}  // namespace banker::testing::special_cases_test
