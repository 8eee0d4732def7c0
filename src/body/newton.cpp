#include "newton.hpp"

#include <algorithm>
#include <cmath>

#include "../core/sums.hpp"

namespace banker {

// No step takes more of a slack: what is left of it has digits.
static constexpr double kMostOfSlack = 0.99;

bool barrier_factor(const Matrix& columns, std::span<const double> s, Matrix& out, double least) {
  for (std::size_t i = 0; i < columns.rows(); ++i) {
    for (std::size_t j = 0; j < s.size(); ++j) out(i, j) = columns(i, j) / s[j];
  }
  return factor_gram(out, least);
}

// The t that minimises F(y + t direction) roughly, from t = 0, where the slope is -lambda^2, to where 99 % of a
// slack are gone: Newton's method in one dimension, kept between a t with a negative slope and one with a
// positive. `tilt` is <phi, direction>, `falls` what a slack loses per t.
static double line_search(double tilt, double lambda, std::span<const double> s,
                          std::span<const double> falls) {
  constexpr int kMostSteps = 40;
  constexpr double kForEver = 1e20;  // nothing in the way
  double low = 0, high = kForEver;
  for (std::size_t j = 0; j < s.size(); ++j)
    if (high * falls[j] > kMostOfSlack * s[j]) high = kMostOfSlack * s[j] / falls[j];
  double t = std::min(1 / (1 + lambda), high);
  for (int i = 0; i < kMostSteps; ++i) {
    double slope = -tilt, curvature = 0;
    for (std::size_t j = 0; j < s.size(); ++j) {
      const double share = falls[j] / (s[j] - t * falls[j]);
      slope += share;
      curvature += share * share;
    }
    if (std::fabs(slope) < 0.25 * std::sqrt(curvature) || (slope < 0 && t >= high)) return t;
    (slope < 0 ? low : high) = t;
    const double next = t - slope / curvature;
    if (next > low && next < high) t = next;
    else if (slope < 0) t = std::min(8 * t, high);
    else t = low > 0 ? std::sqrt(low * high) : high / 2;
  }
  return low;
}

bool Newton::step(const Matrix& columns, std::span<const double> phi, std::span<double> y,
                  std::span<double> s, double least) {
  const std::span<double> d(direction_), falls(falls_);
  for (std::size_t j = 0; j < s.size(); ++j) falls[j] = 1 / s[j];
  for (std::size_t i = 0; i < d.size(); ++i) d[i] = phi[i] - dot(columns.row(i), falls);  // -grad F
  if (!barrier_factor(columns, s, scaled_, least)) return false;
  solve_lower(scaled_, d);
  decrement_ = std::sqrt(dot(d, d));
  solve_transposed(scaled_, d);
  const double tilt = dot(phi, d);
  std::fill(falls.begin(), falls.end(), 0.0);
  for (std::size_t i = 0; i < d.size(); ++i) add_scaled(d[i], columns.row(i), falls);
  const double length = decrement_ > 0.25 ? line_search(tilt, decrement_, s, falls) : 1;
  add_scaled(length, d, y);
  add_scaled(-length, falls, s);
  return true;
}

bool Newton::minimise(const Matrix& columns, std::span<const double> phi, std::span<double> y,
                      std::span<double> s) {
  constexpr int kMostSteps = 500;
  for (int i = 0; i < kMostSteps; ++i) {
    if (!step(columns, phi, y, s)) return false;
    if (decrement_ <= 1e-6) return true;
  }
  return false;
}

}  // namespace banker
