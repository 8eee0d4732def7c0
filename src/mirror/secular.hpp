#pragma once

#include <span>

#include "../core/sums.hpp"
#include "banker/core/assert.hpp"

namespace banker {

// gap_i = max(theta) - theta_i >= 0.
inline void gaps(std::span<const double> theta, std::span<double> gap) {
  const double top = largest(theta);
  for (std::size_t i = 0; i < theta.size(); ++i) gap[i] = top - theta[i];
}

// The root u of  sum_i (u + gap_i)^-p = 1  by Newton on the secular form g(u) = (sum_i (u + gap_i)^-p)^(-1/p)
// = 1. g is concave, increasing and nearly linear, and g(start) <= 1: the iterates rise to the root and never
// pass it.
//
// Kernel: terms(u, gap) -> {(u+gap)^-p, (u+gap)^-(p+1)} and step(S, S') -> the Newton step from their sums.
template <class Kernel>
double secular_root(std::span<const double> gap, double start, const Kernel& kernel) {
  constexpr int kMaxPasses = 200;
  // The error after a step h is about h^2 (p+1)/u, so a step below this one is the last.
  constexpr double kLastStep = 1e-9;
  double u = start;
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const TwoSums s = sum_two(gap, [&](double g) { return kernel.terms(u, g); });
    const double step = kernel.step(s.first, s.second);
    if (!(step > 0)) return u;
    u += step;
    if (step <= kLastStep * u) return u;
  }
  BANKER_ASSERT(false);
  return u;
}

}  // namespace banker
