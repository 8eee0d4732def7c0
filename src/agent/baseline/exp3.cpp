#include "arm_agent.hpp"
#include "banker/agent/baseline/plain.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "ftrl_rule.hpp"

namespace banker {

template struct HorizonOptions<Exp3>;

// sigma = 1/eta: sqrt(K T / (2 ln K)), or sqrt(K t / ln K).
Result<std::unique_ptr<Agent>> make_agent(const Exp3Options& options) {
  if (auto error = options.validate()) return *error;
  const double k = static_cast<double>(options.arms.count);
  const RootScale scale(k / ((options.horizon ? 2 : 1) * log(k)), 0, options.horizon);
  return make_arm_agent(options, FtrlRule<NegativeEntropy>(options.arms.count, scale));
}

}  // namespace banker
