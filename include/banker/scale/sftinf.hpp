#pragma once

#include "banker/core/amount.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// The scale of Banker-SFTINF (Algorithm 3): non-negative losses of unknown size.
//   D_t = sum_{s<=t} (d_s + 1) L_s^2,   sigma_t = sqrt((3 + D_t) / ln(3 + D_t / L_t^2)) / (d_t + 1),
// with d_s (fraktur d) the open rounds at s and L_t (L-hat) the loss size believed in at t: L <- max(L, 2 l)
// on every told loss l. A loss above the size its round was played with is skipped. D_t counts all rounds,
// skipped and dropped too.
//
// Without an initial size the rule is scale invariant (erratum E18): it rests, L = 0, until a loss is told, and
// has 3 L_t^2 in place of the first 3. Losses times a power of two give scales times that, bit by bit.
class SftinfScale {
 public:
  struct Stamp {
    double loss_size;  // L-hat_s
  };

  explicit SftinfScale(std::optional<double> initial_loss_size)
      : invariant_(!initial_loss_size), loss_size_(initial_loss_size.value_or(0)) {}

  std::string_view name() const { return invariant_ ? "sftinf-invariant" : "sftinf"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp) { weighted_ += summand(backlog); }
  std::optional<double> tell(Stamp stamp, double scale, double loss);
  void drop(Stamp) {}
  bool rests() const { return invariant_; }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out) { out.number(stamp.loss_size); }
  static Stamp load_stamp(ByteReader& in) { return {in.number()}; }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  Amount summand(Backlog backlog) const {
    return Amount((static_cast<double>(backlog.outstanding) + 1) * loss_size_ * loss_size_);
  }
  bool invariant_;
  double loss_size_;  // L-hat_t
  Amount weighted_;   // D_{t-1}
};

static_assert(ScaleRule<SftinfScale>);

}  // namespace banker
