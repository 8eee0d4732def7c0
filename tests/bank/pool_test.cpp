// Bursts of outcomes: the pool mixes all that waits at the next quote, one pass for every row, and that is what mixing
// them one by one gives.
#include "banker/bank/pool.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <set>
#include <vector>

#include "bank/audit.hpp"
#include "banker/bank/bank.hpp"
#include "support/effort.hpp"
#include "support/real.hpp"

namespace banker::testing::pool_test {
namespace {

constexpr std::size_t kArms = 70;  // more than one cell

struct Open {
  RoundId round;
  double scale;
  Row row;
};

class Bursts : public ::testing::Test {
 protected:
  double unit() { return static_cast<double>(bits_() >> 11) * 0x1p-53; }
  void ask() {
    const double scale = std::exp(unit());
    bank_.quote(scale, bank_.rows(), quote_);
    bank_.withdraw(quote_);
    open_.push_back({RoundId{++rounds_}, scale, std::move(quote_.theta)});
  }
  Deposit outcome() {
    std::swap(open_[bits_() % open_.size()], open_.back());
    Open r = std::move(open_.back());
    open_.pop_back();
    return {r.round,
            r.scale,
            std::move(r.row),
            {static_cast<std::uint32_t>(bits_() % kArms), 0, 3 * unit() / r.scale}};
  }
  // Several rows with several open rounds each, and something settled.
  void live() {
    for (int i = 0; i < 8; ++i) {
      for (std::uint64_t n = 1 + bits_() % 5; n > 0; --n) ask();
      for (int n = 0; n < 2 && !open_.empty(); ++n) bank_.deposit(outcome());
    }
    ask();
  }
  std::size_t distinct_rows() const {
    std::set<const double*> rows = rows_of(bank_);
    for (const Open& r : open_) rows.insert(r.row.get());
    return rows.size();
  }
  // The mean of all savings, and the largest number in it.
  std::vector<Real> mean() const {
    const auto pool = savings_of(bank_);
    return pool.empty() ? std::vector<Real>(kArms) : pool.begin()->second.dual;
  }

  std::mt19937_64 bits_{15};
  Bank bank_{Spending::kProportional, kArms, Reserve{.rho = {}, .kappa = 1, .hysteresis = 0.5}};
  Withdrawal quote_;
  std::vector<Open> open_;
  std::uint64_t rounds_ = 0;
};

TEST_F(Bursts, AreMixedAsOneByOneInAnyOrder) {
  std::size_t most_rows = 0;
  for (int times = 0; times < effort(200, 40); ++times) {
    live();
    for (std::uint64_t n = 1 + bits_() % open_.size(); n > 0; --n) bank_.deposit(outcome());
    most_rows = std::max(most_rows, rows_of(bank_).size());
    const std::vector<Real> expected = mean();
    bank_.quote(1e-3, bank_.rows(), quote_);
    Real size = 0;
    for (const Real v : expected) size = std::max(size, std::fabs(v));
    Real largest = -INFINITY;
    for (std::size_t i = 0; i < kArms && quote_.borrowed.value() == 0; ++i) {
      ASSERT_NEAR(quote_.theta[i], static_cast<double>(expected[i]), static_cast<double>(1e-12L * size))
          << times;
      largest = std::max<Real>(largest, quote_.theta[i]);
    }
    ASSERT_TRUE(quote_.borrowed.value() > 0 || quote_.top == largest) << times;
    bank_.rows().give_back(std::move(quote_.theta));
  }
  EXPECT_GT(most_rows, 5u);
}

// The order in which outcomes of a burst come changes rounding only.
TEST_F(Bursts, DoNotDependOnTheirOrder) {
  for (int times = 0; times < effort(100, 20); ++times) {
    live();
    std::vector<Deposit> burst;
    while (!open_.empty()) burst.push_back(outcome());
    std::vector<std::vector<double>> means;
    for (int order = 0; order < 4; ++order) {
      std::shuffle(burst.begin(), burst.end(), bits_);
      Bank copy = bank_.copy();
      for (const Deposit& d : burst) copy.deposit({d.round, d.scale, d.row.share(), d.fall});
      RowStore rows(kArms);
      Withdrawal quote;
      copy.quote(1e-3, rows, quote);
      ASSERT_EQ(quote.borrowed.value(), 0);
      means.emplace_back(quote.theta.get(), quote.theta.get() + kArms);
    }
    double size = 0;
    for (const double v : means[0]) size = std::max(size, std::fabs(v));
    for (const std::vector<double>& other : means)
      for (std::size_t i = 0; i < kArms; ++i) ASSERT_NEAR(other[i], means[0][i], 1e-12 * size);
    for (Deposit& d : burst) bank_.deposit(std::move(d));
  }
}

TEST_F(Bursts, FreeTheirRowsWhenTheLastOwnerGoes) {
  for (int times = 0; times < 20; ++times) {
    live();
    ASSERT_EQ(bank_.rows().in_use(), distinct_rows());
    while (!open_.empty()) {
      bank_.deposit(outcome());
      ASSERT_EQ(bank_.rows().in_use(), distinct_rows());
    }
    bank_.quote(1e-3, bank_.rows(), quote_);
    bank_.withdraw(quote_);
    ASSERT_EQ(bank_.rows().in_use(), 1u);  // the mean, and theta is the same row
    bank_.deposit(RoundId{++rounds_}, 1e-3, std::move(quote_.theta));
    ASSERT_EQ(bank_.rows().in_use(), 1u);
  }
}

TEST_F(Bursts, OfAsksShareOneRow) {
  for (int i = 0; i < 5; ++i) ask();
  bank_.deposit(outcome());
  ask();  // mixes, and fills the reserve
  const std::size_t rows = bank_.rows().in_use();
  const double* row = open_.back().row.get();
  for (int i = 0; i < 100; ++i) {
    bank_.quote(1e-6, bank_.rows(), quote_);
    ASSERT_TRUE(quote_.known);
    bank_.withdraw(quote_);
    ASSERT_EQ(quote_.theta.get(), row);
    open_.push_back({RoundId{++rounds_}, 1e-6, std::move(quote_.theta)});
    ASSERT_EQ(bank_.rows().in_use(), rows);
  }
  EXPECT_GT(open_.size(), 50u);
  bank_.deposit(outcome());
  bank_.quote(1e-6, bank_.rows(), quote_);
  EXPECT_FALSE(quote_.known);
  EXPECT_NE(quote_.theta.get(), row);
  bank_.rows().give_back(std::move(quote_.theta));
}

}  // namespace
}  // namespace banker::testing::pool_test
