#pragma once

#include "banker/core/elementary.hpp"

namespace banker {

// For D(y, x) of one coordinate, y > 0: h = y/x - 1, ln(1 + h) and h - ln(1 + h), accurate for y near x and
// for y far below x.
struct Ratio {
  double h, log, excess;
};
inline Ratio ratio(double y, double x) {
  const double h = (y - x) / x;
  if (h >= -0.5) return {h, log1p(h), excess_log(h)};
  const double logarithm = log(y / x);
  return {h, logarithm, h - logarithm};
}

}  // namespace banker
