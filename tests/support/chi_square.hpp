#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

namespace banker::testing {

// Q(a, x) = Gamma(a, x) / Gamma(a), the regularized upper incomplete gamma function: a series below a + 1, a
// continued fraction (Lentz) above.
inline double upper_gamma(double a, double x) {
  if (x <= 0) return 1;
  const double front = std::exp(a * std::log(x) - x - std::lgamma(a));
  if (x < a + 1) {
    double term = 1 / a, sum = term;
    for (double n = a + 1; term > 1e-17 * sum; ++n) sum += term *= x / n;
    return 1 - front * sum;
  }
  constexpr double kTiny = std::numeric_limits<double>::min() / std::numeric_limits<double>::epsilon();
  double b = x + 1 - a, c = 1 / kTiny, d = 1 / b, h = d;
  for (int i = 1; i < 100000; ++i) {
    const double an = -i * (i - a);
    b += 2;
    d = an * d + b;
    c = b + an / c;
    d = 1 / (std::fabs(d) < kTiny ? kTiny : d);
    if (std::fabs(c) < kTiny) c = kTiny;
    h *= d * c;
    if (std::fabs(d * c - 1) < 1e-15) break;
  }
  return front * h;
}

// P(chi-square with this many degrees of freedom > statistic) = Q(degrees / 2, statistic / 2).
inline double chi_square_survival(double statistic, double degrees) {
  return upper_gamma(degrees / 2, statistic / 2);
}

// The p-value of Pearson's sum over cells of (count - expected)^2 / expected; cells with an expectation below
// ten are merged into one, and that one into the next cell if it is still too small.
inline double pearson(std::span<const double> count, std::span<const double> expected) {
  double statistic = 0, cells = 0, rare_count = 0, rare_expected = 0;
  const auto add = [&](double n, double e) {
    statistic += (n - e) * (n - e) / e;
    ++cells;
  };
  double last_count = 0, last_expected = 0;
  for (std::size_t i = 0; i < count.size(); ++i) {
    if (expected[i] < 10) {
      rare_count += count[i];
      rare_expected += expected[i];
    } else {
      if (last_expected > 0) add(last_count, last_expected);
      last_count = count[i];
      last_expected = expected[i];
    }
  }
  if (rare_expected >= 10) {
    add(rare_count, rare_expected);
  } else {
    last_count += rare_count;
    last_expected += rare_expected;
  }
  add(last_count, last_expected);
  return cells > 1 ? chi_square_survival(statistic, cells - 1) : 1;
}

}  // namespace banker::testing
