#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/core/ids.hpp"
#include "banker/lab/delays.hpp"

namespace banker::lab {

// Outcomes on their way, by the round in which they are due. The near future is a ring of days, the rest a heap:
// no memory that grows with the number of rounds, and no search for what is near.
class Calendar {
 public:
  // REQUIRES: rounds are added in ascending order, and none is due before the round of the last take().
  void add(std::uint64_t due, RoundId round, double loss) {
    if (due - number(round) <= kNear) {
      ring_[due % kNear].push_back({round, loss});
    } else {
      far_.push_back({due, round, loss});
      std::push_heap(far_.begin(), far_.end(), later);
    }
  }

  // Visits (round, loss) of what is due in round t, in ascending order. REQUIRES: called for every t. What is far
  // was played before what is near, so it comes first.
  template <class Visit>
  bool take(std::uint64_t t, Visit visit) {
    while (!far_.empty() && far_.front().due == t) {
      std::pop_heap(far_.begin(), far_.end(), later);
      const Far next = far_.back();
      far_.pop_back();
      if (!visit(next.round, next.loss)) return false;
    }
    std::vector<Near>& today = ring_[t % kNear];
    for (const Near& next : today) {
      if (!visit(next.round, next.loss)) return false;
    }
    today.clear();
    return true;
  }

 private:
  static constexpr std::uint64_t kNear = 1024;
  struct Near {
    RoundId round;
    double loss;
  };
  struct Far {
    std::uint64_t due;
    RoundId round;
    double loss;
  };
  static bool later(const Far& a, const Far& b) { return a.due != b.due ? a.due > b.due : a.round > b.round; }

  std::array<std::vector<Near>, kNear> ring_;
  std::vector<Far> far_;
};

}  // namespace banker::lab
