#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/banker_simplex.hpp"
#include "banker/agent/options.hpp"
#include "banker/scale/cost_adaptive.hpp"

namespace banker {

// The default agent: Banker-OMD with half-Tsallis, a pool with a reserve, a scale that adapts to what rounds really
// cost, estimates of reduced variance, loans that remember, and no waiting for stragglers. Losses in a known range;
// any delays, even ones that depend on the arm or its loss. Regret O(sqrt(K (T + D) ln(2 + most open))), D the total
// delay, and much less where the losses are kind. Rule, theorem and proof: docs/banker_agent.md.
struct BankerOptions {
  static constexpr std::string_view kName = "banker";
  static constexpr std::string_view kPaper = "beyond the paper: docs/banker_agent.md";

  Arms arms{};
  std::uint64_t seed = 0;
  double scale_factor = 1;   // c
  double cost_floor = 0.25;  // beta
  double head_start = 128;   // w0 / K
  double memory = 0.85;      // lambda
  Reserve reserve{.rho = std::nullopt, .kappa = 1, .hysteresis = 0.5};
  SkipStale skip_stale{6.0};
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("scale_factor", self.scale_factor, kModestFactorField);
    visit("cost_floor", self.cost_floor, kCostFloorField);
    visit("head_start", self.head_start, kHeadStartField);
    visit("memory", self.memory, kMemoryField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;

  static constexpr Field kMemoryField{
      "how much of the last distribution what is borrowed remembers, 0: nothing", 0, 0.99};
};

using Banker = BankerAgent<BankerSimplex, CostAdaptiveScale>;
extern template class BankerAgent<BankerSimplex, CostAdaptiveScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerOptions& options);

}  // namespace banker
