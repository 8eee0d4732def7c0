#pragma once

#include <cstddef>
#include <span>
#include <string_view>

#include "banker/mirror/simplex_point.hpp"

namespace banker {

// Negative entropy: Psi(x) = sum_i x_i ln x_i, gradient 1 + ln x_i, mirror softmax(theta).
// A probability may underflow to 0; its dual stays finite, so nothing is poisoned (erratum E24).
struct NegativeEntropy {
  static constexpr std::string_view name() { return "negentropy"; }
  static void gradient(std::span<const double> x, std::span<double> theta);
  static void mirror(std::span<const double> theta, std::span<double> x);
  static void solve(double top, std::span<double> theta, SimplexPoint& x) {
    x.solve_negative_entropy(top, theta);
  }
  static constexpr bool squared() { return false; }
  // D(y,x) = sum_i y_i ln(y_i/x_i) - y_i + x_i.
  static double bregman(std::span<const double> y, std::span<const double> x);
  // sigma x (e^-r - 1 + r), r = l/(x sigma).
  static double immediate_cost(double scale, double probability, double loss);
  static double c1(std::size_t arms, double n);  // ln K
  static double c2(std::size_t arms);            // K/2
};

}  // namespace banker
