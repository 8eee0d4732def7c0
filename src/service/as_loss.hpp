#pragma once

#include <algorithm>

#include "banker/agent/agent.hpp"
#include "banker/agent/identity.hpp"

namespace banker::service {

// An outcome as a loss in the units of the spec: see LossDomain.
inline double as_loss(const LossDomain& domain, double value, Outcome::Kind kind) {
  if (kind == Outcome::Kind::kLoss) return value;
  const bool ranged = domain.kind == LossDomain::Kind::kRange || domain.kind == LossDomain::Kind::kSymmetric;
  if (!ranged) return -value;
  return std::clamp(domain.low + domain.high - value, domain.low, domain.high);  // it may be an ulp beside it
}

}  // namespace banker::service
