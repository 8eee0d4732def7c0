#pragma once

#include "banker/agent/baseline/options.hpp"

// Algorithms made for outcomes that come at once. Late ones are weighed with the probability of their draw
// and added when they come; the learning rate knows nothing of the delay.
namespace banker {

// x_t = 1/K.
struct Uniform {
  static constexpr std::string_view kName = "uniform";
  static constexpr std::string_view kPaper = "play that learns nothing, a yardstick";
  static LossDomain domain() { return LossDomain::any_sign(); }
};
using UniformOptions = UnboundedOptions<Uniform>;
Result<std::unique_ptr<Agent>> make_agent(const UniformOptions& options);

// x_t = softmax(-eta L^), eta = sqrt(2 ln K / (K T)); without a horizon sqrt(ln K / (K t)).
struct Exp3 {
  static constexpr std::string_view kName = "exp3";
  static constexpr std::string_view kPaper = "Auer et al. 2002, for losses and without mixing";
};
using Exp3Options = HorizonOptions<Exp3>;
Result<std::unique_ptr<Agent>> make_agent(const Exp3Options& options);

// l~ = l / (p + gamma), gamma = eta_s / 2 of the round's own eta; x_t and eta_t as in exp3.
struct Exp3Ix {
  static constexpr std::string_view kName = "exp3-ix";
  static constexpr std::string_view kPaper = "Neu 2015";
};
using Exp3IxOptions = HorizonOptions<Exp3Ix>;
Result<std::unique_ptr<Agent>> make_agent(const Exp3IxOptions& options);

// x_t = mirror(-L^ / sigma_t) under half-Tsallis. Importance weighted: sigma_t = sqrt t. Reduced variance:
// sigma_t = sqrt(t) / 2 and l^_i = 1[A = i] (l - B_i) / x_i + B_i, B_i = 1/2 where x_i >= 16/t, else 0.
enum class Estimator : std::uint8_t { kImportanceWeighted, kReducedVariance };
std::string_view name(Estimator estimator);

inline constexpr Field kEstimatorField{
    "importance-weighted, or reduced-variance (unsound if outcomes are dropped or wait by arm)"};

struct TsallisInfOptions {
  static constexpr std::string_view kName = "tsallis-inf";
  static constexpr std::string_view kPaper = "Zimmert, Seldin 2021";

  Arms arms{};
  std::uint64_t seed = 0;
  Estimator estimator = Estimator::kImportanceWeighted;
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("estimator", self.estimator, kEstimatorField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};
Result<std::unique_ptr<Agent>> make_agent(const TsallisInfOptions& options);

}  // namespace banker
