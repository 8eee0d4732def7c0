#pragma once

#include <cmath>
#include <cstdint>
#include <span>

#include "banker/core/amount.hpp"
#include "banker/core/bytes.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// What a scale rule for losses of unknown size keeps of a round.
struct SizeStamp {
  double loss_size;    // L-hat_s
  double outstanding;  // fraktur d_s
  double summand() const { return (outstanding + 1) * loss_size * loss_size; }

  void save(ByteWriter& out) const {
    out.number(loss_size);
    out.number(outstanding);
  }
  static SizeStamp load(ByteReader& in) {
    const double size = in.number();
    return {size, in.number()};
  }
};

// D_t = sum over open s, t included, of (d_s + 1) L_s^2 + sum over told s of (d_s + 1) l_s^2, and the running sum
// of open rounds. A round that is skipped or dropped leaves D_t.
class WeightedSquares {
 public:
  double with(SizeStamp next) const { return (open_ + told_ + Amount(next.summand())).value(); }
  std::uint64_t total_outstanding() const { return total_outstanding_; }  // fraktur D_{t-1}

  void accept(SizeStamp stamp) {
    total_outstanding_ += static_cast<std::uint64_t>(stamp.outstanding);
    open_rounds_ += 1;
    open_ += Amount(stamp.summand());
  }
  void close(SizeStamp stamp) {
    open_rounds_ -= 1;
    open_ -= Amount(stamp.summand());
    if (open_rounds_ == 0) open_ = Amount();
  }
  void settle(SizeStamp stamp, double loss) { told_ += Amount((stamp.outstanding + 1) * loss * loss); }

  void save(ByteWriter& out) const {
    out.integer(open_rounds_);
    out.integer(total_outstanding_);
    out.amount(open_);
    out.amount(told_);
  }
  void load(ByteReader& in) {
    open_rounds_ = in.integer();
    total_outstanding_ = in.integer();
    open_ = in.amount();
    told_ = in.amount();
  }
  // The open sum was added up in another order: it may differ in what is lost beside the largest L-hat^2, which
  // is part of every D_t.
  bool plausible(std::uint64_t rounds, std::span<const SizeStamp> open, double loss_size) const {
    Amount sum;
    for (const SizeStamp& s : open) {
      if (!(s.loss_size <= loss_size && s.outstanding >= 0 && s.outstanding <= static_cast<double>(rounds)))
        return false;
      sum += Amount(s.summand());
    }
    const double t = static_cast<double>(rounds);
    return open_rounds_ == open.size() && told_.value() >= 0 &&
           static_cast<double>(total_outstanding_) <= 0.5 * t * t &&
           std::fabs((sum - open_).value()) <= 1e-12 * (sum.value() + loss_size * loss_size);
  }

 private:
  std::uint64_t open_rounds_ = 0;
  std::uint64_t total_outstanding_ = 0;
  Amount open_;  // exactly 0 when nothing is open
  Amount told_;
};

}  // namespace banker
