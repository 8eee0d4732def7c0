#include "banker/agent/banker_tinf.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<Simplex<HalfTsallis>, DelayAdaptiveScale>;

std::optional<Error> BankerTinfOptions::validate() const { return check_banking(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerTinfOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<BankerTinf>(make_identity(options), Simplex(HalfTsallis{}, options.arms.count),
                                      DelayAdaptiveScale(options.scale_factor), banking(options));
}

}  // namespace banker
