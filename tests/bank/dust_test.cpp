// Erratum E25: rounding is neither a saving nor a loan, and it does not pile up either.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "banker/bank/bank.hpp"
#include "support/effort.hpp"

namespace banker::dust_test {
namespace {

class Dust : public ::testing::TestWithParam<Spending> {
 protected:
  // One round after the other, each settled at once.
  void play(double scale) {
    Row dual = open(scale);
    bank_.deposit(RoundId{++round_}, scale, std::move(dual));
  }
  // A round that stays open.
  Row open(double scale) {
    bank_.quote(scale, bank_.rows(), quote_);
    bank_.withdraw(quote_);
    return std::move(quote_.theta);
  }
  Bank bank_{GetParam(), 2};
  Withdrawal quote_;
  std::uint64_t round_ = 0;
};

// A scale that creeps by less than the dust of a round, always in one direction.
TEST_P(Dust, DoesNotPileUpWhileTheScaleCreeps) {
  for (const double step : {0x1p-51, -0x1p-51}) {
    double scale = 1;
    for (int i = 0; i < testing::effort(200'000, 20'000); ++i, scale += step) {
      play(scale);
      ASSERT_LE(std::abs(bank_.dust()), 2 * kDust * bank_.total_invested()) << i;
      ASSERT_GE(bank_.total_invested(), scale * (1 - 2 * kDust)) << i;
      ASSERT_TRUE(i % 1000 != 0 || bank_.invariants_hold()) << i;
    }
  }
}

TEST_P(Dust, OneUlpIsNoLoan) {
  play(1);
  play(1 + 0x1p-52);
  EXPECT_EQ(bank_.total_invested(), 1);
  EXPECT_EQ(bank_.dust(), -0x1p-52);
  play(1 + 0x1p-40);
  EXPECT_GT(bank_.total_invested(), 1);
}

// Dust of a large round is no licence to lose money of a small one.
TEST_P(Dust, OfALargeScaleDoesNotHideASmallSaving) {
  constexpr double kLarge = 0x1p20;
  play(kLarge);
  const Row first = open(kLarge * (1 + 0x1p-52));
  ASSERT_EQ(bank_.dust(), -0x1p-32);
  ASSERT_EQ(bank_.savings(), 0u);
  play(1);
  const Row second = open(1 - 0x1p-40);
  EXPECT_EQ(bank_.savings(), 1u);
  EXPECT_EQ(bank_.dust(), -0x1p-32);
}

INSTANTIATE_TEST_SUITE_P(Spendings, Dust,
                         ::testing::Values(Spending::kOldestFirst, Spending::kNewestFirst,
                                           Spending::kProportional));

}  // namespace
}  // namespace banker::dust_test
