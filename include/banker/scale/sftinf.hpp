#pragma once

#include "banker/core/amount.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// The scale of Banker-SFTINF (Algorithm 3): non-negative losses of unknown size.
//   D_t = sum_{s<=t} (d_s + 1) L_s^2,   sigma_t = sqrt((3 + D_t) / ln(3 + D_t / L_t^2)) / (d_t + 1),
// with d_s (fraktur d) the open rounds at s and L_t (L-hat) the loss size believed in at t: L <- max(L, 2 l)
// on every told loss l. A loss above the size its round was played with is skipped. D_t counts all rounds,
// skipped and dropped too.
class SftinfScale {
 public:
  struct Stamp {
    double loss_size;  // L-hat_s
  };

  explicit SftinfScale(double initial_loss_size) : loss_size_(initial_loss_size) {}

  static constexpr std::string_view name() { return "sftinf"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp) { weighted_ += summand(backlog); }
  bool tell(Stamp stamp, double scale, double loss);
  void drop(Stamp) {}

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out) { out.number(stamp.loss_size); }
  static Stamp load_stamp(ByteReader& in) { return {in.number()}; }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  Amount summand(Backlog backlog) const {
    return Amount((static_cast<double>(backlog.outstanding) + 1) * loss_size_ * loss_size_);
  }
  double loss_size_;  // L-hat_t
  Amount weighted_;   // D_{t-1}
};

static_assert(ScaleRule<SftinfScale>);

}  // namespace banker
