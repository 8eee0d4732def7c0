#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

namespace banker {

// g_t = min(1/2, sqrt(factor / t)).
inline double exploration(double factor, std::uint64_t round) {
  return std::min(0.5, std::sqrt(factor / static_cast<double>(round)));
}

// x = (1 - g) q + g / K, in place.
inline void mix_with_uniform(std::span<double> x, double g) {
  const double each = g / static_cast<double>(x.size());
  for (double& v : x) v = (1 - g) * v + each;
}

// Losses below this size count as 0 where no unit is known: their squares and what they divide stay numbers.
inline constexpr double kLeastLoss = 1e-140;
inline double without_dust(double loss) { return std::fabs(loss) < kLeastLoss ? 0 : loss; }

// Whether |v_i| <= most.
inline bool all_within(std::span<const double> v, double most) {
  return std::all_of(v.begin(), v.end(), [&](double x) { return std::fabs(x) <= most; });
}

}  // namespace banker
