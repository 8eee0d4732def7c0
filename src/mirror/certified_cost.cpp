#include "banker/mirror/certified_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../core/sums.hpp"
#include "banker/mirror/log_barrier.hpp"

namespace banker {

namespace {

constexpr double kLeast = 0.05;  // of the denominators, relative to sigma

// Of a round, whatever its loss: b_A, root = sqrt(x_A).
struct Round {
  double inverse;  // 1 / sigma
  double root, baseline;
  const TsallisSums& at;
};

// The cost of delta = l~ - m 1 under half-Tsallis, times sigma; infinite where it is not defined. With
// p = x_A delta_A, delta_A^2 x_A^(3/2) / (1 + delta_A sqrt(x_A) / sigma) = p^2 / (sqrt(x_A) + p / sigma).
double shifted_cost(const Round& r, double p, double m) {
  const double at_arm = r.root + p * r.inverse, at_others = std::min(1.0, 1 - m * r.at.top * r.inverse);
  if (!(at_arm > kLeast * r.root && at_others > kLeast)) return std::numeric_limits<double>::infinity();
  const double rest = r.baseline - m, of_arm = rest * rest * (r.root * r.root * r.root);
  const double squares = r.at.second - m * (2 * r.at.first - m * r.at.volume) - of_arm;
  return p * p / at_arm + std::max(0.0, squares) / at_others;
}

struct Costs {
  double plain, unshifted, best;
};
Costs costs(const Round& r, double loss, double inverse_volume) {
  const double x = r.root * r.root, rest = loss - r.baseline, p = rest + r.baseline * x;  // x_A l~_A
  const double m = (r.at.first + rest * r.root) * inverse_volume;
  return {rest * rest / (r.root + rest * r.inverse), shifted_cost(r, p, 0), shifted_cost(r, p - m * x, m)};
}

}  // namespace

Price tsallis_price(double scale, double root, double baseline, double loss, const TsallisSums& at) {
  const Round round{1 / scale, root, baseline, at};
  const Costs c = costs(round, loss, 1 / at.volume);
  return {std::min(c.unshifted, c.best) * round.inverse, c.plain * round.inverse};
}

// All costs are convex in the loss, so each is largest at an end.
Price worst_tsallis_price(double scale, double root, double baseline, const TsallisSums& at) {
  const Round round{1 / scale, root, baseline, at};
  const double inverse_volume = 1 / at.volume;
  const Costs none = costs(round, 0, inverse_volume), full = costs(round, 1, inverse_volume);
  const double certified = std::min(std::max(none.unshifted, full.unshifted), std::max(none.best, full.best));
  return {certified * round.inverse, std::max(none.plain, full.plain) * round.inverse};
}

BarrierSums barrier_sums(std::span<const double> x) {
  const auto volume = [](double v) { return TwoSums{v * v, 0}; };
  return {sum_two(x, volume).first, largest(x)};
}

// m is cut off where the r_i of the others would leave [-1/2, inf): so the price is continuous in the loss.
Price barrier_price(double scale, double weight, double drift, const BarrierSums& at) {
  const auto cost = [&](double r) { return LogBarrier::immediate_cost(scale, 1, r * scale); };
  const double r = drift / scale, plain = cost(r);
  const double shift = std::min(r * weight / at.volume, 0.5 / at.largest);  // m / sigma
  // (r - ln(1 + r)) / r^2 falls in r: its largest value among the others is at the least r_i.
  const double least = std::min(-shift * at.largest, -1e-6), per_square = cost(least) / (least * least);
  const double others = shift * shift * std::max(0.0, at.volume - weight * weight) * per_square;
  return {std::min(cost(r - shift * weight) + others, plain), plain};
}

}  // namespace banker
