#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/scale/log_time.hpp"
#include "banker/scale/scale_rule.hpp"
#include "banker/scale/weighted_squares.hpp"

namespace banker {

// The scale of Banker-SFLBINF (Algorithm 4): signed losses of unknown size. READ ERRATUM E1 FIRST.
//   D_t = sum over open s, t included, of (d_s + 1) L_s^2 + sum over told, not skipped s of (d_s + 1) l_s^2,
//   sigma_t = sqrt((3 + D_t) / (ln(3 + D_t / L_t^2) K ln T)) / (d_t + 1),
//   and at least 2 L_t while d_t <= sqrt((1 + fraktur D_t) / K),
// with d_s (fraktur d) the open rounds at s, fraktur D_t their running sum, L (L-hat) <- max(L, 2 |l|) on
// every told loss. A loss is skipped if |l| > L_s or l < -sigma_s / 2. Without a horizon, ln max(t, 3) stands
// for ln T (erratum E13). Without an initial size it is scale invariant, as sftinf.hpp (erratum E18).
class SflbinfScale {
 public:
  using Stamp = SizeStamp;

  SflbinfScale(std::size_t arms, std::optional<double> initial_loss_size,
               std::optional<std::uint64_t> horizon);

  std::string_view name() const { return invariant_ ? "sflbinf-invariant" : "sflbinf"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog, Stamp stamp) { squares_.accept(stamp); }
  std::optional<double> tell(Stamp stamp, double scale, double loss);
  void drop(Stamp stamp) { squares_.close(stamp); }
  bool rests() const { return invariant_; }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out) { stamp.save(out); }
  static Stamp load_stamp(ByteReader& in) { return Stamp::load(in); }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  bool possible(double size) const { return invariant_ ? is_size_or_none(size) : is_loss_size(size); }

  double arms_;  // K
  bool invariant_;
  double loss_size_;  // L-hat_t
  LogTime log_time_;
  WeightedSquares squares_;  // D_t
};

static_assert(ScaleRule<SflbinfScale>);

}  // namespace banker
