#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace banker {

// Arms in buckets of similar weight, for drawing one of them without a look at the others. An arm of ratio >= 1 is in
// the bucket of its octave and of the eighth of that octave; the last bucket has everything from 4096 on.
//
// A bucket is a list of pages of a common pool: adding, removing and finding the j-th arm take O(1), and nothing is
// allocated after the construction. The order in a bucket decides which arm is drawn.
//
// Invariants: (1) every arm that was added is in one bucket, in slots_[where_[arm]]; (2) all pages of a bucket but the
// last are full, and none is empty; (3) free_ lists the pages of no bucket; (4) the share of a bucket is its weight
// times the number of its arms.
class ArmBuckets {
 public:
  static constexpr std::size_t kBuckets = 8 * 12 + 1;

  explicit ArmBuckets(std::size_t arms);

  // From the exponent and the first three bits of the fraction. REQUIRES: ratio >= 1.
  static std::size_t bucket(double ratio) {
    const std::uint64_t eighths = (std::bit_cast<std::uint64_t>(ratio) >> 49) - (std::uint64_t{1023} << 3);
    return eighths < kBuckets ? eighths : kBuckets - 1;
  }
  // The smallest ratio in a bucket.
  static double least(std::size_t bucket) {
    return std::bit_cast<double>((bucket + (std::uint64_t{1023} << 3)) << 49);
  }

  struct Place {
    std::size_t bucket, j;
  };
  std::size_t size(std::size_t bucket) const { return sizes_[bucket]; }
  std::size_t arm(Place place) const { return slots_[slot(place)]; }
  bool holds(std::size_t arm) const { return where_[arm] != kNowhere; }
  void add(std::size_t arm, std::size_t bucket);
  void remove(std::size_t arm, std::size_t bucket);  // the last of the bucket takes its place
  void remove_all();

  // Of every arm in a bucket: positive, and at most 2^53 for all arms together.
  std::int64_t weight(std::size_t bucket) const { return weights_[bucket]; }
  void weigh(std::size_t bucket, std::int64_t weight);
  // A uniform number on (0, 1) to an arm: each with a chance in proportion to its weight.
  Place propose(double uniform) const;

  // Hints: arm(place) will be called, or remove(arm).
  void fetch(Place place) const { __builtin_prefetch(&slots_[slot(place)]); }
  void fetch(std::size_t arm) const { __builtin_prefetch(&where_[arm]); }

 private:
  static constexpr std::size_t kPage = 128;
  static constexpr std::uint32_t kNowhere = ~std::uint32_t{0};

  std::size_t slot(Place place) const {
    return pages_[place.bucket * most_pages_ + place.j / kPage] * kPage + place.j % kPage;
  }

  std::size_t most_pages_;            // that a bucket can need
  std::vector<std::uint32_t> slots_;  // the arms, by page
  std::vector<std::uint32_t> pages_;  // of every bucket
  std::vector<std::uint32_t> where_;  // the slot of an arm
  std::vector<std::uint32_t> free_;
  std::array<std::size_t, kBuckets> sizes_{};
  std::array<std::int64_t, kBuckets> weights_{}, shares_{};
  std::int64_t shares_sum_ = 0;
};

}  // namespace banker
