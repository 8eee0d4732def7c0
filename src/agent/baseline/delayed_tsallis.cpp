#include <cmath>

#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/mirror/half_tsallis.hpp"
#include "ftrl_rule.hpp"

namespace banker {

template struct RangeOptions<DelayedTsallis>;

// sigma_t = sqrt(t + 2 O_t / sqrt K).
Result<std::unique_ptr<Agent>> make_agent(const DelayedTsallisOptions& options) {
  if (auto error = options.validate()) return *error;
  const RootScale scale(1, 2 / std::sqrt(static_cast<double>(options.arms.count)));
  return make_arm_agent(options, FtrlRule<HalfTsallis>(options.arms.count, scale));
}

}  // namespace banker
