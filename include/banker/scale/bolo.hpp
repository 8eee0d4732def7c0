#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "banker/scale/delay_adaptive.hpp"
#include "banker/scale/log_time.hpp"

namespace banker {

// The scale of Banker-BOLO (Algorithm 5):
//   sigma_t = max{ c / sqrt(ln T) / (1/sqrt(t) + d_t sqrt(ln(D_t + 1) / D_t)), floor },
// with the sums of delay_adaptive.hpp. The paper has c = sqrt(n), a barrier with nu = n taken for granted;
// with C1 = nu ln T and C2 = n^2 the bound is best at c = n sqrt(2 / nu). The paper's floor, 8n, keeps z_t
// near x_t; 2n is enough (erratum E17).
class BoloScale : public BlindRule {
 public:
  BoloScale(double factor, double floor, std::optional<std::uint64_t> horizon)
      : adaptive_(factor), floor_(floor), log_time_(horizon) {}

  static double paper_factor(std::size_t n);
  static double best_factor(std::size_t n, double nu);

  static constexpr std::string_view name() { return "bolo"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp stamp) { adaptive_.accept(backlog, stamp); }
  void save(ByteWriter& out) const { adaptive_.save(out); }
  void load(ByteReader& in) { adaptive_.load(in); }
  bool plausible(std::uint64_t rounds, std::span<const Stamp> stamps) const {
    return adaptive_.plausible(rounds, stamps);
  }

 private:
  DelayAdaptiveScale adaptive_;
  double floor_;
  LogTime log_time_;
};

static_assert(ScaleRule<BoloScale>);

}  // namespace banker
