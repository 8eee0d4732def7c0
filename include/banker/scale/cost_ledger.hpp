#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>

#include "banker/core/amount.hpp"
#include "banker/core/bytes.hpp"

namespace banker {

// Q = sum over told s of weight_s q_s + sum over open s of weight_s q^_s: what rounds cost, and what the open ones
// may cost at most. Exact to about 2^-104, and the second sum is exactly 0 when nothing is open.
class CostLedger {
 public:
  double total() const { return (told_ + open_).value(); }  // Q
  double open() const { return open_.value(); }
  std::uint64_t open_rounds() const { return open_rounds_; }

  void carry(double cost) {
    open_rounds_ += 1;
    open_ += Amount(cost);
  }
  void drop(double carried) {
    open_rounds_ -= 1;
    open_ -= Amount(carried);
    if (open_rounds_ == 0) open_ = Amount();
  }
  void settle(double carried, double cost) {
    drop(carried);
    told_ += Amount(cost);
  }

  void save(ByteWriter& out) const {
    out.integer(open_rounds_);
    out.amount(open_);
    out.amount(told_);
  }
  void load(ByteReader& in) {
    open_rounds_ = in.integer();
    open_ = in.amount();
    told_ = in.amount();
  }
  // The open sum was added up in another order; `unit` is what Q is never compared without.
  bool plausible(std::size_t open_rounds, Amount carried, double unit) const {
    return open_rounds_ == open_rounds && told_.value() >= 0 &&
           std::fabs((carried - open_).value()) <= 1e-12 * (carried.value() + told_.value() + unit);
  }

 private:
  std::uint64_t open_rounds_ = 0;
  Amount open_, told_;
};

}  // namespace banker
