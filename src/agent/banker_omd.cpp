#include "banker/agent/banker_omd.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<Simplex<AnyRegularizer>, AnyScale>;

std::optional<Error> BankerOmdOptions::validate() const { return check_banking(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerOmdOptions& options) {
  if (auto error = options.validate()) return *error;
  return std::make_unique<BankerOmd>(make_identity(options), Simplex(options.regularizer, options.arms.count),
                                     options.scale.fresh(), banking(options), options.horizon);
}

}  // namespace banker
