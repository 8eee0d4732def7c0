#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/explored_simplex.hpp"
#include "banker/agent/options.hpp"
#include "banker/scale/scale_free.hpp"

namespace banker {

// Signed losses of unknown size, with delay: what Banker-SFLBINF promises and does not keep (erratum E1).
// Log-barrier, a pool with a reserve, exploration, and truncation of negative losses only. Losses times a power of
// two change no decision. Regret O~(L sqrt(K (T + D))), L the largest |loss|, D the total delay, for losses and
// delays fixed in advance: docs/banker_agent.md.
struct BankerScaleFreeOptions {
  static constexpr std::string_view kName = "banker-scale-free";
  static constexpr std::string_view kPaper = "beyond the paper: docs/banker_agent.md";

  Arms arms{};
  std::uint64_t seed = 0;
  double scale_factor = 0.7;  // c
  double cost_floor = 0.25;   // beta
  double head_start = 16;     // w0
  double exploration = 0.5;   // gamma
  Reserve reserve{.rho = std::nullopt, .kappa = 0.25, .hysteresis = 0.5};
  SkipStale skip_stale{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("scale_factor", self.scale_factor, kModestFactorField);
    visit("cost_floor", self.cost_floor, kCostFloorField);
    visit("head_start", self.head_start, kHeadStartField);
    visit("exploration", self.exploration, kExplorationField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
  }
  LossDomain domain() const { return LossDomain::any_sign(); }
  std::optional<Error> validate() const;

  static constexpr Field kExplorationField{"times sqrt(arms / t): the share of round t that is explored",
                                           1e-3, 1e3};
};

using BankerScaleFree = BankerAgent<ExploredSimplex, ScaleFreeScale>;
extern template class BankerAgent<ExploredSimplex, ScaleFreeScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerScaleFreeOptions& options);

}  // namespace banker
