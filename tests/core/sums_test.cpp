#include "core/sums.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <random>
#include <vector>

namespace banker::sums_test {
namespace {

// Each term goes through at most 64 additions in its lane of a block of 512 and 3 in the tree; adding blocks
// loses nothing. Hence |sum - exact| <= 67 u sum |v_i|, u = 2^-53, for any number of terms.
constexpr long double kBound = 67 * 0x1p-53L;

long double exact(const std::vector<double>& v) {
  long double high = 0, low = 0;  // compensated, in long double
  for (const double x : v) {
    const long double t = high + x;
    low += std::fabs(high) >= std::fabs(x) ? (high - t) + x : (x - t) + high;
    high = t;
  }
  return high + low;
}

long double absolute(std::vector<double> v) {
  for (double& x : v) x = std::fabs(x);
  return exact(v);
}

// Around the eight lanes and the block of 512.
const std::vector<std::size_t> kSizes = {0,   1,   2,   7,   8,   9,   15,   16,   17,   64,   504,
                                         505, 511, 512, 513, 519, 520, 1023, 1024, 1025, 4096, 10000};

TEST(Sums, TheSumOfNothingIsZero) {
  EXPECT_EQ(sum({}), 0);
  const TwoSums s = sum_two({}, [](double x) { return TwoSums{x, x}; });
  EXPECT_EQ(s.first, 0);
  EXPECT_EQ(s.second, 0);
}

TEST(Sums, WholeNumbersAreAddedExactlyAtEverySize) {
  for (std::size_t n = 0; n <= 1100; ++n) {
    std::vector<double> v(n);
    for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<double>(i * i + 1);
    double expected = 0;
    for (const double x : v) expected += x;
    ASSERT_EQ(sum(v), expected) << n;
  }
}

TEST(Sums, BothSumsSeeEveryTermOnce) {
  for (const std::size_t n : kSizes) {
    std::vector<double> v(n);
    for (std::size_t i = 0; i < n; ++i) v[i] = static_cast<double>(i);
    const TwoSums s = sum_two(v, [](double x) { return TwoSums{x, 1}; });
    EXPECT_EQ(s.first, static_cast<double>(n) * (static_cast<double>(n) - 1) / 2) << n;
    EXPECT_EQ(s.second, static_cast<double>(n)) << n;
  }
}

TEST(Sums, TheErrorDoesNotGrowWithTheNumberOfTerms) {
  std::mt19937_64 bits(7);
  const auto unit = [&] { return static_cast<double>(bits() >> 11) * 0x1p-53; };
  std::vector<std::size_t> sizes = kSizes;
  sizes.push_back(1000000);
  for (const std::size_t n : sizes) {
    std::vector<double> equal(n, 0.1), random(n), magnitudes(n), either_sign(n);
    for (std::size_t i = 0; i < n; ++i) {
      random[i] = unit();
      magnitudes[i] = std::pow(10, 30 * unit() - 20);
      either_sign[i] = (unit() - 0.5) * std::pow(10, 6 * unit());
    }
    for (const auto& v : {equal, random, magnitudes, either_sign}) {
      EXPECT_LE(std::fabs(sum(v) - exact(v)), kBound * absolute(v)) << n << " terms from " << (n ? v[0] : 0);
    }
  }
}

TEST(Sums, AMillionEqualTermsAreRight) {
  // A plain loop is off by 1.3e-11, relative.
  for (const double term : {0.1, 1.0 / 3, 1e-6, 1e-300, 1e300}) {
    const std::vector<double> v(1000000, term);
    EXPECT_LE(std::fabs(sum(v) / exact(v) - 1), 4e-15L) << term;
  }
}

TEST(Sums, OneHugeTermDoesNotSwallowTheBlocksAfterIt) {
  std::vector<double> v(512 * 100, 1.0);
  v[0] = 0x1p60;
  v[512 * 100 - 1] = -0x1p60;
  // The blocks between come through exactly; the two with a huge term lose what its lane holds.
  EXPECT_NEAR(sum(v), 512.0 * 98, 1024);
}

}  // namespace
}  // namespace banker::sums_test
