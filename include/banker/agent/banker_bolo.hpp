#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/linear.hpp"
#include "banker/agent/options.hpp"
#include "banker/scale/bolo.hpp"

namespace banker {

// Banker-BOLO (Algorithm 5): actions in a convex body, linear losses. Regret O(n^1.5 sqrt(T) + n^2 sqrt(D)) up
// to logarithms, D the total delay, for barriers with nu = O(n).
struct BankerBoloOptions {
  static constexpr std::string_view kName = "banker-bolo";
  static constexpr std::string_view kPaper = "Algorithm 5";

  MaybeShape body{};
  MaybeActions actions{};
  std::uint64_t seed = 0;
  Horizon horizon{};
  Sampler sampler = Sampler::kCholesky;
  Spending spending = Spending::kOldestFirst;
  MaybeReserve reserve{};
  SkipStale skip_stale{};
  Nu nu{};
  MaybeNumber floor{};
  LossRange loss_range{-1, 1};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("body", self.body, kBodyField);
    visit("actions", self.actions, kActionsField);
    visit("seed", self.seed, kSeedField);
    visit("horizon", self.horizon, kHorizonField);
    visit("sampler", self.sampler, kSamplerField);
    visit("spending", self.spending, kSpendingField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("nu", self.nu, kNuField);
    visit("floor", self.floor, kFloorField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::symmetric(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

using BankerBolo = BankerAgent<LinearSpace, BoloScale>;
extern template class BankerAgent<LinearSpace, BoloScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerBoloOptions& options);

}  // namespace banker
