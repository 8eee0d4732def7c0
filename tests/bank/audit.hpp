#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "banker/bank/bank.hpp"

namespace banker::testing {

// v_s and the dual of z_s in long double; the pool is one saving of RoundId{0}, what it waits to mix included.
struct Saved {
  Amount amount;
  std::vector<long double> dual;
};
inline std::map<RoundId, Saved> savings_of(const Bank& bank) {
  std::map<RoundId, Saved> list;
  const auto add = [&](RoundId round, Amount amount, std::span<const double> dual, const Fall& fall) {
    Saved& saved = list[round];
    saved.amount += amount;
    saved.dual.resize(dual.size());
    const long double share = amount.value() / static_cast<long double>(saved.amount.value());
    for (std::size_t i = 0; i < dual.size(); ++i) {
      const long double of_round = dual[i] - (i == fall.arm ? static_cast<long double>(fall.fall) : 0);
      saved.dual[i] += share * (of_round - saved.dual[i]);
    }
  };
  const std::size_t dimension = bank.copy().rows().dimension();
  bank.for_each_saving(
      [&](RoundId round, Amount amount, std::span<const double> dual) { add(round, amount, dual, {}); },
      [&](const Deposit& d) {
        add(RoundId{0}, Amount(d.scale), {d.row.get(), dimension}, d.fall);
      });
  return list;
}

// The rows of the savings, what waits included.
inline std::set<const double*> rows_of(const Bank& bank) {
  std::set<const double*> rows;
  bank.for_each_saving([&](RoundId, Amount, std::span<const double> dual) { rows.insert(dual.data()); },
                       [&](const Deposit& d) { rows.insert(d.row.get()); });
  return rows;
}

inline std::string bytes_of(const Bank& bank) {
  ByteWriter out;
  RowWriter rows(out, bank.copy().rows().dimension());
  bank.save(rows);
  return std::string(out.bytes());
}

// An auditor who is told of every call of a bank and then checks what bank.hpp promises after every call.
class Audit {
 public:
  // After bank.withdraw(quote).
  void withdrawn(const Bank& bank, const Withdrawal& quote) {
    largest_ = std::max(largest_, quote.scale);
    const double borrowed = quote.borrowed.value();
    EXPECT_GE(borrowed, 0);
    if (borrowed == 0) {
      EXPECT_EQ(bank.total_invested(), invested_) << "invested without borrowing";
    } else if (quote.reserve == 0) {
      EXPECT_EQ(bank.savings(), 0u) << "borrowed, and savings are left";
    }
    most_[kPool] += quote.borrowed;  // a loan for the reserve stays in the pool
    check(bank);
  }
  // After bank.deposit(round, scale, dual).
  void deposited(const Bank& bank, RoundId round, double scale) {
    most_[round] = Amount(scale);
    most_[kPool] += Amount(scale);
    EXPECT_EQ(bank.dust(), dust_) << "a deposit left dust";
    EXPECT_EQ(bank.total_invested(), invested_) << "a deposit changed what is invested";
    check(bank);
  }

 private:
  static constexpr RoundId kPool{0};

  void check(const Bank& bank) {
    EXPECT_TRUE(bank.invariants_hold());
    EXPECT_GE(bank.total_invested(), invested_) << "what is invested fell";
    invested_ = bank.total_invested();
    EXPECT_LE(std::fabs(bank.dust()), kDust * largest_) << "dust beyond 2^-50 of the largest scale";
    EXPECT_LE(std::fabs(bank.dust()), 2 * kDust * invested_) << "dust beyond 2^-49 of what is invested";
    // A saving starts with the scale of its round and only falls; the pool gains what is deposited or borrowed, no more.
    std::map<RoundId, Amount> now{{kPool, Amount()}};
    for (const auto& [round, saved] : savings_of(bank)) {
      EXPECT_GT(saved.amount.value(), 0) << number(round);
      ASSERT_TRUE(most_.contains(round)) << "round " << number(round) << " has no saving";
      EXPECT_LE((saved.amount - most_[round]).value(), 0)
          << "the saving of round " << number(round) << " grew";
      now[round] = saved.amount;
    }
    EXPECT_EQ(bank.savings(), now.size() - (now[kPool].value() > 0 ? 0 : 1)) << "two savings of one round";
    most_ = std::move(now);
    dust_ = bank.dust();
  }

  std::map<RoundId, Amount> most_;  // what a saving can hold: what it held before, or its deposit
  double largest_ = 0;              // scale asked
  double invested_ = 0;             // before this call
  double dust_ = 0;
};

}  // namespace banker::testing
