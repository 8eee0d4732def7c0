#include "banker/mirror/log_barrier.hpp"

#include "banker/core/elementary.hpp"
#include "banker/mirror/regularizer.hpp"
#include "ratio.hpp"
#include "secular.hpp"

namespace banker {

static_assert(Regularizer<LogBarrier>);

namespace {
struct Inverse {  // p = 1
  static TwoSums terms(double u, double gap) {
    const double r = 1 / (u + gap);
    return {r, r * r};
  }
  // (1 - g) / g' with g = 1/S: S (S - 1) / S_2.
  static double step(double inverses, double squares) { return inverses * (inverses - 1) / squares; }
};
}  // namespace

void LogBarrier::gradient(std::span<const double> x, std::span<double> theta) {
  for (std::size_t i = 0; i < x.size(); ++i) theta[i] = -1 / x[i];
}

void LogBarrier::mirror(std::span<const double> theta, std::span<double> x) {
  gaps(theta, x);
  const double u = secular_root(x, 1, Inverse{});
  for (double& v : x) v = 1 / (u + v);
}

double LogBarrier::bregman(std::span<const double> y, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) sum += ratio(y[i], x[i]).excess;
  return sum;
}

double LogBarrier::immediate_cost(double scale, double, double loss) {
  return scale * excess_log(loss / scale);
}

double LogBarrier::c1(std::size_t arms, double n) {
  const double k = static_cast<double>(arms);
  return (k - 1) * log(n) - log(k - (k - 1) / n);
}

double LogBarrier::c2(std::size_t) { return 0.5; }

}  // namespace banker
