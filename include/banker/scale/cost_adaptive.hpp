#pragma once

#include <cstdint>
#include <optional>

#include "banker/scale/cost_ledger.hpp"
#include "banker/scale/scale_rule.hpp"
#include "banker/scale/smooth_backlog.hpp"

namespace banker {

// The scale of the agent `banker`: it follows what rounds really cost (docs/banker_agent.md).
//   sigma_t = a sqrt((w0 + Q_t) / Lambda_t) / (o^_t + 1),   Lambda_t = 1 + 2 (1 + kappa) ln(1 + o^_t),
//   Q_t     = sum over told s of (o^_s + 1) q_s + sum over open s of (o^_s + 1) q^_s
// with the backlog o^ of smooth_backlog.hpp, q_s = sigma_s max(certified, beta plain) of the price of s, and q^_s
// no less than q_s at any loss. Rounds that are given up or dropped count as told with loss 0.
class CostAdaptiveScale {
 public:
  struct Stamp {
    double weight = 0;   // o^_s + 1
    double carried = 0;  // (o^_s + 1) q^_s while s is open
  };
  struct Parameters {
    double a = 1;
    double head_start = 0;  // w0
    double cost_floor = 0;  // beta
    double kappa = 0;
  };

  explicit CostAdaptiveScale(const Parameters& parameters) : p_(parameters) {}

  static constexpr std::string_view name() { return "cost-adaptive"; }
  Proposal<Stamp> propose(Backlog backlog) const;
  void accept(Backlog backlog, Stamp stamp) { backlog_.accept(backlog, stamp.weight - 1); }
  std::optional<double> tell(Stamp, double, double loss) { return loss; }
  void drop(Stamp stamp) { costs_.drop(stamp.carried); }
  static bool rests() { return false; }

  static LossSpan losses(Stamp, double) { return {0, 1}; }
  void carry(Stamp& stamp, double scale, Price worst);
  void settle(Stamp stamp, double scale, Price price);
  const CostLedger& costs() const { return costs_; }  // Q_t

  void save(ByteWriter& out) const;
  void load(ByteReader& in);
  static void save_stamp(Stamp stamp, ByteWriter& out);
  static Stamp load_stamp(ByteReader& in);
  bool plausible(std::uint64_t rounds, std::span<const Stamp> open) const;

 private:
  double booked(Stamp stamp, double scale, Price price) const;

  Parameters p_;
  SmoothBacklog backlog_;
  CostLedger costs_;
};

static_assert(CostRule<CostAdaptiveScale>);

}  // namespace banker
