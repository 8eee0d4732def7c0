#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "banker/mirror/simplex_point.hpp"

namespace banker {

// Log-barrier: Psi(x) = -sum_i ln x_i, gradient -1/x_i, mirror (u - theta_i)^-1.
// The regularizer of Banker-SFLBINF; the only one here that takes negative losses, l >= -sigma/2.
struct LogBarrier {
  static constexpr std::string_view name() { return "log-barrier"; }
  static void gradient(std::span<const double> x, std::span<double> theta);
  static void mirror(std::span<const double> theta, std::span<double> x);
  static void solve(double top, std::span<double> theta, SimplexPoint& x) { x.solve_log_barrier(top, theta); }
  static constexpr bool squared() { return false; }
  // D(y,x) = sum_i r - 1 - ln r, r = y_i/x_i. REQUIRES: y_i > 0.
  static double bregman(std::span<const double> y, std::span<const double> x);
  // sigma (r - ln(1+r)), r = l/sigma.
  static double immediate_cost(double scale, double probability, double loss);
  // A vertex has D = inf; the vertex moved to (1-1/n) e_i + 1/(nK) has (K-1) ln n - ln(K - (K-1)/n).
  static double c1(std::size_t arms, double n);
  static double c2(std::size_t arms);  // 1/2, for losses in [0,1]
};

}  // namespace banker
