#pragma once

#include <cstddef>
#include <vector>

#include "banker/bank/payment.hpp"
#include "banker/bank/row.hpp"
#include "banker/core/amount.hpp"
#include "banker/mirror/hint.hpp"

namespace banker {

// A scale is known to about one ulp. What is left over or missing below four ulps of it is rounding, not
// money: it is booked as dust, neither a saving nor a loan (erratum E25), as long as all dust together stays
// below that.
inline constexpr double kDust = 0x1p-50;

// How a round is paid: sigma_t = sum of payments + from_pool + borrowed. What is borrowed beyond sigma_t stays in
// the pool: from_pool is then negative. And what is played: the mix of the duals that pay.
struct Withdrawal {
  double scale = 0;               // sigma_t
  double reserve = 0;             // what the pool is to hold beside it when it borrows
  double least = 0;               // and below which it borrows
  Amount borrowed;                // b_t
  double borrowed_share = 0;      // of b_t in the mix of duals
  Amount from_pool;               // proportional spending: paid by the pool
  std::vector<Payment> payments;  // listed savings: who pays, in spending order
  Amount left;                    // what remains in the last of them
  Amount rounding;                // missing, but too small to be borrowed
  Amount dust;                    // booked before
  Row theta;                      // theta_t; borrowed mass has dual 0 in it
  double top = 0;                 // max_i theta_i
  bool known = false;             // theta_t is that of the last round: so is its point
  Hint hint;                      // otherwise, how it differs

  // An empty quote for this scale, with the dust booked so far; keeps the storage.
  void start(double of_scale, Amount of_dust) {
    payments.clear();
    scale = of_scale;
    reserve = least = borrowed_share = 0;
    known = hint.any = false;
    dust = of_dust;
    borrowed = from_pool = left = rounding = Amount();
  }
  // Whether this is too little to borrow, or to keep as a saving.
  bool negligible_shortage(Amount a) const { return is_dust(a, -dust); }
  bool negligible_rest(Amount a) const { return is_dust(a, dust); }

 private:
  bool is_dust(Amount grain, Amount before) const {
    const double limit = kDust * scale;
    return grain.value() <= 0 || (grain.value() <= limit && (grain + before).value() <= limit);
  }
};

}  // namespace banker
