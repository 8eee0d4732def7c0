#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "banker/scale/scale_rule.hpp"

namespace banker {

// sigma_t = sqrt(per_round t + per_open O_t), O_t (fraktur D) the running sum of the open rounds; with a horizon
// T stands for t. The rule of the baselines that follow the regularized leader.
class RootScale : public BlindRule {
 public:
  RootScale(double per_round, double per_open, std::optional<std::uint64_t> horizon = {})
      : per_round_(per_round), per_open_(per_open), horizon_(horizon) {}

  static constexpr std::string_view name() { return "root"; }
  Proposal<Stamp> propose(Backlog backlog) const {
    const double t = static_cast<double>(horizon_.value_or(backlog.round));
    const double total = static_cast<double>(total_outstanding_ + backlog.outstanding);
    return {std::sqrt(per_round_ * t + per_open_ * total), {}};
  }
  void accept(Backlog backlog, Stamp) { total_outstanding_ += backlog.outstanding; }
  void save(ByteWriter& out) const { out.integer(total_outstanding_); }
  void load(ByteReader& in) { total_outstanding_ = in.integer(); }
  // At most t - 1 rounds are open at the start of t.
  bool plausible(std::uint64_t rounds, std::span<const Stamp>) const {
    const double t = static_cast<double>(rounds);
    return static_cast<double>(total_outstanding_) <= 0.5 * t * t;
  }

 private:
  double per_round_, per_open_;
  std::optional<std::uint64_t> horizon_;
  std::uint64_t total_outstanding_ = 0;  // O_{t-1}
};

static_assert(ScaleRule<RootScale>);

}  // namespace banker
