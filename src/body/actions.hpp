#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

#include "../core/dense.hpp"
#include "../core/sums.hpp"
#include "banker/body/shapes.hpp"
#include "banker/core/assert.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/log_barrier.hpp"

namespace banker {

// The hull of N points: Psi(y) = min of -sum ln w_j over w > 0 with sum w_j = 1, sum w_j y_j = y. Its
// conjugate is that of the log-barrier on the simplex at the duals <phi, y_j>, so mirror() is a mirror map of
// the simplex, and D^2 Psi^-1 = sum w_j^2 e_j e_j^T, e_j = y_j - sum w_k^2 y_k / sum w_k^2. The weights are
// kept. Coordinates: sum y_j = 0 and sum y_j y_j^T = N^2 I, so that D^2 Psi(0) = I.
class ActionsBody final : public Body {
 public:
  ActionsBody(Rows points, Matrix y, Matrix map, Vector mean)
      : Body(y.rows(), mean.size(), points.size(), static_cast<double>(points.size())),
        points_(std::move(points)),
        y_(std::move(y)),
        map_(std::move(map)),
        mean_(std::move(mean)),
        scaled_(dimension(), atoms()),
        tilts_(atoms()) {}

  std::string name() const override { return "actions"; }
  std::size_t atoms() const override { return points_.size(); }
  std::span<const double> atom(std::size_t j) const override { return points_[j]; }
  // The weights (1 - 1/n) e_j + 1/(nN) have the mean (1 - 1/n) y_j.
  double c1(double n) const override { return LogBarrier::c1(atoms(), n); }

  // The weights of y, by Newton's method on the conjugate: phi += D^2 Psi (y - mirror(phi)). If y is not
  // inside, phi grows for ever.
  bool locate(PointView at) const override {
    constexpr int kMostSteps = 200;
    Vector phi(dimension()), rest(dimension());
    for (int i = 0; i < kMostSteps; ++i) {
      set_weights(phi, at.kept);
      for (std::size_t k = 0; k < rest.size(); ++k) rest[k] = at.y[k] - dot(y_.row(k), at.kept);
      set_spread(at.kept);
      if (!factor_gram(scaled_, 0)) return false;
      Vector move = rest;
      apply_hessian(move);
      const double decrement = std::sqrt(std::max(dot(move, rest), 0.0));
      add_scaled(decrement > 0.25 ? 1 / (1 + decrement) : 1, move, phi);
      if (decrement <= 1e-6) {  // the full step leaves about 1e-12
        set_weights(phi, at.kept);
        return true;
      }
    }
    return false;
  }
  bool mirror(std::span<const double> phi, PointView at) const override {
    set_weights(phi, at.kept);
    for (std::size_t i = 0; i < at.y.size(); ++i) at.y[i] = dot(y_.row(i), at.kept);
    return true;
  }

  double value(ConstPointView at) const override {
    double sum = 0;
    for (const double w : at.kept) sum -= log(static_cast<double>(atoms()) * w);
    return sum;
  }
  // 1/w_j = mu - <phi, y_j>, hence sum_j w_j e_j = -(D^2 Psi)^-1 phi.
  void gradient(ConstPointView at, std::span<double> phi) const override {
    set_spread(at.kept);
    for (std::size_t i = 0; i < phi.size(); ++i) phi[i] = -sum(scaled_.row(phi.size() - 1 - i));
    set_factor();
    apply_hessian(phi);
  }
  double bregman(ConstPointView y, ConstPointView z) const override {
    return LogBarrier::bregman(y.kept, z.kept);
  }
  // (D^2 Psi)^-1 = U U^T with U = K^-T upper triangular: a Cholesky factor of the coordinates in reverse.
  void direction(ConstPointView at, std::size_t i, std::span<double> step,
                 std::span<double> lift) const override {
    set_spread(at.kept);
    set_factor();
    column(i, step, lift);
  }
  void factor(ConstPointView at, std::span<double> k) const override {
    set_spread(at.kept);
    set_factor();
    Vector step(dimension()), lift(dimension());
    for (std::size_t i = 0; i < dimension(); ++i) {
      column(i, step, lift);
      for (std::size_t row = 0; row < dimension(); ++row) k[row * dimension() + i] = lift[row];
    }
  }

  void place(std::span<const double> y, std::span<double> x) const override {
    std::copy(mean_.begin(), mean_.end(), x.begin());
    for (std::size_t i = 0; i < y.size(); ++i) add_scaled(y[i], map_.row(i), x);
  }
  // Duals of the subspace have no coordinates in x of their own: these are phi, and zeros.
  void dual(std::span<const double> phi, std::span<double> theta) const override {
    std::fill(std::copy(phi.begin(), phi.end(), theta.begin()), theta.end(), 0.0);
  }
  // The distance to the nearest action, in units of the largest coordinate.
  double excess(std::span<const double> x) const override {
    double least = HUGE_VAL;
    for (const Vector& point : points_) {
      double most = 0, size = 1e-300;
      for (std::size_t i = 0; i < x.size(); ++i) {
        most = std::max(most, std::fabs(x[i] - point[i]));
        size = std::max(size, std::fabs(point[i]));
      }
      least = std::min(least, most / size);
    }
    return least;
  }

  // w'_j = w_j (1 + w_j <e_j, lift>): sum w'_j = 1, sum w'_j y_j = y + h, and w' >= 0 because the squares of
  // w_j <e_j, lift> add up to |h|^2 <= 1. Averaged over h and -h it is w.
  void mixture(ConstPointView at, std::span<const double> lift, std::span<double> weights) const override {
    set_spread(at.kept);
    std::fill(weights.begin(), weights.end(), 1.0);
    for (std::size_t i = 0; i < lift.size(); ++i)
      add_scaled(lift[i], scaled_.row(dimension() - 1 - i), weights);
    for (std::size_t j = 0; j < weights.size(); ++j)
      weights[j] = at.kept[j] * std::max(weights[j], 0.0);  // below 0 by rounding only
  }

 private:
  void set_weights(std::span<const double> phi, std::span<double> w) const {
    std::fill(tilts_.begin(), tilts_.end(), 0.0);
    for (std::size_t i = 0; i < phi.size(); ++i) add_scaled(phi[i], y_.row(i), tilts_);
    LogBarrier::mirror(tilts_, w);
  }
  // Column j of scaled_ <- w_j e_j, coordinates in reverse. Differences are taken to the heaviest point, next
  // to which the others may be tiny.
  void set_spread(std::span<const double> w) const {
    const std::size_t heaviest = static_cast<std::size_t>(std::max_element(w.begin(), w.end()) - w.begin());
    const double squares = dot(w, w);
    for (std::size_t i = 0; i < dimension(); ++i) {
      const std::span<double> row = scaled_.row(dimension() - 1 - i);
      for (std::size_t j = 0; j < row.size(); ++j) row[j] = w[j] * (y_(i, j) - y_(i, heaviest));
      const double mean = dot(w, row) / squares;
      for (std::size_t j = 0; j < row.size(); ++j) row[j] -= w[j] * mean;
    }
  }
  // scaled_ <- G, G G^T = (D^2 Psi)^-1 with its coordinates in reverse.
  void set_factor() const {
    [[maybe_unused]] const bool positive = factor_gram(scaled_, 0);
    BANKER_ASSERT(positive);
  }
  void column(std::size_t i, std::span<double> step, std::span<double> lift) const {
    const std::size_t n = dimension(), r = n - 1 - i;
    std::fill(lift.begin(), lift.end(), 0.0);
    lift[r] = 1;
    solve_transposed(scaled_, lift);
    std::reverse(lift.begin(), lift.end());
    for (std::size_t k = 0; k < n; ++k) step[k] = k <= i ? scaled_(n - 1 - k, r) : 0;
  }
  // v <- D^2 Psi v.
  void apply_hessian(std::span<double> v) const {
    std::reverse(v.begin(), v.end());
    solve_lower(scaled_, v);
    solve_transposed(scaled_, v);
    std::reverse(v.begin(), v.end());
  }

  Rows points_;
  Matrix y_;    // column j is y_j
  Matrix map_;  // x = mean + sum_i y_i map_i
  Vector mean_;
  mutable Matrix scaled_;              // scratch
  mutable std::vector<double> tilts_;  // scratch
};

}  // namespace banker
