#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "banker/mirror/simplex_point.hpp"

namespace banker {

// Tsallis entropy, 0 < a < 1: Psi(x) = -(1/(1-a)) sum_i x_i^a, gradient -(a/(1-a)) x_i^(a-1).
// mirror, with p = 1/(1-a): x_i = (1 + (w - theta_i/a)/p)^-p, which tends to the softmax as a tends to 1;
// {"tsallis": 0.5} is the function of tsallis-half. Losses must be non-negative (erratum E9).
class Tsallis {
 public:
  // Beyond these limits 1/a or 1/(1-a) loses more than six of a double's sixteen digits: use the log-barrier
  // (a to 0) or the negative entropy (a to 1).
  static constexpr double kMinAlpha = 1e-6;
  static constexpr double kMaxAlpha = 1 - 1e-6;

  // The options of an agent refuse alpha outside [kMinAlpha, kMaxAlpha].
  explicit Tsallis(double alpha);

  static constexpr std::string_view name() { return "tsallis"; }
  double alpha() const { return alpha_; }
  void gradient(std::span<const double> x, std::span<double> theta) const;
  void mirror(std::span<const double> theta, std::span<double> x) const;
  void solve(double top, std::span<double> theta, SimplexPoint& x) const;
  static constexpr bool squared() { return false; }
  // D(y,x) = sum_i x_i^a [1 - r^a + a (r - 1)] / (1-a), r = y_i/x_i.
  double bregman(std::span<const double> y, std::span<const double> x) const;
  // sigma x^a [(1+r)^(1-p) - 1 + (p-1) r], r = (l/(x sigma)) ((1-a)/a) x^(1-a).
  double immediate_cost(double scale, double probability, double loss) const;
  double c1(std::size_t arms, double n) const;  // (K^(1-a) - 1) / (1-a)
  double c2(std::size_t arms) const;            // K^a / (2a)

 private:
  double alpha_;
  double p_;
};

}  // namespace banker
