#pragma once

#include "banker/agent/baseline/options.hpp"

// Algorithms made for outcomes that come at once. Late ones are weighed with the probability of their draw and
// added when they come; the learning rate knows nothing of the delay.
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

}  // namespace banker
