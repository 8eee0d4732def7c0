// The bank against a naive one: a map of savings in long double, over long random histories.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "bank/audit.hpp"
#include "banker/bank/bank.hpp"
#include "support/effort.hpp"
#include "support/real.hpp"

namespace banker::bank_model_test {
namespace {

using testing::effort;
using testing::Real;

constexpr std::size_t kArms = 3;

struct NaiveSaving {
  Real amount;
  Real dual[kArms];
};

// Algorithm 2 as it is written: every saving in order (or all in proportion) until sigma is paid.
class NaiveBank {
 public:
  explicit NaiveBank(Spending spending) : spending_(spending) {}

  // Returns what is borrowed; theta is the mix. Less than 1e-15 of the scale is no money.
  Real withdraw(Real scale, Real* theta) {
    std::fill(theta, theta + kArms, Real{0});
    Real shortage = scale;
    const auto pay = [&](NaiveSaving& s, Real amount) {
      for (std::size_t i = 0; i < kArms; ++i) theta[i] += amount / scale * s.dual[i];
      s.amount -= amount;
      shortage -= amount;
    };
    if (spending_ == Spending::kProportional) {
      Real total = 0;
      for (const auto& [round, s] : savings) total += s.amount;
      const Real part = total > 0 ? std::min<Real>(1, scale / total) : 0;
      for (auto& [round, s] : savings) pay(s, part * s.amount);
    } else if (spending_ == Spending::kOldestFirst) {
      for (auto s = savings.begin(); s != savings.end(); ++s)
        pay(s->second, std::min(shortage, s->second.amount));
    } else {
      for (auto s = savings.rbegin(); s != savings.rend(); ++s)
        pay(s->second, std::min(shortage, s->second.amount));
    }
    // In proportion a saving shrinks for ever: it goes when it is nothing beside the rest.
    const bool shrunk = spending_ == Spending::kProportional && std::fabs(shortage) <= 1e-15L * scale;
    const Real least = shrunk ? 1e-20L : 1e-15L;
    std::erase_if(savings, [&](const auto& s) { return s.second.amount <= least * scale; });
    return shortage > 1e-15L * scale ? shortage : 0;
  }

  std::map<std::uint64_t, NaiveSaving> savings;

 private:
  Spending spending_;
};

struct Open {
  std::uint64_t round;
  double scale;
  Row theta;
};

class Banks : public ::testing::TestWithParam<Spending> {};

TEST_P(Banks, AreTheNaiveBankOverALongRandomHistory) {
  std::mt19937_64 bits(11);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  Bank bank(GetParam(), kArms);
  NaiveBank naive(GetParam());
  std::vector<Open> open;
  Withdrawal quote;
  testing::Audit audit;
  Real invested = 0;
  std::size_t asks = 0, deposits = 0, payments = 0;
  const int steps = effort(20000, 4000);
  for (int step = 0; step < steps; ++step) {
    // Bursts of asks, then of outcomes in any order.
    const bool ask = open.empty() || (step / 50 % 2 ? unit() < 0.3 : unit() < 0.65);
    if (ask) {
      const double scale = std::exp(3 * unit());
      bank.quote(scale, bank.rows(), quote);
      bank.withdraw(quote);
      audit.withdrawn(bank, quote);
      Row theta = std::move(quote.theta);
      Real mix[kArms];
      const Real borrowed = naive.withdraw(scale, mix);
      invested += borrowed;
      ASSERT_NEAR(quote.borrowed.value(), static_cast<double>(borrowed), 1e-9 * scale) << step;
      for (std::size_t i = 0; i < kArms; ++i)
        ASSERT_NEAR(theta[i], static_cast<double>(mix[i]), 1e-8) << step;
      Amount paid = quote.borrowed + quote.from_pool + quote.rounding;
      for (const Payment& p : quote.payments) paid += Amount(p.amount);
      ASSERT_NEAR(paid.value() / scale, 1, 1e-15);
      payments += quote.payments.size();
      open.push_back({++asks, scale, std::move(theta)});
    } else {
      std::swap(open[bits() % open.size()], open.back());
      Open round = std::move(open.back());
      open.pop_back();
      NaiveSaving saving{round.scale, {}};
      const Fall fall{static_cast<std::uint32_t>(bits() % kArms), 0, 3 * unit() / round.scale};
      for (std::size_t i = 0; i < kArms; ++i)
        saving.dual[i] = round.theta[i] - (i == fall.arm ? Real{fall.fall} : 0);
      bank.deposit({RoundId{round.round}, round.scale, std::move(round.theta), fall});
      audit.deposited(bank, RoundId{round.round}, round.scale);
      naive.savings[round.round] = saving;
      ++deposits;
    }
    ASSERT_FALSE(HasFailure()) << step;
    // B = settled + open + dust, and B is what the naive bank borrowed.
    if (step % 64 == 0) {
      Amount sum = Amount(bank.open()) + Amount(bank.dust());
      std::size_t savings = 0;
      for (const auto& [round, saved] : testing::savings_of(bank)) {
        ASSERT_GT(saved.amount.value(), 0);
        if (round != RoundId{0}) {
          ASSERT_NEAR(saved.amount.value(), static_cast<double>(naive.savings.at(number(round)).amount),
                      1e-9);
        }
        sum += saved.amount;
        ++savings;
      }
      ASSERT_NEAR(sum.value() / bank.total_invested(), 1, 1e-15) << step;
      ASSERT_NEAR(bank.total_invested() / static_cast<double>(invested), 1, 1e-12) << step;
      ASSERT_EQ(savings, bank.savings());
      if (GetParam() != Spending::kProportional) {
        ASSERT_EQ(savings, naive.savings.size());
      }
      // Every row has an owner; the pool keeps the dual of the last round.
      std::set<const double*> rows = testing::rows_of(bank);
      for (const Open& round : open) rows.insert(round.theta.get());
      ASSERT_GE(bank.rows().in_use(), rows.size());
      ASSERT_LE(bank.rows().in_use(), rows.size() + (GetParam() == Spending::kProportional ? 1 : 0));
    }
  }
  // All but the last saving touched by an ask are exhausted: amortised O(1).
  EXPECT_LE(payments, asks + deposits);
  EXPECT_EQ(payments == 0, GetParam() == Spending::kProportional);
}

INSTANTIATE_TEST_SUITE_P(Spending, Banks,
                         ::testing::Values(Spending::kOldestFirst, Spending::kNewestFirst,
                                           Spending::kProportional),
                         [](const auto& banks) {
                           std::string text(name(banks.param));
                           std::erase(text, '-');
                           return text;
                         });

}  // namespace
}  // namespace banker::bank_model_test
