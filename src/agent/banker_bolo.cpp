#include "banker/agent/banker_bolo.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<LinearSpace, BoloScale>;

namespace {
double factor(const Nu& nu, const Body& body) {
  if (nu.kind == Nu::Kind::kPaper) return BoloScale::paper_factor(body.dimension());
  return BoloScale::best_factor(body.dimension(), nu.kind == Nu::Kind::kBody ? body.nu() : nu.value);
}
}  // namespace

std::optional<Error> BankerBoloOptions::validate() const {
  auto error = check_linear(*this);
  return error ? error : check_banking(*this);
}

Result<std::unique_ptr<Agent>> make_agent(const BankerBoloOptions& options) {
  if (auto error = check_banking(options)) return *error;
  auto body = make_body(options);
  if (!body) return body.error();
  const double floor = options.floor.value_or(8 * static_cast<double>((*body)->dimension()));
  const BoloScale scale(factor(options.nu, **body), floor, options.horizon);
  Identity identity = make_identity(options, (*body)->ambient());
  return std::make_unique<BankerBolo>(std::move(identity), LinearSpace(*std::move(body), options.sampler),
                                      scale, banking(options), options.horizon);
}

}  // namespace banker
