#pragma once

#include <cmath>
#include <cstdint>

#include "banker/store/history.hpp"

namespace banker::service {

// How many things happened in the last minute, about: those of this minute of the clock, and of the minute before it the share that
// is not over sixty seconds ago, as if they had come evenly. A whole number: it stands still where little happens.
class Rate {
 public:
  static constexpr store::Time kMinute = 60'000'000;

  void add(store::Time now) {
    if (const store::Time minute = now / kMinute; minute != minute_) move_to(minute);
    ++current_;
  }

  double per_minute(store::Time now) const {
    const store::Time minute = now / kMinute;
    const double gone = static_cast<double>(now % kMinute) / static_cast<double>(kMinute);
    if (minute == minute_)
      return static_cast<double>(current_) + std::round(static_cast<double>(previous_) * (1 - gone));
    return minute == minute_ + 1 ? std::round(static_cast<double>(current_) * (1 - gone)) : 0;
  }

 private:
  void move_to(store::Time minute) {
    previous_ = minute == minute_ + 1 ? current_ : 0;
    current_ = 0;
    minute_ = minute;
  }

  store::Time minute_ = 0;
  std::uint64_t current_ = 0, previous_ = 0;
};

// How fast a bandit is asked and told.
struct Pace {
  Rate asks, tells;
};

}  // namespace banker::service
