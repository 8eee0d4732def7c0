#include "banker/agent/simplex.hpp"

#include <algorithm>

#include "text.hpp"

namespace banker {

void recentre(std::span<double> theta) {
  const double top = *std::max_element(theta.begin(), theta.end());
  for (double& v : theta) v -= top;
}

ArmDraw draw_arm(std::span<const double> x, double u) {
  double total = 0;
  for (const double p : x) total += p;
  const double target = u * total;
  double running = 0;
  std::size_t last = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    running += x[i];
    if (x[i] > 0) last = i;
    if (running > target) break;
  }
  return {last, x[last]};
}

Result<ArmDraw> force_arm(std::span<const double> x, std::size_t arm) {
  if (arm >= x.size()) {
    return Error{ErrorCode::kImpossibleArm,
                 concat("there is no arm ", arm, ": arms are 0 to ", x.size() - 1)};
  }
  if (x[arm] < kLeastPlayed) {
    return Error{ErrorCode::kImpossibleArm, concat("arm ", arm, " has probability ", x[arm],
                                                   " and is never drawn, so it cannot be forced")};
  }
  return ArmDraw{arm, x[arm]};
}

}  // namespace banker
