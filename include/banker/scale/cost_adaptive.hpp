#pragma once

#include <cstdint>
#include <optional>

#include "banker/scale/cost_book.hpp"

namespace banker {

// The scale of the agent `banker`: it follows what rounds really cost (docs/banker_agent.md).
//   sigma_t = a sqrt((w0 + Q_t) / Lambda_t) / (o^_t + 1),   Lambda_t = 1 + 2 (1 + kappa) ln(1 + o^_t),
//   Q_t     = sum over told s of (o^_s + 1) q_s + sum over open s of (o^_s + 1) q^_s
// with the backlog o^ of smooth_backlog.hpp, q_s = sigma_s max(certified, beta plain) of the price of s, and q^_s
// no less than q_s at any loss. Rounds that are given up or dropped count as told with loss 0.
class CostAdaptiveScale : public CostBook {
 public:
  struct Parameters {
    double a = 1;
    double head_start = 0;  // w0
    double cost_floor = 0;  // beta
    double kappa = 0;
  };

  explicit CostAdaptiveScale(const Parameters& p)
      : CostBook(1, p.cost_floor, p.kappa), a_(p.a), head_start_(p.head_start) {}

  static constexpr std::string_view name() { return "cost-adaptive"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  std::optional<double> tell(const Stamp&, double, double loss) { return loss; }
  static bool rests() { return false; }
  static LossSpan losses(const Stamp&, double) { return {0, 1}; }

  static void save_stamp(const Stamp& stamp, ByteWriter& out);
  static Stamp load_stamp(ByteReader& in);
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
    return CostBook::plausible(rounds, open, head_start_);
  }

 private:
  double a_, head_start_;
};

static_assert(CostRule<CostAdaptiveScale>);

}  // namespace banker
