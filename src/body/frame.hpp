#pragma once

#include <algorithm>
#include <span>

#include "../core/dense.hpp"
#include "banker/body/shapes.hpp"

namespace banker {

// The coordinates of a body: x = x_0 + R^-T y, theta = R phi.
struct Frame {
  Vector x0;
  Matrix r;

  void place(std::span<const double> y, std::span<double> x) const {
    std::copy(y.begin(), y.end(), x.begin());
    solve_transposed(r, x);
    for (std::size_t i = 0; i < x.size(); ++i) x[i] += x0[i];
  }
  void dual(std::span<const double> phi, std::span<double> theta) const {
    std::copy(phi.begin(), phi.end(), theta.begin());
    multiply_lower(r, theta);
  }
};

}  // namespace banker
