#include "banker/agent/baseline/bolo.hpp"

#include "../spec.hpp"
#include "banker/scale/scrible.hpp"
#include "linear_ftrl.hpp"

namespace banker {

std::optional<Error> BoloOptions::validate() const { return check_linear(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BoloOptions& options) {
  auto body = make_body(options);
  if (!body) return body.error();
  const ScribleScale scale((*body)->dimension(), (*body)->nu(), options.horizon);
  Identity identity = make_identity(options, (*body)->ambient());
  return std::make_unique<LinearFtrl<ScribleScale>>(std::move(identity),
                                                    LinearSpace(*std::move(body), options.sampler), scale);
}

}  // namespace banker
