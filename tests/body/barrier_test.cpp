// The axioms of banker/body/body.hpp, on every body, from its centre to a millionth of it from the boundary.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "body/bodies.hpp"
#include "support/effort.hpp"

namespace banker {
namespace {

using testing::Dice;
using testing::difference;
using testing::effort;
using testing::inner;
using testing::kEpsilon;
using testing::length;
using testing::Lower;
using testing::Real;
using testing::Reals;

// Lengths |u| are those of u itself, |h|_y = |K^T h| of steps, |phi|*_y = |K^-1 phi| of duals.
class EveryBody : public ::testing::TestWithParam<testing::TestBody> {
 protected:
  struct Spot {
    Vector phi;
    BodyPoint at;
    Lower k;
  };

  Spot spot(const Vector& phi) {
    Spot s{phi, body_->centre(), {}};
    EXPECT_TRUE(body_->mirror(phi, s.at.view()));
    s.k = Lower::factor(*body_, s.at.view());
    return s;
  }
  // Points with random duals of these lengths. A dual of length r is about 1/r from the boundary.
  template <class Visit>
  void visit(const Vector& lengths, int trials, Visit see) {
    for (const double size : lengths) {
      SCOPED_TRACE("a dual of length " + std::to_string(size));
      for (int i = 0; i < trials; ++i) see(spot(dice_.on_sphere(n_, size)));
    }
  }
  template <class Visit>
  void visit(Visit see) {
    visit({0, 1e-3, 1, 30, 1e3, 1e6}, effort(150, 30), see);
  }
  // locate() of a list of actions asks for a decrement of 1e-13, which rounding allows near its centre only.
  Vector located_lengths() const {
    return GetParam().is_list() ? Vector{0, 1e-3, 1, 5} : Vector{0, 1e-3, 1, 30, 1e3, 1e6};
  }

  Reals direction() { return testing::converted<Real>(dice_.on_sphere(n_, 1)); }
  // The point with the dual phi + t K u, and y + t h.
  Spot moved(const Spot& s, Real t, const Reals& u) {
    const Reals ku = s.k.times(u);
    Vector phi = s.phi;
    for (std::size_t i = 0; i < n_; ++i) phi[i] += static_cast<double>(t * ku[i]);
    return spot(phi);
  }
  BodyPoint located(const Spot& s, Real t, const Reals& h) {
    BodyPoint p = s.at;
    for (std::size_t i = 0; i < n_; ++i) p.y[i] += static_cast<double>(t * h[i]);
    EXPECT_TRUE(body_->locate(p.view()));
    return p;
  }
  Vector gradient(const BodyPoint& at) {
    Vector phi(n_);
    body_->gradient(at.view(), phi);
    return phi;
  }
  Vector place(const Vector& y) {
    Vector x(body_->ambient());
    body_->place(y, x);
    return x;
  }

  std::unique_ptr<const Body> body_ = GetParam().make();
  std::size_t n_ = body_->dimension();
  Dice dice_{42};
};

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

// mirror(phi) = y has the value of y however it is found: recall() from the coordinates.
TEST_P(EveryBody, RecallFindsWhatIsKept) {
  visit([&](const Spot& s) {
    BodyPoint p{s.at.y, Vector(body_->kept(), -1)};
    ASSERT_TRUE(body_->recall(s.phi, p.view()));
    const double error = static_cast<double>(1e-12L + 8 * body_->nu() * s.k.grain());
    EXPECT_NEAR(body_->value(p.view()), body_->value(s.at.view()), error);
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

INSTANTIATE_TEST_SUITE_P(Axioms, EveryBody, ::testing::ValuesIn(testing::all_bodies()), testing::name_of);

// Psi, its gradient and its Hessian in x, from the definitions in banker/body/shapes.hpp alone.
struct Exact {
  Real psi = 0;
  Real error = 0;  // of psi, if x, as the sum of x_0 and a step, and the data of the shape are rounded
  Reals gradient;
  std::vector<Reals> hessian;

  Exact(const Shape& shape, std::span<const double> x, std::span<const double> x0)
      : gradient(x.size()), hessian(x.size(), Reals(x.size())) {
    for (std::size_t i = 0; i < x.size(); ++i) size_.push_back(std::fabs(x[i]) + std::fabs(x0[i]));
    add(shape, x, 0);
  }

 private:
  void add(const Shape& shape, std::span<const double> x, std::size_t from) {
    std::visit([&](const auto& kind) { add(kind, x, from); }, shape.variant);
  }
  void add(const Product& product, std::span<const double> x, std::size_t from) {
    for (const Shape& part : product.bodies) {
      const std::size_t n = make_body(part).value()->ambient();
      add(part, x, from);
      from += n;
    }
  }
  // -ln s, s = 1 - d^T M d, d = x - c: gradient g = 2 M d / s, Hessian 2 M / s + g g^T.
  void add(const Ellipsoid& e, std::span<const double> x, std::size_t from) {
    const std::size_t n = e.center.size();
    Reals d(n), md(n);
    Real s = 1, rounded = 0;
    for (std::size_t i = 0; i < n; ++i) d[i] = Real{x[from + i]} - e.center[i];
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < n; ++j) {
        md[i] += e.matrix[i][j] * d[j];
        rounded += n * std::sqrt(Real{e.matrix[i][i]} * e.matrix[j][j]) * std::fabs(d[i] * d[j]);
      }
      s -= d[i] * md[i];
      rounded += 1 + std::fabs(md[i]) * size_[from + i];
    }
    psi -= std::log(s);
    error += 16 * kEpsilon * rounded / s;
    for (std::size_t i = 0; i < n; ++i) {
      gradient[from + i] += 2 * md[i] / s;
      for (std::size_t j = 0; j < n; ++j)
        hessian[from + i][from + j] += 2 * e.matrix[i][j] / s + 4 * md[i] * md[j] / (s * s);
    }
  }
  void add(const Ball& ball, std::span<const double> x, std::size_t from) {
    Ellipsoid e{Vector(ball.dimension), Rows(ball.dimension, Vector(ball.dimension))};
    for (std::size_t i = 0; i < ball.dimension; ++i) e.matrix[i][i] = 1 / (ball.radius * ball.radius);
    add(e, x, from);
  }
  // -ln s, s = b - <a, x>: gradient a / s, Hessian a a^T / s^2.
  void add(const Polytope& p, std::span<const double> x, std::size_t from) {
    for (std::size_t k = 0; k < p.b.size(); ++k) {
      const Vector& a = p.a[k];
      Real s = p.b[k], rounded = std::fabs(p.b[k]);
      for (std::size_t i = 0; i < a.size(); ++i) {
        s -= Real{a[i]} * x[from + i];
        rounded += std::fabs(a[i]) * size_[from + i];
      }
      psi -= std::log(s);
      error += 16 * kEpsilon * (1 + rounded / s);
      for (std::size_t i = 0; i < a.size(); ++i) {
        gradient[from + i] += a[i] / s;
        for (std::size_t j = 0; j < a.size(); ++j) hessian[from + i][from + j] += a[i] / s * (a[j] / s);
      }
    }
  }
  void add(const Box& box, std::span<const double> x, std::size_t from) {
    const std::size_t n = box.lower.size();
    Polytope p;
    for (std::size_t i = 0; i < n; ++i) {
      p.a.emplace_back(n)[i] = 1;
      p.b.push_back(box.upper[i]);
      p.a.emplace_back(n)[i] = -1;
      p.b.push_back(-box.lower[i]);
    }
    add(p, x, from);
  }

  Reals size_;  // |x| + |x_0|
};

class EveryShape : public EveryBody {
 protected:
  Exact exact(const Vector& y) { return {std::get<Shape>(GetParam().what), place(y), place(Vector(n_))}; }
};

// value(y) = Psi(x) - Psi(x_0), x = place(y).
TEST_P(EveryShape, ValueIsPsiOfX) {
  const Exact centre = exact(Vector(n_));
  visit({0, 1e-3, 1, 30, 1e3}, effort(150, 30), [&](const Spot& s) {
    const Exact here = exact(s.at.y);
    const Real error = here.error + centre.error + 1e-14L * body_->nu();
    EXPECT_LE(std::fabs(body_->value(s.at.view()) - (here.psi - centre.psi)), error);
  });
}

// R gradient(y) = gradient of Psi in x, 0 at x_0; in the norm |L^-1 theta|.
TEST_P(EveryShape, DualIsTheGradientInX) {
  visit({0, 1e-3, 1, 30, 1e3}, effort(150, 30), [&](const Spot& s) {
    const Exact here = exact(s.at.y);
    const Lower l = Lower::in_x(*body_, s.at.view());
    Vector theta(n_);
    body_->dual(gradient(s.at), theta);
    const Real skewness = l.skewness();
    EXPECT_LE(length(l.solve(difference(theta, here.gradient))),
              here.error + 8 * kEpsilon * n_ * std::sqrt(body_->nu()) * skewness * skewness);
  });
}

// (3). L = R K is the Cholesky factor of the Hessian H in x: lower triangular, L^-1 H L^-T = I.
TEST_P(EveryShape, RTimesKIsTheCholeskyFactorInX) {
  visit({0, 1e-3, 1, 30, 1e3}, effort(60, 20), [&](const Spot& s) {
    const Exact here = exact(s.at.y);
    const Lower l = Lower::in_x(*body_, s.at.view());
    // The entries of H are known to a rounding of sqrt(H_ii H_jj), slacks to here.error.
    const Real error = 4 * here.error + 8 * kEpsilon * n_ * l.skewness() * l.skewness();
    for (std::size_t j = 0; j < n_; ++j) {
      for (std::size_t i = 0; i < j; ++i) EXPECT_EQ(l.l[i][j], 0);
      EXPECT_GT(l.l[j][j], 0);
      Reals e(n_);
      e[j] = 1;
      const Reals m = l.transposed_solve(e);
      Reals hm(n_);
      for (std::size_t i = 0; i < n_; ++i)
        for (std::size_t k = 0; k < n_; ++k) hm[i] += here.hessian[i][k] * m[k];
      EXPECT_LE(length(difference(l.solve(hm), e)), error);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Axioms, EveryShape, ::testing::ValuesIn(testing::all_shapes()), testing::name_of);

// (6) is met with equality at (1 - 1/n) v, v a point of the sphere, a corner of the cube or of a simplex.
TEST(C1, IsReachedAtTheFarthestPoints) {
  const auto value = [](const Body& body, const Vector& x, double n) {
    BodyPoint p = body.centre();
    Vector x0(x.size()), e(x.size()), dual(x.size());
    body.place(p.y, x0);
    for (std::size_t k = 0; k < x.size(); ++k) {  // y_k = <R e_k, x - x_0>
      std::fill(e.begin(), e.end(), 0.0);
      e[k] = 1 - 1 / n;
      body.dual(e, dual);
      p.y[k] = static_cast<double>(inner(dual, testing::converted<double>(difference(x, x0))));
    }
    EXPECT_TRUE(body.locate(p.view()));
    return body.value(p.view());
  };
  const auto ball = make_body(Ball{3, 2}).value();
  const auto box = make_body(Box{{-1, 0}, {3, 5}}).value();
  const auto ellipsoid = make_body(Ellipsoid{{1, 1}, {{0.25, 0}, {0, 4}}}).value();
  const auto triangle = make_body(Polytope{{{-1, 0}, {0, -1}, {1, 1}}, {0, 0, 1}}).value();
  const auto product = make_body(Product{{Ball{1, 1}, Box{{0}, {1}}}}).value();
  for (const double n : {2.0, 3.0, 100.0, 1e6}) {
    const double error = 1e-15 * n + 1e-12;
    EXPECT_NEAR(value(*ball, {2. / 3, -4. / 3, 4. / 3}, n), ball->c1(n), error);
    for (const Vector& v : {Vector{-1, 5}, Vector{3, 0}})
      EXPECT_NEAR(value(*box, v, n), box->c1(n), 2 * error);
    EXPECT_NEAR(value(*ellipsoid, {1, 0.5}, n), ellipsoid->c1(n), error);
    for (const Vector& v : {Vector{0, 0}, Vector{1, 0}, Vector{0, 1}})
      EXPECT_NEAR(value(*triangle, v, n), triangle->c1(n), 4 * error);
    EXPECT_NEAR(value(*product, {-1, 1}, n), product->c1(n), 2 * error);
  }
}

class EveryList : public EveryBody {
 protected:
  // v becomes orthogonal to the rows.
  static void remove(const std::vector<Reals>& rows, Reals& v) {
    for (const Reals& row : rows) {
      Real along = 0;
      for (std::size_t j = 0; j < v.size(); ++j) along += row[j] * v[j];
      for (std::size_t j = 0; j < v.size(); ++j) v[j] -= along * row[j];
    }
  }
};

// locate(y) finds the weights of mirror(phi) = y.
TEST_P(EveryList, LocateFindsTheWeightsOfTheMirror) {
  visit(located_lengths(), effort(150, 30), [&](const Spot& s) {
    BodyPoint p{s.at.y, Vector(body_->kept())};
    ASSERT_TRUE(body_->locate(p.view()));
    for (std::size_t j = 0; j < p.kept.size(); ++j)
      EXPECT_NEAR(p.kept[j] / s.at.kept[j], 1, static_cast<double>(1e-12L + 100 * s.k.grain()));
    EXPECT_NEAR(body_->value(p.view()), body_->value(s.at.view()), 1e-11);
  });
}

// The weights minimise -sum ln w among those with the same sum and mean: along v, sum v_j = 0 and
// sum v_j a_j = 0, the slope -sum v_j / w_j is 0 and the value only grows.
TEST_P(EveryList, WeightsMinimiseTheBarrier) {
  const std::size_t atoms = body_->atoms();
  std::vector<Reals> rows;  // orthonormal, the span of 1 and of the coordinates of the points
  for (std::size_t i = 0; i <= body_->ambient(); ++i) {
    Reals row(atoms, 1);
    for (std::size_t j = 0; j < atoms && i > 0; ++j) row[j] = body_->atom(j)[i - 1];
    const Real before = length(row);
    for (int again = 0; again < 2; ++again) remove(rows, row);
    const Real after = length(row);
    if (after < 1e-9L * before) continue;
    for (Real& entry : row) entry /= after;
    rows.push_back(row);
  }
  visit([&](const Spot& s) {
    Reals v = testing::converted<Real>(dice_.normals(atoms)), ratio(atoms);
    remove(rows, v);
    if (rows.size() == atoms) return;  // the points are independent: there is one choice of weights
    Real slope = 0;
    for (std::size_t j = 0; j < atoms; ++j) slope -= ratio[j] = v[j] / s.at.kept[j];
    EXPECT_LE(std::fabs(slope), 1e-10L * length(ratio));
    for (const Real t : {0.5L, -0.5L, 1e-3L, -1e-3L}) {
      Real growth = 0;
      for (const Real r : ratio) growth -= std::log1p(t * r / length(ratio));
      EXPECT_GT(growth, t * t / 4);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Axioms, EveryList, ::testing::ValuesIn(testing::all_lists()), testing::name_of);

}  // namespace
}  // namespace banker
