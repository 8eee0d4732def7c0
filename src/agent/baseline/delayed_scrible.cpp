#include "banker/agent/baseline/delayed_scrible.hpp"

#include "../spec.hpp"
#include "banker/scale/scrible.hpp"
#include "linear_ftrl.hpp"

namespace banker {

std::optional<Error> DelayedScribleOptions::validate() const { return check_linear(*this); }

Result<std::unique_ptr<Agent>> make_agent(const DelayedScribleOptions& options) {
  auto body = make_body(options);
  if (!body) return body.error();
  const DelayedScribleScale scale((*body)->dimension(), (*body)->nu(), options.horizon);
  Identity identity = make_identity(options, (*body)->ambient());
  return std::make_unique<LinearFtrl<DelayedScribleScale>>(
      std::move(identity), LinearSpace(*std::move(body), options.sampler), scale);
}

}  // namespace banker
