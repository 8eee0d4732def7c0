#pragma once

#include <cmath>
#include <cstdint>

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

// A normal number by the polar method, or nothing if the point is outside the disc, with a uniform one beside it.
// The stream is never that of arm draws (0), nor of losses and delays (small numbers).
struct NormalTry {
  bool inside;
  double normal;
  double uniform;
};
inline NormalTry try_normal(const DrawPlace& at, std::uint64_t attempt) {
  const std::uint64_t stream = (std::uint64_t{1} << 63) + attempt * at.places + at.place;
  const Uniforms u = uniforms(at.seed, RoundId{at.step}, stream);
  const double a = 2 * u.first - 1, b = 2 * u.second - 1, square = a * a + b * b;
  if (!(square < 1)) return {false, 0, 0};
  return {true, a * std::sqrt(-2 * log(square) / square), u.third};
}

// Gamma(shape), shape >= 1 (Marsaglia and Tsang 2000): d v with v = (1 + z / sqrt(9 d))^3, d = shape - 1/3, z normal,
// accepted if ln u < z^2/2 + d (1 - v + ln v).
inline double draw_gamma(double shape, const DrawPlace& at) {
  const double d = shape - 1.0 / 3, c = 1 / std::sqrt(9 * d);
  for (std::uint64_t attempt = 0;; ++attempt) {
    const auto [inside, z, u] = try_normal(at, attempt);
    const double root = 1 + c * z;
    if (!inside || !(root > 0)) continue;
    const double v = root * root * root;
    const double square = z * z;
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
