#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "bank/audit.hpp"
#include "banker/bank/bank.hpp"
#include "support/real.hpp"

// A pool with a reserve and a naive one side by side: a list of savings and loans in long double.
namespace banker::testing {

inline constexpr std::size_t kArms = 3;
// Sums of a few thousand long doubles against sums that are exact: far below this, relative to what is there.
inline constexpr double kTolerance = 1e-12;

struct NaiveSaving {
  Real amount;
  Real dual[kArms];
};

// Every saving, every loan in a list; all pay in proportion.
class NaivePool {
 public:
  explicit NaivePool(const Reserve& reserve) : reserve_(reserve) {}

  // Borrows up to sigma + reserve if it holds less than sigma + h reserve; then sigma is paid with theta, the mean.
  // A loan has this dual. Less than 1e-15 of sigma is no money. Returns what is borrowed.
  Real withdraw(Real scale, Real open, const double* loan, Real* theta) {
    Real reserve = reserve_.kappa * open;
    if (reserve_.rho) reserve = std::min((*reserve_.rho - 1) * scale, reserve);
    const Real target = scale + reserve;
    Real borrowed = 0;
    if (scale + reserve_.hysteresis * reserve - total() > 1e-15L * scale) {
      borrowed = target - total();
      savings.push_back({borrowed, {}});
      std::copy_n(loan, kArms, savings.back().dual);
    }
    const Real all = total();
    for (std::size_t i = 0; i < kArms; ++i) theta[i] = mean(i);
    for (NaiveSaving& s : savings) s.amount *= all > 0 ? std::max<Real>(0, 1 - scale / all) : 0;
    std::erase_if(savings, [&](const NaiveSaving& s) { return s.amount <= 1e-20L * scale; });
    return borrowed;
  }
  Real total() const {
    Real sum = 0;
    for (const NaiveSaving& s : savings) sum += s.amount;
    return sum;
  }
  Real mean(std::size_t i) const {
    Real sum = 0;
    for (const NaiveSaving& s : savings) sum += s.amount * s.dual[i];
    return savings.empty() ? 0 : sum / total();
  }

  std::vector<NaiveSaving> savings;

 private:
  Reserve reserve_;
};

struct Open {
  std::uint64_t round;
  double scale;
  Row row;

  std::vector<double> theta() const { return {row.get(), row.get() + kArms}; }
};

// A bank with a reserve, the naive pool beside it, and the books of both.
class BothPools {
 public:
  explicit BothPools(const Reserve& reserve)
      : bank(Spending::kProportional, kArms, reserve), naive(reserve), kappa_(reserve.kappa) {}

  void ask(double scale, const std::vector<double>& loan = std::vector<double>(kArms)) {
    const std::vector<double> mean_before = mean();
    const double open_before = bank.open();
    bank.quote(scale, bank.rows(), quote);
    for (std::size_t i = 0; i < kArms && quote.borrowed_share > 0; ++i) {
      if (loan[i] == 0) continue;
      quote.theta[i] += quote.borrowed_share * loan[i];
      charged_[i] += quote.borrowed.value() * Real(loan[i]);
    }
    bank.withdraw(quote);
    const Row& theta = quote.theta;
    audit_.withdrawn(bank, quote);
    Real mix[kArms];
    const Real borrowed = naive.withdraw(scale, open_before, loan.data(), mix);
    invested_ += borrowed;
    loans += borrowed > 0;
    ASSERT_NEAR(quote.borrowed.value(), static_cast<double>(borrowed), kTolerance * bank.total_invested());
    const bool nobody_pays = scale == 0 && mean_before.empty() && borrowed == 0;  // then theta is any dual
    for (std::size_t i = 0; i < kArms && !nobody_pays; ++i)
      ASSERT_NEAR(theta[i], static_cast<double>(mix[i]), 1e-11);
    const Amount paid = quote.borrowed + quote.from_pool + quote.rounding;
    ASSERT_NEAR((paid - Amount(scale)).value(), 0, 1e-30 * bank.total_invested());
    if (quote.borrowed.value() > 0) {
      ASSERT_LE(bank.total_invested(), (1 + kappa_) * (scale + open_before) * (1 + 1e-15));
    } else if (bank.savings() > 0) {
      const std::vector<double> mean_after = mean();
      for (std::size_t i = 0; i < kArms; ++i)
        ASSERT_NEAR(mean_after[i], mean_before[i], 1e-12 * (1 + std::fabs(mean_before[i])))
            << "the mean moved without a loan or a deposit";
    }
    open.push_back({++asks_, scale, std::move(quote.theta)});
  }
  // The outcome of open[index]: one coordinate of its dual falls.
  void settle(std::size_t index, std::size_t arm, double fall) {
    std::swap(open[index], open.back());
    Open round = std::move(open.back());
    open.pop_back();
    NaiveSaving saving{round.scale, {}};
    std::copy_n(round.row.get(), kArms, saving.dual);
    saving.dual[arm] -= fall;
    charged_[arm] -= Real(round.scale) * fall;
    bank.deposit({RoundId{round.round},
                  round.scale,
                  std::move(round.row),
                  {static_cast<std::uint32_t>(arm), 0, fall}});
    audit_.deposited(bank, RoundId{round.round}, round.scale);
    if (round.scale > 0) naive.savings.push_back(saving);
  }
  // B = V + open + dust; V mean + sum sigma theta of the open rounds = what was charged, and came with loans.
  void expect_conserved() const {
    Real mass = 0, mean_dual[kArms] = {};
    for (const auto& [round, pool] : savings_of(bank)) {
      mass = Real(pool.amount.value()) + pool.amount.low();
      std::copy(pool.dual.begin(), pool.dual.end(), mean_dual);
    }
    Real open_mass = 0;
    for (const Open& r : open) open_mass += r.scale;
    const double invested = bank.total_invested();
    ASSERT_NEAR(static_cast<double>(mass + open_mass + bank.dust() - invested), 0, 1e-15 * invested);
    ASSERT_NEAR(static_cast<double>(invested_), invested, kTolerance * invested);
    ASSERT_NEAR(static_cast<double>(mass - naive.total()), 0, kTolerance * invested);
    for (std::size_t i = 0; i < kArms; ++i) {
      Real sum = mass * mean_dual[i], size = std::fabs(charged_[i]) + std::fabs(sum);
      for (const Open& r : open) {
        sum += Real(r.scale) * r.row[i];
        size += std::fabs(Real(r.scale) * r.row[i]);
      }
      ASSERT_NEAR(static_cast<double>(sum), static_cast<double>(charged_[i]),
                  static_cast<double>(1e-11L * size));
    }
  }
  std::vector<double> mean() const {
    const auto pool = savings_of(bank);
    if (pool.empty()) return {};
    const std::vector<Real>& dual = pool.begin()->second.dual;
    return {dual.begin(), dual.end()};
  }

  Bank bank;
  NaivePool naive;
  Withdrawal quote;
  std::vector<Open> open;
  std::size_t loans = 0;

 private:
  double kappa_;
  Audit audit_;
  Real invested_ = 0;
  Real charged_[kArms] = {};
  std::uint64_t asks_ = 0;
};

}  // namespace banker::testing
