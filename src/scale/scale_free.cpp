#include "banker/scale/scale_free.hpp"

#include <algorithm>
#include <cmath>

namespace banker {

Proposal<ScaleFreeScale::Stamp> ScaleFreeScale::propose(Backlog now) const {
  const double smooth = backlog().at(now), arms = exploration_.arms;
  const Stamp stamp{{smooth + 1, 0}, loss_size_, kMostDrift * (1 - exploration_.at(now.round))};
  const double logarithms = lambda(smooth) * log_time_.at(now.round);
  const double costs_so_far = head_start_ * (loss_size_ * loss_size_) + costs();
  const double scale = factor_ * std::sqrt(costs_so_far / (logarithms * arms)) / (smooth + 1);
  const double open = static_cast<double>(now.outstanding);
  const double total = static_cast<double>(1 + backlog().total_outstanding() + now.outstanding);
  const double least = open * open * arms <= total ? gain_size_ / stamp.borne : 0;
  return {std::max(scale, least), stamp};
}

std::optional<double> ScaleFreeScale::tell(const Stamp& stamp, double scale, double loss) {
  loss_size_ = larger(loss_size_, std::fabs(loss));
  gain_size_ = larger(gain_size_, -loss);
  if (scale == 0) {
    drop(stamp);
    return std::nullopt;
  }
  return truncated(stamp, scale, loss);
}

void ScaleFreeScale::save(ByteWriter& out) const {
  out.number(loss_size_);
  out.number(gain_size_);
  CostBook::save(out);
}

void ScaleFreeScale::load(ByteReader& in) {
  loss_size_ = in.number();
  gain_size_ = in.number();
  CostBook::load(in);
}

void ScaleFreeScale::save_stamp(const Stamp& stamp, ByteWriter& out) {
  for (const double v : {stamp.weight, stamp.loss_size, stamp.borne, stamp.carried}) out.number(v);
}

ScaleFreeScale::Stamp ScaleFreeScale::load_stamp(ByteReader& in) {
  Stamp stamp;
  for (double* v : {&stamp.weight, &stamp.loss_size, &stamp.borne, &stamp.carried}) *v = in.number();
  return stamp;
}

bool ScaleFreeScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
  const auto possible = [&](const Stamp& s) {
    return is_size_or_none(s.loss_size) && s.loss_size <= loss_size_ && s.borne >= kMostDrift / 2 &&
           s.borne <= kMostDrift;
  };
  return is_size_or_none(loss_size_) && is_size_or_none(gain_size_) && gain_size_ <= loss_size_ &&
         std::ranges::all_of(open, possible) &&
         CostBook::plausible(rounds, open, head_start_ * loss_size_ * loss_size_);
}

}  // namespace banker
