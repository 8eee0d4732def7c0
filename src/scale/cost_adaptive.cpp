#include "banker/scale/cost_adaptive.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

Proposal<CostAdaptiveScale::Stamp> CostAdaptiveScale::propose(Backlog backlog) const {
  const double smooth = backlog_.at(backlog);                         // o^_t
  const double logarithm = 1 + 2 * (1 + p_.kappa) * log(1 + smooth);  // Lambda_t
  const double scale = p_.a * std::sqrt((p_.head_start + costs_.total()) / logarithm) / (smooth + 1);
  return {scale, {smooth + 1, 0}};
}

// (o^ + 1) q.
double CostAdaptiveScale::booked(Stamp stamp, double scale, Price price) const {
  return stamp.weight * (scale * std::max(price.certified, p_.cost_floor * price.plain));
}

void CostAdaptiveScale::carry(Stamp& stamp, double scale, Price worst) {
  stamp.carried = booked(stamp, scale, worst);
  costs_.carry(stamp.carried);
}

void CostAdaptiveScale::settle(Stamp stamp, double scale, Price price) {
  costs_.settle(stamp.carried, booked(stamp, scale, price));
}

void CostAdaptiveScale::save(ByteWriter& out) const {
  backlog_.save(out);
  costs_.save(out);
}

void CostAdaptiveScale::load(ByteReader& in) {
  backlog_.load(in);
  costs_.load(in);
}

void CostAdaptiveScale::save_stamp(Stamp stamp, ByteWriter& out) {
  out.number(stamp.weight);
  out.number(stamp.carried);
}

CostAdaptiveScale::Stamp CostAdaptiveScale::load_stamp(ByteReader& in) {
  const double weight = in.number();
  return {weight, in.number()};
}

bool CostAdaptiveScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
  const double most = static_cast<double>(rounds) + 1;
  Amount carried;
  for (const Stamp& s : open) {
    if (!(s.weight >= 1 && s.weight <= most && s.carried >= 0)) return false;
    carried += Amount(s.carried);
  }
  return backlog_.plausible(rounds) && costs_.plausible(open.size(), carried, p_.head_start);
}

}  // namespace banker
