#include "banker/agent/simplex.hpp"

#include <algorithm>

#include "../core/sums.hpp"
#include "../core/text.hpp"

namespace banker {

void recentre(std::span<double> theta) {
  const double top = largest(theta);
  for (double& v : theta) v -= top;
}

// Sums whole blocks, finds the one that holds the arm, and walks through that one only.
ArmDraw draw_arm(std::span<const double> x, double u) {
  const auto block = [&](std::size_t begin) { return x.subspan(begin, std::min(kBlock, x.size() - begin)); };
  double total = 0;
  for (std::size_t begin = 0; begin < x.size(); begin += kBlock) total += sum(block(begin));
  const double target = u * total;
  double running = 0;
  std::size_t begin = 0;
  for (; begin + kBlock < x.size(); begin += kBlock) {
    const double next = running + sum(block(begin));
    if (next > target) break;
    running = next;
  }
  for (std::size_t i = begin; i < x.size(); ++i) {
    running += x[i];
    if (running > target) return {i, x[i]};
  }
  std::size_t last = x.size() - 1;  // rounding walked past the end
  while (last > 0 && x[last] == 0) --last;
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

std::optional<Error> draw_or_force(std::span<const double> x, double u, const Forced& forced, ArmDraw& draw) {
  if (forced.direction || forced.sign) {
    return Error{ErrorCode::kImpossibleArm, "this agent plays arms, it has no directions: force the arm"};
  }
  if (!forced.arm) {
    draw = draw_arm(x, u);
    return std::nullopt;
  }
  const auto arm = force_arm(x, *forced.arm);
  if (!arm) return arm.error();
  draw = *arm;
  return std::nullopt;
}

}  // namespace banker
