#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "support/real.hpp"

namespace banker::testing::reference {

// The regularizers, the long way round: primal points of the simplex in long double. Nothing here is shared
// with the library, which never leaves the dual.

// Psi(x) = sum_i f(x_i).
struct Psi {
  enum class Kind {
    kTsallis,          // f(x) = -x^a / (1-a)
    kNegativeEntropy,  // f(x) = x ln x
    kLogBarrier,       // f(x) = -ln x
  };
  Kind kind = Kind::kTsallis;
  Real alpha = 0.5L;  // a
};

// A point of the simplex. Coordinates are x_i; for the negative entropy ln x_i, so that nothing underflows.
struct Point {
  Reals coordinates;
};

inline Real power(Real x, Real exponent) {
  if (exponent == -0.5L) return 1 / std::sqrt(x);
  if (exponent == 0.5L) return std::sqrt(x);
  if (exponent == -2) return 1 / (x * x);
  return std::pow(x, exponent);
}

// x_i from a coordinate.
inline Real probability(const Psi& psi, Real coordinate) {
  return psi.kind == Psi::Kind::kNegativeEntropy ? std::exp(coordinate) : coordinate;
}

inline Reals probabilities(const Psi& psi, const Point& x) {
  Reals p;
  for (const Real c : x.coordinates) p.push_back(probability(psi, c));
  return p;
}

// f(x_i).
inline Real value(const Psi& psi, Real coordinate) {
  switch (psi.kind) {
    case Psi::Kind::kTsallis: return -power(coordinate, psi.alpha) / (1 - psi.alpha);
    case Psi::Kind::kNegativeEntropy: return std::exp(coordinate) * coordinate;
    case Psi::Kind::kLogBarrier: break;
  }
  return -std::log(coordinate);
}

// f'(x_i).
inline Real slope(const Psi& psi, Real coordinate) {
  switch (psi.kind) {
    case Psi::Kind::kTsallis: return -psi.alpha / (1 - psi.alpha) * power(coordinate, psi.alpha - 1);
    case Psi::Kind::kNegativeEntropy: return 1 + coordinate;
    case Psi::Kind::kLogBarrier: break;
  }
  return -1 / coordinate;
}

// The coordinate with f'(x_i) = s. REQUIRES: s < 0 unless Psi is the negative entropy.
inline Real slope_inverse(const Psi& psi, Real s) {
  switch (psi.kind) {
    case Psi::Kind::kTsallis: return power(-s * (1 - psi.alpha) / psi.alpha, -1 / (1 - psi.alpha));
    case Psi::Kind::kNegativeEntropy: return s - 1;
    case Psi::Kind::kLogBarrier: break;
  }
  return -1 / s;
}

inline Reals gradient(const Psi& psi, const Point& x) {
  Reals g;
  for (const Real c : x.coordinates) g.push_back(slope(psi, c));
  return g;
}

// dx_i/ds at f'(x_i) = s.
inline Real slope_inverse_rate(const Psi& psi, Real s, Real x) {
  switch (psi.kind) {
    case Psi::Kind::kTsallis: return x / -s / (1 - psi.alpha);
    case Psi::Kind::kNegativeEntropy: return x;
    case Psi::Kind::kLogBarrier: break;
  }
  return x / -s;
}

// The point of the simplex with f'(x_i) = theta_i - mu for some mu, by bisection on mu:
// sum_i x_i falls as mu rises; it is at least 1 where the largest x_i is 1, at most 1 where it is 1/K. The
// sum is convex in mu, so Newton's method finishes from the left end of the bracket and cannot leave it.
// The result is as certain as that of a bisection to the end, however it was found: the sum is at least 1 at
// 1e-17 below mu and at most 1 at 1e-17 above it (of mu - max theta; a long double has 19 digits, and up to
// two of them go into the K roundings of a sum of which the largest x_i may be little). Throws otherwise.
inline Point project(const Psi& psi, const Reals& theta) {
  const Real k = static_cast<Real>(theta.size());
  const bool logs = psi.kind == Psi::Kind::kNegativeEntropy;
  const Real top = *std::max_element(theta.begin(), theta.end());
  Point x{Reals(theta.size())};
  Real rate = 0;
  const auto sum_at = [&](Real shift) {  // shift = mu - top
    Real sum = rate = 0;
    for (std::size_t i = 0; i < theta.size(); ++i) {
      const Real s = (theta[i] - top) - shift;
      x.coordinates[i] = slope_inverse(psi, s);
      const Real p = probability(psi, x.coordinates[i]);
      sum += p;
      rate += slope_inverse_rate(psi, s, p);
    }
    return sum;
  };
  Real low = -slope(psi, logs ? 0 : 1);
  Real high = -slope(psi, logs ? -std::log(k) : 1 / k);
  for (int halvings = 0; halvings < 8; ++halvings) {
    const Real middle = low + (high - low) / 2;
    (sum_at(middle) >= 1 ? low : high) = middle;
  }
  const auto size = [&] { return logs ? 1 + std::abs(low) : low; };  // otherwise low >= -f'(1) > 0
  for (int steps = 0; steps < 20; ++steps) {  // the error after a step is about the square of the step
    const Real step = (sum_at(low) - 1) / rate;
    low += step;
    if (std::abs(step) <= 1e-11L * size()) break;
  }
  const Real last_bits = 1e-17L * size();
  if (!(sum_at(low - last_bits) >= 1 && sum_at(low + last_bits) <= 1)) {
    throw std::logic_error("reference projection: mu is not bracketed, the sum of x_i is not 1");
  }
  sum_at(low);
  return x;
}

inline Point uniform(const Psi& psi, std::size_t arms) {
  const Real p = 1 / static_cast<Real>(arms);
  return {Reals(arms, psi.kind == Psi::Kind::kNegativeEntropy ? std::log(p) : p)};
}

// D(y,x) = Psi(y) - Psi(x) - <grad Psi(x), y - x>, given Psi(y), for a y known by <grad Psi(x), y>.
struct Bregman {
  Bregman(const Psi& psi, const Point& x) : slopes(gradient(psi, x)) {
    const Reals p = probabilities(psi, x);
    for (std::size_t i = 0; i < p.size(); ++i) {
      constant += slopes[i] * p[i] - value(psi, x.coordinates[i]);
      mean += slopes[i] / static_cast<Real>(p.size());
    }
  }
  // y = (1 - 1/n) e_i + 1/(n K), or the vertex e_i for 1/n = 0.
  Real to_moved_vertex(Real psi_of_y, std::size_t i, Real inverse_n) const {
    return psi_of_y + constant - ((1 - inverse_n) * slopes[i] + inverse_n * mean);
  }

  Reals slopes;
  Real constant = 0;  // <grad Psi(x), x> - Psi(x)
  Real mean = 0;      // <grad Psi(x), 1/K>
};

// Psi((1 - 1/n) e_i + 1/(n K)), the same for every i.
inline Real psi_of_moved_vertex(const Psi& psi, std::size_t arms, Real inverse_n) {
  const Real k = static_cast<Real>(arms);
  const auto f = [&](Real y) {
    if (psi.kind == Psi::Kind::kNegativeEntropy) return y > 0 ? y * std::log(y) : 0;
    return y > 0 || psi.kind == Psi::Kind::kLogBarrier ? value(psi, y) : 0;
  };
  return f(1 - inverse_n + inverse_n / k) + (k - 1) * f(inverse_n / k);
}

// sigma D(x, z~), where grad Psi(z~) = grad Psi(x) - (l / x_A) e_A / sigma: one coordinate differs.
inline Real immediate_cost(const Psi& psi, const Point& x, std::size_t arm, Real sigma, Real loss) {
  const Real c = x.coordinates[arm];
  const Real p = probability(psi, c);
  const Real z = slope_inverse(psi, slope(psi, c) - loss / p / sigma);
  return sigma * (value(psi, c) - value(psi, z) - slope(psi, z) * (p - probability(psi, z)));
}

}  // namespace banker::testing::reference
