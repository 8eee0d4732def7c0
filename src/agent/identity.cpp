#include "banker/agent/identity.hpp"

#include <cmath>

#include "text.hpp"

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
    case LossDomain::Kind::kRange: hint = "; set loss_range if outcomes are on another scale"; break;
    case LossDomain::Kind::kNonNegative:
      hint = value < 0 ? "; this agent takes non-negative losses, banker-sflbinf signed ones" : "";
      break;
    case LossDomain::Kind::kSigned: break;
  }
  return Error{ErrorCode::kBadValue,
               concat("the ", what, " ", value, " is outside [", domain.low, ", ", domain.high, "]", hint)};
}
}  // namespace

Result<double> LossDomain::map_loss(double loss) const {
  auto value = checked(*this, "loss", loss);
  if (!value || kind != Kind::kRange) return value;
  return (*value - low) / (high - low);
}

Result<double> LossDomain::map_reward(double reward) const {
  if (kind == Kind::kNonNegative) {
    return Error{ErrorCode::kBadValue,
                 "this agent takes non-negative losses and no rewards: tell a loss, or use banker-sflbinf"};
  }
  auto value = checked(*this, "reward", reward);
  if (!value) return value;
  if (kind == Kind::kSigned) return -*value;
  return (high - *value) / (high - low);
}

}  // namespace banker
