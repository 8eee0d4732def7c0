#include "banker/agent/banker.hpp"

#include <cmath>

#include "spec.hpp"

namespace banker {

template class BankerAgent<BankerSimplex, CostAdaptiveScale>;

std::optional<Error> BankerOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const BankerOptions& options) {
  if (auto error = options.validate()) return *error;
  const BankerSimplex simplex(options.arms.count, options.memory);
  const CostAdaptiveScale scale({.a = options.scale_factor * std::sqrt(2 / simplex.c1(0)),
                                 .head_start = options.head_start * static_cast<double>(options.arms.count),
                                 .cost_floor = options.cost_floor,
                                 .kappa = options.reserve.kappa});
  const Banking banking(Spending::kProportional, options.reserve, options.skip_stale);
  return std::make_unique<Banker>(make_identity(options), simplex, scale, banking);
}

}  // namespace banker
