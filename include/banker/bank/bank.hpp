#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>

#include "banker/bank/deposit.hpp"
#include "banker/bank/pool.hpp"
#include "banker/bank/reserve.hpp"
#include "banker/bank/savings_list.hpp"
#include "banker/bank/withdrawal.hpp"

namespace banker {

// Which savings pay for a round. The bound is the same for all; what is learned is not.
enum class Spending : std::uint8_t { kOldestFirst, kNewestFirst, kProportional };

std::string_view name(Spending spending);

// The bank of Algorithm 2. A round withdraws its scale sigma_t from the savings of settled rounds and borrows
// the shortage b_t against the default action x_0; when it is settled, its scale comes back as a saving v_s.
//
// Not thread safe. Invariants, after every call (checked in debug builds and by the tests):
//  (1) total_invested = B_t = sum of v_s over settled rounds + sum of sigma_s over open rounds + dust;
//  (2) total_invested never falls, and rises only when the savings cannot pay: then they are empty afterwards,
//      or what is left is the reserve;
//  (3) every saving is positive, and only falls until it is freed;
//  (4) |dust| is below 2^-49 of total_invested;
//  (5) the invariants of savings_list.hpp or pool.hpp.
class Bank {
 public:
  // REQUIRES: a reserve is of a pool, so the spending is proportional.
  Bank(Spending spending, std::size_t dimension, std::optional<Reserve> reserve = {});

  Spending spending() const { return spending_; }
  const std::optional<Reserve>& reserve() const { return reserve_; }
  // The same bank without a history.
  Bank fresh() const { return Bank(spending_, rows_.dimension(), reserve_); }
  // The same bank; its rows are shared: it may be quoted and deposited to, in rows of its own.
  Bank copy() const;

  // How a round of this scale would be paid now, and theta = the mix of the duals that pay (borrowed mass: 0), in a
  // row of `rows`. `out` is overwritten; its storage is reused. A pool mixes as `mixer` says, as of pool.hpp.
  template <class Mixer = PlainMixer>
  void quote(double scale, RowStore& rows, Withdrawal& out, const Mixer& mixer = {}) const {
    start(scale, out);
    if (const auto* pool = std::get_if<Pool>(&book_)) pool->quote(rows, out, mixer);
    else std::get<SavingsList>(book_).quote(rows, out);
  }
  // Pays the quote; quote.theta is left to the caller. REQUIRES: no call but quote() since it was made.
  void withdraw(const Withdrawal& quote);
  // The round is settled: its scale is a saving. REQUIRES: the row is of rows().
  void deposit(Deposit&& deposit);
  void deposit(RoundId round, double scale, Row dual) { deposit({round, scale, std::move(dual), {}}); }

  RowStore& rows() { return rows_; }
  double total_invested() const { return invested_.value(); }  // B_t
  double open() const { return open_.value(); }                // sum of sigma_s over open rounds
  double dust() const { return dust_.value(); }
  std::size_t savings() const;

  // visit(round, amount, dual) for every saving; the pool is one of RoundId{0}, and what it waits to mix is visited
  // as visit_waiting(deposit).
  template <class Visit, class VisitWaiting>
  void for_each_saving(Visit visit, VisitWaiting visit_waiting) const {
    if (const auto* pool = std::get_if<Pool>(&book_)) pool->for_each(visit, visit_waiting);
    else std::get<SavingsList>(book_).for_each(visit);
  }

  void save(RowWriter& out) const;
  void load(RowReader& in);
  bool invariants_hold() const;

 private:
  void start(double scale, Withdrawal& out) const {
    out.start(scale, dust_);
    if (!reserve_) return;
    out.reserve = reserve_->of(scale, open_.value());
    out.least = reserve_->hysteresis * out.reserve;
  }

  Spending spending_;
  std::optional<Reserve> reserve_;
  RowStore rows_;
  std::variant<SavingsList, Pool> book_;
  Amount open_;      // sum of sigma_s over open rounds
  Amount invested_;  // B_t
  Amount dust_;
};

}  // namespace banker
