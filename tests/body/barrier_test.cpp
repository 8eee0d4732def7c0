// The axioms of banker/body/body.hpp, on every body, from its centre to a millionth of it from the boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "body/every_body.hpp"

namespace banker::barrier_test {
namespace {

using testing::Dice;
using testing::difference;
using testing::effort;
using testing::EveryBody;
using testing::inner;
using testing::kEpsilon;
using testing::length;
using testing::Lower;
using testing::Real;
using testing::Reals;

// f'(0) by the differences (8 (f(t) - f(-t)) - (f(2t) - f(-2t))) / 12t. Along h with |h|_y = 1 the k-th
// derivative of a logarithm of slacks is at most (k-1)!, so the error is t^4 f^(5)/30 < t^4 at t = 1/100; a
// barrier that is a minimum of such sums stays within ten times that.
constexpr Real kStep = 0.01L;
constexpr Real kCut = 10 * kStep * kStep * kStep * kStep;
template <class F>
Real slope(F f) {
  return (8 * (f(kStep) - f(-kStep)) - (f(2 * kStep) - f(-2 * kStep))) / (12 * kStep);
}

// (1). |gradient(mirror(phi)) - phi|*_y <= 1e-10, where |phi|*_y <= sqrt(nu).
TEST_P(EveryBody, GradientOfTheMirrorIsTheDual) {
  visit([&](const Spot& s) { EXPECT_LE(length(s.k.solve(difference(gradient(s.at), s.phi))), 1e-10L); });
}

// (1). |mirror(gradient(y)) - y|_y <= 1e-10, from wherever the search starts; coordinates are rounded.
TEST_P(EveryBody, MirrorOfTheGradientIsThePoint) {
  visit([&](const Spot& s) {
    const Vector phi = gradient(s.at);
    BodyPoint starts[] = {body_->centre(), spot(dice_.on_sphere(n_, 100)).at, s.at};
    for (BodyPoint& p : starts) {
      ASSERT_TRUE(body_->mirror(phi, p.view()));
      const Real rounding = 8 * std::sqrt(body_->nu()) * s.k.grain();
      EXPECT_LE(length(s.k.transposed_times(difference(p.y, s.at.y))), 1e-10L + rounding);
      EXPECT_NEAR(body_->value(p.view()), body_->value(s.at.view()), 1e-10);
    }
  });
}

// mirror(phi) finds the same point again from its coordinates: what is kept, to its last digits.
TEST_P(EveryBody, MirrorFromThePointFindsWhatIsKept) {
  visit([&](const Spot& s) {
    BodyPoint p{s.at.y, Vector(body_->kept(), -1)};
    ASSERT_TRUE(body_->mirror(s.phi, p.view()));
    for (std::size_t j = 0; j < p.kept.size(); ++j)
      EXPECT_NEAR(p.kept[j], s.at.kept[j], 1e-10 * s.at.kept[j]);
  });
}

TEST_P(EveryBody, TheDualOfTheCentreIsZero) {
  const Spot s = spot(Vector(n_));
  for (const double y : s.at.y) EXPECT_NEAR(y, 0, 1e-13);
  EXPECT_NEAR(body_->value(s.at.view()), 0, 1e-13);
  const BodyPoint centre = body_->centre();
  EXPECT_EQ(centre.y, Vector(n_));
  EXPECT_NEAR(body_->value(centre.view()), 0, 1e-13);
  EXPECT_LE(length(s.k.solve(testing::converted<Real>(gradient(centre)))), 1e-13L);
}

// <gradient(y), h> = d/dt Psi(y + t h).
TEST_P(EveryBody, GradientIsTheSlopeOfTheValue) {
  visit(located_lengths(), effort(150, 30), [&](const Spot& s) {
    const Reals h = s.k.transposed_solve(direction());
    Real along = 0;
    for (std::size_t i = 0; i < n_; ++i) along += s.phi[i] * h[i];
    const Real got = slope([&](Real t) { return Real{body_->value(located(s, t, h).view())}; });
    const Real rounding =
        4 * body_->nu() * (s.k.grain() + kEpsilon) / kStep;  // of y + t h, of the logarithms
    EXPECT_LE(std::fabs(got - along), kCut + rounding);
  });
}

// (3). h'^T K K^T h = d/dt <gradient(y + t h), h'>.
TEST_P(EveryBody, HessianIsTheSlopeOfTheGradient) {
  visit(located_lengths(), effort(150, 30), [&](const Spot& s) {
    const Reals u = direction(), v = direction(), h = s.k.transposed_solve(u);
    Real want = 0;
    for (std::size_t i = 0; i < n_; ++i) want += u[i] * v[i];
    const Real got = slope([&](Real t) {
      const Reals flat = s.k.solve(testing::converted<Real>(gradient(located(s, t, h))));
      Real along = 0;
      for (std::size_t i = 0; i < n_; ++i) along += flat[i] * v[i];
      return along;
    });
    EXPECT_LE(std::fabs(got - want), 10 * kCut + 4 * body_->nu() * s.k.grain() / kStep);
  });
}

// (3). d/dt mirror(phi + t K u) = K^-T u. |u| = 1.
TEST_P(EveryBody, HessianIsTheInverseSlopeOfTheMirrorMap) {
  visit([&](const Spot& s) {
    const Reals u = direction(), v = direction();
    Real want = 0;
    for (std::size_t i = 0; i < n_; ++i) want += u[i] * v[i];
    const Real got = slope([&](Real t) {
      const Reals flat = s.k.transposed_times(difference(moved(s, t, u).at.y, s.at.y));
      Real along = 0;
      for (std::size_t i = 0; i < n_; ++i) along += flat[i] * v[i];
      return along;
    });
    EXPECT_LE(std::fabs(got - want), 10 * kCut + 4 * body_->nu() * s.k.grain() / kStep);
  });
}

// (2). |D^3 Psi[h,h,h]| <= 2 (D^2 Psi[h,h])^(3/2) says that 1/|h|_(y+th) moves by at most t; with h = z - y,
// from t = 0 to 1: |1/|z-y|_z - 1/|z-y|_y| <= 1. No differences are taken.
TEST_P(EveryBody, BarrierIsSelfConcordant) {
  visit([&](const Spot& s) {
    for (const Real t : {0.01L, 0.3L, 3.0L}) {
      const Spot z = moved(s, t, direction());
      const Reals h = difference(z.at.y, s.at.y);
      const Real here = length(s.k.transposed_times(h)), there = length(z.k.transposed_times(h));
      // Roundings of h and of K are errors of |h|.
      const Real rounding = (s.k.grain() + 4 * kEpsilon * s.k.skewness() * here) / (here * here) +
                            (z.k.grain() + 4 * kEpsilon * z.k.skewness() * there) / (there * there);
      EXPECT_LE(std::fabs(1 / there - 1 / here), 1 + 1e-12L + 4 * rounding);
    }
  });
}

// (2). <gradient, h>^2 <= nu D^2 Psi[h,h] for all h: (|gradient|*_y)^2 <= nu.
TEST_P(EveryBody, NuBoundsTheGradient) {
  Real most = 0;
  visit([&](const Spot& s) {
    const Reals flat = s.k.solve(testing::converted<Real>(s.phi));
    EXPECT_LE(length(flat) * length(flat), body_->nu() * (1 + 8 * kEpsilon * s.k.skewness()));
    most = std::max(most, length(flat));
  });
  EXPECT_GE(most, 0.7L);  // near one face it is 1
}

// (3). K is lower triangular with a positive diagonal, lift = K e_i, step = K^-T e_i.
TEST_P(EveryBody, DirectionsAreColumnsOfTheFactor) {
  visit([&](const Spot& s) {
    Vector step(n_), lift(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      body_->direction(s.at.view(), i, step, lift);
      Reals e(n_);
      e[i] = 1;
      for (std::size_t row = 0; row < n_; ++row) {
        EXPECT_EQ(lift[row], s.k.l[row][i]);
        EXPECT_TRUE(row >= i || lift[row] == 0);
        EXPECT_TRUE(row <= i || step[row] == 0);
      }
      EXPECT_GT(lift[i], 0);
      EXPECT_LE(length(difference(s.k.transposed_times(testing::converted<Real>(step)), e)),
                16 * kEpsilon * n_ * s.k.skewness());
    }
  });
}

// (4). {y + h : |h|_y <= 1} is inside: of a list of actions, the mixture of them with the mean y + h.
TEST_P(EveryBody, DikinEllipsoidIsInside) {
  visit([&](const Spot& s) {
    const Reals u = direction(), h = s.k.transposed_solve(u);
    Vector y = s.at.y, weights(body_->atoms());
    for (std::size_t i = 0; i < n_; ++i) y[i] += static_cast<double>(h[i]);
    const Vector x = place(y);
    if (!GetParam().is_list()) {
      EXPECT_LE(body_->excess(x), 1e-9);
      return;
    }
    body_->mixture(s.at.view(), testing::converted<double>(s.k.times(u)), weights);
    Real sum = 0;
    Reals mean(x.size());
    for (std::size_t j = 0; j < weights.size(); ++j) {
      EXPECT_GE(weights[j], 0);
      sum += weights[j];
      for (std::size_t i = 0; i < x.size(); ++i) mean[i] += Real{weights[j]} * body_->atom(j)[i];
    }
    EXPECT_NEAR(static_cast<double>(sum), 1, 1e-12);
    EXPECT_LE(length(difference(mean, x)), 1e-12L * (1 + length(testing::converted<Real>(x))));
  });
}

// (5). bregman(y, z) = Psi(y) - Psi(z) - <gradient(z), y - z>, up to roundings of what is subtracted.
TEST_P(EveryBody, BregmanIsItsDefinition) {
  visit([&](const Spot& z) {
    const Vector phi = gradient(z.at);
    for (const double size : {0.1, 10.0, 1e4}) {
      const Spot y = spot(dice_.on_sphere(n_, size));
      const Real values[] = {body_->value(y.at.view()), body_->value(z.at.view())};
      Real inner_part = 0, rounded = std::fabs(values[0]) + std::fabs(values[1]) + body_->nu();
      for (std::size_t i = 0; i < n_; ++i) {
        inner_part += phi[i] * (Real{y.at.y[i]} - z.at.y[i]);
        rounded += std::fabs(phi[i]) * (1 + std::fabs(y.at.y[i]) + std::fabs(z.at.y[i]));
      }
      const Real want = values[0] - values[1] - inner_part;
      const double got = body_->bregman(y.at.view(), z.at.view());
      EXPECT_GE(got, 0);
      // Slacks are compared by their differences: where y is nearer to the boundary than z, that rounds. The
      // gradient is known to 1e-12 in the dual norm.
      const Real error = 8 * std::sqrt(n_) * kEpsilon * rounded + body_->nu() * y.k.grain() +
                         1e-12L * length(z.k.transposed_times(difference(y.at.y, z.at.y)));
      EXPECT_LE(std::fabs(got - want), error + 1e-13L * want);
    }
    EXPECT_EQ(body_->bregman(z.at.view(), z.at.view()), 0);
  });
}

// (5). D(y, z) = |y - z|_z^2 / 2 (1 + O(r)) without cancellation, r = |y - z|_z = 1e-7. The difference of
// the values would lose it all; the search for y leaves an error of about 1e-5 r.
TEST_P(EveryBody, BregmanDoesNotCancelNearItself) {
  visit({0, 1e-3, 1, 30, 1e3}, effort(150, 30), [&](const Spot& z) {
    const Spot y = moved(z, 1e-7L, direction());
    EXPECT_NEAR(body_->bregman(y.at.view(), z.at.view()) / 5e-15, 1, 1e-3);
  });
}

// (6). c1(n) >= Psi((1 - 1/n) v). For a list, weights with that mean, not the best ones, bound it from above.
TEST_P(EveryBody, C1BoundsTheDivergenceOfThePointsInside) {
  for (const double n : {1.5, 2.0, 10.0, 1e3, 1e6}) {
    Real most = 0;
    for (int trial = 0; trial < effort(100, 20); ++trial) {
      BodyPoint v = spot(dice_.on_sphere(n_, 1e8)).at;
      if (GetParam().is_list()) {
        for (double& w : v.kept) w = (1 - 1 / n) * w + 1 / (n * static_cast<double>(body_->atoms()));
      } else {
        for (double& y : v.y) y *= 1 - 1 / n;
        ASSERT_TRUE(body_->locate(v.view()));
      }
      const Real value = body_->value(v.view());
      EXPECT_LE(value, body_->c1(n) * (1 + 1e-9L)) << n;  // v is inside by a part in 1e8 only to rounding
      most = std::max(most, value);
    }
    EXPECT_GT(most, 0);
  }
}

// excess = gauge - 1 around x_0: not positive inside, and it grows in proportion to the distance from x_0.
// Of a list only its points are in.
TEST_P(EveryBody, ExcessTellsInsideFromOutside) {
  const Vector x0 = place(Vector(n_));
  const double centre = body_->excess(x0);
  EXPECT_TRUE(GetParam().is_list() || std::fabs(centre + 1) <= 1e-9) << centre;
  visit({1, 30, 1e3, 1e6}, effort(60, 20), [&](const Spot& s) {
    const Vector x = place(s.at.y);
    const double here = body_->excess(x);
    if (GetParam().is_list()) {
      EXPECT_GT(here, 0);
      for (std::size_t j = 0; j < body_->atoms(); ++j) EXPECT_EQ(body_->excess(body_->atom(j)), 0);
      return;
    }
    EXPECT_LE(here, 1e-9);
    for (const double factor : {0.5, 1.5, 10.0}) {
      Vector other = x0;
      for (std::size_t i = 0; i < x.size(); ++i) other[i] += factor * (x[i] - x0[i]);
      EXPECT_NEAR(body_->excess(other), factor * (here + 1) - 1, 1e-8);
    }
    if (here < -0.3) return;
    BodyPoint outside = s.at;
    for (double& y : outside.y) y *= 1.5;
    EXPECT_FALSE(body_->locate(outside.view()));
  });
}

INSTANTIATE_TEST_SUITE_P(Axioms, EveryBody, ::testing::ValuesIn(testing::all_bodies()), testing::body_name);

}  // namespace
}  // namespace banker::barrier_test
