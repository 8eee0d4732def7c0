#pragma once

#include "banker/agent/options.hpp"

namespace banker {

// Delayed SCRiBLe: x_t = argmin <sum of told l~, x> + sigma_t Psi(x), where sigma_t grows with the outstanding
// rounds; in the spirit of van der Hoeven, Zierahn, Lancewicki, Rosenberg, Cesa-Bianchi 2023.
struct DelayedScribleOptions {
  static constexpr std::string_view kName = "delayed-scrible";
  static constexpr std::string_view kPaper = "after van der Hoeven et al. 2023";

  MaybeShape body{};
  MaybeActions actions{};
  std::uint64_t seed = 0;
  Horizon horizon{};
  Sampler sampler = Sampler::kCholesky;
  LossRange loss_range{-1, 1};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("body", self.body, kBodyField);
    visit("actions", self.actions, kActionsField);
    visit("seed", self.seed, kSeedField);
    visit("horizon", self.horizon, kHorizonField);
    visit("sampler", self.sampler, kSamplerField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::symmetric(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

Result<std::unique_ptr<Agent>> make_agent(const DelayedScribleOptions& options);

}  // namespace banker
