#include "banker/agent/baseline/delayed_scrible.hpp"

#include "banker/scale/scrible.hpp"
#include "linear_ftrl.hpp"

namespace banker {

std::optional<Error> DelayedScribleOptions::validate() const { return check_linear(*this); }

Result<std::unique_ptr<Agent>> make_agent(const DelayedScribleOptions& options) {
  return make_linear_ftrl<DelayedScribleScale>(options);
}

}  // namespace banker
