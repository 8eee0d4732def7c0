#include "banker/estimate/reduced_variance.hpp"

#include <cmath>

#include "../core/sums.hpp"

namespace banker {

TsallisSums tsallis_sums(double scale, std::span<const double> x) {
  const auto lower = [&](double v) {
    const double root = std::sqrt(v), volume = v * root;
    return TwoSums{volume, baseline(scale, root) * volume};
  };
  const auto upper = [&](double v) {
    const double root = std::sqrt(v), b = baseline(scale, root);
    return TwoSums{b * b * (v * root), 0};
  };
  const TwoSums sums = sum_two(x, lower);
  return {sums.first, sums.second, sum_two(x, upper).first, std::sqrt(largest(x))};
}

void charge_reduced(double scale, std::size_t arm, double probability, double loss, double top,
                    std::span<double> theta) {
  const double of_arm = baseline(scale, std::sqrt(probability)), level = 1 / top;
  for (double& v : theta) v -= baseline(scale, 1 / (level - v)) / scale;
  theta[arm] -= (loss - of_arm) / probability / scale;
}

}  // namespace banker
