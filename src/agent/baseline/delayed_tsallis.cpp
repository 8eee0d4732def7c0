#include <cmath>

#include "banker/agent/baseline/delayed.hpp"
#include "bucketed_rule.hpp"

namespace banker {

template struct RangeOptions<DelayedTsallis>;

// sigma_t = sqrt(t + 2 O_t / sqrt K).
Result<std::unique_ptr<Agent>> make_agent(const DelayedTsallisOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_tsallis_leader(options, RootScale(1, 2 / std::sqrt(static_cast<double>(options.arms.count))));
}

}  // namespace banker
