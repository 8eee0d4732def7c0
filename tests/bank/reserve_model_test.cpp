// A pool with a reserve against a naive one, over long random histories, with loans against the default action and
// against others.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "bank/both_pools.hpp"
#include "support/effort.hpp"

namespace banker::testing {
namespace {

std::vector<Reserve> reserves() {
  std::vector<Reserve> list;
  for (const std::optional<double> rho : {std::optional<double>(), {1.0}, {1.5}, {8.0}})
    for (const double kappa : {0.0, 0.3, 1.0, 4.0})
      for (const double hysteresis : {0.0, 0.5, 1.0}) list.push_back({rho, kappa, hysteresis});
  return list;
}

class Reserved : public ::testing::TestWithParam<Reserve> {};

TEST_P(Reserved, PoolsAreTheNaivePoolOverALongRandomHistory) {
  std::mt19937_64 bits(12);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  BothPools pools(GetParam());
  int asks = 0;
  for (int step = 0; step < effort(4000, 800); ++step) {
    const bool ask = pools.open.empty() || (step / 50 % 2 ? unit() < 0.3 : unit() < 0.65);
    const bool informed = bits() % 2 == 0;
    const std::vector<double> loan{informed ? -unit() : 0, informed ? -3 * unit() : 0, 0};
    if (ask) pools.ask(unit() < 0.02 ? 0 : std::exp(3 * unit()), loan);
    else pools.settle(bits() % pools.open.size(), bits() % kArms, 3 * unit());
    asks += ask;
    ASSERT_FALSE(HasFailure()) << step;
    if (step % 16 == 0) pools.expect_conserved();
    ASSERT_FALSE(HasFailure()) << step;
  }
  EXPECT_GT(pools.loans, 1u);
  EXPECT_LT(pools.loans, static_cast<std::size_t>(asks));
}

TEST_P(Reserved, ACopyGoesOnBitByBit) {
  std::mt19937_64 bits(13);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  BothPools pools(GetParam());
  const auto bytes = [](const Bank& bank) {
    ByteWriter out;
    bank.save(out);
    return std::string(out.bytes());
  };
  for (int step = 0; step < 300; ++step) {
    Bank copy = pools.bank.copy();
    ASSERT_EQ(bytes(copy), bytes(pools.bank));
    ASSERT_EQ(copy.reserve(), pools.bank.reserve());
    if (pools.open.empty() || unit() < 0.5) {
      const double scale = unit() < 0.1 ? 0 : std::exp(3 * unit());
      std::vector<double> theta(kArms);
      Withdrawal quote;
      copy.quote(scale, theta, quote);
      copy.withdraw(quote, theta);
      pools.ask(scale);
      ASSERT_EQ(theta, pools.open.back().theta);
    } else {
      const Open round = pools.open.back();
      Row dual = copy.rows().take();
      std::copy(round.theta.begin(), round.theta.end(), dual.get());
      copy.deposit(RoundId{round.round}, round.scale, std::move(dual));
      pools.settle(pools.open.size() - 1, 0, 0);
    }
    ASSERT_EQ(bytes(copy), bytes(pools.bank));
    ASSERT_FALSE(HasFailure()) << step;
  }
}

std::string reserve_name(const ::testing::TestParamInfo<Reserve>& info) {
  const auto tenths = [](double v) { return std::to_string(static_cast<int>(std::lround(10 * v))); };
  const Reserve& r = info.param;
  return "Rho" + (r.rho ? tenths(*r.rho) : "None") + "Kappa" + tenths(r.kappa) + "Hysteresis" +
         tenths(r.hysteresis);
}
INSTANTIATE_TEST_SUITE_P(All, Reserved, ::testing::ValuesIn(reserves()), reserve_name);

// Nothing is open: nothing is added to what the paper borrows.
TEST(Reserve, IsEmptyWhileNothingIsOpen) {
  BothPools pools({.rho = 8, .kappa = 4, .hysteresis = 1});
  for (int t = 1; t <= 50; ++t) {
    pools.ask(t);
    EXPECT_EQ(pools.quote.borrowed.value(), 1);
    EXPECT_EQ(pools.bank.savings(), 0u);
    pools.settle(0, 0, 1.0 / t);
  }
  EXPECT_EQ(pools.bank.total_invested(), 50);
}

// One round of scale 4 is open; of the next, the pool borrows for itself and the reserve min(7 sigma, 4).
TEST(Reserve, IsWhatItsFormulaSays) {
  BothPools pools({.rho = 8, .kappa = 1, .hysteresis = 0.5});
  pools.ask(4);
  pools.ask(0.5);  // 7 * 0.5 < 4
  EXPECT_EQ(pools.quote.borrowed.value(), 0.5 + 3.5);
  EXPECT_EQ(pools.quote.from_pool.value(), -3.5);
  EXPECT_EQ(pools.bank.total_invested(), 8);
  pools.ask(1);  // the pool has 3.5, and needs 1 + 4.5/2
  EXPECT_EQ(pools.quote.borrowed.value(), 0);
  EXPECT_EQ(pools.quote.from_pool.value(), 1);
  pools.ask(1);  // it has 2.5, and needs 1 + 5.5/2: up to 1 + 5.5
  EXPECT_EQ(pools.quote.borrowed.value(), 4);
  EXPECT_EQ(pools.bank.total_invested(), 12);
  pools.expect_conserved();
}

// A round of scale 0 takes nothing, leaves nothing, and is played from what is known.
TEST(Reserve, ScaleZeroIsFree) {
  for (const double kappa : {0.0, 1.0}) {
    BothPools pools({.rho = 8, .kappa = kappa, .hysteresis = 1});
    pools.ask(0);
    EXPECT_EQ(pools.open.back().theta, std::vector<double>(kArms, 0.0));
    EXPECT_EQ(pools.bank.total_invested(), 0);
    pools.settle(0, 0, 0);
    EXPECT_EQ(pools.bank.savings(), 0u);
    EXPECT_EQ(pools.bank.rows().in_use(), 0u);
    pools.ask(2);
    pools.ask(2);
    pools.settle(0, 1, 1);
    const double invested = pools.bank.total_invested();
    const std::vector<double> mean = pools.mean();
    pools.ask(0);
    EXPECT_EQ(pools.open.back().theta, mean);
    EXPECT_EQ(pools.bank.total_invested(), invested);
    pools.settle(pools.open.size() - 1, 0, 0);
    EXPECT_EQ(pools.bank.total_invested(), invested);
    EXPECT_EQ(pools.mean(), mean);
  }
}

}  // namespace
}  // namespace banker::testing
