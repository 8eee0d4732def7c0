#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "body/random_bodies.hpp"

namespace banker::testing {

// Psi = -sum ln(1 - <a_j, y>) in long double, from slacks that are never differences of what is larger.
class Faces {
 public:
  // The faces of a polytope in its own coordinates: locate() keeps 1 - <a_j, y>, and next to 2^200 a_ji the 1
  // is lost, so what is left is a_ji to its last bit.
  explicit Faces(const Body& body) : a_(body.kept(), Reals(body.dimension())) {
    for (std::size_t i = 0; i < body.dimension(); ++i) {
      BodyPoint p = body.centre();
      p.y[i] = 0x1p200;
      (void)body.locate(p.view());
      for (std::size_t j = 0; j < a_.size(); ++j) a_[j][i] = -p.kept[j] / 0x1p200L;
    }
  }
  // -1 <= y_i <= 1: the coordinates of a box.
  static Faces cube(std::size_t n) {
    Faces faces;
    for (std::size_t j = 0; j < 2 * n; ++j) faces.a_.emplace_back(n)[j / 2] = j % 2 == 0 ? 1 : -1;
    return faces;
  }

  // The slacks of the point with this dual, sum_j a_j / s_j = phi.
  Reals slacks(const Vector& phi) const {
    Reals s(a_.size(), 1);
    search(
        [&](Reals& rest, Reals& now) {
          rest = converted<Real>(phi);
          for (std::size_t j = 0; j < s.size(); ++j)
            for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= a_[j][i] / s[j];
          now = s;
        },
        [&](std::size_t j, Real fall) { s[j] -= fall; });
    return s;
  }
  // D(x, z), x with the slacks s, and z with the dual of x plus delta: sum_j r - ln(1 + r), r = s_j / s_j(z) - 1.
  Real divergence(const Reals& s, const Reals& delta) const {
    const Reals f = falls(s, delta);
    Real sum = 0;
    for (std::size_t j = 0; j < s.size(); ++j) sum += excess(f[j] / (s[j] - f[j]));
    return sum;
  }

 private:
  Faces() = default;

  // r - ln(1 + r).
  static Real excess(Real r) {
    if (std::fabs(r) > 1e-2L) return r - std::log1p(r);
    Real sum = 0, power = r * r;
    for (int k = 2; k < 14; ++k, power *= -r) sum += power / k;
    return sum;
  }
  // What the slacks lose on the way from s to where the dual is larger by delta: the falls f_j = <a_j, d> with
  // sum_j a_j f_j / (s_j (s_j - f_j)) = delta.
  Reals falls(const Reals& s, const Reals& delta) const {
    Reals f(s.size());
    search(
        [&](Reals& rest, Reals& now) {
          rest = delta;
          for (std::size_t j = 0; j < s.size(); ++j) {
            now[j] = s[j] - f[j];
            for (std::size_t i = 0; i < rest.size(); ++i) rest[i] -= a_[j][i] * f[j] / (s[j] * now[j]);
          }
        },
        [&](std::size_t j, Real fall) { f[j] += fall; });
    return f;
  }
  // Newton's method: look(rest, now) says by how much the dual is missed and what the slacks are, and
  // fall(j, by) moves a slack; 1 / (1 + lambda) of a step while its decrement lambda is above 1/4, until
  // rounding stops it.
  template <class Look, class Fall>
  void search(Look look, Fall fall) const {
    const std::size_t n = a_[0].size();
    Reals rest(n), now(a_.size());
    Real last = HUGE_VALL;
    for (int step = 0; step < 1000; ++step) {
      look(rest, now);
      Lower h{std::vector<Reals>(n, Reals(n))};
      for (std::size_t j = 0; j < now.size(); ++j)
        for (std::size_t i = 0; i < n; ++i)
          for (std::size_t k = 0; k <= i; ++k) h.l[i][k] += a_[j][i] * a_[j][k] / (now[j] * now[j]);
      factorise(h);
      const Reals half = h.solve(rest), d = h.transposed_solve(half);
      const Real lambda = length(half), part = lambda > 0.25L ? 1 / (1 + lambda) : 1;
      if (lambda < 1e-9L && lambda >= last / 2) return;
      last = lambda;
      for (std::size_t j = 0; j < now.size(); ++j) {
        Real along = 0;
        for (std::size_t i = 0; i < n; ++i) along += a_[j][i] * d[i];
        fall(j, part * along);
      }
    }
    ADD_FAILURE() << "no point has this dual";
  }
  static void factorise(Lower& h) {
    for (std::size_t i = 0; i < h.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        for (std::size_t k = 0; k < j; ++k) h.l[i][j] -= h.l[i][k] * h.l[j][k];
        h.l[i][j] = i == j ? std::sqrt(h.l[i][j]) : h.l[i][j] / h.l[j][j];
      }
    }
  }

  std::vector<Reals> a_;
};

}  // namespace banker::testing
