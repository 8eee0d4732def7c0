#include "arm_trace.hpp"

#include <algorithm>
#include <numeric>

#include "../core/text.hpp"

namespace banker::lab {

namespace {

constexpr std::size_t kMostArms = 4096;  // beyond, the shares of all arms in all stretches take too much room

std::vector<std::string> names_of(const Agent& agent, std::span<const std::string> names, std::size_t size) {
  std::vector<std::string> list;
  const bool linear = agent.dimension() > 0, given = !agent.identity().arm_names.empty();
  for (std::size_t i = 0; i < size; ++i) {
    if (linear) list.push_back(concat("x", i + 1));
    else if (given) list.push_back(agent.arm_name(i));
    else list.push_back(names.size() == size ? names[i] : concat("arm ", i));
  }
  return list;
}

}  // namespace

ArmRecorder::ArmRecorder(const Agent& agent, std::span<const std::string> names, std::size_t most)
    : linear_(agent.dimension() > 0),
      size_(linear_ ? agent.dimension() : agent.arms()),
      most_(std::max<std::size_t>(1, most)) {
  if (size_ > kMostArms) size_ = 0;
  names_ = names_of(agent, names, size_);
  loss_.resize(size_);
  sum_.resize(size_);
}

void ArmRecorder::asked(const Moment& moment) {
  for (std::size_t i = 0; i < size_; ++i) {
    loss_[i] += moment.mean[i];
    sum_[i] += moment.x[i];
  }
  ++rounds_;
}

void ArmRecorder::end_stretch() {
  for (double& share : sum_) share /= static_cast<double>(rounds_);
  shares_.push_back(sum_);
  std::fill(sum_.begin(), sum_.end(), 0.0);
  rounds_ = 0;
}

std::vector<ArmTrace> ArmRecorder::take() const {
  std::vector<ArmTrace> list;
  if (size_ == 0) return list;
  const auto best = static_cast<std::size_t>(std::min_element(loss_.begin(), loss_.end()) - loss_.begin());
  const std::vector<std::size_t> shown = by_name();
  for (const std::size_t arm : shown) list.push_back(one(arm, !linear_ && arm == best));
  if (shown.size() < size_ && !linear_) list.push_back(others(shown));
  return list;
}

// The best arm, then those that were once the likeliest; in their own order.
std::vector<std::size_t> ArmRecorder::by_name() const {
  std::vector<std::size_t> arms(size_);
  std::iota(arms.begin(), arms.end(), std::size_t{0});
  if (size_ <= most_) return arms;
  if (!linear_) {
    std::vector<double> peak(size_);
    for (const auto& share : shares_) {
      for (std::size_t i = 0; i < size_; ++i) peak[i] = std::max(peak[i], share[i]);
    }
    const auto best = std::min_element(loss_.begin(), loss_.end()) - loss_.begin();
    peak[static_cast<std::size_t>(best)] = 2;  // more than any share
    std::stable_sort(arms.begin(), arms.end(), [&](auto a, auto b) { return peak[a] > peak[b]; });
  }
  arms.resize(most_);
  std::sort(arms.begin(), arms.end());
  return arms;
}

ArmTrace ArmRecorder::one(std::size_t arm, bool best) const {
  ArmTrace trace{names_[arm], best, {}};
  for (const auto& share : shares_) trace.share.push_back(share[arm]);
  return trace;
}

ArmTrace ArmRecorder::others(std::span<const std::size_t> but) const {
  ArmTrace trace{"others", false, {}};
  for (std::vector<double> share : shares_) {
    for (const std::size_t arm : but) share[arm] = 0;
    trace.share.push_back(std::accumulate(share.begin(), share.end(), 0.0));
  }
  return trace;
}

}  // namespace banker::lab
