#include "banker/agent/identity.hpp"

#include <cmath>

#include "../core/text.hpp"

namespace banker {

namespace {
Result<double> checked(const LossDomain& domain, const char* what, double value) {
  if (!std::isfinite(value)) {
    return Error{ErrorCode::kBadValue,
                 concat("the ", what, " is ", value,
                        ": it must be a finite number; drop the round if it has no outcome")};
  }
  if (value >= domain.low && value <= domain.high) return value;
  std::string hint;
  switch (domain.kind) {
    case LossDomain::Kind::kRange:
    case LossDomain::Kind::kSymmetric: hint = "; set loss_range if outcomes are on another scale"; break;
    case LossDomain::Kind::kNonNegative:
      hint = value < 0 ? "; this agent takes non-negative losses, banker-sflbinf signed ones" : "";
      break;
    case LossDomain::Kind::kSigned: break;
  }
  return Error{ErrorCode::kBadValue,
               concat("the ", what, " ", value, " is outside [", domain.low, ", ", domain.high, "]", hint)};
}

// [low, high] to [-1, 1], ends to ends; [-1, 1] to itself, bit by bit.
double to_symmetric(double value, double low, double high) {
  if (low == -high) return value / high;
  return ((value - low) - (high - value)) / (high - low);
}
}  // namespace

Result<double> LossDomain::map_loss(double loss) const {
  auto value = checked(*this, "loss", loss);
  if (!value) return value;
  if (kind == Kind::kRange) return (*value - low) / (high - low);
  if (kind == Kind::kSymmetric) return to_symmetric(*value, low, high);
  return value;
}

Result<double> LossDomain::map_reward(double reward) const {
  if (kind == Kind::kNonNegative) {
    return Error{ErrorCode::kBadValue,
                 "this agent takes non-negative losses and no rewards: tell a loss, or use banker-sflbinf"};
  }
  auto value = checked(*this, "reward", reward);
  if (!value) return value;
  if (kind == Kind::kSigned) return -*value;
  if (kind == Kind::kSymmetric) return -to_symmetric(*value, low, high);
  return (high - *value) / (high - low);
}

}  // namespace banker
