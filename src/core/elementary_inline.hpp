#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

// The bodies of core/elementary.hpp, inline for the loops in src/.
namespace banker::inlined {

// ln 2 in two parts; the first has 21 trailing zero bits, so k * kLn2High is exact for |k| < 2^20.
inline constexpr double kLn2High = 0x1.62e42feep-1;
inline constexpr double kLn2Low = 0x1.a39ef35793c76p-33;

// sum over n >= 0 of s^(2n) / (2n + 3): ln((1+s)/(1-s)) = 2s + 2 s^3 * atanh_tail(s^2). For s^2 <= 1/9.
inline double atanh_tail(double s2) {
  double sum = 1.0 / 35;
  for (int n = 33; n >= 3; n -= 2) sum = sum * s2 + 1.0 / n;
  return sum;
}

// The same for s^2 <= 0.0295, where twelve terms are enough.
inline double short_atanh_tail(double s2) {
  double sum = 1.0 / 25;
  for (int n = 23; n >= 3; n -= 2) sum = sum * s2 + 1.0 / n;
  return sum;
}

// x = 2^k (1 + f) with 1 + f in [sqrt(1/2), sqrt 2); ln x = k ln 2 + ln(1 + f), and with s = f/(2+f)
// ln(1 + f) = f - f^2/2 + s (f^2/2 + 2 s^2 tail). `correction` is added to f's logarithm (log1p).
inline double log_with(double x, double correction) {
  if (!(x > 0 && x < HUGE_VAL))
    return x == 0 ? -HUGE_VAL : x > 0 ? x : std::numeric_limits<double>::quiet_NaN();
  int k = 0;
  if (x < 0x1p-1022) x *= 0x1p54, k = -54;
  const auto bits = std::bit_cast<std::uint64_t>(x);
  constexpr std::uint64_t kSqrtHalf = 0x3fe6a09e667f3bcd;
  const std::uint64_t shifted = bits - kSqrtHalf;
  k += static_cast<int>(static_cast<std::int64_t>(shifted) >> 52);
  const double m = std::bit_cast<double>((shifted & 0x000fffffffffffff) + kSqrtHalf);
  const double f = m - 1;
  const double s = f / (2 + f);
  const double s2 = s * s;
  const double half_square = 0.5 * f * f;
  const double tail = s * (half_square + 2 * s2 * short_atanh_tail(s2));
  return k * kLn2High - ((half_square - (tail + (k * kLn2Low + correction))) - f);
}

inline double log(double x) { return log_with(x, 0); }

inline double log1p(double x) {
  if (std::fabs(x) < 0x1p-54) return x;
  const double u = 1 + x;
  // What rounding 1 + x lost, relative to u; for huge x it is below an ulp.
  const double lost = x < 1 ? x - (u - 1) : x < 0x1p60 ? 1 - (u - x) : 0;
  return log_with(u, lost / u);
}

// x = k ln 2 + r with |r| <= 0.347; the pair (r, lost) carries r to extra precision.
struct Reduced {
  double k, r, lost;
};
inline Reduced reduce(double x) {
  constexpr double kShift = 0x1.8p52;
  const double k = (x * 0x1.71547652b82fep0 + kShift) - kShift;
  const double high = x - k * kLn2High;
  const double low = k * kLn2Low;
  const double r = high - low;
  return {k, r, (high - r) - low};
}

// (e^r - 1 - r) / r^2 for |r| <= 0.35, by its Taylor series.
inline double exp_tail(double r) {
  double sum = 1.0 / 87178291200.0;
  constexpr double kInverse[] = {1.0 / 6227020800.0, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                 1.0 / 362880,       1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                 1.0 / 120,          1.0 / 24,        1.0 / 6,        1.0 / 2};
  for (const double inverse : kInverse) sum = sum * r + inverse;
  return sum;
}

// 2^k as a double, -1022 <= k <= 1023.
inline double power_of_two(double k) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(static_cast<std::int64_t>(k) + 1023) << 52);
}

inline double exp(double x) {
  if (!(x >= -745.2)) return x < 0 ? 0 : x;  // or NaN
  if (x > 709.79) return HUGE_VAL;
  const auto [k, r, lost] = reduce(x);
  const double y = 1 + (r + (r * r * exp_tail(r) + lost));
  if (k < -1021) return y * power_of_two(k + 60) * 0x1p-60;
  if (k > 1023) return y * 2 * power_of_two(k - 1);
  return y * power_of_two(k);
}

}  // namespace banker::inlined
