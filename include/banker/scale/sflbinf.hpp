#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/core/amount.hpp"
#include "banker/scale/log_time.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// The scale of Banker-SFLBINF (Algorithm 4): signed losses of unknown size. READ ERRATUM E1 FIRST.
//   D_t = sum over open s, t included, of (d_s + 1) L_s^2 + sum over told, not skipped s of (d_s + 1) l_s^2,
//   sigma_t = sqrt((3 + D_t) / (ln(3 + D_t / L_t^2) K ln T)) / (d_t + 1),
//   and at least 2 L_t while d_t <= sqrt((1 + fraktur D_t) / K),
// with d_s (fraktur d) the open rounds at s, fraktur D_t their running sum, L (L-hat) <- max(L, 2 |l|) on
// every told loss. A loss is skipped if |l| > L_s or l < -sigma_s / 2. Without a horizon, ln max(t, 3) stands
// for ln T (erratum E13).
class SflbinfScale {
 public:
  struct Stamp {
    double loss_size;    // L-hat_s
    double outstanding;  // fraktur d_s
    double summand() const { return (outstanding + 1) * loss_size * loss_size; }
  };

  SflbinfScale(std::size_t arms, double initial_loss_size, std::optional<std::uint64_t> horizon);

  static constexpr std::string_view name() { return "sflbinf"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp stamp);
  bool tell(Stamp stamp, double scale, double loss);
  void drop(Stamp stamp) { close(stamp); }

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out);
  static Stamp load_stamp(ByteReader& in);
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  void close(Stamp stamp);

  double arms_;       // K
  double loss_size_;  // L-hat_t
  LogTime log_time_;
  std::uint64_t open_rounds_ = 0;
  std::uint64_t total_outstanding_ = 0;  // fraktur D_{t-1}
  Amount open_;                          // the two sums of D_t; the first is exactly 0 when nothing is open
  Amount told_;
};

static_assert(ScaleRule<SflbinfScale>);

}  // namespace banker
