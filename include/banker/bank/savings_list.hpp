#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "banker/bank/deposit.hpp"
#include "banker/bank/row_bytes.hpp"
#include "banker/bank/withdrawal.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/ids.hpp"

namespace banker {

// v_s units saved by the settled round s, with the dual of z_s.
struct Saving {
  RoundId round;
  Amount amount;
  Row dual;
  Fall fall;  // by which it differs from the dual of its round
};

// Settled savings, spent one after the other in the order of their rounds: ascending (oldest-first, the
// paper's listing) or descending (newest-first). A binary heap: rounds settle in any order, but are spent
// from one end.
//
// Invariants:
//  (1) savings_ is a heap by spending order; (2) rounds are distinct; (3) every amount is positive;
//  (4) all but the last saving touched by a withdrawal are exhausted by it: amortised O(1) are touched;
//  (5) an exhausted saving is freed, and its row given back.
class SavingsList {
 public:
  enum class Order : std::uint8_t { kOldestFirst, kNewestFirst };

  SavingsList(Order order, std::size_t dimension) : order_(order), dimension_(dimension) {}

  // theta = sum_s (sigma_{t,s} / sigma_t) theta(z_s), and who pays how much. REQUIRES: out was started.
  void quote(RowStore& rows, Withdrawal& out) const;
  // Carries out the quote. REQUIRES: nothing happened since. Returns what was too small to keep.
  Amount withdraw(const Withdrawal& quote, RowStore& rows);
  // REQUIRES: nobody else owns the row; it has no levels.
  void deposit(Deposit&& deposit);

  SavingsList copy() const;
  Amount total() const { return total_; }
  std::size_t size() const { return savings_.size(); }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Saving& s : savings_) {
      visit(s.round, s.amount, std::span<const double>(s.dual.get(), dimension_));
    }
  }
  void save(RowWriter& out) const;
  void load(RowReader& in);
  bool invariants_hold() const;

 private:
  bool spent_later(const Saving& a, const Saving& b) const {
    return order_ == Order::kOldestFirst ? a.round > b.round : a.round < b.round;
  }
  auto heap_order() const {
    return [this](const Saving& a, const Saving& b) { return spent_later(a, b); };
  }
  template <class Visit>
  void in_spending_order(Visit visit) const;
  bool pay(const Saving& saving, Amount& shortage, Withdrawal& out) const;

  Order order_;
  std::size_t dimension_;
  std::vector<Saving> savings_;
  Amount total_;
  mutable std::vector<std::uint32_t> frontier_;  // scratch of in_spending_order
};

}  // namespace banker
