#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numbers>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "banker/body/shapes.hpp"
#include "support/real.hpp"

namespace banker::testing {

// Random numbers, the same every time.
class Dice {
 public:
  explicit Dice(std::uint64_t seed) : bits_(seed) {}

  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11) * 0x1p-53);
  }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform(0, 1)));
    return radius * std::cos(2 * std::numbers::pi * uniform(0, 1));
  }
  banker::Vector normals(std::size_t n) {
    banker::Vector v(n);
    for (double& entry : v) entry = normal();
    return v;
  }
  // Evenly on the sphere with this radius.
  banker::Vector on_sphere(std::size_t n, double radius) {
    banker::Vector v = normals(n);
    Real square = 0;
    for (const double entry : v) square += Real{entry} * entry;
    for (double& entry : v) entry *= radius / static_cast<double>(std::sqrt(square));
    return v;
  }

 private:
  std::mt19937_64 bits_;
};

inline Real inner(std::span<const double> a, std::span<const double> b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += Real{a[i]} * b[i];
  return sum;
}

// Faces with random normals, at a distance of 1/2 to 2 from `inside`. The last normal is minus the sum of the
// others, and n of them span R^n: the polytope is bounded. REQUIRES: faces > n.
inline Polytope random_polytope(Dice& dice, std::size_t faces, const banker::Vector& inside) {
  const std::size_t n = inside.size();
  Polytope p;
  banker::Vector last(n);
  for (std::size_t j = 0; j < faces; ++j) {
    banker::Vector a = j + 1 < faces ? dice.on_sphere(n, dice.uniform(0.5, 2)) : last;
    for (std::size_t i = 0; i < n && j + 1 < faces; ++i) last[i] -= a[i];
    const double length = static_cast<double>(std::sqrt(inner(a, a)));
    p.b.push_back(static_cast<double>(inner(a, inside)) + length * dice.uniform(0.5, 2));
    p.a.push_back(std::move(a));
  }
  return p;
}

// The image of p under x_i -> sides_i x_i.
inline Polytope stretched(Polytope p, const banker::Vector& sides) {
  for (banker::Vector& a : p.a)
    for (std::size_t i = 0; i < a.size(); ++i) a[i] /= sides[i];
  return p;
}

// n orthonormal rows.
inline std::vector<Reals> random_rotation(Dice& dice, std::size_t n) {
  std::vector<Reals> rows;
  while (rows.size() < n) {
    const banker::Vector start = dice.on_sphere(n, 1);
    Reals v(start.begin(), start.end());
    for (int again = 0; again < 2; ++again) {
      for (const Reals& row : rows) {
        Real along = 0;
        for (std::size_t i = 0; i < n; ++i) along += row[i] * v[i];
        for (std::size_t i = 0; i < n; ++i) v[i] -= along * row[i];
      }
    }
    Real square = 0;
    for (const Real entry : v) square += entry * entry;
    for (Real& entry : v) entry /= std::sqrt(square);
    rows.push_back(std::move(v));
  }
  return rows;
}

// Half-axes from `shortest` to `longest`, geometrically, in random directions.
inline Ellipsoid random_ellipsoid(Dice& dice, banker::Vector center, double shortest, double longest) {
  const std::size_t n = center.size();
  const std::vector<Reals> axes = random_rotation(dice, n);
  Ellipsoid e{std::move(center), Rows(n, banker::Vector(n))};
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real sum = 0;
      for (std::size_t k = 0; k < n; ++k) {
        const Real part = n > 1 ? static_cast<Real>(k) / static_cast<Real>(n - 1) : 0;
        const Real half = shortest * std::pow(Real{longest} / shortest, part);
        sum += axes[k][i] * axes[k][j] / (half * half);
      }
      e.matrix[i][j] = e.matrix[j][i] = static_cast<double>(sum);
    }
  }
  return e;
}

inline Rows random_points(Dice& dice, std::size_t count, std::size_t n) {
  Rows points(count);
  for (banker::Vector& point : points) point = dice.normals(n);
  return points;
}

// The points M p + shift, M a random matrix with `ambient` rows: a flat set in a larger space.
inline Rows embedded(Dice& dice, const Rows& points, std::size_t ambient, double shift) {
  const Rows m = random_points(dice, ambient, points[0].size());
  Rows all;
  for (const banker::Vector& point : points) {
    all.emplace_back();
    for (const banker::Vector& row : m) all.back().push_back(static_cast<double>(inner(row, point)) + shift);
  }
  return all;
}

inline Real length(const Reals& v) {
  Real square = 0;
  for (const Real entry : v) square += entry * entry;
  return std::sqrt(square);
}

// A lower triangular L in long double: K of a point, D^2 Psi = K K^T, or R K, D^2 Psi in x-coordinates.
struct Lower {
  std::vector<Reals> l;

  static Lower factor(const Body& body, ConstPointView at) {
    const std::size_t n = body.dimension();
    banker::Vector k(n * n);
    body.factor(at, k);
    Lower lower;
    for (std::size_t i = 0; i < n; ++i) lower.l.emplace_back(k.begin() + i * n, k.begin() + (i + 1) * n);
    return lower;
  }
  // L = R K, by columns. REQUIRES: the body is not a list of actions.
  static Lower in_x(const Body& body, ConstPointView at) {
    const std::size_t n = body.dimension();
    const Lower k = factor(body, at);
    Lower lower{std::vector<Reals>(n, Reals(n))};
    banker::Vector column(n), image(n);
    for (std::size_t j = 0; j < n; ++j) {
      for (std::size_t i = 0; i < n; ++i) column[i] = static_cast<double>(k.l[i][j]);
      body.dual(column, image);
      for (std::size_t i = 0; i < n; ++i) lower.l[i][j] = image[i];
    }
    return lower;
  }

  std::size_t size() const { return l.size(); }
  Reals times(const Reals& u) const {  // L u
    Reals v(size());
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) v[i] += l[i][j] * u[j];
    return v;
  }
  Reals transposed_times(const Reals& u) const {  // L^T u
    Reals v(size());
    for (std::size_t i = 0; i < size(); ++i)
      for (std::size_t j = 0; j <= i; ++j) v[j] += l[i][j] * u[i];
    return v;
  }
  Reals solve(Reals v) const {  // L^-1 v
    for (std::size_t i = 0; i < size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) v[i] -= l[i][j] * v[j];
      v[i] /= l[i][i];
    }
    return v;
  }
  Reals transposed_solve(Reals v) const {  // L^-T v
    for (std::size_t i = size(); i-- > 0;) {
      v[i] /= l[i][i];
      for (std::size_t j = 0; j < i; ++j) v[j] -= l[i][j] * v[i];
    }
    return v;
  }
  // A rounding of coordinates of size 1, in the norm |L^T h|.
  Real grain() const {
    Real square = 0;
    for (const Reals& row : l)
      for (const Real entry : row) square += entry * entry;
    return kEpsilon * std::sqrt(square);
  }
  // |L^-1 D|, D the lengths of the rows of L: what a rounding of a row, relative to it, is at most in the
  // dual norm |L^-1 phi|.
  Real skewness() const {
    Real square = 0;
    for (std::size_t i = 0; i < size(); ++i) {
      Reals e(size());
      e[i] = length(l[i]);
      const Real column = length(solve(e));
      square += column * column;
    }
    return std::sqrt(square);
  }
};

template <class To, class From>
std::vector<To> converted(const std::vector<From>& v) {
  std::vector<To> out;
  for (const From entry : v) out.push_back(static_cast<To>(entry));
  return out;
}

template <class A, class B>
Reals difference(const A& a, const B& b) {
  Reals out;
  for (std::size_t i = 0; i < a.size(); ++i) out.push_back(Real{a[i]} - b[i]);
  return out;
}

}  // namespace banker::testing
