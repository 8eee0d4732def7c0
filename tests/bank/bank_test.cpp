#include "banker/bank/bank.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "bank/audit.hpp"

namespace banker::bank_test {
namespace {

using Payments = std::vector<Payment>;

// A bank of two arms that is easy to talk to, audited after every call.
class Desk {
 public:
  explicit Desk(Spending spending) : bank(spending, 2), theta(2) {}

  // sigma_t is withdrawn; quote and theta say how.
  void play(double scale) {
    bank.quote(scale, bank.rows(), quote);
    bank.withdraw(quote);
    audit.withdrawn(bank, quote);
    theta.assign(quote.theta.get(), quote.theta.get() + 2);
    EXPECT_TRUE(quote.known || quote.top == std::max(theta[0], theta[1]));
    bank.rows().give_back(std::move(quote.theta));
  }
  // The outcome of a round comes: its saving has this dual.
  void settle(std::uint64_t round, double scale, double first, double second) {
    Row dual = bank.rows().take();
    dual[0] = first;
    dual[1] = second;
    bank.deposit(RoundId{round}, scale, std::move(dual));
    audit.deposited(bank, RoundId{round}, scale);
  }
  double settled() const {
    Amount sum;
    for (const auto& [round, saved] : testing::savings_of(bank)) sum += saved.amount;
    return sum.value();
  }

  Bank bank;
  std::vector<double> theta;
  Withdrawal quote;
  testing::Audit audit;
};

Payment payment(std::uint64_t round, double amount) { return {RoundId{round}, amount}; }

const Spending kAll[] = {Spending::kOldestFirst, Spending::kNewestFirst, Spending::kProportional};

TEST(Bank, TheFirstRoundBorrowsAllOfItAgainstTheDefaultAction) {
  for (const Spending spending : kAll) {
    Desk desk(spending);
    desk.theta = {7, 7};
    desk.play(10);
    EXPECT_EQ(desk.quote.payments, Payments{});
    EXPECT_EQ(desk.quote.from_pool.value(), 0);
    EXPECT_EQ(desk.quote.borrowed.value(), 10);
    EXPECT_EQ(desk.theta, (std::vector<double>{0, 0}));
    EXPECT_EQ(desk.bank.total_invested(), 10);
    EXPECT_EQ(desk.bank.open(), 10);
    EXPECT_EQ(desk.bank.savings(), 0u);
  }
}

TEST(Bank, ASavingPaysInPartThenWholeAndTheRestIsBorrowed) {
  for (const Spending spending : {Spending::kOldestFirst, Spending::kNewestFirst}) {
    Desk desk(spending);
    desk.play(10);
    desk.settle(1, 10, -1, 0);
    EXPECT_EQ(desk.bank.open(), 0);
    desk.play(4);
    EXPECT_EQ(desk.quote.payments, Payments{payment(1, 4)});
    EXPECT_EQ(desk.quote.left.value(), 6);
    EXPECT_EQ(desk.quote.borrowed.value(), 0);
    EXPECT_EQ(desk.theta, (std::vector<double>{-1, 0}));
    EXPECT_EQ(desk.settled(), 6);
    desk.play(20);
    EXPECT_EQ(desk.quote.payments, Payments{payment(1, 6)});
    EXPECT_EQ(desk.quote.borrowed.value(), 14);
    EXPECT_DOUBLE_EQ(desk.theta[0], -0.3);
    EXPECT_EQ(desk.theta[1], 0);
    EXPECT_EQ(desk.bank.total_invested(), 24);
    EXPECT_EQ(desk.bank.open(), 24);
    EXPECT_EQ(desk.bank.savings(), 0u);
  }
}

TEST(Bank, ThePoolPaysWithItsMeanDual) {
  Desk desk(Spending::kProportional);
  desk.play(1);
  desk.play(3);
  desk.settle(1, 1, -4, 0);
  desk.settle(2, 3, 0, -8);
  EXPECT_EQ(desk.bank.savings(), 1u);
  desk.play(2);  // P/V = (1 * (-4, 0) + 3 * (0, -8)) / 4
  EXPECT_EQ(desk.quote.from_pool.value(), 2);
  EXPECT_EQ(desk.quote.borrowed.value(), 0);
  EXPECT_EQ(desk.theta, (std::vector<double>{-1, -6}));
  EXPECT_EQ(desk.settled(), 2);
  desk.play(8);  // 2 from the pool, 6 borrowed: a quarter of the dual
  EXPECT_EQ(desk.quote.from_pool.value(), 2);
  EXPECT_EQ(desk.quote.borrowed.value(), 6);
  EXPECT_EQ(desk.theta, (std::vector<double>{-0.25, -1.5}));
  EXPECT_EQ(desk.bank.total_invested(), 10);
  EXPECT_EQ(desk.bank.savings(), 0u);
}

TEST(Bank, SavingsPayInTheOrderOfTheirRoundsWhateverTheOrderOfTheirOutcomes) {
  Desk oldest(Spending::kOldestFirst), newest(Spending::kNewestFirst);
  for (Desk* desk : {&oldest, &newest}) {
    for (int t = 1; t <= 4; ++t) desk->play(5);
    desk->settle(3, 5, -3, 0);
    desk->settle(1, 5, -1, 0);
    desk->settle(2, 5, -2, 0);
    desk->play(7);
  }
  EXPECT_EQ(oldest.quote.payments, (Payments{payment(1, 5), payment(2, 2)}));
  EXPECT_DOUBLE_EQ(oldest.theta[0], -(5 * 1 + 2 * 2) / 7.0);
  EXPECT_EQ(newest.quote.payments, (Payments{payment(3, 5), payment(2, 2)}));
  EXPECT_DOUBLE_EQ(newest.theta[0], -(5 * 3 + 2 * 2) / 7.0);
  // A later deposit takes its place in the order, before or after what is half spent.
  for (Desk* desk : {&oldest, &newest}) {
    desk->settle(4, 5, -4, 0);
    desk->play(9);
  }
  EXPECT_EQ(oldest.quote.payments, (Payments{payment(2, 3), payment(3, 5), payment(4, 1)}));
  EXPECT_EQ(newest.quote.payments, (Payments{payment(4, 5), payment(2, 3), payment(1, 1)}));
}

TEST(Bank, AQuoteChangesNothing) {
  for (const Spending spending : kAll) {
    Desk desk(spending);
    desk.play(10);
    desk.settle(1, 10, -1, 2);
    const std::string before = testing::bytes_of(desk.bank);
    const std::size_t rows = desk.bank.rows().in_use();
    for (const double scale : {1.0, 10.0, 100.0}) {
      desk.bank.quote(scale, desk.bank.rows(), desk.quote);
      EXPECT_EQ(testing::bytes_of(desk.bank), before);
      desk.bank.rows().give_back(std::move(desk.quote.theta));
      EXPECT_EQ(testing::bytes_of(desk.bank), before);
      EXPECT_EQ(desk.bank.rows().in_use(), rows);
    }
  }
}

TEST(Bank, AnExhaustedSavingIsFreed) {
  for (const Spending spending : kAll) {
    Desk desk(spending);
    for (int t = 1; t <= 3; ++t) desk.play(2);
    for (int t = 1; t <= 3; ++t) desk.settle(t, 2, -t, 0);
    const bool pooled = spending == Spending::kProportional;
    EXPECT_EQ(desk.bank.rows().in_use(), pooled ? 4u : 3u);  // the pool keeps the dual of the last round
    desk.play(3);                                            // and mixes them in the next one
    EXPECT_EQ(desk.bank.savings(), pooled ? 1u : 2u);
    EXPECT_EQ(desk.bank.rows().in_use(), pooled ? 1u : 2u);
    desk.play(3);
    EXPECT_EQ(desk.bank.savings(), 0u);
    EXPECT_EQ(desk.bank.rows().in_use(), pooled ? 1u : 0u);
    EXPECT_EQ(desk.bank.total_invested(), 6);
  }
}

// What is left over or missing within 2^-50 of the scale is dust: neither a saving nor a loan.
TEST(Bank, WhatIsLeftWithinRoundingIsDust) {
  for (const Spending spending : kAll) {
    for (const double rest : {0x1p-52, 0x1p-50, 0x1p-49, 0x1p-40}) {
      Desk desk(spending);
      desk.play(1 + rest);
      desk.settle(1, 1 + rest, -1, 0);
      desk.play(1);
      const bool dust = rest <= 0x1p-50;
      EXPECT_EQ(desk.quote.borrowed.value(), 0);
      EXPECT_EQ(desk.bank.savings(), dust ? 0u : 1u) << rest;
      EXPECT_EQ(desk.bank.dust(), dust ? rest : 0) << rest;
      EXPECT_EQ(desk.settled(), dust ? 0 : rest);
      EXPECT_EQ(desk.bank.open(), 1);
      EXPECT_EQ(desk.bank.total_invested(), 1 + rest);
      EXPECT_EQ(desk.theta, (std::vector<double>{-1, 0}));
    }
  }
}

TEST(Bank, WhatIsMissingWithinRoundingIsDust) {
  for (const Spending spending : kAll) {
    for (const double rest : {0x1p-52, 0x1p-51, 0x1p-49, 0x1p-40}) {
      Desk desk(spending);
      desk.play(1);
      desk.settle(1, 1, -1, 0);
      desk.play(1 + rest);
      const bool dust = rest <= 0x1p-50;
      EXPECT_EQ(desk.quote.borrowed.value(), dust ? 0 : rest) << rest;
      EXPECT_EQ(desk.bank.total_invested(), dust ? 1 : 1 + rest) << rest;
      EXPECT_EQ(desk.bank.dust(), dust ? -rest : 0) << rest;
      EXPECT_EQ(desk.bank.savings(), 0u);
      EXPECT_EQ(desk.bank.open(), 1 + rest);
      EXPECT_NEAR(desk.theta[0], -1, 2 * rest);
    }
  }
}

TEST(Bank, TheSameScaleAgainAndAgainNeverBorrowsTwice) {
  for (const Spending spending : kAll) {
    Desk desk(spending);
    desk.play(0.1);
    for (std::uint64_t t = 1; t <= 10000; ++t) {
      desk.settle(t, 0.1, -0.3 * static_cast<double>(t), 0);
      desk.play(0.1);
      ASSERT_EQ(desk.quote.borrowed.value(), 0);
    }
    EXPECT_EQ(desk.bank.total_invested(), 0.1);
  }
}

TEST(Bank, ASavedBankGoesOnBitByBit) {
  for (const Spending spending : kAll) {
    Desk desk(spending), copy(spending);
    for (int t = 1; t <= 5; ++t) desk.play(1.0 / t);
    for (const int t : {5, 1, 3}) desk.settle(t, 1.0 / t, -t, 1.0 / t);
    desk.play(0.4);
    const std::string bytes = testing::bytes_of(desk.bank);
    ByteReader in(bytes);
    {
      RowReader rows(in, copy.bank.rows());
      copy.bank.load(rows);
    }
    copy.audit = desk.audit;
    EXPECT_EQ(testing::bytes_of(copy.bank), bytes);
    EXPECT_EQ(copy.bank.rows().in_use(), desk.bank.rows().in_use());
    EXPECT_TRUE(in.ok() && in.at_end());
    for (Desk* d : {&desk, &copy}) d->settle(4, 0.25, -9, 9);
    for (const double scale : {0.3, 0.5, 2.0}) {
      for (Desk* d : {&desk, &copy}) d->play(scale);
      EXPECT_EQ(desk.quote.payments, copy.quote.payments);
      EXPECT_EQ(desk.quote.borrowed, copy.quote.borrowed);
      EXPECT_EQ(desk.quote.from_pool, copy.quote.from_pool);
      EXPECT_EQ(desk.theta, copy.theta);
      EXPECT_EQ(desk.bank.total_invested(), copy.bank.total_invested());
    }
  }
}

}  // namespace
}  // namespace banker::bank_test
