#pragma once

#include <span>

namespace banker {

// x = argmin -<theta, x> - 2a sum_i sqrt(x_i) + (b/2) sum_i x_i ln x_i over the simplex: half-Tsallis and negative
// entropy together. REQUIRES: a > 0, b >= 0.
void hybrid_mirror(std::span<const double> theta, double a, double b, std::span<double> x);

}  // namespace banker
