// banker/estimate/one_point.hpp, on every body, with both samplers: directions and the estimate.
#include "banker/estimate/one_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

#include "estimate/every_sampler.hpp"

namespace banker::one_point_test {
namespace {

using testing::converted;
using testing::Dice;
using testing::difference;
using testing::EverySampler;
using testing::inner;
using testing::kEpsilon;
using testing::length;
using testing::Lower;
using testing::Real;
using testing::Reals;

class CholeskyOnShapes : public EverySampler {};
class EigenOnBodies : public EverySampler {};

// lift = H step, |step|_x = 1, l~^T H^-1 l~ = (n loss)^2: the columns of K^T M are orthonormal, and those of
// K^-1 (H M) are the same.
TEST_P(EverySampler, DirectionsAreOrthonormalInTheLocalNorm) {
  visit([&](const Spot& s) {
    std::vector<Reals> flat;
    for (std::size_t i = 0; i < n_; ++i) {
      flat.push_back(s.k.transposed_times(converted<Real>(s.steps[i])));
      EXPECT_LE(length(difference(s.k.solve(converted<Real>(s.lifts[i])), flat[i])), s.rounding());
      for (std::size_t j = 0; j <= i; ++j) {
        Real product = 0;
        for (std::size_t k = 0; k < n_; ++k) product += flat[i][k] * flat[j][k];
        EXPECT_LE(std::fabs(product - (i == j)), 2 * s.rounding());
      }
    }
  });
}

// E[A] = x: of every direction, both signs. E[l~] = sum over directions and signs of
// (1/2n) n <l, A> sign H M e_i = l, with A in x-coordinates. In the norm |K^-1 phi|.
TEST_P(EverySampler, EstimateIsUnbiased) {
  visit([&](const Spot& s) {
    const Loss loss = random_loss();
    const Vector x = place(s.at.y);
    Reals mean(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      const Vector plus = place(moved(s.at.y, 1, s.steps[i])), minus = place(moved(s.at.y, -1, s.steps[i]));
      for (std::size_t k = 0; k < x.size(); ++k) {
        const Real size = std::fabs(plus[k]) + std::fabs(minus[k]) + std::fabs(place(Vector(n_))[k]);
        EXPECT_LE(std::fabs((Real{plus[k]} + minus[k]) / 2 - x[k]), 16 * n_ * kEpsilon * size);
      }
      const Real change = (inner(loss.l, plus) - inner(loss.l, minus)) / 2;
      for (std::size_t k = 0; k < n_; ++k) mean[k] += change * s.lifts[i][k];
    }
    const Real size = length(s.k.solve(converted<Real>(loss.l_y)));
    const Real error = 4 * n_ * rounding(loss, x) + s.rounding() * size;
    EXPECT_LE(length(s.k.solve(difference(mean, loss.l_y))), error);
    // Where the body is not so far from 0 that x has lost its digits this is small.
    const bool far = shape().name == "PolytopeFar" || shape().name == "BoxOfManySizes";
    EXPECT_TRUE(far || error < 1e-6L * (1 + size)) << static_cast<double>(error);
  });
}

// kCholesky: A = x + sign L^-T e_i in x, L = R K.
TEST_P(CholeskyOnShapes, StepsAreTheColumnsOfTheInverseFactor) {
  const Vector x0 = place(Vector(n_));
  visit([&](const Spot& s) {
    const Lower l = Lower::in_x(body(), s.at.view());
    const Vector x = place(s.at.y);
    for (std::size_t i = 0; i < n_; ++i) {
      Reals e(n_);
      e[i] = 1;
      const Reals want = l.transposed_solve(e);
      const Vector a = place(moved(s.at.y, 1, s.steps[i]));
      // Coordinate k of y and of x is rounded, and so is what R^-T makes of it: relative to the sizes in x.
      for (std::size_t k = 0; k < n_; ++k) {
        const Real size = std::fabs(x[k]) + std::fabs(x0[k]) + std::fabs(want[k]) * l.skewness();
        EXPECT_LE(std::fabs(Real{a[k]} - x[k] - want[k]), 64 * n_ * kEpsilon * size);
      }
    }
  });
}

// kEigen: q_i = R lift = H M e_i is an eigenvector of H in x with the eigenvalue |q_i|^2, ascending;
// H (M e_i) = |q_i|^2 M e_i; its largest component is positive.
TEST_P(EigenOnBodies, StepsAreEigenvectorsInAscendingOrder) {
  visit([&](const Spot& s) {
    const Lower l = shape().is_list() ? s.k : Lower::in_x(body(), s.at.view());
    std::vector<Reals> q;
    for (const Vector& lift : s.lifts) {
      Vector image(body().ambient());
      body().dual(lift, image);
      image.resize(n_);
      q.push_back(converted<Real>(image));
    }
    Real least = length(q[0]);
    for (std::size_t i = 0; i < n_; ++i) {
      const Real size = length(q[i]);
      EXPECT_GE(size, least * (1 - 1e-12L));
      least = std::max(least, size);
      for (std::size_t j = 0; j < i; ++j) {
        Real product = 0;
        for (std::size_t k = 0; k < n_; ++k) product += q[i][k] * q[j][k];
        EXPECT_LE(std::fabs(product), 1e-13L * size * length(q[j]) + s.rounding() * size * length(q[j]));
      }
      const Real top = *std::max_element(q[i].begin(), q[i].end());
      for (const Real v : q[i]) EXPECT_GE(top, std::fabs(v) * (1 - 1e-9L));
      // m = L^-T (K^T step). A rounding of it is one of the longest axis, 1 / |q_0|.
      const Reals m = l.transposed_solve(s.k.transposed_times(converted<Real>(s.steps[i])));
      Reals rest = q[i];
      for (std::size_t k = 0; k < n_; ++k) rest[k] -= size * size * m[k];
      EXPECT_LE(length(rest) / size, (1e-13L + s.rounding()) * size / length(q[0]));
    }
  });
}

using ::testing::Combine, ::testing::Values, ::testing::ValuesIn;
INSTANTIATE_TEST_SUITE_P(OnePoint, EverySampler,
                         Combine(ValuesIn(testing::all_bodies()), testing::kBothSamplers),
                         testing::sampler_name);
INSTANTIATE_TEST_SUITE_P(OnePoint, CholeskyOnShapes,
                         Combine(ValuesIn(testing::all_shapes()), Values(Sampler::kCholesky)),
                         testing::sampler_name);
INSTANTIATE_TEST_SUITE_P(OnePoint, EigenOnBodies,
                         Combine(ValuesIn(testing::all_bodies()), Values(Sampler::kEigen)),
                         testing::sampler_name);

// phi - n loss / sigma lift, unless it is longer than `most` and than phi: then phi keeps its bits.
TEST(ChargeOnePoint, SubtractsTheEstimateOrNothing) {
  Dice dice(5);
  int longer = 0, trials = 0;
  for (const std::size_t n : {1, 2, 9}) {
    for (int trial = 0; trial < 200; ++trial, ++trials) {
      const Vector before = dice.on_sphere(n, 10), lift = dice.normals(n);
      const double loss = dice.uniform(-1, 1), scale = std::pow(10, dice.uniform(-2, 4));
      Reals want;
      for (std::size_t i = 0; i < n; ++i)
        want.push_back(before[i] - static_cast<Real>(n) * loss / scale * lift[i]);
      const double size = static_cast<double>(length(want));
      Vector phi = before;
      ASSERT_TRUE(charge_one_point(lift, loss, scale, phi, size * (1 + 1e-12)));
      EXPECT_LE(length(difference(phi, want)), 8 * kEpsilon * (10 + size));
      phi = before;
      if (size < 10 * (1 - 1e-12)) {  // nearer to the centre: from beyond `most`, too
        EXPECT_TRUE(charge_one_point(lift, loss, scale, phi, 0));
        EXPECT_LE(length(difference(phi, want)), 8 * kEpsilon * (10 + size));
      } else if (size > 10 * (1 + 1e-12)) {
        EXPECT_FALSE(charge_one_point(lift, loss, scale, phi, size * (1 - 1e-12)));
        EXPECT_EQ(std::memcmp(phi.data(), before.data(), n * sizeof(double)), 0);
        ++longer;
      }
    }
  }
  EXPECT_GT(longer, trials / 4);
  EXPECT_LT(longer, trials * 3 / 4);
}

TEST(ChargeOnePoint, RefusesWhatIsNoNumberOrBeyondTheGreatestDual) {
  const double inf = std::numeric_limits<double>::infinity(), nan = std::numeric_limits<double>::quiet_NaN();
  const Vector before = {0.1, -0.0};
  Vector phi = before;
  for (const Vector& lift : {Vector{nan, 0}, Vector{inf, 0}, Vector{1e200, 1}, Vector{0.51 * kMaxDual, 0}}) {
    EXPECT_FALSE(charge_one_point(lift, 1, 1, phi)) << lift[0];
    EXPECT_EQ(std::memcmp(phi.data(), before.data(), 2 * sizeof(double)), 0);
  }
  EXPECT_TRUE(charge_one_point(Vector{0.49 * kMaxDual, 0}, 1, 1, phi));
}

TEST(Sampler, HasAName) {
  EXPECT_EQ(name(Sampler::kCholesky), "cholesky");
  EXPECT_EQ(name(Sampler::kEigen), "eigen");
}

}  // namespace
}  // namespace banker::one_point_test
