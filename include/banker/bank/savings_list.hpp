#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "banker/bank/withdrawal.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/ids.hpp"
#include "banker/core/rows.hpp"

namespace banker {

// v_s units saved by the settled round s, with the dual of z_s.
struct Saving {
  RoundId round;
  Amount amount;
  Row dual;
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
  void quote(std::span<double> theta, Withdrawal& out) const;
  // Carries out the quote. REQUIRES: nothing happened since. Returns what was too small to keep.
  Amount withdraw(const Withdrawal& quote, RowStore& rows);
  void deposit(RoundId round, double scale, Row dual, RowStore& rows);

  Amount total() const;
  std::size_t size() const { return savings_.size(); }
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Saving& s : savings_) {
      visit(s.round, s.amount, std::span<const double>(s.dual.get(), dimension_));
    }
  }
  void save(ByteWriter& out) const;
  void load(ByteReader& in, RowStore& rows);
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

  Order order_;
  std::size_t dimension_;
  std::vector<Saving> savings_;
  mutable std::vector<std::uint32_t> frontier_;  // scratch of in_spending_order
};

}  // namespace banker
