#pragma once

#include "banker/agent/banker_agent.hpp"
#include "banker/agent/options.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/scale/sftinf.hpp"

namespace banker {

// Banker-SFTINF (Algorithm 3): half-Tsallis regularizer, non-negative losses of unknown size L. Regret
// O(L sqrt(K (D+T) log(D+T))). A skipped round's saving can be spent (erratum E2).
struct BankerSftinfOptions {
  static constexpr std::string_view kName = "banker-sftinf";
  static constexpr std::string_view kPaper = "Algorithm 3";

  Arms arms{};
  std::uint64_t seed = 0;
  Spending spending = Spending::kOldestFirst;
  MaybeReserve reserve{};
  SkipStale skip_stale{};
  double initial_loss_size = 1;
  bool scale_invariant = false;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("spending", self.spending, kSpendingField);
    visit("reserve", self.reserve, kReserveField);
    visit("skip_stale", self.skip_stale, kSkipStaleField);
    visit("initial_loss_size", self.initial_loss_size, kLossSizeField);
    visit("scale_invariant", self.scale_invariant, kInvariantField);
  }
  LossDomain domain() const { return LossDomain::non_negative(); }
  std::optional<Error> validate() const;
};

using BankerSftinf = BankerAgent<Simplex<HalfTsallis>, SftinfScale>;
extern template class BankerAgent<Simplex<HalfTsallis>, SftinfScale>;

Result<std::unique_ptr<Agent>> make_agent(const BankerSftinfOptions& options);

}  // namespace banker
