#include "banker/agent/baseline/bolo.hpp"

#include "banker/scale/scrible.hpp"
#include "linear_ftrl.hpp"

namespace banker {

std::optional<Error> BoloOptions::validate() const { return check_linear(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BoloOptions& options) {
  return make_linear_ftrl<ScribleScale>(options);
}

}  // namespace banker
