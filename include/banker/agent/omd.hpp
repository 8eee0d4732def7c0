#pragma once

#include "banker/agent/options.hpp"

namespace banker {

// Algorithm 1, vanilla online mirror descent: x_{t+1} = mirror(grad Psi(x_t) - l~_t / sigma_t). It needs
// every outcome before the next decision; banker-omd is the same without delay and does not.
struct OmdOptions {
  static constexpr std::string_view kName = "omd";
  static constexpr std::string_view kPaper = "Algorithm 1";

  Arms arms{};
  std::uint64_t seed = 0;
  AnyRegularizer regularizer{};
  AnyScale scale{};
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("regularizer", self.regularizer, kRegularizerField);
    visit("scale", self.scale, kScaleField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

Result<std::unique_ptr<Agent>> make_agent(const OmdOptions& options);

}  // namespace banker
