// Axioms (2), (3), (4), (7), (8) and (9) of banker/mirror/regularizer.hpp. (1), (5), (6): mirror_test.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "mirror/duals.hpp"
#include "mirror/exact.hpp"

namespace banker::regularizer_test {
namespace {

using testing::arm_counts;
using testing::EveryRegularizer;
using testing::kEpsilon;
using testing::Real;

// Where a is near 1, -(x^a)/(1-a) and its slope are p = 1/(1-a) times what matters in them: what cancels
// leaves p ulps.
Real tolerance(const testing::Regular& r) { return 1e-13L + 16 * r.condition() * kEpsilon; }

// The library adds K terms of one sign one after the other: each addition rounds by half an ulp of the sum.
Real rounding_of_sum(std::size_t arms) { return static_cast<Real>(arms) * kEpsilon / 2; }

// Many where they are cheap.
int repetitions(std::size_t arms, int many) { return arms > 1000 ? 1 : many; }

TEST_P(EveryRegularizer, GradientIsTheSlopeOfPsi) {
  for (double x = 1; x > 1e-30; x *= 0.7) {
    const double got = gradient({x})[0];
    // x^(a-1) = exp((a-1) ln x) magnifies a rounding by |ln x|; 1 + ln x is rounded as the greater of the
    // two.
    const Real rounding = kEpsilon * (4 - 2 * std::log(Real{x}));
    EXPECT_LE(std::fabs(got - exact().slope(x)), rounding * std::max<Real>(1, std::fabs(exact().slope(x))))
        << x;
    // (f(x+h) - f(x-h)) / 2h = f'(x) + h^2 f'''(x)/6.
    const Real h = 1e-5L * x;
    const Real difference = (exact().rise(x, h) - exact().rise(x, -h)) / (2 * h);
    EXPECT_NEAR(static_cast<double>(got - difference), 0, 1e-9 * (1 + std::fabs(got))) << x;
  }
}

TEST_P(EveryRegularizer, GradientIsStrictlyIncreasing) {
  // The slope moves by the fraction (1-a) of a step of x, 1e-14 of itself at least.
  for (double x = 1e-30; x < 1; x *= 1.1) {
    const std::vector<double> theta = gradient({x, x * (1 + 1e-8), x * 1.01});
    EXPECT_LT(theta[0], theta[1]) << x;
    EXPECT_LT(theta[1], theta[2]) << x;
  }
}

TEST_P(EveryRegularizer, BregmanIsItsDefinition) {
  for (const std::size_t arms : arm_counts()) {
    for (const double decades : {0.5, 3.0, 9.0}) {
      if (arms > 1000 && decades != 3) continue;
      const std::vector<double> x = source_.point(arms, decades), y = source_.point(arms, decades);
      Real want = 0, size = 0;
      for (std::size_t i = 0; i < arms; ++i) {
        want += exact().bregman(y[i], x[i]);
        size += std::fabs(exact().slope(x[i]) * (Real{y[i]} - x[i])) * 0x1p-11L;  // of the long doubles here
      }
      const Real error = (tolerance(GetParam()) + rounding_of_sum(arms)) * want + size * kEpsilon;
      EXPECT_NEAR(static_cast<double>(psi().bregman(y, x) - want), 0, static_cast<double>(error))
          << arms << " arms, " << decades << " decades";
    }
  }
}

TEST_P(EveryRegularizer, BregmanIsRightForPointsFarApart) {
  for (const double tiny : {1e-3, 1e-6, 1e-12, 1e-15, 1e-17, 1e-20, 1e-100}) {
    const std::vector<double> edge = {tiny, 1 - tiny}, middle = {0.5, 0.5};
    // Terms of the size of ln(y/x) cancel, p times what is left of them.
    const Real error = tolerance(GetParam()) - std::log(Real{tiny}) * GetParam().condition() * kEpsilon;
    for (const auto& [y, x] : {std::pair(edge, middle), std::pair(middle, edge)}) {
      const Real want = exact().bregman(y[0], x[0]) + exact().bregman(y[1], x[1]);
      EXPECT_NEAR(static_cast<double>(psi().bregman(y, x) / want), 1, static_cast<double>(error))
          << "D from (" << y[0] << ", " << y[1] << ") to (" << x[0] << ", " << x[1] << ")";
    }
  }
}

TEST_P(EveryRegularizer, BregmanIsNotNegativeAndZeroAtItself) {
  for (const std::size_t arms : arm_counts()) {
    const std::vector<double> x = source_.point(arms, 6), y = source_.point(arms, 6);
    EXPECT_GT(psi().bregman(y, x), 0);
    EXPECT_EQ(psi().bregman(x, x), 0);
  }
}

TEST_P(EveryRegularizer, BregmanDoesNotCancelNearItself) {
  // D(y, x) = sum_i f''(x_i) (y_i - x_i)^2 / 2 (1 + O(h)), with h = |y_i/x_i - 1| = 1e-7.
  const std::vector<double> x = source_.point(64, 3);
  std::vector<double> y = x;
  Real want = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    y[i] *= 1 + (i % 2 ? 1e-7 : -1e-7);
    want += exact().curvature(x[i]) * (Real{y[i]} - x[i]) * (Real{y[i]} - x[i]) / 2;
  }
  EXPECT_NEAR(static_cast<double>(psi().bregman(y, x) / want), 1, 1e-6);
}

TEST_P(EveryRegularizer, TheThreePointIdentityHolds) {
  // D(a,b) + D(b,c) - D(a,c) = <gradient(c) - gradient(b), a - b>; an ulp of any term is an error.
  for (const std::size_t arms : arm_counts()) {
    for (int trial = 0; trial < repetitions(arms, 20); ++trial) {
      const double decades = source_.uniform(0.1, 8);
      const auto a = source_.point(arms, decades), b = source_.point(arms, decades),
                 c = source_.point(arms, decades);
      const auto gb = gradient(b), gc = gradient(c);
      Real right = 0, size = 0;
      for (std::size_t i = 0; i < arms; ++i) {
        right += (Real{gc[i]} - gb[i]) * (Real{a[i]} - b[i]);
        size += (std::fabs(gc[i]) + std::fabs(gb[i])) * std::fabs(a[i] - b[i]);
      }
      const double ab = psi().bregman(a, b), bc = psi().bregman(b, c), ac = psi().bregman(a, c);
      const Real relative = tolerance(GetParam()) + rounding_of_sum(arms);
      const Real error = relative * (Real{ab} + bc + ac) + 4 * kEpsilon * size;
      EXPECT_NEAR(static_cast<double>(Real{ab} + bc - ac - right), 0, static_cast<double>(error))
          << arms << " arms, " << decades << " decades";
    }
  }
}

// sigma D(x, z~) with f'(z~) = f'(x) - l/(x sigma): the direct formula, in long double.
Real direct_cost(const testing::Exact& f, Real scale, Real x, Real loss) {
  const Real z = f.inverse_slope(f.slope(x) - loss / (x * scale));
  return scale * f.bregman(x, z);
}

TEST_P(EveryRegularizer, ImmediateCostIsItsDefinition) {
  int compared = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    const double x = std::pow(10, source_.uniform(-8, 0)), loss = source_.uniform(0.001, 1);
    const double scale = std::pow(10, source_.uniform(-3, 6));
    // h = (l / x sigma) / (x f''(x)), by how much ln x moves. The direct formula loses p/h^2 of its 64 bits.
    const Real h = loss / (Real{x} * scale) / (x * exact().curvature(x));
    const double got = psi().immediate_cost(scale, x, loss);
    if (h > 100) continue;  // z~ would underflow in the exponential family
    if (h > 1e-2L) {
      const Real want = direct_cost(exact(), scale, x, loss);
      const Real error = 1e-12L + 0x1p-60L * GetParam().condition() / (h * h);
      ASSERT_NEAR(static_cast<double>(got / want), 1, static_cast<double>(error))
          << scale << ' ' << x << ' ' << loss;
      ++compared;
    }
  }
  EXPECT_GT(compared, 300);
}

TEST_P(EveryRegularizer, ImmediateCostDoesNotCancelAtLargeScales) {
  // sigma D(x, z~) = l^2 / (2 sigma x^2 f''(x)) (1 + O(h)), h = l/(sigma x^2 f''(x)).
  for (int trial = 0; trial < 2000; ++trial) {
    const double x = std::pow(10, source_.uniform(-8, 0)), loss = source_.uniform(0.001, 1);
    const Real stiffness = Real{x} * x * exact().curvature(x);
    const Real h = std::pow(10, source_.uniform(-14, -7));
    const double scale = static_cast<double>(loss / (stiffness * h));
    const double want = static_cast<double>(loss * (loss / (2 * scale * stiffness)));
    ASSERT_NEAR(psi().immediate_cost(scale, x, loss) / want, 1, static_cast<double>(3 * h) + 1e-12)
        << scale << ' ' << x << ' ' << loss;
  }
}

TEST_P(EveryRegularizer, ALossOfZeroCostsNothing) {
  for (const double scale : {1e-100, 1.0, 1e100}) EXPECT_EQ(psi().immediate_cost(scale, 0.25, 0), 0);
}

TEST_P(EveryRegularizer, C1IsTheGreatestDivergenceOfAVertex) {
  const bool moved = psi().name() == "log-barrier";  // D(vertex, x_0) is infinite
  for (const std::size_t arms : arm_counts()) {
    const std::vector<double> uniform(arms, 1 / static_cast<double>(arms));
    for (const double n : {2.0, 3.0, 100.0, 1e6}) {
      // x_0 is symmetric, so one vertex stands for all.
      std::vector<double> y(arms, 0.0);
      y[arms / 2] = 1;
      if (moved) {
        for (double& v : y) v = (1 - 1 / n) * v + 1 / (n * static_cast<double>(arms));
      }
      const Real want = exact().bregman(y[arms / 2], 1 / static_cast<Real>(arms)) +
                        static_cast<Real>(arms - 1) * exact().bregman(y[0], 1 / static_cast<Real>(arms));
      const double c1 = psi().c1(arms, n);
      EXPECT_NEAR(static_cast<double>(c1 / want), 1, 1e-11) << arms << " arms, n = " << n;
      const double rounding = static_cast<double>(tolerance(GetParam()) + rounding_of_sum(arms));
      EXPECT_NEAR(c1 / psi().bregman(y, uniform), 1, rounding) << arms << " arms, n = " << n;
      for (int trial = 0; trial < 2; ++trial) {  // no other point of the simplex is further
        std::vector<double> other = source_.point(arms, 12);
        if (moved) {
          for (double& v : other) v = (1 - 1 / n) * v + 1 / (n * static_cast<double>(arms));
        }
        EXPECT_LE(psi().bregman(other, uniform), c1 * (1 + rounding));
      }
    }
  }
}

TEST_P(EveryRegularizer, C2BoundsTheExpectedCost) {
  // E[immediate_cost] = sum_i x_i cost(sigma, x_i, l_i) <= C2/sigma for losses in [0,1]. The x_i of the source
  // sum to 1 up to the rounding of a sum.
  for (const std::size_t arms : arm_counts()) {
    const Real rounding = 1e-12L + rounding_of_sum(arms);
    for (int trial = 0; trial < repetitions(arms, 50); ++trial) {
      const std::vector<double> x = source_.point(arms, source_.uniform(0, 8));
      const double scale = std::pow(10, source_.uniform(-3, 9));
      Real expected = 0;
      for (const double p : x)
        expected += p * Real{psi().immediate_cost(scale, p, source_.below(2) ? 1 : source_.uniform(0, 1))};
      EXPECT_LE(expected * scale, psi().c2(arms) * (1 + rounding)) << arms << " arms, scale " << scale;
    }
    // It is reached: uniform x, losses 1, a large scale.
    const double p = 1 / static_cast<double>(arms), scale = 1e12;
    EXPECT_NEAR(psi().immediate_cost(scale, p, 1) * scale / psi().c2(arms), 1, 1e-6) << arms;
  }
}

INSTANTIATE_TEST_SUITE_P(Axioms, EveryRegularizer, ::testing::ValuesIn(testing::all_regularizers()),
                         testing::regularizer_name);

template <class Psi>
void expect_same_bits(const Psi& psi) {
  const AnyRegularizer any(psi);
  testing::Source source;
  for (const std::size_t arms : {2, 7, 1000}) {
    const std::vector<double> x = source.point(arms, 5), y = source.point(arms, 5);
    std::vector<double> direct(arms), wrapped(arms);
    psi.gradient(x, direct);
    any.gradient(x, wrapped);
    EXPECT_EQ(direct, wrapped);
    psi.mirror(y, direct);
    any.mirror(y, wrapped);
    EXPECT_EQ(direct, wrapped);
    EXPECT_EQ(psi.bregman(y, x), any.bregman(y, x));
    EXPECT_EQ(psi.immediate_cost(3.5, x[0], 0.7), any.immediate_cost(3.5, x[0], 0.7));
    EXPECT_EQ(psi.c1(arms, 50), any.c1(arms, 50));
    EXPECT_EQ(psi.c2(arms), any.c2(arms));
  }
  EXPECT_EQ(psi.name(), any.name());
}

TEST(AnyRegularizer, GivesTheSameBitsAsWhatItHolds) {
  expect_same_bits(HalfTsallis{});
  expect_same_bits(Tsallis(0.9));
  expect_same_bits(NegativeEntropy{});
  expect_same_bits(LogBarrier{});
}

TEST(Regularizer, TsallisOfOneHalfIsHalfTsallis) {
  testing::Source source;
  const Tsallis half(0.5);
  for (const std::size_t arms : {2, 7, 1000}) {
    const std::vector<double> x = source.point(arms, 5), y = source.point(arms, 5);
    EXPECT_NEAR(half.bregman(y, x) / HalfTsallis::bregman(y, x), 1, 1e-12);
    EXPECT_NEAR(half.immediate_cost(20, x[0], 0.3) / HalfTsallis::immediate_cost(20, x[0], 0.3), 1, 1e-12);
    EXPECT_NEAR(half.c1(arms, 9) / HalfTsallis::c1(arms, 9), 1, 1e-12);
    EXPECT_NEAR(half.c2(arms) / HalfTsallis::c2(arms), 1, 1e-12);
  }
}

}  // namespace
}  // namespace banker::regularizer_test
