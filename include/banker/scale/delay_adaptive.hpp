#pragma once

#include <cstdint>

#include "banker/scale/scale_rule.hpp"

namespace banker {

// sigma_t = factor / (1/sqrt(t) + d_t sqrt(ln(D_t + 1) / D_t)), the rule of the main theorem: d_t (fraktur d)
// open rounds, D_t (fraktur D) their running sum. The second term is 0 when d_t = 0 (erratum E5). The
// theorem's best factor is sqrt(C2/C1); Banker-TINF prints 1.
class DelayAdaptiveScale : public BlindRule {
 public:
  explicit DelayAdaptiveScale(double factor) : factor_(factor) {}

  static constexpr std::string_view name() { return "delay-adaptive"; }
  double factor() const { return factor_; }
  DelayAdaptiveScale fresh() const { return DelayAdaptiveScale(factor_); }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp) { total_outstanding_ += backlog.outstanding; }
  void save(ByteWriter& out) const { out.integer(total_outstanding_); }
  void load(ByteReader& in) { total_outstanding_ = in.integer(); }
  // At most t - 1 rounds are open at the start of t.
  bool plausible(std::uint64_t rounds, std::span<const Stamp>) const {
    return static_cast<double>(total_outstanding_) <=
           0.5 * static_cast<double>(rounds) * static_cast<double>(rounds);
  }

 private:
  double factor_;
  std::uint64_t total_outstanding_ = 0;  // fraktur D_{t-1}
};

static_assert(ScaleRule<DelayAdaptiveScale>);

}  // namespace banker
