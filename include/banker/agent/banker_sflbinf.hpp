#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/options.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/scale/sflbinf.hpp"

namespace banker {

// Banker-SFLBINF (Algorithm 4): log-barrier, signed losses of unknown size, shipped as printed. Its theorem
// is FALSE for signed losses unless initial_loss_size is a valid bound on them (erratum E1, docs/errata.md).
struct BankerSflbinfOptions {
  static constexpr std::string_view kName = "banker-sflbinf";
  static constexpr std::string_view kPaper = "Algorithm 4 (see erratum E1)";

  Arms arms{};
  std::uint64_t seed = 0;
  Spending spending = Spending::kOldestFirst;
  MaybeReserve reserve{};
  SkipStale skip_stale{};
  double initial_loss_size = 1;
  bool scale_invariant = false;
  Horizon horizon{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("spending", self.spending, kSpendingField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("initial_loss_size", self.initial_loss_size, kLossSizeField);
    visit("scale_invariant", self.scale_invariant, kInvariantField);
    visit("horizon", self.horizon, kHorizonField);
  }
  LossDomain domain() const { return LossDomain::any_sign(); }
  std::optional<Error> validate() const;
};

using BankerSflbinf = BankerAgent<Simplex<LogBarrier>, SflbinfScale>;
extern template class BankerAgent<Simplex<LogBarrier>, SflbinfScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerSflbinfOptions& options);

}  // namespace banker
