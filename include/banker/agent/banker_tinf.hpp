#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/options.hpp"
#include "banker/agent/simplex.hpp"

namespace banker {

// Banker-TINF (Section 5, a corollary of the main theorem): half-Tsallis regularizer and the delay-adaptive
// scale, for losses in a known range. Regret O(sqrt(KT) + sqrt(K D log D)), D the total delay.
struct BankerTinfOptions {
  static constexpr std::string_view kName = "banker-tinf";
  static constexpr std::string_view kPaper = "Section 5, Banker-TINF";

  Arms arms{};
  std::uint64_t seed = 0;
  Spending spending = Spending::kOldestFirst;
  MaybeReserve reserve{};
  SkipStale skip_stale{};
  double scale_factor = 1;
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("spending", self.spending, kSpendingField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("scale_factor", self.scale_factor, kFactorField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

using BankerTinf = BankerAgent<Simplex<HalfTsallis>, DelayAdaptiveScale>;
extern template class BankerAgent<Simplex<HalfTsallis>, DelayAdaptiveScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerTinfOptions& options);

}  // namespace banker
