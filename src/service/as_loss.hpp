#pragma once

#include <algorithm>

#include "banker/agent/agent.hpp"
#include "banker/agent/identity.hpp"

namespace banker::service {

// Whether the losses of a domain are from low to high, and no others.
inline bool has_range(const LossDomain& domain) {
  return domain.kind == LossDomain::Kind::kRange || domain.kind == LossDomain::Kind::kSymmetric;
}

// An outcome as a loss in the units of the spec: see LossDomain.
inline double as_loss(const LossDomain& domain, double value, Outcome::Kind kind) {
  if (kind == Outcome::Kind::kLoss) return value;
  if (!has_range(domain)) return -value;
  return std::clamp(domain.low + domain.high - value, domain.low, domain.high);  // it may be an ulp beside it
}

}  // namespace banker::service
