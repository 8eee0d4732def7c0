#pragma once

#include <cmath>
#include <optional>

#include "banker/core/elementary.hpp"
#include "banker/core/random.hpp"

namespace banker {

struct Normals {
  double first, second;
};

// Marsaglia's polar method. (v, w) uniform in the unit disc, s = v^2 + w^2:
//   (v, w) sqrt(-2 ln s / s)  are two independent standard normals.
// Nothing if the point is outside the disc: try other uniforms. |z| <= sqrt(-2 ln s). The uniforms have 52 bits, so s
// can be as small as 2^-103, and |z| 11.9; s < 2^-58 (one in 10^17) is not taken, hence |z| <= sqrt(116 ln 2) < 8.97.
inline std::optional<Normals> polar_normals(const Uniforms& u) {
  const double v = 2 * u.first - 1, w = 2 * u.second - 1;
  const double s = v * v + w * w;
  if (s >= 1 || s < 0x1p-58) return std::nullopt;
  const double factor = std::sqrt(-2 * log(s) / s);
  return Normals{v * factor, w * factor};
}

}  // namespace banker
