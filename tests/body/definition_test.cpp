// Bodies against their definitions: Psi in x, the farthest points.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <variant>
#include <vector>

#include "body/every_body.hpp"

namespace banker::definition_test {
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

INSTANTIATE_TEST_SUITE_P(Axioms, EveryShape, ::testing::ValuesIn(testing::all_shapes()), testing::body_name);

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

}  // namespace
}  // namespace banker::definition_test
