#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

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
  Bank copy() const;

  // How a round of this scale would be paid now, and theta = the mix of the duals that pay (borrowed mass:
  // 0). `out` is overwritten; its storage is reused.
  void quote(double scale, std::span<double> theta, Withdrawal& out) const;
  // Pays the quote; theta is as quoted, or with another dual for the share that was borrowed. REQUIRES: no call but
  // quote() since it was made.
  void withdraw(const Withdrawal& quote, std::span<const double> theta);
  // The round is settled: its scale is a saving with this dual. REQUIRES: dual is a row of rows().
  void deposit(RoundId round, double scale, Row dual);

  RowStore& rows() { return rows_; }
  double total_invested() const { return invested_.value(); }  // B_t
  double open() const { return open_.value(); }                // sum of sigma_s over open rounds
  double dust() const { return dust_.value(); }
  std::size_t savings() const;

  // visit(round, amount, dual) for every saving; the pool is one of RoundId{0}.
  template <class Visit>
  void for_each_saving(Visit visit) const {
    std::visit([&](const auto& book) { book.for_each(visit); }, book_);
  }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  bool invariants_hold() const;

 private:
  Spending spending_;
  std::optional<Reserve> reserve_;
  RowStore rows_;
  std::variant<SavingsList, Pool> book_;
  Amount settled_;   // sum of v_s
  Amount open_;      // sum of sigma_s over open rounds
  Amount invested_;  // B_t
  Amount dust_;
};

}  // namespace banker
