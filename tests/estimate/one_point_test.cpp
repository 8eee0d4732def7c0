// banker/estimate/one_point.hpp, on every body, with both samplers. Expectations are sums over all draws.
#include "banker/estimate/one_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "banker/agent/linear.hpp"
#include "banker/core/random.hpp"
#include "body/bodies.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

namespace banker {
namespace {

using testing::converted;
using testing::Dice;
using testing::difference;
using testing::effort;
using testing::inner;
using testing::kEpsilon;
using testing::length;
using testing::Lower;
using testing::Real;
using testing::Reals;

class EverySampler : public ::testing::TestWithParam<std::tuple<testing::TestBody, Sampler>> {
 protected:
  struct Spot {
    BodyPoint at;
    Lower k;
    Rows steps, lifts;  // of every direction

    // Rounding of K, in the norms |K^T h| and |K^-1 phi|.
    Real rounding() const { return 32 * kEpsilon * k.size() * k.skewness(); }
  };

  const testing::TestBody& shape() const { return std::get<0>(GetParam()); }
  Sampler sampler() const { return std::get<1>(GetParam()); }

  // Points with random duals of length 0 to 1e6: about 1 to 1e-6 from the boundary.
  template <class Visit>
  void visit(Visit see) {
    for (const double size : {0.0, 0.1, 3.0, 100.0, 1e4, 1e6}) {
      SCOPED_TRACE("a dual of length " + std::to_string(size));
      for (int i = 0; i < effort(60, 10); ++i) {
        Spot s{body().centre(), {}, Rows(n_, Vector(n_)), Rows(n_, Vector(n_))};
        ASSERT_TRUE(body().mirror(dice_.on_sphere(n_, size), s.at.view()));
        s.k = Lower::factor(body(), s.at.view());
        for (std::size_t d = 0; d < n_; ++d)
          dikin_direction(sampler(), body(), s.at.view(), d, s.steps[d], s.lifts[d]);
        see(s);
      }
    }
  }
  Vector place(const Vector& y) {
    Vector x(body().ambient());
    body().place(y, x);
    return x;
  }
  Vector moved(const Vector& y, double sign, const Vector& step) {
    Vector to = y;
    for (std::size_t i = 0; i < n_; ++i) to[i] += sign * step[i];
    return to;
  }
  // A loss <l, x> and its coordinates l_y, <l, x> = <l, x_0> + <l_y, y>: l = R l_y, or, for a list, l_y pairs
  // with the steps that coordinates make in x.
  struct Loss {
    Vector l, l_y;
  };
  Loss random_loss() {
    if (!shape().is_list()) {
      Loss loss{Vector(body().ambient()), dice_.normals(n_)};
      body().dual(loss.l_y, loss.l);
      return loss;
    }
    Loss loss{dice_.normals(body().ambient()), {}};
    for (std::size_t k = 0; k < n_; ++k) {
      Vector e(n_);
      e[k] = 1;
      loss.l_y.push_back(static_cast<double>(inner(loss.l, place(e)) - inner(loss.l, place(Vector(n_)))));
    }
    return loss;
  }
  // A rounding of <l, x>.
  Real rounding(const Loss& loss, const Vector& x) {
    Real size = 0;
    const Vector x0 = place(Vector(n_));
    for (std::size_t i = 0; i < x.size(); ++i)
      size += std::fabs(loss.l[i]) * (std::fabs(x[i]) + std::fabs(x0[i]));
    return 8 * kEpsilon * size;
  }

  const Body& body() const { return space_.body(); }
  LinearSpace space_{shape().make(), sampler()};
  std::size_t n_ = space_.dimension();
  Dice dice_{7};
};

class OnShapes : public EverySampler {};
class OnLists : public EverySampler {};
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

// A_t of the space is place(y + sign step); its lift has the sign.
TEST_P(OnShapes, DrawPlaysTheForcedDirection) {
  visit([&](const Spot& s) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (const int sign : {1, -1}) {
        LinearDraw draw;
        ASSERT_FALSE(space_.draw(s.at, {0.3, 0.7, 0.5}, {.arm = {}, .direction = i, .sign = sign}, draw));
        EXPECT_EQ(draw.direction, i);
        EXPECT_EQ(draw.sign, sign);
        EXPECT_EQ(draw.probability, 1 / (2 * static_cast<double>(n_)));
        EXPECT_EQ(draw.action, place(moved(s.at.y, sign, s.steps[i])));
        for (std::size_t k = 0; k < n_; ++k) EXPECT_EQ(draw.lift[k], sign * s.lifts[i][k]);
        EXPECT_LE(body().excess(draw.action), 1e-9);
      }
    }
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

// A list: the mixture of every direction and sign is a distribution with the mean A; over all of them it is
// probabilities(); and sum of (1/2n) weight n <l, v> sign H M e_i = l, v the action of the draw.
TEST_P(OnLists, ActionsKeepTheEstimateUnbiased) {
  visit([&](const Spot& s) {
    const Loss loss = random_loss();
    const std::vector<double> probabilities = space_.probabilities(s.at);
    Reals average(body().atoms()), mean(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (const int sign : {1, -1}) {
        LinearDraw draw;
        ASSERT_FALSE(space_.draw(s.at, {0.5, 0.5, 0.5}, {.arm = {}, .direction = i, .sign = sign}, draw));
        Vector weights(body().atoms());
        body().mixture(s.at.view(), draw.lift, weights);
        const Vector a = place(moved(s.at.y, sign, s.steps[i]));
        Reals centre(a.size());
        Real sum = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
          EXPECT_GE(weights[j], 0);
          sum += weights[j];
          average[j] += Real{weights[j]} / (2 * n_);
          if (weights[j] == 0) continue;
          ASSERT_FALSE(space_.draw(s.at, {0.5, 0.5, 0.5}, {.arm = j, .direction = i, .sign = sign}, draw))
              << j;
          EXPECT_EQ(draw.choice, j);
          EXPECT_EQ(draw.probability, probabilities[j]);
          const auto v = space_.action(draw);
          for (std::size_t k = 0; k < a.size(); ++k) centre[k] += Real{weights[j]} * v[k];
          // n/2n <l, v> sign H M e_i; the space has put the sign into the lift.
          for (std::size_t k = 0; k < n_; ++k) mean[k] += weights[j] * inner(loss.l, v) / 2 * draw.lift[k];
        }
        EXPECT_NEAR(static_cast<double>(sum), 1, 1e-12);
        for (std::size_t k = 0; k < a.size(); ++k)
          EXPECT_NEAR(static_cast<double>(centre[k]), a[k], 1e-12 * (1 + std::fabs(a[k])));
      }
    }
    for (std::size_t j = 0; j < average.size(); ++j)
      EXPECT_NEAR(static_cast<double>(average[j] / probabilities[j]), 1, 1e-12);
    const Real size = length(s.k.solve(converted<Real>(loss.l_y)));
    const Real error = 4 * n_ * rounding(loss, place(s.at.y)) + s.rounding() * size;
    EXPECT_LE(length(s.k.solve(difference(mean, loss.l_y))), error);
  });
}

std::string name_of(const ::testing::TestParamInfo<std::tuple<testing::TestBody, Sampler>>& info) {
  const bool cholesky = std::get<1>(info.param) == Sampler::kCholesky;
  return std::get<0>(info.param).name + (cholesky ? "Cholesky" : "Eigen");
}
using ::testing::Combine, ::testing::Values, ::testing::ValuesIn;
const auto kBoth = Values(Sampler::kCholesky, Sampler::kEigen);
INSTANTIATE_TEST_SUITE_P(OnePoint, EverySampler, Combine(ValuesIn(testing::all_bodies()), kBoth), name_of);
INSTANTIATE_TEST_SUITE_P(OnePoint, OnShapes, Combine(ValuesIn(testing::all_shapes()), kBoth), name_of);
INSTANTIATE_TEST_SUITE_P(OnePoint, OnLists, Combine(ValuesIn(testing::all_lists()), kBoth), name_of);
INSTANTIATE_TEST_SUITE_P(OnePoint, CholeskyOnShapes,
                         Combine(ValuesIn(testing::all_shapes()), Values(Sampler::kCholesky)), name_of);
INSTANTIATE_TEST_SUITE_P(OnePoint, EigenOnBodies,
                         Combine(ValuesIn(testing::all_bodies()), Values(Sampler::kEigen)), name_of);

// Over many rounds the 2n draws are even, and the listed actions have their probabilities: chi-square tests
// at the level 1e-4, of fixed seeds.
TEST(Draws, AreEven) {
  for (const testing::TestBody& what : testing::all_bodies()) {
    const LinearSpace space(what.make(), Sampler::kCholesky);
    const std::size_t n = space.dimension();
    BodyPoint x = space.default_action();
    Dice dice(11);
    ASSERT_TRUE(space.mirror(dice.on_sphere(n, 5), space.default_action(), x));
    const int rounds = effort(50000, 5000);
    Vector count(2 * n), expected(2 * n, rounds / (2 * static_cast<double>(n)));
    Vector chosen(space.body().atoms()), due;
    for (const double p : space.probabilities(x)) due.push_back(p * rounds);
    LinearDraw draw;
    for (int t = 0; t < rounds; ++t) {
      ASSERT_FALSE(space.draw(x, uniforms(3, RoundId{static_cast<std::uint64_t>(t)}), {}, draw));
      ++count[2 * draw.direction + (draw.sign > 0)];
      if (!chosen.empty()) ++chosen[draw.choice];
    }
    EXPECT_GT(testing::pearson(count, expected), 1e-4) << what.name;
    if (!chosen.empty()) {
      EXPECT_GT(testing::pearson(chosen, due), 1e-4) << what.name;
    }
  }
}

// phi - n loss / sigma lift, unless it is longer than `most`: then phi keeps its bits.
TEST(ChargeOnePoint, SubtractsTheEstimateOrNothing) {
  Dice dice(5);
  for (const std::size_t n : {1, 2, 9}) {
    for (int trial = 0; trial < 200; ++trial) {
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
      EXPECT_FALSE(charge_one_point(lift, loss, scale, phi, size * (1 - 1e-12)));
      EXPECT_EQ(std::memcmp(phi.data(), before.data(), n * sizeof(double)), 0);
    }
  }
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
}  // namespace banker
