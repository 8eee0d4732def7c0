// Outcomes on their way: against a map that keeps them by (due, round).

#include "lab/calendar.hpp"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace banker::lab::calendar_test {
namespace {

using testing::allocations;
using testing::live_bytes;
using Random = std::mt19937_64;
using Outcome = std::pair<std::uint64_t, double>;  // round, loss
using Today = std::vector<Outcome>;

Today take(Calendar& calendar, std::uint64_t t) {
  Today today;
  EXPECT_TRUE(calendar.take(t, [&](RoundId round, double loss) {
    today.emplace_back(number(round), loss);
    return true;
  }));
  return today;
}

// Every round is due in t + delay(t) + 1, or never if the delay is kNever; played to the end of all of them.
template <class Delay>
void compare_with_a_map(std::uint64_t rounds, std::uint64_t most, Delay delay) {
  Calendar calendar;
  std::multimap<std::uint64_t, Outcome> slow;
  std::size_t told = 0, added = 0;
  for (std::uint64_t t = 1; t <= rounds + most + 1; ++t) {
    Today expected;
    for (auto [at, end] = slow.equal_range(t); at != end; ++at) expected.push_back(at->second);
    std::sort(expected.begin(), expected.end());
    slow.erase(t);
    const Today today = take(calendar, t);
    ASSERT_EQ(today, expected) << "in round " << t;
    told += today.size();
    if (t > rounds) continue;
    const std::uint64_t d = delay(t);
    if (d == kNever) continue;
    const double loss = static_cast<double>(t) / 7;
    calendar.add(t + d + 1, RoundId{t}, loss);
    slow.emplace(t + d + 1, Outcome(t, loss));
    ++added;
  }
  EXPECT_EQ(told, added);
  EXPECT_TRUE(slow.empty());
}

TEST(Calendar, RandomDelaysComeLikeFromAMap) {
  for (const std::uint64_t most : {0, 1, 2, 50, 1022, 1023, 1024, 1025, 2048, 5000}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(most);
      Random random(seed + 100 * most);
      compare_with_a_map(4000, most, [&](std::uint64_t) { return random() % (most + 1); });
    }
  }
}

TEST(Calendar, ShortAndLongDelaysThatFallTogether) {
  for (const std::uint64_t goal : {1u, 3u, 1024u, 1025u, 3000u}) {
    compare_with_a_map(6000, 5000, [&](std::uint64_t t) { return (goal - t % goal) % goal; });  // blocks
  }
  // Of every kind: at once, at the edge of the near future, far, never.
  const std::uint64_t kinds[] = {0, 1023, 1024, 1, 5000, kNever, 2047, 2048};
  compare_with_a_map(6000, 5000, [&](std::uint64_t t) { return kinds[t % 8]; });
  Random random(9);
  compare_with_a_map(6000, 5000, [&](std::uint64_t) { return kinds[random() % 8]; });
  // All of 5000 rounds in one.
  compare_with_a_map(5000, 5000, [](std::uint64_t t) { return 5000 - t; });
}

TEST(Calendar, FixedDelaysOfEveryLengthAroundTheEdge) {
  for (std::uint64_t d = 1015; d <= 1035; ++d) compare_with_a_map(3000, d, [d](std::uint64_t) { return d; });
}

TEST(Calendar, AVisitThatSaysNoEndsTheDay) {
  for (const std::uint64_t d : {10u, 3000u}) {
    Calendar calendar;
    const std::uint64_t due = 2 + d + 1;
    for (std::uint64_t t = 1; t <= 2; ++t) calendar.add(due, RoundId{t}, 0);
    for (std::uint64_t t = 1; t < due; ++t) ASSERT_TRUE(take(calendar, t).empty());
    int visits = 0;
    EXPECT_FALSE(calendar.take(due, [&](RoundId, double) { return ++visits < 1; }));
    EXPECT_EQ(visits, 1);
  }
}

// What is kept follows the open rounds, not the rounds: the same bytes, and not one allocation, between round
// 20,000 and round 400,000.
TEST(Calendar, MemoryDoesNotGrowWithTheRounds) {
  for (const std::uint64_t d : {0u, 700u, 1023u, 1024u, 5000u}) {
    Calendar calendar;
    std::size_t before = 0, count = 0;
    const std::uint64_t last = testing::effort<std::uint64_t>(400000, 60000);
    for (std::uint64_t t = 1; t <= last; ++t) {
      std::uint64_t found = 0;
      calendar.take(t, [&](RoundId round, double) {
        found = number(round);
        return true;
      });
      ASSERT_EQ(found, t > d + 1 ? t - d - 1 : 0);
      calendar.add(t + d + 1, RoundId{t}, 0);
      if (t == 20000) before = live_bytes(), count = allocations();
    }
    EXPECT_EQ(live_bytes(), before) << d;
    EXPECT_EQ(allocations(), count) << d;
  }
}

// Random delays up to 5000: at most 5001 rounds are open, 24 bytes each; a day of the ring may have held
// several.
TEST(Calendar, MemoryOfRandomDelaysFollowsTheOpenRounds) {
  const std::size_t start = live_bytes();
  Calendar calendar;
  Random random(5);
  std::size_t most = 0;
  for (std::uint64_t t = 1; t <= testing::effort<std::uint64_t>(300000, 50000); ++t) {
    calendar.take(t, [](RoundId, double) { return true; });
    calendar.add(t + random() % 5001 + 1, RoundId{t}, 0);
    most = std::max(most, live_bytes() - start);
  }
  EXPECT_LT(most, 8192u * 24 + 1024u * 16 * 16 + 1024u * 32);
  EXPECT_GT(most, 1024u * 16);  // it is measured at all
}

}  // namespace
}  // namespace banker::lab::calendar_test
