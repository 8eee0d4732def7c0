#include "banker/scale/scale_free.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

Proposal<ScaleFreeScale::Stamp> ScaleFreeScale::propose(Backlog backlog) const {
  const double smooth = backlog_.at(backlog), arms = p_.exploration.arms;
  const Stamp stamp{smooth + 1, loss_size_, kMostDrift * (1 - p_.exploration.at(backlog.round)), 0};
  const double logarithms = (1 + 2 * (1 + p_.kappa) * log(1 + smooth)) * log_time_.at(backlog.round);
  const double costs = p_.head_start * (loss_size_ * loss_size_) + costs_.total();
  const double scale = p_.factor * std::sqrt(costs / (logarithms * arms)) / (smooth + 1);
  const double open = static_cast<double>(backlog.outstanding);
  const double total = static_cast<double>(1 + backlog_.total_outstanding() + backlog.outstanding);
  const double least = open * open * arms <= total ? gain_size_ / stamp.borne : 0;
  return {std::max(scale, least), stamp};
}

std::optional<double> ScaleFreeScale::tell(Stamp stamp, double scale, double loss) {
  loss_size_ = larger(loss_size_, std::fabs(loss));
  gain_size_ = larger(gain_size_, -loss);
  if (scale == 0) {
    drop(stamp);
    return std::nullopt;
  }
  return truncated(stamp, scale, loss);
}

// (o^ + 1) q.
double ScaleFreeScale::booked(Stamp stamp, double scale, Price price) const {
  return stamp.weight * (2 * scale * std::max(price.certified, p_.cost_floor * price.plain));
}

void ScaleFreeScale::carry(Stamp& stamp, double scale, Price worst) {
  stamp.carried = booked(stamp, scale, worst);
  costs_.carry(stamp.carried);
}

void ScaleFreeScale::settle(Stamp stamp, double scale, Price price) {
  costs_.settle(stamp.carried, booked(stamp, scale, price));
}

void ScaleFreeScale::save(ByteWriter& out) const {
  out.number(loss_size_);
  out.number(gain_size_);
  backlog_.save(out);
  costs_.save(out);
}

void ScaleFreeScale::load(ByteReader& in) {
  loss_size_ = in.number();
  gain_size_ = in.number();
  backlog_.load(in);
  costs_.load(in);
}

void ScaleFreeScale::save_stamp(Stamp stamp, ByteWriter& out) {
  for (const double v : {stamp.weight, stamp.loss_size, stamp.borne, stamp.carried}) out.number(v);
}

ScaleFreeScale::Stamp ScaleFreeScale::load_stamp(ByteReader& in) {
  Stamp stamp;
  for (double* v : {&stamp.weight, &stamp.loss_size, &stamp.borne, &stamp.carried}) *v = in.number();
  return stamp;
}

bool ScaleFreeScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
  const double most = static_cast<double>(rounds) + 1;
  Amount carried;
  for (const Stamp& s : open) {
    const bool possible = s.weight >= 1 && s.weight <= most && is_size_or_none(s.loss_size) &&
                          s.loss_size <= loss_size_ && s.borne >= kMostDrift / 2 && s.borne <= kMostDrift &&
                          s.carried >= 0;
    if (!possible) return false;
    carried += Amount(s.carried);
  }
  return is_size_or_none(loss_size_) && is_size_or_none(gain_size_) && gain_size_ <= loss_size_ &&
         backlog_.plausible(rounds) &&
         costs_.plausible(open.size(), carried, p_.head_start * loss_size_ * loss_size_);
}

}  // namespace banker
