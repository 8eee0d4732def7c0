#include "service/rate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "support/script.hpp"

namespace banker::testing::rate_test {
namespace {

using service::Rate;
using store::Time;
constexpr Time kStart = 1'767'323'040'000'000;  // a full minute

TEST(Rate, IsNothingAtFirstAndAfterTwoMinutes) {
  Rate rate;
  EXPECT_EQ(rate.per_minute(kStart), 0);
  for (int i = 0; i < 10; ++i) rate.add(kStart + i);
  EXPECT_EQ(rate.per_minute(kStart + 10), 10);
  EXPECT_EQ(rate.per_minute(kStart + 2 * Rate::kMinute), 0);
  EXPECT_EQ(rate.per_minute(kStart + 100 * Rate::kMinute), 0);
}

TEST(Rate, FadesOverTheNextMinute) {
  Rate rate;
  for (int i = 0; i < 100; ++i) rate.add(kStart + i * 600'000);
  EXPECT_EQ(rate.per_minute(kStart + Rate::kMinute - 1), 100);
  EXPECT_NEAR(rate.per_minute(kStart + Rate::kMinute), 100, 1e-9);
  EXPECT_NEAR(rate.per_minute(kStart + Rate::kMinute * 5 / 4), 75, 1e-9);
  EXPECT_NEAR(rate.per_minute(kStart + Rate::kMinute * 7 / 4), 25, 1e-9);
  rate.add(kStart + Rate::kMinute * 7 / 4);
  EXPECT_NEAR(rate.per_minute(kStart + Rate::kMinute * 7 / 4), 26, 1e-9);
}

TEST(Rate, OfSteadyTrafficIsWhatItIsAtAnyTime) {
  Rate rate;
  for (Time now = kStart; now < kStart + 10 * Rate::kMinute; now += 50'000) {
    rate.add(now);
    if (now <= kStart + Rate::kMinute) continue;
    EXPECT_NEAR(rate.per_minute(now), 1200, 2) << now - kStart;
  }
}

// Who looks every second sees something new only if something is.
TEST(Rate, IsAWholeNumber) {
  Rate rate;
  for (int i = 0; i < 7; ++i) rate.add(kStart + i * 8'000'000);
  std::set<double> seen;
  for (Time now = kStart + Rate::kMinute; now < kStart + 3 * Rate::kMinute; now += 1'000'000)
    seen.insert(rate.per_minute(now));
  EXPECT_EQ(seen, (std::set<double>{0, 1, 2, 3, 4, 5, 6, 7}));
}

// Events of random gaps: never more than what came in the last two minutes, nor less than what came in this one.
TEST(Rate, LiesBetweenWhatIsAndWhatWas) {
  Random random(4);
  Rate rate;
  std::vector<Time> events;
  Time now = kStart;
  for (int i = 0; i < 5000; ++i) {
    now += between(random, 0, 99) == 0 ? between(random, 0, 200'000'000) : between(random, 0, 900'000);
    rate.add(now);
    events.push_back(now);
    const auto since = [&](Time start) {
      return static_cast<double>(
          std::count_if(events.begin(), events.end(), [&](Time at) { return at >= start; }));
    };
    const Time minute = now - now % Rate::kMinute;
    ASSERT_GE(rate.per_minute(now), since(minute));
    ASSERT_LE(rate.per_minute(now), since(minute - Rate::kMinute));
  }
}

}  // namespace
}  // namespace banker::testing::rate_test
