#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "banker/core/ids.hpp"

namespace banker {

// Rounds in ascending order, those that are no longer needed among them. When it is full these are cleared away,
// so memory follows the largest number of needed ones, and a steady state allocates nothing.
class RoundQueue {
 public:
  bool empty() const { return first_ == rounds_.size(); }
  RoundId front() const { return rounds_[first_]; }
  RoundId back() const { return rounds_.back(); }
  std::span<const RoundId> all() const { return std::span(rounds_).subspan(first_); }
  std::size_t bytes() const { return rounds_.capacity() * sizeof(RoundId); }

  // REQUIRES: round is greater than back().
  template <class Needed>
  void push(RoundId round, Needed needed) {
    if (rounds_.size() == rounds_.capacity()) {
      std::size_t kept = 0;
      for (const RoundId old : all()) {
        if (needed(old)) rounds_[kept++] = old;
      }
      rounds_.resize(kept);
      first_ = 0;
      if (2 * kept >= rounds_.capacity()) rounds_.reserve(2 * kept + 4);
    }
    rounds_.push_back(round);
  }
  void pop() { ++first_; }
  void pop_back() { rounds_.pop_back(); }

 private:
  std::vector<RoundId> rounds_;
  std::size_t first_ = 0;
};

}  // namespace banker
