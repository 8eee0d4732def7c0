#include "banker/scale/sflbinf.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

SflbinfScale::SflbinfScale(std::size_t arms, std::optional<double> initial_loss_size,
                           std::optional<std::uint64_t> horizon)
    : arms_(static_cast<double>(arms)),
      invariant_(!initial_loss_size),
      loss_size_(initial_loss_size.value_or(0)),
      log_time_(horizon) {}

Proposal<SflbinfScale::Stamp> SflbinfScale::propose(Backlog backlog) const {
  const Stamp stamp{loss_size_, static_cast<double>(backlog.outstanding)};
  if (loss_size_ == 0) return {0, stamp};
  const double weighted = squares_.with(stamp), square = loss_size_ * loss_size_;  // D_t
  const double logarithm = log(3 + weighted / square), unit = invariant_ ? square : 1;
  double scale = std::sqrt((3 * unit + weighted) / (logarithm * arms_ * log_time_.at(backlog.round))) /
                 (stamp.outstanding + 1);
  const double total = static_cast<double>(1 + squares_.total_outstanding() + backlog.outstanding);
  if (stamp.outstanding * stamp.outstanding * arms_ <= total) scale = std::max(scale, 2 * loss_size_);
  return {scale, stamp};
}

std::optional<double> SflbinfScale::tell(Stamp stamp, double scale, double loss) {
  loss_size_ = larger(loss_size_, 2 * std::fabs(loss));
  squares_.close(stamp);
  if (std::fabs(loss) > stamp.loss_size || loss < -scale / 2 || stamp.loss_size == 0) return std::nullopt;
  squares_.settle(stamp, loss);
  return loss;
}

void SflbinfScale::save(ByteWriter& out) const {
  out.number(loss_size_);
  squares_.save(out);
}

void SflbinfScale::load(ByteReader& in) {
  loss_size_ = in.number();
  squares_.load(in);
}

bool SflbinfScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
  return possible(loss_size_) && std::ranges::all_of(open, [&](Stamp s) { return possible(s.loss_size); }) &&
         squares_.plausible(rounds, open, loss_size_);
}

}  // namespace banker
