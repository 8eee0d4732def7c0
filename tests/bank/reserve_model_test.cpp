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

namespace banker::testing::reserve_model_test {
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

// A copy answers what the bank would, and what happens to it stays with it.
TEST_P(Reserved, PoolsHaveCopiesThatAreQuotedAlike) {
  std::mt19937_64 bits(13);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  BothPools pools(GetParam());
  for (int step = 0; step < 300; ++step) {
    const std::string before = bytes_of(pools.bank);
    Bank copy = pools.bank.copy();
    RowStore rows(kArms);
    Withdrawal quote;
    ASSERT_EQ(bytes_of(copy), before);
    ASSERT_EQ(copy.reserve(), pools.bank.reserve());
    if (pools.open.empty() || unit() < 0.5) {
      const double scale = unit() < 0.1 ? 0 : std::exp(3 * unit());
      copy.quote(scale, rows, quote);
      pools.ask(scale);
      ASSERT_EQ(std::vector<double>(quote.theta.get(), quote.theta.get() + kArms), pools.open.back().theta());
    } else {
      const Open& round = pools.open.back();
      copy.deposit({RoundId{round.round}, round.scale, round.row.share(), {1, 0, 0.5}});
      ASSERT_EQ(bytes_of(pools.bank), before);
      pools.settle(pools.open.size() - 1, 1, 0.5);
      ASSERT_EQ(bytes_of(copy), bytes_of(pools.bank));
    }
    ASSERT_FALSE(HasFailure()) << step;
  }
}

// The bank and the rows of its open rounds, saved together in the middle of a history, with deposits that wait and
// rows that are shared.
TEST_P(Reserved, PoolsThatWereSavedGoOnBitByBit) {
  std::mt19937_64 bits(14);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  BothPools pools(GetParam());
  std::size_t waiting = 0;
  for (int step = 0; step < effort(600, 200); ++step) {
    ByteWriter out;
    RowWriter writer(out, kArms);
    pools.bank.save(writer);
    for (const Open& round : pools.open) writer.row(round.row);
    Bank loaded = pools.bank.fresh();
    std::vector<Row> rows;
    ByteReader in(out.bytes());
    {
      RowReader reader(in, loaded.rows());
      loaded.load(reader);
      for (std::size_t i = 0; i < pools.open.size(); ++i) rows.push_back(reader.row());
    }
    ASSERT_TRUE(in.ok() && in.at_end());
    ASSERT_EQ(loaded.rows().in_use(), pools.bank.rows().in_use());
    waiting += rows_of(loaded).size() > 2;
    if (pools.open.empty() || (step / 20 % 2 ? unit() < 0.2 : unit() < 0.8)) {
      const double scale = unit() < 0.1 ? 0 : std::exp(3 * unit());
      Withdrawal quote;
      loaded.quote(scale, loaded.rows(), quote);
      loaded.withdraw(quote);
      pools.ask(scale);
      ASSERT_EQ(std::vector<double>(quote.theta.get(), quote.theta.get() + kArms), pools.open.back().theta());
    } else {
      const std::size_t index = bits() % pools.open.size();
      const Open& round = pools.open[index];
      loaded.deposit({RoundId{round.round}, round.scale, std::move(rows[index]), {2, 0, 0.25}});
      pools.settle(index, 2, 0.25);
    }
    ASSERT_EQ(bytes_of(loaded), bytes_of(pools.bank));
    ASSERT_FALSE(HasFailure()) << step;
  }
  EXPECT_GT(waiting, 0u);
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
    EXPECT_EQ(pools.open.back().theta(), std::vector<double>(kArms, 0.0));
    EXPECT_EQ(pools.bank.total_invested(), 0);
    pools.settle(0, 0, 0);
    EXPECT_EQ(pools.bank.savings(), 0u);
    EXPECT_LE(pools.bank.rows().in_use(), 1u);  // kept by the pool
    pools.ask(2);
    pools.ask(2);
    pools.settle(0, 1, 1);
    const double invested = pools.bank.total_invested();
    const std::vector<double> mean = pools.mean();
    pools.ask(0);
    for (std::size_t i = 0; i < kArms; ++i) EXPECT_DOUBLE_EQ(pools.open.back().row[i], mean[i]);
    EXPECT_EQ(pools.bank.total_invested(), invested);
    const std::vector<double> mixed = pools.mean();
    pools.settle(pools.open.size() - 1, 0, 0);
    EXPECT_EQ(pools.bank.total_invested(), invested);
    EXPECT_EQ(pools.mean(), mixed);
  }
}

}  // namespace
}  // namespace banker::testing::reserve_model_test
