// The ages of open rounds beside a list of all of them.

#include "service/open_ages.hpp"

#include <gtest/gtest.h>

#include <numeric>

#include "support/script.hpp"

namespace banker::testing::open_ages_test {
namespace {

using service::OpenAges;
using store::Bins;
using store::Time;
constexpr Time kStart = 1'767'323'045'678'901;

// How many of `open` are at least this old.
std::uint64_t older(const std::vector<Time>& open, Time now, double age) {
  return static_cast<std::uint64_t>(
      std::count_if(open.begin(), open.end(), [&](Time at) { return static_cast<double>(now - at) >= age; }));
}

// The counts add up, and beyond every edge there are as many as a list says, its ages a sixteenth (and a millisecond) wrong at the
// most.
void expect_agrees(const OpenAges& ages, const std::vector<Time>& open, Time now) {
  const Bins bins = ages.bins(now);
  ASSERT_EQ(std::accumulate(bins.begin(), bins.end(), std::uint64_t{0}), open.size());
  std::uint64_t beyond = 0;
  for (std::size_t i = store::kBins; i-- > 1;) {
    beyond += bins[i];
    const double edge = store::kEdges[i - 1] * 1e6;
    ASSERT_GE(beyond, older(open, now, edge * 17 / 16 + 1000)) << store::kEdges[i - 1];
    ASSERT_LE(beyond, older(open, now, edge * 15 / 16 - 1000)) << store::kEdges[i - 1];
  }
}

TEST(OpenAges, AreExactWhileTheyAreFew) {
  OpenAges ages;
  std::vector<Time> open;
  for (int i = 0; i < 500; ++i) open.push_back(kStart + i * 10'000), ages.add(open.back());
  const Time now = kStart + 60'000'000;
  Bins exact{};
  for (const Time at : open) ++exact[store::bin_of(now - at)];
  EXPECT_EQ(ages.bins(now), exact);
  for (const Time at : open) ages.remove(at);
  EXPECT_EQ(ages.bins(now), Bins{});
}

// Gaps from microseconds to days, rounds closed in any order.
TEST(OpenAges, AgreeWithAListOfAll) {
  for (const int many : {20, 2000, 1'000'000}) {
    Random random(static_cast<std::uint64_t>(many));
    OpenAges ages;
    std::vector<Time> open;
    Time now = kStart;
    for (int i = 0; i < 20'000; ++i) {
      now += between(random, 0, 499) == 0 ? Time{1} << between(random, 10, 37) : between(random, 0, 40'000);
      ages.add(now);
      open.push_back(now);
      while (open.size() > static_cast<std::size_t>(many) || (!open.empty() && between(random, 0, 3) == 0)) {
        // Mostly young ones: some stay for ever.
        const int back = between(random, 0, 1) == 0 ? static_cast<int>(open.size()) - 1 : 30;
        const std::size_t which = open.size() - 1 -
                                  static_cast<std::size_t>(between(
                                      random, 0, std::min<int>(back, static_cast<int>(open.size()) - 1)));
        ages.remove(open[which]);
        open.erase(open.begin() + static_cast<std::ptrdiff_t>(which));
      }
      if (i % 1000 == 999) expect_agrees(ages, open, now + between(random, 0, 100'000'000));
      if (HasFatalFailure()) return;
    }
  }
}

// One that is a year old does not blur the last seconds.
TEST(OpenAges, AreExactForTheYoungWhateverIsOld) {
  OpenAges ages;
  std::vector<Time> open{kStart - Time{31'536'000} * 1'000'000};
  ages.add(open[0]);
  for (int i = 0; i < 100'000; ++i) open.push_back(kStart + i * 1000), ages.add(open.back());
  expect_agrees(ages, open, open.back());
}

// After a restart the clock may be behind.
TEST(OpenAges, AClockThatWasSetBackLosesNothing) {
  Random random(8);
  OpenAges ages;
  std::vector<Time> open;
  for (int i = 0; i < 5000; ++i) {
    open.push_back(kStart + between(random, 0, 1'000'000'000));
    ages.add(open.back());
  }
  const Bins bins = ages.bins(kStart);
  EXPECT_EQ(std::accumulate(bins.begin(), bins.end(), std::uint64_t{0}), 5000u);
  std::shuffle(open.begin(), open.end(), random);
  for (const Time at : open) ages.remove(at);
  EXPECT_EQ(ages.bins(kStart), Bins{});
}

}  // namespace
}  // namespace banker::testing::open_ages_test
