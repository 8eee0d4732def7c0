#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "banker/mirror/simplex_point.hpp"

namespace banker {

// 1/2-Tsallis entropy: Psi(x) = -2 sum_i sqrt(x_i), gradient -1/sqrt(x_i), mirror (u - theta_i)^-2.
// The regularizer of Banker-TINF and Banker-SFTINF. Losses must be non-negative (erratum E9).
struct HalfTsallis {
  static constexpr std::string_view name() { return "tsallis-half"; }
  static void gradient(std::span<const double> x, std::span<double> theta);
  static void mirror(std::span<const double> theta, std::span<double> x);
  static void solve(double top, std::span<double> theta, SimplexPoint& x) {
    x.solve_half_tsallis(top, theta);
  }
  static constexpr bool squared() { return true; }
  // D(y,x) = sum_i (sqrt(y_i) - sqrt(x_i))^2 / sqrt(x_i).
  static double bregman(std::span<const double> y, std::span<const double> x);
  // l^2 / (sigma sqrt(x_A) + l), always at most l.
  static double immediate_cost(double scale, double probability, double loss);
  static double c1(std::size_t arms, double n);  // 2 (sqrt K - 1)
  static double c2(std::size_t arms);            // sqrt K (erratum E8)
};

}  // namespace banker
