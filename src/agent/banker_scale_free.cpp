#include "banker/agent/banker_scale_free.hpp"

#include "spec.hpp"

namespace banker {

template class BankerAgent<ExploredSimplex, ScaleFreeScale>;

std::optional<Error> BankerScaleFreeOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerScaleFreeOptions& options) {
  if (auto error = options.validate()) return *error;
  const Banking banking(Spending::kProportional, options.reserve, options.skip_stale);
  const Exploration exploration{options.exploration, static_cast<double>(options.arms.count)};
  const ScaleFreeScale scale({.factor = options.scale_factor,
                              .head_start = options.head_start,
                              .cost_floor = options.cost_floor,
                              .kappa = options.reserve.kappa,
                              .exploration = exploration});
  return std::make_unique<BankerScaleFree>(make_identity(options),
                                           ExploredSimplex(options.arms.count, exploration), scale, banking);
}

}  // namespace banker
