#include "banker/scale/scrible.hpp"

#include <cmath>

namespace banker {

ScribleScale::ScribleScale(std::size_t n, double nu, std::optional<std::uint64_t> horizon)
    : factor_(4 * static_cast<double>(n) / std::sqrt(nu)), horizon_(horizon), log_time_(horizon) {}

Proposal<BlindRule::Stamp> ScribleScale::propose(Backlog backlog) const {
  const double time = static_cast<double>(horizon_.value_or(backlog.round));
  return {factor_ * std::sqrt(time / log_time_.at(backlog.round)), {}};
}

Proposal<BlindRule::Stamp> DelayedScribleScale::propose(Backlog backlog) const {
  const double t = static_cast<double>(backlog.round);
  const double total = static_cast<double>(total_outstanding_ + backlog.outstanding);  // fraktur D_t
  const double most = static_cast<double>(std::max(most_, backlog.outstanding));
  const double scale = std::sqrt((4 * n_ * n_ * t + 4 * total) / (nu_ * log_time_.at(backlog.round)));
  return {std::max(scale, 8 * n_ * (1 + most)), {}};
}

bool DelayedScribleScale::plausible(std::uint64_t rounds, std::span<const Stamp>) const {
  const double t = static_cast<double>(rounds);
  return static_cast<double>(total_outstanding_) <= 0.5 * t * t && most_ <= rounds &&
         most_ <= total_outstanding_;
}

}  // namespace banker
