#pragma once

#include <string>

#include "banker/core/assert.hpp"
#include "build.hpp"
#include "frame.hpp"

namespace banker {

// The analytic centre of a polytope, and the polytope as it looks from there.
struct Centre {
  Frame frame;     // R R^T = D^2 Psi(x_0)
  Vector slack;    // b - A x_0
  Matrix columns;  // face j is <a_j, y> <= 1, a_j column j, where x = x_0 + R^-T y
};

// An error says whether the polytope is empty, flat or unbounded.
Result<Centre> find_centre(const Polytope& polytope, const std::string& where);

}  // namespace banker
