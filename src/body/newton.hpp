#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "../core/dense.hpp"

namespace banker {

// min over y of F(y) = -sum_j ln s_j - <phi, y>, s = s(0) - A y > 0, by Newton's method: the centre of the
// polytope {s >= 0} tilted by phi. F is self-concordant, so with lambda the Newton decrement the step
// 1 / (1 + lambda) stays inside and lowers F by at least lambda - ln(1 + lambda); a search along the direction
// goes on from there, up to where 99 % of a slack are gone. The full step is taken from lambda <= 1/4 on, where
// it converges quadratically. lambda < 1, with a Hessian that is not singular, proves that a minimum exists.
//
// Slacks are carried along, s_j -= step <a_j, direction>, not computed from y: next to a face they keep all
// their digits. A is given by columns: row i of `columns` holds coordinate i of every face.
class Newton {
 public:
  Newton(std::size_t n, std::size_t faces) : scaled_(n, faces), direction_(n), falls_(faces) {}

  // Moves (y, s) from a point with s > 0, until a full step from lambda <= 1e-6, which leaves about 1e-12, or
  // rounding. False: not found, because the Hessian is singular or rounding keeps lambda larger.
  [[nodiscard]] bool minimise(const Matrix& columns, std::span<const double> phi, std::span<double> y,
                              std::span<double> s);
  // One step. False: the Hessian is singular to `least` (see factor_gram).
  [[nodiscard]] bool step(const Matrix& columns, std::span<const double> phi, std::span<double> y,
                          std::span<double> s, double least = 0);
  double decrement() const { return decrement_; }  // lambda before the last step

 private:
  Matrix scaled_;
  std::vector<double> direction_, falls_;
  double decrement_ = 0;
};

// K with K K^T = D^2 F = sum_j a_j a_j^T / s_j^2, in the lower triangle of `out`.
[[nodiscard]] bool barrier_factor(const Matrix& columns, std::span<const double> s, Matrix& out,
                                  double least = 0);

}  // namespace banker
