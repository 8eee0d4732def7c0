#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "banker/bank/deposit.hpp"
#include "banker/bank/row_bytes.hpp"
#include "banker/bank/withdrawal.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/ids.hpp"

namespace banker {

// What is borrowed is a share of theta: theta = weight mean + share theta_0.
struct Loan {
  double weight = 1;
  double share = 0;
};

// Deposits that came back in the same row, of rounds of the same level, and what they become part of.
struct Merger {
  const Row& row;
  const LevelSums* level;        // nothing: the row has none
  bool alone;                    // the mean is that row: there is nothing to mix
  bool is_last;                  // the row is that of the last round
  double share;                  // of these deposits in the pool, once they are in
  std::uint32_t arm;             // that falls; kNoArm: they fall later
  double fall;                   // by this much of the mean
  Loan loan;                     // taken after
  std::span<const double> last;  // the dual of the last round; empty before the first
};
inline constexpr std::uint32_t kNoArm = UINT32_MAX;

// How duals are mixed where theta_0 = 0 and rows have no levels: merge() is mean + share (theta_s - mean), the fall of
// an arm, and the loan; lend() is the loan alone. Both return the largest coordinate.
struct PlainMixer {
  static double merge(const Merger& merger, std::span<const double> mean, std::span<double> out);
  static double lend(const Loan& loan, std::span<const double> mean, std::span<double> out);
};

// Proportional spending: every saving pays in proportion to what it has, so all of them together are one
// account (P, V): mass V = sum_s v_s with the mean dual P/V = sum_s v_s theta(z_s) / V.
//
// A withdrawal leaves the mean as it is; a deposit moves it by a convex combination, which cannot blow up. What is
// borrowed for the reserve is a deposit with dual theta_0. Deposits wait for the next quote: m of them cost one
// pass for every row they came in.
//
// Invariants:
//  (1) V >= 0; V = settled_ + the sum of what waits;
//  (2) mean_ is the dual of the last round, and while settled_ > 0 that of what is left of the pool, modulo a constant
//      vector: the rounds asked between two deposits, or loans, share its row.
class Pool {
 public:
  explicit Pool(std::size_t dimension) : dimension_(dimension) {}

  // How a round of out.scale is paid, and its dual.
  template <class Mixer>
  void quote(RowStore& rows, Withdrawal& out, const Mixer& mixer) const;
  Amount withdraw(const Withdrawal& quote, RowStore& rows);
  void deposit(Deposit&& deposit);

  Pool copy() const;
  Amount total() const { return mass_; }
  std::size_t size() const { return mass_.value() > 0 ? 1 : 0; }
  // The pool is visited as one saving, of RoundId{0}, and what waits as visit_waiting(deposit).
  template <class Visit, class VisitWaiting>
  void for_each(Visit visit, VisitWaiting visit_waiting) const {
    if (settled_.value() > 0) visit(RoundId{0}, settled_, last());
    for (const Deposit& d : waiting_) visit_waiting(d);
  }
  void save(RowWriter& out) const;
  void load(RowReader& in);
  bool invariants_hold() const;

 private:
  std::span<const double> last() const {
    return mean_ ? std::span<const double>(mean_.get(), dimension_) : std::span<const double>();
  }
  void split(Withdrawal& out) const;
  template <class Mixer>
  double merge(const Loan& loan, double* out, const Mixer& mixer) const;
  template <class Mixer>
  double merge_group(std::span<const std::uint32_t> group, Amount& mass, const Loan& loan,
                     std::span<const double> before, std::span<double> out, const Mixer& mixer) const;
  Hint hint(const Loan& loan) const;
  void group() const;
  double take_falls(std::span<const std::uint32_t> group, double weight, double top,
                    std::span<double> mean) const;

  std::size_t dimension_;
  Amount mass_;                   // V
  Amount settled_;                // V without what waits
  Row mean_;                      // none before the first round
  std::vector<Deposit> waiting_;  // told since

  // Scratch of merge: the deposits by row and level, in the order these were first met; where each group ends.
  mutable std::vector<std::uint32_t> order_, ends_;
  mutable std::vector<const Deposit*> met_;
};

template <class Mixer>
double Pool::merge(const Loan& loan, double* out, const Mixer& mixer) const {
  const std::span<double> mixed(out, dimension_);
  Amount mass = settled_;
  static constexpr std::uint32_t kOne[] = {0};
  if (waiting_.size() == 1) return merge_group(kOne, mass, loan, last(), mixed, mixer);
  group();
  double top = 0;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends_) {
    top = merge_group({order_.data() + begin, end - begin}, mass, end == order_.size() ? loan : Loan{},
                      begin == 0 ? last() : mixed, mixed, mixer);
    begin = end;
  }
  return top;
}

template <class Mixer>
double Pool::merge_group(std::span<const std::uint32_t> group, Amount& mass, const Loan& loan,
                         std::span<const double> before, std::span<double> out, const Mixer& mixer) const {
  const Deposit& first = waiting_[group[0]];
  const Row& row = first.row;
  const bool empty = mass.value() == 0, is_last = row == mean_;
  for (const std::uint32_t i : group) mass += Amount(waiting_[i].scale);
  double together = first.scale;
  for (const std::uint32_t i : group.subspan(1)) together += waiting_[i].scale;
  const double share = together / mass.value();
  // With many arms it is cheaper to take the fall of one afterwards.
  const bool one = group.size() == 1 && dimension_ <= 64;
  const Merger merger{.row = row,
                      .level = row.notes().levels.empty() ? nullptr : &row.notes().levels[first.fall.level],
                      .alone = empty || (is_last && before.data() == row.get()),
                      .is_last = is_last,
                      .share = share,
                      .arm = one ? first.fall.arm : kNoArm,
                      .fall = one ? share * first.fall.fall : 0,
                      .loan = loan,
                      .last = last()};
  const double top =
      mixer.merge(merger, empty ? std::span<const double>(row.get(), dimension_) : before, out);
  return one ? top : take_falls(group, loan.weight / mass.value(), top, out);
}

template <class Mixer>
void Pool::quote(RowStore& rows, Withdrawal& out, const Mixer& mixer) const {
  split(out);
  const bool borrows = out.borrowed.value() > 0;
  if (!borrows && mean_ && waiting_.empty()) {
    out.known = true;
    out.theta = mean_.share();
    return;
  }
  const Loan loan = borrows ? Loan{mass_.value() / (out.scale + out.reserve), out.borrowed_share} : Loan{};
  out.theta = rows.take();
  if (waiting_.empty()) {
    out.top = mixer.lend(loan, last(), std::span<double>(out.theta.get(), dimension_));
  } else {
    out.top = merge(loan, out.theta.get(), mixer);
    out.hint = hint(loan);
  }
}

}  // namespace banker
