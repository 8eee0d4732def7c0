#include "twofold.hpp"

#include <cmath>

namespace banker {

namespace {

// a = high + low, each with 26 bits, so that products of parts are exact.
Amount split(double a) {
  const double shifted = 0x1.0000002p27 * a;
  const double high = shifted - (shifted - a);
  return {high, a - high};
}

// a * b exactly, as the rounded product and its rounding error.
Amount exact_product(double a, double b) {
  const double value = a * b;
  const Amount x = split(a), y = split(b);
  const double rest =
      ((x.value() * y.value() - value) + x.value() * y.low() + x.low() * y.value()) + x.low() * y.low();
  return {value, rest};
}

}  // namespace

Amount product(Amount a, Amount b) {
  return exact_product(a.value(), b.value()) + Amount(a.value() * b.low() + a.low() * b.value());
}

Amount quotient(Amount a, Amount b) {
  const Amount first(a.value() / b.value());
  const Amount rest = a - product(first, b);
  return first + Amount(rest.value() / b.value());
}

Amount root(Amount a) {
  const Amount first(std::sqrt(a.value()));
  const Amount rest = a - product(first, first);
  return first + Amount(rest.value() / (2 * first.value()));
}

}  // namespace banker
