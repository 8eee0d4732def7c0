#include "banker/scale/sftinf.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

Proposal<SftinfScale::Stamp> SftinfScale::propose(Backlog backlog) const {
  if (loss_size_ == 0) return {0, {0}};
  const double weighted = (weighted_ + summand(backlog)).value(), square = loss_size_ * loss_size_;  // D_t
  const double logarithm = log(3 + weighted / square), unit = invariant_ ? square : 1;
  const double scale =
      std::sqrt((3 * unit + weighted) / logarithm) / (static_cast<double>(backlog.outstanding) + 1);
  return {scale, {loss_size_}};
}

std::optional<double> SftinfScale::tell(Stamp stamp, double, double loss) {
  loss_size_ = larger(loss_size_, 2 * loss);
  if (loss > stamp.loss_size || stamp.loss_size == 0) return std::nullopt;
  return loss;
}

void SftinfScale::save(ByteWriter& out) const {
  out.number(loss_size_);
  out.amount(weighted_);
}

void SftinfScale::load(ByteReader& in) {
  loss_size_ = in.number();
  weighted_ = in.amount();
}

bool SftinfScale::plausible(std::uint64_t, std::span<const Stamp> open) const {
  const auto possible = [&](double size) { return invariant_ ? is_size_or_none(size) : is_loss_size(size); };
  return possible(loss_size_) && weighted_.value() >= 0 && std::ranges::all_of(open, [&](Stamp s) {
           return possible(s.loss_size) && s.loss_size <= loss_size_;
         });
}

}  // namespace banker
