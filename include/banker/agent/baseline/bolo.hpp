#pragma once

#include "banker/agent/options.hpp"

namespace banker {

// BOLO, also called SCRiBLe (Abernethy, Hazan, Rakhlin 2008): x_t = argmin <sum of l~, x> + sigma Psi(x) with
// sigma = 4n sqrt(T / (nu ln T)). Made for outcomes without delay; late ones are added when they come.
struct BoloOptions {
  static constexpr std::string_view kName = "bolo";
  static constexpr std::string_view kPaper = "Abernethy, Hazan, Rakhlin 2008";

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

Result<std::unique_ptr<Agent>> make_agent(const BoloOptions& options);

}  // namespace banker
