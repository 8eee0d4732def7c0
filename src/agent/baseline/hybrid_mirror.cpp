#include "hybrid_mirror.hpp"

#include <algorithm>
#include <cmath>

#include "../../core/elementary_inline.hpp"
#include "../../core/sums.hpp"
#include "banker/core/assert.hpp"
#include "banker/mirror/half_tsallis.hpp"

namespace banker {

namespace {

// With w = x^-1/2, v the smallest w, c = b/a and gap_i = (max theta - theta_i) / a, the optimum is
//   w_i + c ln w_i = v + c ln v + gap_i,   sum_i w_i^-2 = 1,   1 <= v <= sqrt K.

// One step towards the root of w + c ln w = y; returns the relative change. Far from it Newton in w from the left,
// where the equation is concave, or in ln w from the right, where it is convex: neither passes the root. Near it
// the fourth-order iteration of Fritsch, Shafer and Crowley (1973), written without division by c.
inline double improve(double c, double y, double& w) {
  constexpr double kNear = 0.25;
  const double sum = c + w, k = (y - w - c * inlined::log(w)) / sum;
  double change = k;
  if (k < -kNear) {
    change = inlined::exp(k) - 1;
  } else if (k < kNear) {
    const double q = 2 + k * (4.0 / 3), ck = k * (c / sum);
    change = k * (q - ck) / (q - 2 * ck);
  }
  w += w * change;
  return change;
}

// The root to about 1e-5, from any w >= 1: the error after a step h is about h^4. Returns the last step.
inline double approach(double c, double y, double& w) {
  constexpr int kMaxSteps = 200;
  double change = 1;
  for (int step = 0; step < kMaxSteps && change > 0.05; ++step) change = std::fabs(improve(c, y, w));
  return change;
}

// The root for y = 1 + gap, from nothing. With ln w = 2 (w - 1) / (w + 1), good for small w, it is that of a quadratic
// equation; and it is at most y and at most e^(gap / c).
inline double first_root(double c, double gap) {
  if (!(gap > 0)) return 1;
  const double half = 1 + c - gap / 2, root = std::sqrt(half * half + 2 * gap);
  double w = 1 + (half > 0 ? 2 * gap / (half + root) : root - half);
  if (!(w < 8)) w = gap / c < 700 ? std::min(1 + gap, inlined::exp(gap / c)) : 1 + gap;
  approach(c, 1 + gap, w);
  return w;
}

// The Newton step for g(v) = (sum_i w_i^-2)^(-1/2) = 1. Every w_i is concave and increasing in v, so g is, and
// nearly linear: from v = 1 the iterates rise to the root.
double step_of(std::span<const double> w, double c, double v) {
  const auto [squares, slope] = sum_two(w, [&](double wi) {
    const double r = 1 / wi;
    return TwoSums{r * r, r * r / (wi + c)};
  });
  return squares * (std::sqrt(squares) - 1) / (slope * ((v + c) / v));
}

// x = w^-2, for w at v + step: so near that w_i' = (1 + c/v) / (1 + c/w_i) leads there.
void finish(double c, double v, double step, std::span<double> x) {
  for (double& w : x) {
    const double r = 1 / (w + step * ((v + c) / v) * (w / (w + c)));
    w = r * r;
  }
  // 1 but for the rounding of the last step. Dividing is what softmax, the limit for large c, does as well.
  const double total = sum(x);
  for (double& p : x) p /= total;
}

}  // namespace

void hybrid_mirror(std::span<const double> theta, double a, double b, std::span<double> x) {
  constexpr int kMaxPasses = 200;
  constexpr double kLastStep = 1e-7, kLastChange = 5e-5;  // their errors are about h^2 / 10 and h^4
  const double top = largest(theta), c = b / a;
  const auto gap = [&](std::size_t i) { return (top - theta[i]) / a; };
  if (c == 0) {
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = -gap(i);
    return HalfTsallis::mirror(x, x);
  }
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = first_root(c, gap(i));
  double v = 1, change = 1;  // the largest of the last steps of w
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    const double step = step_of(x, c, v), slope = (v + c) / v;
    if (change < kLastChange && std::fabs(step) <= kLastStep * v) return finish(c, v, step, x);
    v += step;
    change = 0;
    const double level = v + c * inlined::log(v);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += step * slope * (x[i] / (x[i] + c));
      change = std::max(change, approach(c, level + gap(i), x[i]));
    }
  }
  BANKER_ASSERT(false);
  finish(c, v, 0, x);
}

}  // namespace banker
