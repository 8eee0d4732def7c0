#include "flow.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace banker::lab {

namespace {
constexpr double kWindow = 6;        // in mean numbers of missing outcomes
constexpr double kRounding = 1e-12;  // of the scale: not money

void merge_pairs(std::vector<double>& list) {
  for (std::size_t i = 0; i < list.size(); ++i) list[i / 2] += std::exchange(list[i], 0.0);
}
}  // namespace

FlowRecorder::FlowRecorder(bool pooled, std::size_t groups)
    : pooled_(pooled),
      groups_(std::max<std::size_t>(1, groups)),
      scale_(groups_),
      borrowed_(groups_),
      from_reserve_(groups_),
      paid_(groups_ * groups_),
      saved_(groups_) {}

void FlowRecorder::asked(std::uint64_t round, std::uint64_t missing, const Statement& statement) {
  if (over_) return;
  total_missing_ += static_cast<double>(missing);
  if (!covers(round)) {
    const double t = static_cast<double>(round);
    over_ = t > kWindow * (total_missing_ / t + 1);
    if (over_) return;
    merge();
  }
  last_ = round;
  const std::size_t to = group(round);
  scale_[to] += statement.scale;
  if (pooled_) return spend(to, statement);
  borrowed_[to] += statement.borrowed;
  for (const Payment& p : statement.payments) paid(group(number(p.round)), to) += p.amount;
}

void FlowRecorder::returned(std::uint64_t round, double scale) {
  if (pooled_ && covers(round)) saved_[group(round)] += scale;
}

void FlowRecorder::merge() {
  size_ *= 2;
  for (auto* list : {&scale_, &borrowed_, &from_reserve_, &saved_}) merge_pairs(*list);
  // What is merged into has been looked at before.
  for (std::size_t from = 0; from < groups_; ++from) {
    for (std::size_t to = 0; to < groups_; ++to) paid(from / 2, to / 2) += std::exchange(paid(from, to), 0.0);
  }
}

void FlowRecorder::spend(std::size_t to, const Statement& statement) {
  const double loan = statement.borrowed;
  const double all = std::accumulate(saved_.begin(), saved_.end(), reserve_ + loan);
  if (!(all > 0)) return;
  const double share = std::min(1.0, statement.scale / all);
  borrowed_[to] += share * loan;
  from_reserve_[to] += share * reserve_;
  reserve_ = (1 - share) * (reserve_ + loan);
  for (std::size_t from = 0; from <= to; ++from) {
    paid(from, to) += share * saved_[from];
    saved_[from] *= 1 - share;
  }
}

Flow FlowRecorder::take() const {
  Flow flow;
  const std::size_t used = last_ == 0 ? 0 : group(last_) + 1;
  for (std::size_t i = 0; i < used; ++i) flow.ends.push_back(std::min<std::uint64_t>((i + 1) * size_, last_));
  flow.scale.assign(scale_.begin(), scale_.begin() + static_cast<std::ptrdiff_t>(used));
  flow.borrowed.assign(borrowed_.begin(), borrowed_.begin() + static_cast<std::ptrdiff_t>(used));
  flow.reserve.assign(from_reserve_.begin(), from_reserve_.begin() + static_cast<std::ptrdiff_t>(used));
  for (std::size_t from = 0; from < used; ++from) {
    for (std::size_t to = from; to < used; ++to) {
      const double amount = paid_[from * groups_ + to];
      if (amount > kRounding * scale_[to]) flow.paid.push_back({from, to, amount});
    }
  }
  return flow;
}

}  // namespace banker::lab
