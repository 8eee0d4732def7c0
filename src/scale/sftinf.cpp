#include "banker/scale/sftinf.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

Proposal<SftinfScale::Stamp> SftinfScale::propose(Backlog backlog) const {
  const double weighted = (weighted_ + summand(backlog)).value();  // D_t
  const double logarithm = log(3 + weighted / (loss_size_ * loss_size_));
  const double scale = std::sqrt((3 + weighted) / logarithm) / (static_cast<double>(backlog.outstanding) + 1);
  return {scale, {loss_size_}};
}

bool SftinfScale::tell(Stamp stamp, double, double loss) {
  loss_size_ = std::max(loss_size_, 2 * loss);
  return loss <= stamp.loss_size;
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
  return is_loss_size(loss_size_) && weighted_.value() >= 0 && std::ranges::all_of(open, [&](Stamp s) {
           return is_loss_size(s.loss_size) && s.loss_size <= loss_size_;
         });
}

}  // namespace banker
