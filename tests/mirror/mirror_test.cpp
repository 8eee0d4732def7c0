// Axioms (1), (5) and (6) of banker/mirror/regularizer.hpp: the constrained mirror map.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <vector>

#include "mirror/duals.hpp"
#include "mirror/exact.hpp"

namespace banker::mirror_test {
namespace {

using testing::all_duals;
using testing::arm_counts;
using testing::Dual;
using testing::kEpsilon;
using testing::Real;

class EveryMirror : public testing::EveryRegularizer {};

// Below this a probability is, or is made of, subnormal numbers.
constexpr Real kSmallest = 1e-300L;

// x_i = (1 + (w + gap_i)/p)^-p in units where p -> inf is exp: the rounding of gap_i is magnified by
// p y/(1+y), y = (w + gap_i)/p, which is at most -ln x_i, hence by less than 700; the same bounds the error
// of exp(-p ln(1+y)). 700 * 2^-52 = 1.6e-13; the sum that fixes w adds a few ulps.
constexpr Real kMirror = 1e-12L;

TEST_P(EveryMirror, MirrorIsTheExactMapForEveryArmTinyOnesIncluded) {
  for (const std::size_t arms : arm_counts()) {
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const std::vector<double> x = mirror(dual.theta);
      const std::vector<Real> want = exact_mirror(exact(), dual.theta);
      Real worst = 0;
      for (std::size_t i = 0; i < arms; ++i) {
        if (want[i] < kSmallest) EXPECT_LE(x[i], 2 * kSmallest);
        else worst = std::max(worst, std::fabs(x[i] - want[i]) / want[i]);
      }
      EXPECT_LE(worst, kMirror) << arms << " arms, " << dual.what;
    }
  }
}

TEST_P(EveryMirror, MirrorIsPositiveAndSumsToOne) {
  for (const std::size_t arms : arm_counts()) {
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const std::vector<double> x = mirror(dual.theta);
      Real sum = 0;
      for (const double v : x) sum += v;
      EXPECT_NEAR(static_cast<double>(sum - 1), 0, 1e-12) << arms << " arms, " << dual.what;
      const double top = *std::max_element(dual.theta.begin(), dual.theta.end());
      for (std::size_t i = 0; i < arms; ++i) {
        ASSERT_TRUE(std::isfinite(x[i]) && x[i] >= 0) << arms << " arms, " << dual.what;
        // Zero only where the exact value may be subnormal: negative entropy, and Tsallis near it.
        ASSERT_TRUE(x[i] > 0 ||
                    exact().at(0, Real{top} - dual.theta[i]) < kSmallest * static_cast<Real>(arms))
            << arms << " arms, " << dual.what;
      }
    }
  }
}

TEST_P(EveryMirror, MirrorInvertsTheGradient) {
  // A gradient rounded by 2^-53, relative, moves x by p 2^-53: p ulps are lost near the negative entropy. Its
  // two roundings, the gap's and the map's own error make it 8 (p + 1) 2^-52, beside that of the map itself.
  const Real tolerance = 1e-13L + 8 * (GetParam().condition() + 1) * kEpsilon;
  for (const std::size_t arms : arm_counts()) {
    for (const double decades : {0.0, 2.0, 12.0}) {
      const std::vector<double> x = source_.point(arms, decades);
      const std::vector<double> back = mirror(gradient(x));
      Real worst = 0;
      for (std::size_t i = 0; i < arms; ++i) worst = std::max(worst, std::fabs(Real{back[i]} - x[i]) / x[i]);
      EXPECT_LE(worst, tolerance) << arms << " arms, " << decades << " decades";
    }
  }
}

TEST_P(EveryMirror, AConstantAddedToTheDualChangesNoBit) {
  // Multiples of 2^-20 below 2^20 and constants that keep the sums exact: the gaps are the same numbers.
  for (const std::size_t arms : arm_counts()) {
    for (const double size : {1.0, 600.0, 1e6}) {
      std::vector<double> theta(arms);
      for (double& v : theta) v = std::ldexp(std::floor(source_.uniform(-1, 1) * size * 0x1p20), -20);
      const std::vector<double> x = mirror(theta);
      for (const double c : {1.0, -3.5, 0x1p30, -1048575.0}) {
        std::vector<double> moved = theta;
        for (double& v : moved) v += c;
        EXPECT_EQ(mirror(moved), x) << arms << " arms, plus " << c;
      }
    }
  }
}

TEST_P(EveryMirror, MirrorSolvesTheOptimalityConditions) {
  // f'(x_i) - theta_i is the same for all i. A relative error e of x_i is an error e x_i f''(x_i) here.
  for (const std::size_t arms : arm_counts()) {
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const std::vector<double> x = mirror(dual.theta);
      const std::size_t best = std::max_element(x.begin(), x.end()) - x.begin();
      const auto multiplier = [&](std::size_t i) { return exact().slope(x[i]) - dual.theta[i]; };
      const auto error = [&](std::size_t i) { return kMirror * x[i] * exact().curvature(x[i]); };
      for (std::size_t i = 0; i < arms; i += 1 + arms / 2000) {
        if (x[i] < kSmallest) continue;
        const Real rounding = 0x1p-62L * (std::fabs(exact().slope(x[i])) + std::fabs(exact().slope(x[best])) +
                                          std::fabs(Real{dual.theta[i]}) + std::fabs(Real{dual.theta[best]}));
        ASSERT_LE(std::fabs(multiplier(i) - multiplier(best)), error(i) + error(best) + rounding)
            << arms << " arms, " << dual.what << ", arm " << i << " at " << x[i];
      }
    }
  }
}

TEST_P(EveryMirror, NoFeasibleDirectionImprovesOnMirror) {
  // Moving h from arm j to arm i changes Psi(x) - <theta, x> by about h^2 (f''(x_i) + f''(x_j))/2 > 0.
  for (const std::size_t arms : arm_counts()) {
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const std::vector<double> x = mirror(dual.theta);
      for (int trial = 0; trial < 200; ++trial) {
        const std::size_t i = source_.below(arms), j = source_.below(arms);
        const Real h = 1e-3L * std::min(x[i], x[j]);
        if (i == j || h < kSmallest) continue;
        const Real change =
            exact().rise(x[i], h) + exact().rise(x[j], -h) - (Real{dual.theta[i]} - Real{dual.theta[j]}) * h;
        const Real expected = h * h * (exact().curvature(x[i]) + exact().curvature(x[j])) / 2;
        ASSERT_GT(change, expected / 2) << arms << " arms, " << dual.what << ": " << x[i] << ", " << x[j];
        ASSERT_LT(change, expected * 2) << arms << " arms, " << dual.what << ": " << x[i] << ", " << x[j];
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Mirror, EveryMirror, ::testing::ValuesIn(testing::all_regularizers()),
                         testing::regularizer_name);

TEST(Mirror, TsallisOfOneHalfIsHalfTsallis) {
  testing::Source source;
  for (const std::size_t arms : arm_counts()) {
    for (const Dual& dual : all_duals(source, arms, 1e12)) {
      std::vector<double> half(arms), general(arms);
      HalfTsallis::mirror(dual.theta, half);
      Tsallis(0.5).mirror(dual.theta, general);
      for (std::size_t i = 0; i < arms; ++i) {
        ASSERT_NEAR(general[i] / half[i], 1, 1e-12) << arms << " arms, " << dual.what;
      }
    }
  }
}

}  // namespace
}  // namespace banker::mirror_test
