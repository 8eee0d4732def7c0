#include "agent/baseline/hybrid_mirror.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

#include "banker/mirror/half_tsallis.hpp"
#include "support/delayed_reference.hpp"
#include "support/effort.hpp"

namespace banker::testing::hybrid_mirror_test {
namespace {

void expect_distribution(const std::vector<double>& x) {
  Real total = 0;
  for (const double p : x) {
    ASSERT_GT(p, 0);
    total += p;
  }
  ASSERT_LE(std::fabs(total - 1), 1e-14L);
}

// Both weights and the sums over fifteen powers of ten. Every probability has a relative error below 1e-12, the
// smallest ones too.
TEST(HybridMirror, EqualsTheSlowSolve) {
  std::mt19937_64 random(1);
  const auto unit = [&] { return static_cast<double>(random() >> 11) * 0x1p-53; };
  for (int n = 0; n < effort(700, 60); ++n) {
    const std::size_t arms = 2 + random() % 9;
    const double a = std::pow(10, 6 * unit()), b = std::pow(10, 16 * unit() - 8);
    const double size = std::pow(10, 15 * unit() - 3);
    std::vector<double> theta(arms), x(arms);
    std::vector<Real> sums;
    for (double& v : theta) sums.push_back(-(v = -size * unit() * (random() % 3 == 0 ? 1e-3 : 1)));
    hybrid_mirror(theta, a, b, x);
    expect_distribution(x);
    const std::vector<Real> slow = slow_hybrid(sums, a, b);
    for (std::size_t i = 0; i < arms; ++i)
      ASSERT_NEAR(x[i] / static_cast<double>(slow[i]), 1, 1e-12)
          << "a " << a << " b " << b << " size " << size;
  }
}

TEST(HybridMirror, SurvivesLargeSumsAndManyArms) {
  for (const double size : {1.0, 1e6, 1e12}) {
    for (const double t : {1.0, 1e6, 1e12}) {
      for (const double b : {1e-12, 1.0, 1e6, 1e12}) {
        for (const std::size_t arms : {2, 10, 3000}) {
          std::vector<double> theta(arms), x(arms);
          for (std::size_t i = 1; i < arms; ++i) theta[i] = -size * static_cast<double>(i % 7) / 6;
          hybrid_mirror(theta, std::sqrt(t), b, x);
          // Gaps that are large against a small b alone leave the other arms with e^(-2 gap / b).
          expect_distribution(x);
          for (std::size_t i = 7; i < arms; ++i) ASSERT_EQ(x[i], x[i - 7]);
          for (std::size_t i = 1; i < std::min<std::size_t>(arms, 7); ++i) ASSERT_LE(x[i], x[i - 1]);
        }
      }
    }
  }
}

TEST(HybridMirror, IsHalfTsallisWithoutEntropyAndNearlySoftmaxWithMuch) {
  const std::vector<double> theta{-1, -30, -2, -5, -900};
  std::vector<double> x(5), half(5), scaled;
  hybrid_mirror(theta, 4, 0, x);
  for (const double v : theta) scaled.push_back(v / 4);
  HalfTsallis::mirror(scaled, half);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(x[i] / half[i], 1, 1e-14);
  // A little entropy: a little away.
  hybrid_mirror(theta, 4, 1e-9, half);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(x[i] / half[i], 1, 1e-8);
  // (b/2) x ln x alone: x ~ e^(2 theta / b).
  hybrid_mirror(theta, 1e-9, 200, x);
  double total = 0;
  for (const double v : theta) total += std::exp(v / 100);
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(x[i], std::exp(theta[i] / 100) / total, 1e-9);
}

TEST(HybridMirror, EqualSumsGiveTheUniformPoint) {
  std::vector<double> x(12);
  for (const double b : {0.0, 1e-300, 1.0, 1e9}) {
    hybrid_mirror(std::vector<double>(12, -77), 3, b, x);
    for (const double p : x) EXPECT_NEAR(p, 1.0 / 12, 1e-16);
  }
}

}  // namespace
}  // namespace banker::testing::hybrid_mirror_test
