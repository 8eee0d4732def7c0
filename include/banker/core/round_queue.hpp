#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "banker/core/ids.hpp"

namespace banker {

// Rounds in the order they were asked; the front goes first. What is gone is cleared away when it is as much as
// what is there, so a steady state allocates nothing.
class RoundQueue {
 public:
  bool empty() const { return first_ == rounds_.size(); }
  RoundId front() const { return rounds_[first_]; }
  std::span<const RoundId> all() const { return std::span(rounds_).subspan(first_); }
  void push(RoundId round) {
    if (2 * first_ >= rounds_.size() && rounds_.size() == rounds_.capacity()) {
      rounds_.erase(rounds_.begin(), rounds_.begin() + static_cast<std::ptrdiff_t>(first_));
      first_ = 0;
    }
    rounds_.push_back(round);
  }
  void pop() { ++first_; }

 private:
  std::vector<RoundId> rounds_;
  std::size_t first_ = 0;
};

}  // namespace banker
