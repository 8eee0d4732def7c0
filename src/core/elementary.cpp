#include "banker/core/elementary.hpp"

#include "elementary_inline.hpp"

namespace banker {

double log(double x) { return inlined::log(x); }
double log1p(double x) { return inlined::log1p(x); }
double exp(double x) { return inlined::exp(x); }

double expm1(double x) {
  if (x > 0.35 || x < -0.35) return inlined::exp(x) - 1;
  return x + x * x * inlined::exp_tail(x);
}

double excess_exp(double y) {
  if (y >= -0.35 && y <= 0.35) return y * y * inlined::exp_tail(-y);
  return expm1(-y) + y;
}

// With s = r/(2+r): r - 2s = r s, hence r - ln(1+r) = r s - 2 s^3 (1/3 + s^2/5 + ...).
double excess_log(double r) {
  if (r < -0.5 || r > 1) return r - inlined::log1p(r);
  const double s = r / (2 + r);
  return r * s - 2 * s * s * s * inlined::atanh_tail(s * s);
}

}  // namespace banker
