#include "banker/core/elementary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "support/effort.hpp"
#include "support/real.hpp"

namespace banker::elementary_test {
namespace {

using testing::effort;
using testing::Real;
using Function = double (*)(double);

// Bounds with a margin. Measured over 5e6 points a range: log 0.85, log1p 0.82, exp 0.86, expm1 3.2 ulp;
// excess_exp 2.5e-15, excess_log 4.2e-16, relative.
constexpr Real kUlps = 1.5;
constexpr Real kExpm1Ulps = 4;
constexpr Real kExcess = 1e-14;

// |got - want| in units of the last place of want; below 2^-1022 in units of 2^-1074.
Real ulps(double got, Real want) {
  const Real size = std::fabs(want);
  const Real ulp = size < 0x1p-1022L ? 0x1p-1074L : std::ldexp(Real{1}, std::ilogb(size) - 52);
  return std::fabs(got - want) / ulp;
}

Real relative(double got, Real want) { return std::fabs(got - want) / std::fabs(want); }

// e^-y - 1 + y = y^2/2! - y^3/3! + ...
Real exact_excess_exp(Real y) {
  if (std::fabs(y) > 0.1L) return std::expm1(-y) + y;
  Real sum = 0, term = y * y / 2;
  for (int n = 3; n < 20; ++n, term *= -y / (n - 1)) sum += term;
  return sum;
}

// r - ln(1 + r) = r^2/2 - r^3/3 + ...
Real exact_excess_log(Real r) {
  if (std::fabs(r) > 0.01L) return r - std::log1p(r);
  Real sum = 0, power = r * r;
  for (int n = 2; n < 14; ++n, power *= -r) sum += power / n;
  return sum;
}

class Points {
 public:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11) * 0x1p-53);
  }
  // 10^low to 10^high, every magnitude alike.
  double magnitude(double low, double high) { return std::pow(10.0, uniform(low, high)); }
  double signed_magnitude(double low, double high) {
    return (bits_() % 2 == 0 ? 1 : -1) * magnitude(low, high);
  }
  // Positive doubles whose bit patterns are below `end`, all alike.
  double pattern(double end) {
    return std::bit_cast<double>(1 + bits_() % std::bit_cast<std::uint64_t>(end));
  }

 private:
  std::mt19937_64 bits_{20230723};
};

const int kPoints = effort(200000, 20000);

template <class Exact, class Error, class Next>
void check(Function f, Exact exact, Error error, Real bound, Next next) {
  Real worst = 0;
  double where = 0;
  for (int i = 0; i < kPoints; ++i) {
    const double x = next();
    const Real e = error(f(x), exact(Real{x}));
    if (!(e <= worst)) worst = e, where = x;
  }
  EXPECT_LE(worst, bound) << "at " << where << " = " << std::hexfloat << where;
}

TEST(Elementary, LogIsRightToOneAndAHalfUlpsEverywhere) {
  Points p;
  const auto exact = [](Real x) { return std::log(x); };
  check(log, exact, ulps, kUlps, [&] { return p.pattern(std::numeric_limits<double>::max()); });
  check(log, exact, ulps, kUlps, [&] { return p.pattern(0x1p-1022); });  // subnormal
  check(log, exact, ulps, kUlps, [&] { return p.uniform(0.5, 2); });
  check(log, exact, ulps, kUlps, [&] { return 1 + p.signed_magnitude(-16, -0.5); });
  EXPECT_EQ(log(1), 0);
}

TEST(Elementary, Log1pIsRightToOneAndAHalfUlpsEverywhere) {
  Points p;
  const auto exact = [](Real x) { return std::log1p(x); };
  check(log1p, exact, ulps, kUlps, [&] { return p.magnitude(-307, 308); });
  check(log1p, exact, ulps, kUlps, [&] { return p.pattern(0x1p-1022); });  // subnormal
  check(log1p, exact, ulps, kUlps, [&] { return p.signed_magnitude(-20, -0.01); });
  check(log1p, exact, ulps, kUlps, [&] { return p.signed_magnitude(-8, -6); });
  check(log1p, exact, ulps, kUlps, [&] { return p.uniform(-0.999, 4); });
  check(log1p, exact, ulps, kUlps, [&] { return -1 + p.magnitude(-15, -0.01); });
  check(log1p, exact, ulps, kUlps, [&] { return p.magnitude(14, 19); });
  EXPECT_EQ(log1p(0), 0);
}

TEST(Elementary, ExpIsRightToOneAndAHalfUlpsEverywhere) {
  Points p;
  const auto exact = [](Real x) { return std::exp(x); };
  check(exp, exact, ulps, kUlps, [&] { return p.uniform(-708, 709.78); });
  check(exp, exact, ulps, kUlps, [&] { return p.uniform(-745.1, -708); });  // subnormal results
  check(exp, exact, ulps, kUlps, [&] { return p.signed_magnitude(-20, 0); });
  EXPECT_EQ(exp(0), 1);
}

TEST(Elementary, Expm1IsRightToFourUlpsEverywhere) {
  Points p;
  const auto exact = [](Real x) { return std::expm1(x); };
  check(expm1, exact, ulps, kExpm1Ulps, [&] { return p.signed_magnitude(-300, 0); });
  check(expm1, exact, ulps, kExpm1Ulps, [&] { return p.uniform(-1, 2); });
  check(expm1, exact, ulps, kExpm1Ulps, [&] { return p.uniform(-60, 709.78); });
  EXPECT_EQ(expm1(0), 0);
  EXPECT_EQ(expm1(-800), -1);
}

TEST(Elementary, ExcessExpDoesNotCancel) {
  Points p;
  check(excess_exp, exact_excess_exp, relative, kExcess, [&] { return p.signed_magnitude(-140, -0.01); });
  check(excess_exp, exact_excess_exp, relative, kExcess, [&] { return p.uniform(-3, 3); });
  check(excess_exp, exact_excess_exp, relative, kExcess, [&] { return p.uniform(-709, 2000); });
  check(excess_exp, exact_excess_exp, relative, kExcess, [&] { return p.magnitude(0, 300); });
  EXPECT_EQ(excess_exp(0), 0);
}

TEST(Elementary, ExcessLogDoesNotCancel) {
  Points p;
  check(excess_log, exact_excess_log, relative, kExcess, [&] { return p.signed_magnitude(-140, -0.01); });
  check(excess_log, exact_excess_log, relative, kExcess, [&] { return p.uniform(-0.999, 5); });
  check(excess_log, exact_excess_log, relative, kExcess, [&] { return -1 + p.magnitude(-15, -0.01); });
  check(excess_log, exact_excess_log, relative, kExcess, [&] { return p.magnitude(0, 300); });
  EXPECT_EQ(excess_log(0), 0);
}

TEST(Elementary, ExpHasTheRightEnds) {
  EXPECT_EQ(exp(-746), 0);
  EXPECT_EQ(exp(-1e300), 0);
  EXPECT_EQ(exp(-740), static_cast<double>(std::exp(-740.0L)));  // about 4.2e-322, subnormal
  EXPECT_GT(exp(-745.1), 0);
  EXPECT_EQ(exp(-745.1), 0x1p-1074);
  EXPECT_TRUE(std::isfinite(exp(709)));
  EXPECT_TRUE(std::isfinite(exp(0x1.62e42fefa39efp+9)));  // ln of the largest double
  EXPECT_EQ(exp(710), std::numeric_limits<double>::infinity());
}

TEST(Elementary, TinyArgumentsComeBackUnchanged) {
  for (const double x : {0x1p-1074, 0x1.8p-1030, 1e-300, 1e-20, 0x1p-54}) {
    EXPECT_EQ(log1p(x), x);
    EXPECT_EQ(log1p(-x), -x);
    EXPECT_EQ(expm1(x), x);
    EXPECT_EQ(expm1(-x), -x);
    EXPECT_EQ(exp(x), 1);
  }
}

// f does not fall on a grid of steps far above its error; neighbouring doubles may differ by an ulp.
void expect_rising(Function f, double low, double high) {
  const int steps = effort(1000000, 100000);
  double before = f(low);
  for (int i = 1; i <= steps; ++i) {
    const double x = low + (high - low) * i / steps;
    const double now = f(x);
    ASSERT_LE(before, now) << "at " << x;
    before = now;
  }
}

TEST(Elementary, EveryFunctionIsMonotoneOnAFineGrid) {
  expect_rising(log, 1e-9, 3);
  expect_rising(log, 1, 1e15);
  expect_rising(log1p, -0.9999999, 3);
  expect_rising(log1p, -1e-6, 1e-6);
  expect_rising(exp, -746, 709.7);
  expect_rising(exp, -1, 1);
  expect_rising(expm1, -1, 1);
  expect_rising(expm1, -40, 40);
  expect_rising(excess_exp, 0, 3);
  expect_rising([](double y) { return excess_exp(-y); }, 0, 3);
  expect_rising(excess_log, 0, 3);
  expect_rising([](double r) { return excess_log(-r); }, 0, 0.9999);
}

}  // namespace
}  // namespace banker::elementary_test
