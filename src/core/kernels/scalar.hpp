#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "../elementary_inline.hpp"
#include "../kernels.hpp"
#include "../sums.hpp"
#include "banker/core/amount.hpp"
#include "banker/core/padded.hpp"

// What every kernel of core/kernels.hpp computes, arm by arm: the same bits.
namespace banker::scalar {

// The sums of the three terms(i) over begin <= i < end, end - begin <= 512: element i in lane i % 8.
template <class Terms>
Sums3 block_sums(std::size_t begin, std::size_t end, Terms terms) {
  std::array<double, kLanes> a{}, b{}, c{};
  for (std::size_t i = begin; i < end; ++i) {
    const Sums3 t = terms(i);
    a[i % kLanes] += t.first;
    b[i % kLanes] += t.second;
    c[i % kLanes] += t.third;
  }
  return {reduce_lanes(a), reduce_lanes(b), reduce_lanes(c)};
}

template <class Terms>
Sums3 sums(std::size_t n, Terms terms) {
  Amount first, second, third;
  for (std::size_t begin = 0; begin < n; begin += kBlock) {
    const Sums3 block = block_sums(begin, std::min(begin + kBlock, n), terms);
    first += Amount(block.first);
    second += Amount(block.second);
    third += Amount(block.third);
  }
  return {first.value(), second.value(), third.value()};
}

// out_i = value(i). The largest; never -0.
template <class Value>
double map_row(double* out, std::size_t n, Value value) {
  double top = -HUGE_VAL;
  for (std::size_t i = 0; i < n; ++i) top = std::max(top, out[i] = value(i));
  return top + 0.0;
}

inline double scale_row(double weight, const double* a, double* out, std::size_t n) {
  return map_row(out, n, [=](std::size_t i) { return weight * a[i]; });
}

inline double add_row(double weight, const double* a, double* out, std::size_t n) {
  return map_row(out, n, [=](std::size_t i) { return out[i] + weight * a[i]; });
}

inline double lowest(double level, double r) { return std::min(level, 2.0 / 3 * r); }

inline double settled(const MixRow& mix, double mixed, double last, std::size_t i) {
  const double kept = mix.keep * (i == mix.arm ? mixed - mix.fall : mixed);
  return mix.loan > 0 ? kept + mix.loan * std::max(mix.cut, last) : kept;
}

inline double mix_rows(const MixRow& mix, const double* b, const double* a, double* out, std::size_t n) {
  return map_row(out, n,
                 [=](std::size_t i) { return settled(mix, a[i] + mix.share * (b[i] - a[i]), a[i], i); });
}

inline double mix_roots(const MixRow& mix, const double* r, const double* a, const double* last, double* out,
                        std::size_t n) {
  return map_row(out, n, [=](std::size_t i) {
    return settled(mix, a[i] - mix.lowering * lowest(mix.level, r[i]), last[i], i);
  });
}

inline double mix_reciprocals(const MixRow& mix, const double* b, const double* a, const double* last,
                              double* out, std::size_t n) {
  return map_row(out, n, [=](std::size_t i) {
    const double mixed = a[i] + mix.share * (b[i] - a[i]);
    return settled(mix, mixed - mix.lowering * lowest(mix.level, 1 / (mix.u - b[i])), last[i], i);
  });
}

// r^p, r^(p+1), r^(p+2).
template <int p>
Sums3 powers(double r) {
  const double r2 = r * r;
  if constexpr (p == 1) return {r, r2, r2 * r};
  return {r2, r2 * r, r2 * r2};
}

template <int p>
Sums3 reciprocals(double top, double u, double* theta, double* r, std::size_t n) {
  return sums(n, [=](std::size_t i) {
    theta[i] -= top;
    r[i] = 1 / (u - theta[i]);
    return powers<p>(r[i]);
  });
}

// cells[j] = sum of r^p over cell j, and the sum of the cells.
template <int p>
double cell_sums(const double* r, double* cells, std::size_t n) {
  double total = 0;
  for (std::size_t begin = 0; begin < n; begin += kCell) {
    const auto terms = [=](std::size_t i) { return powers<p>(r[i]); };
    total += cells[begin / kCell] = block_sums(begin, std::min(begin + kCell, n), terms).first;
  }
  return total;
}

template <int p>
Sums2 polish(double step, double* r, double* cells, std::size_t n) {
  const Sums3 s = sums(n, [=](std::size_t i) {
    const double e = step * r[i];
    r[i] = r[i] * (1 - e * (1 - e));
    return powers<p>(r[i]);
  });
  return {cell_sums<p>(r, cells, n), s.second};
}

inline Sums3 reduced_sums(double level, const double* r, std::size_t n) {
  return sums(n, [=](std::size_t i) {
    const double m = lowest(level, r[i]), cube = r[i] * r[i] * r[i];
    return Sums3{cube, m * cube, m * (m * cube)};
  });
}

inline Sums4 polish_reduced(double step, double level, double* r, double* cells, std::size_t n) {
  const Sums2 powers = polish<2>(step, r, cells, n);
  const Sums3 reduced = reduced_sums(level, r, n);
  return {powers.first, powers.second, reduced.second, reduced.third};
}

inline double exponentials(double top, const double* theta, double* x, std::size_t n) {
  return sums(n, [=](std::size_t i) { return Sums3{x[i] = inlined::exp(theta[i] - top)}; }).first;
}

inline void divide_row(double total, double* x, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i) x[i] /= total;
}

template <int p>
std::size_t pick(const double* r, std::size_t n, double before, double target) {
  const auto terms = [=](std::size_t i) { return powers<p>(r[i]); };
  double running = before;
  std::size_t i = 0;
  for (; i < n; i += kLanes) {
    const double next = running + block_sums(i, std::min(i + kLanes, n), terms).first;
    if (next > target) break;
    running = next;
  }
  for (; i < n; ++i) {
    running += terms(i).first;
    if (running > target && terms(i).first > 0) return i;
  }
  for (i = n - 1; i > 0 && !(terms(i).first > 0);) --i;
  return i;
}

inline double sum_row(const double* v, std::size_t n) {
  return sums(n, [=](std::size_t i) { return Sums3{v[i]}; }).first;
}

}  // namespace banker::scalar
