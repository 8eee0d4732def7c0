#include "banker/mirror/half_tsallis.hpp"

#include <cmath>

#include "banker/mirror/regularizer.hpp"
#include "secular.hpp"

namespace banker {

static_assert(Regularizer<HalfTsallis>);

namespace {
struct InverseSquare {  // p = 2
  static TwoSums terms(double u, double gap) {
    const double r = 1 / (u + gap);
    return {r * r, r * r * r};
  }
  // (1 - g) / g' with g = S^(-1/2): S (sqrt S - 1) / S_3.
  static double step(double squares, double cubes) { return squares * (std::sqrt(squares) - 1) / cubes; }
};
}  // namespace

void HalfTsallis::gradient(std::span<const double> x, std::span<double> theta) {
  for (std::size_t i = 0; i < x.size(); ++i) theta[i] = -1 / std::sqrt(x[i]);
}

void HalfTsallis::mirror(std::span<const double> theta, std::span<double> x) {
  gaps(theta, x);
  const double u = secular_root(x, 1, InverseSquare{});
  for (double& v : x) v = InverseSquare::terms(u, v).first;
}

double HalfTsallis::bregman(std::span<const double> y, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double root = std::sqrt(x[i]);
    // sqrt(y) - sqrt(x), without cancellation where y is near x.
    const double difference = (y[i] - x[i]) / (std::sqrt(y[i]) + root);
    sum += difference * difference / root;
  }
  return sum;
}

double HalfTsallis::immediate_cost(double scale, double probability, double loss) {
  if (loss == 0) return 0;
  return loss * (loss / (scale * std::sqrt(probability) + loss));
}

double HalfTsallis::c1(std::size_t arms, double) { return 2 * (std::sqrt(static_cast<double>(arms)) - 1); }

double HalfTsallis::c2(std::size_t arms) { return std::sqrt(static_cast<double>(arms)); }

}  // namespace banker
