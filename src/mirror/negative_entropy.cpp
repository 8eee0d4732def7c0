#include "banker/mirror/negative_entropy.hpp"

#include "../core/elementary_inline.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/regularizer.hpp"
#include "ratio.hpp"
#include "secular.hpp"

namespace banker {

static_assert(Regularizer<NegativeEntropy>);

void NegativeEntropy::gradient(std::span<const double> x, std::span<double> theta) {
  for (std::size_t i = 0; i < x.size(); ++i) theta[i] = 1 + log(x[i]);
}

void NegativeEntropy::mirror(std::span<const double> theta, std::span<double> x) {
  gaps(theta, x);
  for (double& v : x) v = inlined::exp(-v);
  const double total = sum(x);
  for (double& v : x) v /= total;
}

// With h = y/x - 1: x [(1+h) ln(1+h) - h] = x [h ln(1+h) - (h - ln(1+h))].
double NegativeEntropy::bregman(std::span<const double> y, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (y[i] > 0) {
      const Ratio r = ratio(y[i], x[i]);
      sum += x[i] * (r.h * r.log - r.excess);
    } else {
      sum += x[i];
    }
  }
  return sum;
}

double NegativeEntropy::immediate_cost(double scale, double probability, double loss) {
  return scale * probability * excess_exp(loss / (probability * scale));
}

double NegativeEntropy::c1(std::size_t arms, double) { return log(static_cast<double>(arms)); }

double NegativeEntropy::c2(std::size_t arms) { return static_cast<double>(arms) / 2; }

}  // namespace banker
