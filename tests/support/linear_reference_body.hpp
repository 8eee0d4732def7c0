#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <optional>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "banker/body/shapes.hpp"
#include "support/real.hpp"

// Convex bodies, slowly: barriers in the coordinates of the actions, dense Hessians, searches from the centre.
namespace banker::testing::linear_reference {

using Matrix = std::vector<Reals>;

inline Real dot(const Reals& a, const Reals& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), Real{0});
}

// a + c b.
inline Reals plus(Reals a, Real c, const Reals& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] += c * b[i];
  return a;
}

inline Reals times(const Matrix& m, const Reals& v) {
  Reals out;
  for (const Reals& row : m) out.push_back(dot(row, v));
  return out;
}

// L with H = L L^T, L lower triangular with positive diagonal. Every H here is positive definite.
inline Matrix cholesky(const Matrix& h) {
  Matrix l(h.size(), Reals(h.size()));
  for (std::size_t i = 0; i < h.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real rest = h[i][j];
      for (std::size_t k = 0; k < j; ++k) rest -= l[i][k] * l[j][k];
      if (i == j && !(rest > 0)) throw std::domain_error("the Hessian is not positive definite");
      l[i][j] = i == j ? std::sqrt(rest) : rest / l[j][j];
    }
  }
  return l;
}

// L^-1 v and L^-T v.
inline Reals solve_lower(const Matrix& l, Reals v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    for (std::size_t k = 0; k < i; ++k) v[i] -= l[i][k] * v[k];
    v[i] /= l[i][i];
  }
  return v;
}
inline Reals solve_upper(const Matrix& l, Reals v) {
  for (std::size_t i = v.size(); i-- > 0;) {
    for (std::size_t k = i + 1; k < v.size(); ++k) v[i] -= l[k][i] * v[k];
    v[i] /= l[i][i];
  }
  return v;
}

struct Eigen {
  Reals values;    // ascending
  Matrix vectors;  // one per row, of length 1
};

// The eigenvalues and -vectors of a symmetric matrix, by turning two coordinates at a time (Jacobi).
inline Eigen eigen(Matrix h) {
  const std::size_t n = h.size();
  Matrix turns(n, Reals(n));
  for (std::size_t i = 0; i < n; ++i) turns[i][i] = 1;
  const auto turn = [](Real& a, Real& b, Real cosine, Real sine) {
    const Real old = a;
    a = cosine * old - sine * b;
    b = sine * old + cosine * b;
  };
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p + 1 < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const Real angle = std::atan2(2 * h[p][q], h[q][q] - h[p][p]) / 2;
        const Real cosine = std::cos(angle), sine = std::sin(angle);
        for (std::size_t k = 0; k < n; ++k) turn(h[k][p], h[k][q], cosine, sine);
        for (std::size_t k = 0; k < n; ++k) turn(h[p][k], h[q][k], cosine, sine);
        for (std::size_t k = 0; k < n; ++k) turn(turns[p][k], turns[q][k], cosine, sine);
        h[p][q] = h[q][p] = 0;
      }
    }
  }
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return h[a][a] < h[b][b]; });
  Eigen result;
  for (const std::size_t i : order) {
    result.values.push_back(h[i][i]);
    result.vectors.push_back(turns[i]);
  }
  return result;
}

// Psi and its derivatives at a point.
struct Jet {
  Real value = 0;
  Reals gradient;
  Matrix hessian;
};

// Psi = -sum ln(slacks): b_j - <a_j, x> for faces, 1 - (x-c)'M(x-c) for round bodies (the ball has M = I/r^2).
class Body {
 public:
  // `interior` is any point inside; the centre is searched from there.
  Body(const Shape& shape, const Reals& interior) : dimension_(interior.size()) {
    const std::size_t end = add(shape, 0);
    if (end != dimension_) throw std::logic_error("the dimension");
    centre_ = minimise(Reals(dimension_), interior);
  }

  std::size_t dimension() const { return dimension_; }
  Real nu() const { return nu_; }
  const Reals& centre() const { return centre_; }  // argmin Psi

  // -sum ln(slack), -sum d slack / slack, and its derivative. Nothing: x is not inside.
  std::optional<Jet> at(const Reals& x) const {
    Jet jet{0, Reals(dimension_), Matrix(dimension_, Reals(dimension_))};
    const auto add_slack = [&](std::size_t first, Real slack, const Reals& fall, const Matrix* bend) {
      jet.value -= std::log(slack);
      for (std::size_t i = 0; i < fall.size(); ++i) {
        jet.gradient[first + i] += fall[i] / slack;
        for (std::size_t j = 0; j < fall.size(); ++j) {
          jet.hessian[first + i][first + j] += fall[i] * fall[j] / (slack * slack);
          if (bend != nullptr) jet.hessian[first + i][first + j] += 2 * (*bend)[i][j] / slack;
        }
      }
    };
    for (const Face& face : faces_) {
      Real slack = face.b;
      for (std::size_t i = 0; i < face.a.size(); ++i) slack -= face.a[i] * x[face.first + i];
      if (!(slack > 0)) return std::nullopt;
      add_slack(face.first, slack, face.a, nullptr);
    }
    for (const Round& round : rounds_) {
      const Real slack = round.slack(x);
      if (!(slack > 0)) return std::nullopt;
      Reals fall = times(round.matrix, round.rest(x));
      for (Real& v : fall) v *= 2;
      add_slack(round.first, slack, fall, &round.matrix);
    }
    return jet;
  }

  // argmin Psi(x) - <theta, x>, searched from the centre.
  Reals mirror(const Reals& theta) const { return minimise(theta, centre_); }

  // Psi(x) - Psi(z) - <grad Psi(z), x - z>. With d = x - z and r = slack of x / slack of z - 1, every slack adds
  // r - ln(1 + r), and a round one d'Md / slack of z too.
  Real bregman(const Reals& x, const Reals& z) const {
    Real sum = 0;
    for (const Face& face : faces_) {
      Real slack = face.b, change = 0;
      for (std::size_t i = 0; i < face.a.size(); ++i) {
        slack -= face.a[i] * z[face.first + i];
        change -= face.a[i] * (x[face.first + i] - z[face.first + i]);
      }
      sum += change / slack - std::log1p(change / slack);
    }
    for (const Round& round : rounds_) {
      const Reals rest = round.rest(z), d = plus(round.rest(x), -1, rest);
      const Real slack = round.slack(z), square = dot(times(round.matrix, d), d);
      const Real change = -2 * dot(times(round.matrix, rest), d) - square;
      sum += change / slack - std::log1p(change / slack) + square / slack;
    }
    return sum;
  }

  // How wide the Dikin ellipsoid at the centre is along each coordinate, 2 sqrt((H^-1)_ii): the body is at
  // least as wide, and at most nu times.
  Reals widths() const {
    const Matrix l = cholesky(at(centre_).value().hessian);
    Reals widths;
    for (std::size_t i = 0; i < dimension_; ++i) {
      Reals unit(dimension_);
      unit[i] = 1;
      const Reals half = solve_lower(l, unit);
      widths.push_back(2 * std::sqrt(dot(half, half)));
    }
    return widths;
  }

 private:
  struct Face {
    std::size_t first;  // coordinate
    Reals a;
    Real b;
  };
  struct Round {
    std::size_t first;  // coordinate
    Reals center;
    Matrix matrix;

    // x - center, and 1 - (x - center)'M(x - center).
    Reals rest(const Reals& x) const {
      Reals rest(center.size());
      for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = x[first + i] - center[i];
      return rest;
    }
    Real slack(const Reals& x) const { return 1 - dot(times(matrix, rest(x)), rest(x)); }
  };

  static Reals wide(const std::vector<double>& v) { return {v.begin(), v.end()}; }

  // Adds a body whose coordinates begin at `first`; says where they end.
  std::size_t add(const Shape& shape, std::size_t first) {
    if (const auto* product = std::get_if<Product>(&shape.variant)) {
      for (const Shape& part : product->bodies) first = add(part, first);
      return first;
    }
    if (const auto* ball = std::get_if<Ball>(&shape.variant)) {
      Matrix matrix(ball->dimension, Reals(ball->dimension));
      for (std::size_t i = 0; i < ball->dimension; ++i)
        matrix[i][i] = 1 / (Real(ball->radius) * ball->radius);
      rounds_.push_back({first, Reals(ball->dimension), matrix});
      nu_ += 1;
      return first + ball->dimension;
    }
    if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape.variant)) {
      Matrix matrix;
      for (const auto& row : ellipsoid->matrix) matrix.push_back(wide(row));
      rounds_.push_back({first, wide(ellipsoid->center), matrix});
      nu_ += 1;
      return first + ellipsoid->center.size();
    }
    if (const auto* box = std::get_if<Box>(&shape.variant)) {
      for (std::size_t i = 0; i < box->lower.size(); ++i) {
        faces_.push_back({first + i, {1}, box->upper[i]});
        faces_.push_back({first + i, {-1}, -Real(box->lower[i])});
      }
      nu_ += static_cast<Real>(box->lower.size());
      return first + box->lower.size();
    }
    const Polytope& polytope = std::get<Polytope>(shape.variant);
    for (std::size_t j = 0; j < polytope.b.size(); ++j)
      faces_.push_back({first, wide(polytope.a[j]), polytope.b[j]});
    nu_ += static_cast<Real>(polytope.b.size());
    return first + polytope.a[0].size();
  }

  // Newton's method with the step 1 / (1 + lambda) while its decrement lambda is above 1/4, until rounding
  // stops it.
  Reals minimise(const Reals& theta, Reals x) const {
    Real last = HUGE_VALL;
    for (int step = 0; step < 100000; ++step) {
      const Jet jet = at(x).value();
      const Matrix l = cholesky(jet.hessian);
      const Reals half = solve_lower(l, plus(theta, -1, jet.gradient));
      const Real lambda = std::sqrt(dot(half, half));
      if (lambda < 1e-9L && lambda >= last / 2) return x;
      x = plus(x, lambda > 0.25L ? 1 / (1 + lambda) : 1, solve_upper(l, half));
      last = lambda;
    }
    throw std::domain_error("no point has this dual");
  }

  std::size_t dimension_;
  Real nu_ = 0;
  std::vector<Face> faces_;
  std::vector<Round> rounds_;
  Reals centre_;
};

}  // namespace banker::testing::linear_reference
