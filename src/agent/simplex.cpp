#include "banker/agent/simplex.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../core/sums.hpp"
#include "../core/text.hpp"

namespace banker {

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

namespace {
Result<ArmDraw> force(std::size_t arms, std::size_t arm, const auto& x) {
  if (arm >= arms) {
    return Error{ErrorCode::kImpossibleArm, concat("there is no arm ", arm, ": arms are 0 to ", arms - 1)};
  }
  if (x[arm] < kLeastPlayed) {
    return Error{ErrorCode::kImpossibleArm, concat("arm ", arm, " has probability ", x[arm],
                                                   " and is never drawn, so it cannot be forced")};
  }
  return ArmDraw{arm, x[arm]};
}

std::optional<Error> draw_or(std::size_t arms, const Forced& forced, ArmDraw& draw, const auto& x,
                             auto pick) {
  if (forced.direction || forced.sign) {
    return Error{ErrorCode::kImpossibleArm, "this agent plays arms, it has no directions: force the arm"};
  }
  if (!forced.arm) {
    draw = pick();
    return std::nullopt;
  }
  const auto arm = force(arms, *forced.arm, x);
  if (!arm) return arm.error();
  draw = *arm;
  return std::nullopt;
}
}  // namespace

std::optional<Error> draw_or_force(std::span<const double> x, double u, const Forced& forced, ArmDraw& draw) {
  return draw_or(x.size(), forced, draw, x, [&] { return draw_arm(x, u); });
}

std::optional<Error> draw_or_force(const SimplexPoint& x, double u, const Forced& forced, ArmDraw& draw) {
  return draw_or(x.arms(), forced, draw, x, [&] {
    const std::size_t arm = x.pick(u);
    return ArmDraw{arm, x[arm]};
  });
}

bool load_simplex_point(ByteReader& in, bool squared, SimplexPoint& x) {
  const double u = in.number(), fourth = in.number();
  in.numbers(x.coordinates());
  for (const double v : std::as_const(x).coordinates()) {
    if (!(v >= 0 && v <= 1)) in.fail();
  }
  if (!(u == 0 || u >= 1) || !(fourth >= 0 && is_share(fourth + 1e-300))) in.fail();
  if (in.ok()) x.restore(u, fourth, squared);
  return in.ok() && std::fabs(x.total() - 1) <= 1e-9;
}

}  // namespace banker
