#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "ftrl_rule.hpp"

namespace banker {

template struct RangeOptions<DelayedExp3>;

// sigma_t = 1/eta_t = sqrt((K t / 2 + O_t) / ln K).
Result<std::unique_ptr<Agent>> make_agent(const DelayedExp3Options& options) {
  if (auto error = options.validate()) return *error;
  const double k = static_cast<double>(options.arms.count);
  const RootScale scale(k / (2 * log(k)), 1 / log(k));
  return make_arm_agent(options, FtrlRule<NegativeEntropy>(options.arms.count, scale));
}

}  // namespace banker
