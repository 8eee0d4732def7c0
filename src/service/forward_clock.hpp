#pragma once

#include <algorithm>
#include <functional>
#include <utility>

#include "banker/store/history.hpp"

namespace banker::service {

// A clock that never goes back: who was asked later expires later. While the clock below it is behind, because it was set back, time
// goes on at half its pace until that has caught up.
class ForwardClock {
 public:
  explicit ForwardClock(std::function<store::Time()> clock) : clock_(std::move(clock)), seen_(clock_()) {}

  // It was already so late.
  void start_from(store::Time time) { now_ = std::max(now_, time); }
  store::Time now() {
    const store::Time before = std::exchange(seen_, clock_());
    now_ = std::max(now_ + std::max<store::Time>(0, seen_ - before) / 2, seen_);
    return now_;
  }

 private:
  std::function<store::Time()> clock_;
  store::Time seen_;  // of the clock
  store::Time now_ = 0;
};

}  // namespace banker::service
