#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/options.hpp"
#include "banker/agent/simplex.hpp"

namespace banker {

// Algorithm 2, the framework: any regularizer, scale rule and spending.
struct BankerOmdOptions {
  static constexpr std::string_view kName = "banker-omd";
  static constexpr std::string_view kPaper = "Algorithm 2";

  Arms arms{};
  std::uint64_t seed = 0;
  AnyRegularizer regularizer{};
  ScaleOption scale{};
  Spending spending = Spending::kOldestFirst;
  MaybeReserve reserve{};
  SkipStale skip_stale{};
  Horizon horizon{};  // for the certificate of the log-barrier only
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("regularizer", self.regularizer, kRegularizerField);
    visit("scale", self.scale, kScaleField);
    visit("spending", self.spending, kSpendingField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("horizon", self.horizon, kHorizonField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

using BankerOmd = BankerAgent<Simplex<AnyRegularizer>, AnyScale>;
extern template class BankerAgent<Simplex<AnyRegularizer>, AnyScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerOmdOptions& options);

}  // namespace banker
