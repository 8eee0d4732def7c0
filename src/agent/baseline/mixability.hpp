#pragma once

#include "banker/core/elementary.hpp"

namespace banker {

// The mixability gap q y + ln((1 - q) + q e^-y) >= 0 of two arms, of which the one with q = 1 / (1 + e^-d)
// loses y >= 0. The form is chosen by size, so that nothing cancels: with r = 1 - q it is
//   q E(y) - G(q (e^-y - 1)) = r E(-y) - G(r (e^y - 1)) = ln(q + e^t) - r y,   t = y + ln r,
// E(y) = e^-y - 1 + y (excess_exp) and G(w) = w - ln(1 + w) (excess_log). About q r y^2 / 2 for small y.
inline double mixability_gap(double d, double y) {
  if (d <= 0) {
    const double q = exp(d) / (1 + exp(d));
    return q * excess_exp(y) - excess_log(q * expm1(-y));
  }
  const double e = exp(-d), q = 1 / (1 + e), r = e / (1 + e);
  const double t = y - d - log1p(e);
  if (t > 0) return t + log1p(q * exp(-t)) - r * y;
  if (y > 30) return log1p(exp(t) - r) - r * y;
  return r * excess_exp(-y) - excess_log(r * expm1(y));
}

}  // namespace banker
