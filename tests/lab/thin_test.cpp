#include "banker/lab/thin.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>

namespace banker::lab::thin_test {
namespace {

std::vector<double> curve_of(std::size_t n) {
  return *rc::gen::container<std::vector<double>>(
      n, rc::gen::map(rc::gen::inRange(-1000, 1000), [](int v) { return v / 8.0; }));
}

TEST(Thin, KeepsEverythingThatFits) {
  const std::vector<double> curve{3, 1, 2, 5};
  EXPECT_EQ(thin(curve, 4), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_EQ(thin(curve, 100), (std::vector<std::size_t>{0, 1, 2, 3}));
  EXPECT_TRUE(thin({}, 4).empty());
}

TEST(Thin, NeverMoreThanAskedForAndInOrder) {
  EXPECT_TRUE(rc::check([] {
    const auto curve = curve_of(*rc::gen::inRange<std::size_t>(1, 400));
    const auto kept = *rc::gen::inRange<std::size_t>(4, 60);
    const auto points = thin(curve, kept);
    RC_ASSERT(points.size() <= kept);
    RC_ASSERT(std::is_sorted(points.begin(), points.end()));
    RC_ASSERT(std::adjacent_find(points.begin(), points.end()) == points.end());
    RC_ASSERT(points.front() == 0u && points.back() == curve.size() - 1);
  }));
}

TEST(Thin, KeepsTheExtremesOfEveryStretch) {
  EXPECT_TRUE(rc::check([] {
    const auto curve = curve_of(*rc::gen::inRange<std::size_t>(100, 400));
    const auto kept = *rc::gen::inRange<std::size_t>(4, 60);
    const auto points = thin(curve, kept);
    const std::size_t stretches = kept / 2 - 1;
    std::size_t begin = 0;
    for (std::size_t j = 1; j <= stretches; ++j) {
      const std::size_t end = curve.size() * j * j / (stretches * stretches);
      double low = 1e300, high = -1e300, kept_low = 1e300, kept_high = -1e300;
      for (std::size_t i = begin; i < end; ++i) {
        low = std::min(low, curve[i]);
        high = std::max(high, curve[i]);
        if (!std::binary_search(points.begin(), points.end(), i)) continue;
        kept_low = std::min(kept_low, curve[i]);
        kept_high = std::max(kept_high, curve[i]);
      }
      RC_ASSERT(low == kept_low && high == kept_high);
      begin = end;
    }
  }));
}

TEST(Thin, IsDenserAtFirst) {
  std::vector<double> rising(1000);
  std::iota(rising.begin(), rising.end(), 0.0);
  const auto points = thin(rising, 40);
  const auto early = std::count_if(points.begin(), points.end(), [](std::size_t i) { return i < 250; });
  EXPECT_GE(2 * early, static_cast<std::ptrdiff_t>(points.size()) - 2) << "half of them in the first quarter";
}

}  // namespace
}  // namespace banker::lab::thin_test
