#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

namespace banker {

// A point inside a body: its coordinates y, and what the body keeps beside them. Near the boundary a slack
// cannot be computed from y without losing its digits; it comes from the dual, with the point.
template <class T>
struct PointSpan {
  std::span<T> y;
  std::span<T> kept;

  operator PointSpan<const T>() const requires(!std::is_const_v<T>) { return {y, kept}; }
};
using PointView = PointSpan<double>;
using ConstPointView = PointSpan<const double>;

struct BodyPoint {
  std::vector<double> y, kept;

  PointView view() { return {y, kept}; }
  ConstPointView view() const { return {y, kept}; }
};

// A convex body C with a self-concordant barrier Psi.
//
// Actions are x in C. All else happens in coordinates y of the body's own, x = x_0 + R^-T y with R lower
// triangular: the analytic centre x_0 is y = 0, and the body is round there however thin C is. A dual phi
// pairs with y, theta = R phi pairs with x; the bank mixes phi as well as theta. (Listed actions that lie in
// a subspace have no such R: their duals and directions are those of y.)
//
// Axioms (tests/body/barrier_test.cpp), for y inside:
//  (1) gradient(mirror(phi)) = phi, mirror(gradient(y)) = y, mirror(0) = 0: theta_0 = 0;
//  (2) |D^3 Psi[h,h,h]| <= 2 (D^2 Psi[h,h])^(3/2), and <gradient, h>^2 <= nu D^2 Psi[h,h];
//  (3) D^2 Psi(y) = K K^T, K lower triangular with positive diagonal; lift = K e_i, step = K^-T e_i;
//  (4) the Dikin ellipsoid {y + h: h^T K K^T h <= 1} is inside C; y +- step are points on its surface;
//  (5) bregman(y, z) = Psi(y) - Psi(z) - <gradient(z), y - z>;
//  (6) c1(n) >= D(y, 0) for every y = (1 - 1/n) v, v in C.
// Scratch space makes a body unsafe to share between threads.
class Body {
 public:
  virtual ~Body() = default;
  Body(const Body&) = delete;
  Body& operator=(const Body&) = delete;

  std::size_t dimension() const { return dimension_; }  // n, of y
  std::size_t ambient() const { return ambient_; }      // of x: n, or more where C lies in a subspace
  std::size_t kept() const { return kept_; }            // numbers kept beside y
  double nu() const { return nu_; }                     // the parameter of the barrier
  virtual std::string name() const = 0;
  virtual double c1(double n) const = 0;

  // The analytic centre, y = 0.
  BodyPoint centre() const;
  // Fills in `kept` from y. False: y is not inside.
  [[nodiscard]] virtual bool locate(PointView at) const = 0;
  // Moves `at` to the point with gradient phi, searching from where it is if a search is needed (y = 0 if
  // that is not inside). False: not found, phi is too large for the arithmetic.
  [[nodiscard]] virtual bool mirror(std::span<const double> phi, PointView at) const = 0;

  virtual double value(ConstPointView at) const = 0;  // Psi(y) - Psi(0)
  virtual void gradient(ConstPointView at, std::span<double> phi) const = 0;
  virtual double bregman(ConstPointView y, ConstPointView z) const = 0;
  // Column i of K, and of K^-T.
  virtual void direction(ConstPointView at, std::size_t i, std::span<double> step,
                         std::span<double> lift) const = 0;
  // K, row by row.
  virtual void factor(ConstPointView at, std::span<double> k) const;

  // x = x_0 + R^-T y.
  virtual void place(std::span<const double> y, std::span<double> x) const = 0;
  // theta = R phi.
  virtual void dual(std::span<const double> phi, std::span<double> theta) const = 0;
  // By how much x breaks the constraint it breaks most, in units of that constraint's slack at x_0; not
  // positive: x is in C. For listed actions, which are all that can be played: how far the nearest one is.
  virtual double excess(std::span<const double> x) const = 0;

  // A body that is the hull of listed points can play them only: a mixture of them with the mean y + h, where
  // lift = D^2 Psi(y) h and |h| <= 1 in the norm of y. `atoms` is their number, 0 for other bodies.
  virtual std::size_t atoms() const { return 0; }
  virtual void mixture(ConstPointView, std::span<const double> /*lift*/,
                       std::span<double> /*weights*/) const {}
  virtual std::span<const double> atom(std::size_t) const { return {}; }

 protected:
  Body(std::size_t dimension, std::size_t ambient, std::size_t kept, double nu)
      : dimension_(dimension), ambient_(ambient), kept_(kept), nu_(nu) {}

 private:
  std::size_t dimension_, ambient_, kept_;
  double nu_;
};

}  // namespace banker
