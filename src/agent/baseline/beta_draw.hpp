#pragma once

#include <cmath>
#include <cstdint>

#include "../../core/normal.hpp"
#include "banker/core/elementary.hpp"
#include "banker/core/random.hpp"

namespace banker {

// Random numbers that are a pure function of (seed, step) and their place among the draws of the step.
struct DrawPlace {
  std::uint64_t seed;
  std::uint64_t step;
  std::uint64_t place;   // of this draw among those of the step
  std::uint64_t places;  // how many there are
};

// The stream is never that of arm draws (0), nor of losses and delays (small numbers).
inline Uniforms draw_at(const DrawPlace& at, std::uint64_t attempt) {
  const std::uint64_t stream = (std::uint64_t{1} << 63) + attempt * at.places + at.place;
  return uniforms(at.seed, RoundId{at.step}, stream);
}

// Gamma(shape), shape >= 1 (Marsaglia and Tsang 2000): d v with v = (1 + z / sqrt(9 d))^3, d = shape - 1/3, z normal,
// accepted if ln u < z^2/2 + d (1 - v + ln v).
inline double draw_gamma(double shape, const DrawPlace& at) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (std::uint64_t attempt = 0;; ++attempt) {
    const Uniforms drawn = draw_at(at, attempt);
    const auto normals = polar_normals(drawn);
    if (!normals || !(1 + c * normals->first > 0)) continue;
    const double root = 1 + c * normals->first, v = root * root * root;
    const double square = normals->first * normals->first, u = drawn.third;
    if (u < 1 - 0.0331 * square * square || log(u) < square / 2 + d * (1 - v + log(v))) return d * v;
  }
}

// Beta(a, b), a, b >= 1: X / (X + Y), X ~ Gamma(a), Y ~ Gamma(b). `arm` of `arms`.
inline double draw_beta(double a, double b, std::uint64_t seed, std::uint64_t step, std::uint64_t arm,
                        std::uint64_t arms) {
  const double x = draw_gamma(a, {seed, step, 2 * arm, 2 * arms});
  const double y = draw_gamma(b, {seed, step, 2 * arm + 1, 2 * arms});
  return x / (x + y);
}

}  // namespace banker
