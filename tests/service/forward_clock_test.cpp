#include "service/forward_clock.hpp"

#include <gtest/gtest.h>

#include "support/script.hpp"

namespace banker::testing::forward_clock_test {
namespace {

using service::ForwardClock;
using store::Time;

TEST(ForwardClock, IsTheClockAsLongAsThatGoesForward) {
  Time time = 1000;
  ForwardClock clock([&] { return time; });
  for (const Time step : {0, 1, 5, 1'000'000, 0, 3}) {
    time += step;
    EXPECT_EQ(clock.now(), time);
  }
}

TEST(ForwardClock, GoesOnAtHalfThePaceUntilTheClockHasCaughtUp) {
  for (const bool restarted : {false, true}) {
    Time time = restarted ? 900 : 1000;
    ForwardClock clock([&] { return time; });
    if (restarted) clock.start_from(1000);
    else clock.now(), time = 900;
    EXPECT_EQ(clock.now(), 1000);
    time = 920;
    EXPECT_EQ(clock.now(), 1010);
    time = 1098;
    EXPECT_EQ(clock.now(), 1099);
    time = 1102;
    EXPECT_EQ(clock.now(), 1102);
    time = 1110;
    EXPECT_EQ(clock.now(), 1110);
  }
}

TEST(ForwardClock, NeverGoesBack) {
  Random random(6);
  Time time = 1'000'000, last = 0;
  ForwardClock clock([&] { return time; });
  for (int i = 0; i < 10'000; ++i) {
    time += between(random, 0, 9) == 0 ? -between(random, 0, 5000) : between(random, 0, 1000);
    const Time now = clock.now();
    ASSERT_GE(now, last);
    ASSERT_GE(now, time);
    last = now;
  }
}

}  // namespace
}  // namespace banker::testing::forward_clock_test
