#include "banker/scale/cost_adaptive.hpp"

#include <cmath>

namespace banker {

Proposal<CostAdaptiveScale::Stamp> CostAdaptiveScale::propose(Backlog now) const {
  const double smooth = backlog().at(now);  // o^_t
  return {a_ * std::sqrt((head_start_ + costs()) / lambda(smooth)) / (smooth + 1), {smooth + 1, 0}};
}

void CostAdaptiveScale::save_stamp(const Stamp& stamp, ByteWriter& out) {
  out.number(stamp.weight);
  out.number(stamp.carried);
}

CostAdaptiveScale::Stamp CostAdaptiveScale::load_stamp(ByteReader& in) {
  const double weight = in.number();
  return {weight, in.number()};
}

}  // namespace banker
