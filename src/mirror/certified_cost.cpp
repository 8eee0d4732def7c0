#include "banker/mirror/certified_cost.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../core/sums.hpp"
#include "banker/mirror/log_barrier.hpp"

namespace banker {

namespace {

constexpr double kLeastDenominator = 0.05;

// The cost of l~ - m 1 under half-Tsallis; infinite where it is not defined.
double shifted_cost(double scale, double root, double baseline, double estimate, double m,
                    const TsallisSums& at) {
  const double played = estimate - m, of_arm = root * root * root, rest = baseline - m;
  const double at_arm = 1 + played * root / scale, at_others = std::min(1.0, 1 - m * at.top / scale);
  if (!(at_arm > kLeastDenominator && at_others > kLeastDenominator))
    return std::numeric_limits<double>::infinity();
  const double squares = at.second - 2 * m * at.first + m * m * at.volume - rest * rest * of_arm;
  return (played * played * of_arm / at_arm + std::max(0.0, squares) / at_others) / scale;
}

struct Costs {
  double plain, unshifted, best;
};
Costs costs(double scale, double root, double baseline, double loss, const TsallisSums& at) {
  const double rest = loss - baseline, estimate = rest / (root * root) + baseline;  // l~_A
  const double m = (at.first + rest * root) / at.volume;
  return {rest * (rest / (scale * root + rest)), shifted_cost(scale, root, baseline, estimate, 0, at),
          shifted_cost(scale, root, baseline, estimate, m, at)};
}

}  // namespace

Price tsallis_price(double scale, double root, double baseline, double loss, const TsallisSums& at) {
  const Costs at_loss = costs(scale, root, baseline, loss, at);
  return {std::min(at_loss.unshifted, at_loss.best), at_loss.plain};
}

// All costs are convex in the loss, so each is largest at an end.
Price worst_tsallis_price(double scale, double root, double baseline, const TsallisSums& at) {
  const Costs none = costs(scale, root, baseline, 0, at), full = costs(scale, root, baseline, 1, at);
  return {std::min(std::max(none.unshifted, full.unshifted), std::max(none.best, full.best)),
          std::max(none.plain, full.plain)};
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
