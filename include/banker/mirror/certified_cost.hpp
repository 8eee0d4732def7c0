#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace banker {

// What the outcome of a round costs.
struct Price {
  double certified;  // no less than sigma D(x, z), z the projected point
  double plain;      // of the arm that was played alone, without its baseline: the paper's sigma D(x, z~)
};

// The dual of z is known modulo a constant vector, so the estimate l~ may be replaced by delta = l~ - m 1 for any m,
// and sigma D(x, z) is at most the cost of delta without projection, where it is defined. The best m is nearly
// the mean of l~ with weights x_i^(3/2), or x_i^2; with it, a bound of the cost takes O(1): the sum over the arms
// that were not played is a polynomial in m, and the likeliest of them bounds what is not quadratic. The price of a
// likely arm is then small: that it loses says little about the others.

// Half-Tsallis, with the estimate of a round that has baselines b (estimate/reduced_variance.hpp),
//   l~ = ((l - b_A) / x_A) e_A + b,   cost sum_i delta_i^2 x_i^(3/2) / (sigma + delta_i sqrt(x_i)).
// Of x and b, what the price of any arm needs: sums over i of x_i^(3/2) b_i^k.
struct TsallisSums {
  double volume;  // k = 0, from 1/sqrt K to 1
  double first;   // k = 1
  double second;  // k = 2
  double top;     // sqrt(max_i x_i)
};
// The same of baselines in units of sigma, m_i = b_i / sigma = min(level, (2/3) sqrt(x_i)): sums of x_i^(3/2) m_i^k.
struct LevelSums {
  double level;
  double first;
  double second;
  std::uint32_t group = 0;  // scratch of the pool
  TsallisSums of(double scale, double volume, double top) const {
    return {volume, scale * first, scale * scale * second, top};
  }
};
// REQUIRES: 0 <= loss <= 1, b_A <= (2/3) sigma root, root = sqrt(x_A).
Price tsallis_price(double scale, double root, double baseline, double loss, const TsallisSums& at);
// No less than the price of any loss in [0,1].
Price worst_tsallis_price(double scale, double root, double baseline, const TsallisSums& at);

// Log-barrier, with l~ = (l / p_A) e_A: cost sigma sum_i (r_i - ln(1 + r_i)), r_i = delta_i x_i / sigma.
struct BarrierSums {
  double volume;   // sum_i x_i^2
  double largest;  // max_i x_i
};
BarrierSums barrier_sums(std::span<const double> x);
// `drift` is l~_A x_A = l x_A / p_A. REQUIRES: -sigma < drift.
Price barrier_price(double scale, double weight, double drift, const BarrierSums& at);

}  // namespace banker
