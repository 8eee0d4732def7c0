#include "banker/scale/sflbinf.hpp"

#include <algorithm>
#include <cmath>

#include "banker/core/elementary.hpp"

namespace banker {

SflbinfScale::SflbinfScale(std::size_t arms, double initial_loss_size, std::optional<std::uint64_t> horizon)
    : arms_(static_cast<double>(arms)), loss_size_(initial_loss_size), log_time_(horizon) {}

Proposal<SflbinfScale::Stamp> SflbinfScale::propose(Backlog backlog) const {
  const Stamp stamp{loss_size_, static_cast<double>(backlog.outstanding)};
  const double weighted = (open_ + told_ + Amount(stamp.summand())).value();  // D_t
  const double logarithm = log(3 + weighted / (loss_size_ * loss_size_));
  double scale =
      std::sqrt((3 + weighted) / (logarithm * arms_ * log_time_.at(backlog.round))) / (stamp.outstanding + 1);
  const double total = static_cast<double>(1 + total_outstanding_ + backlog.outstanding);
  if (stamp.outstanding * stamp.outstanding * arms_ <= total) scale = std::max(scale, 2 * loss_size_);
  return {scale, stamp};
}

void SflbinfScale::accept(Backlog backlog, Stamp stamp) {
  total_outstanding_ += backlog.outstanding;
  open_rounds_ += 1;
  open_ += Amount(stamp.summand());
}

void SflbinfScale::close(Stamp stamp) {
  open_rounds_ -= 1;
  open_ -= Amount(stamp.summand());
  if (open_rounds_ == 0) open_ = Amount();
}

bool SflbinfScale::tell(Stamp stamp, double scale, double loss) {
  const double size = std::fabs(loss);
  loss_size_ = std::max(loss_size_, 2 * size);
  close(stamp);
  if (size > stamp.loss_size || loss < -scale / 2) return false;
  told_ += Amount((stamp.outstanding + 1) * loss * loss);
  return true;
}

void SflbinfScale::save(ByteWriter& out) const {
  out.number(loss_size_);
  out.integer(open_rounds_);
  out.integer(total_outstanding_);
  out.amount(open_);
  out.amount(told_);
}

void SflbinfScale::load(ByteReader& in) {
  loss_size_ = in.number();
  open_rounds_ = in.integer();
  total_outstanding_ = in.integer();
  open_ = in.amount();
  told_ = in.amount();
}

// The open sum was added up in another order: it may differ in what is lost beside the largest L-hat^2, which
// is part of every D_t.
bool SflbinfScale::plausible(std::uint64_t rounds, std::span<const Stamp> open) const {
  Amount sum;
  for (const Stamp& s : open) {
    const bool good = is_loss_size(s.loss_size) && s.loss_size <= loss_size_ && s.outstanding >= 0 &&
                      s.outstanding <= static_cast<double>(rounds);
    if (!good) return false;
    sum += Amount(s.summand());
  }
  const double t = static_cast<double>(rounds);
  return is_loss_size(loss_size_) && open_rounds_ == open.size() && told_.value() >= 0 &&
         static_cast<double>(total_outstanding_) <= 0.5 * t * t &&
         std::fabs((sum - open_).value()) <= 1e-12 * (sum.value() + loss_size_ * loss_size_);
}

void SflbinfScale::save_stamp(Stamp stamp, ByteWriter& out) {
  out.number(stamp.loss_size);
  out.number(stamp.outstanding);
}

SflbinfScale::Stamp SflbinfScale::load_stamp(ByteReader& in) {
  const double loss_size = in.number();
  return {loss_size, in.number()};
}

}  // namespace banker
