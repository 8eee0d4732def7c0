#include "banker/scale/delay_adaptive.hpp"

#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

Proposal<BlindRule::Stamp> DelayAdaptiveScale::propose(Backlog backlog) const {
  double inverse = 1 / std::sqrt(static_cast<double>(backlog.round));
  if (backlog.outstanding > 0) {
    const double total = static_cast<double>(total_outstanding_ + backlog.outstanding);  // fraktur D_t
    inverse += static_cast<double>(backlog.outstanding) * std::sqrt(log(total + 1) / total);
  }
  return {factor_ / inverse, {}};
}

}  // namespace banker
