#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "banker/bank/withdrawal.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/ids.hpp"
#include "banker/core/rows.hpp"

namespace banker {

// Proportional spending: every saving pays in proportion to what it has, so all of them together are one
// account (P, V): mass V = sum_s v_s with the mean dual P/V = sum_s v_s theta(z_s) / V.
//
// A withdrawal leaves the mean as it is; a deposit moves it by a convex combination, which cannot blow up. What is
// borrowed for the reserve is a deposit with dual theta_0 = 0.
//
// Invariants:
//  (1) V >= 0;
//  (2) while V > 0, mean_ is the dual of the pool, modulo a constant vector;
//  (3) mean_ does not change between two deposits, or loans.
class Pool {
 public:
  explicit Pool(std::size_t dimension) : mean_(dimension) {}

  void quote(std::span<double> theta, Withdrawal& out) const;
  Amount withdraw(const Withdrawal& quote, RowStore& rows);
  // After a loan for the reserve: its share of the mean is as the borrower says.
  void set_mean(std::span<const double> theta) { std::copy(theta.begin(), theta.end(), mean_.begin()); }
  void deposit(RoundId round, double scale, Row dual, RowStore& rows);

  Amount total() const { return mass_; }
  std::size_t size() const { return mass_.value() > 0 ? 1 : 0; }
  // The pool is visited as one saving, of RoundId{0}.
  template <class Visit>
  void for_each(Visit visit) const {
    if (mass_.value() > 0) visit(RoundId{0}, mass_, std::span<const double>(mean_));
  }
  void save(ByteWriter& out) const;
  void load(ByteReader& in, RowStore& rows);
  bool invariants_hold() const { return mass_.value() >= 0; }

 private:
  Amount mass_;               // V
  std::vector<double> mean_;  // P / V
};

}  // namespace banker
