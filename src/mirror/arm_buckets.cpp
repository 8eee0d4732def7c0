#include "arm_buckets.hpp"

#include <algorithm>

namespace banker {

ArmBuckets::ArmBuckets(std::size_t arms) : most_pages_(arms / kPage + 1), where_(arms) {
  const std::size_t pages = most_pages_ + kBuckets;
  slots_.resize(pages * kPage);
  pages_.resize(kBuckets * most_pages_);
  free_.reserve(pages);
  weights_.fill(1);
  remove_all();
}

void ArmBuckets::remove_all() {
  free_.clear();
  for (std::size_t page = most_pages_ + kBuckets; page > 0; --page)
    free_.push_back(static_cast<std::uint32_t>(page - 1));
  std::fill(where_.begin(), where_.end(), kNowhere);
  sizes_.fill(0);
  shares_.fill(0);
  shares_sum_ = 0;
}

void ArmBuckets::add(std::size_t arm, std::size_t bucket) {
  const std::size_t j = sizes_[bucket]++;
  shares_[bucket] += weights_[bucket];
  shares_sum_ += weights_[bucket];
  if (j % kPage == 0) {
    pages_[bucket * most_pages_ + j / kPage] = free_.back();
    free_.pop_back();
  }
  const std::size_t to = slot({bucket, j});
  slots_[to] = static_cast<std::uint32_t>(arm);
  where_[arm] = static_cast<std::uint32_t>(to);
}

void ArmBuckets::remove(std::size_t arm, std::size_t bucket) {
  const std::size_t j = --sizes_[bucket];
  shares_[bucket] -= weights_[bucket];
  shares_sum_ -= weights_[bucket];
  const std::uint32_t last = slots_[slot({bucket, j})], hole = where_[arm];
  slots_[hole] = last;
  where_[last] = hole;
  where_[arm] = kNowhere;
  if (j % kPage == 0) free_.push_back(pages_[bucket * most_pages_ + j / kPage]);
}

void ArmBuckets::weigh(std::size_t bucket, std::int64_t weight) {
  const std::int64_t share = weight * static_cast<std::int64_t>(sizes_[bucket]);
  shares_sum_ += share - shares_[bucket];
  shares_[bucket] = share;
  weights_[bucket] = weight;
}

ArmBuckets::Place ArmBuckets::propose(double uniform) const {
  auto place = static_cast<std::int64_t>(uniform * static_cast<double>(shares_sum_));
  std::size_t bucket = 0;
  while (place >= shares_[bucket]) place -= shares_[bucket++];
  return {bucket, static_cast<std::size_t>(place / weights_[bucket])};
}

}  // namespace banker
