// The kernels of core/kernels.hpp in vectors. No guard: this file is read once for each instruction set.
#include <cmath>
#include <cstddef>

#include "../elementary_inline.hpp"
#include "banker/core/padded.hpp"
#include "lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace banker::HWY_NAMESPACE::simd {

// out_i = value(part, i). The largest; never -0.
template <class F>
HWY_INLINE double map_row(double* out, size_t n, const F& value) {
  Lanes<1> top(-HUGE_VAL);
  for_lanes(0, n, [&](auto part, size_t i, size_t j) BANKER_INLINED {
    const V v = value(part, i);
    store(part, v, out + i);
    top.of[0][j] = hn::Max(top.of[0][j], keep(part, v, fill(-HUGE_VAL)));
  });
  return reduce(top.of[0], [](auto a, auto b) BANKER_INLINED { return hn::Max(a, b); }) + 0.0;
}

double scale_row(double weight, const double* a, double* out, size_t n) {
  const V w = fill(weight);
  return map_row(out, n, [=](auto part, size_t i) BANKER_INLINED { return hn::Mul(w, load(part, a + i)); });
}

double add_row(double weight, const double* a, double* out, size_t n) {
  const V w = fill(weight);
  return map_row(out, n, [=](auto part, size_t i) BANKER_INLINED {
    return hn::Add(load(part, out + i), hn::Mul(w, load(part, a + i)));
  });
}

// a + weight (b - a)
HWY_INLINE V blend(V weight, V a, V b) { return hn::Add(a, hn::Mul(weight, hn::Sub(b, a))); }

// min(level, (2/3) r)
HWY_INLINE V lowest(V level, V r) { return hn::Min(level, hn::Mul(fill(2.0 / 3), r)); }

// What the three mixes have in common: keep (mixed - fall at the arm) + loan max(cut, last). What there is not of it
// costs nothing.
template <bool kFalls, bool kLends>
struct Settle {
  V arm, fall, keep, loan, cut;
  const double* last;
  HWY_INLINE Settle(const MixRow& mix, const double* of)
      : arm(fill(static_cast<double>(mix.arm))),
        fall(fill(mix.fall)),
        keep(fill(mix.keep)),
        loan(fill(mix.loan)),
        cut(fill(mix.cut)),
        last(of) {}
  template <class Part>
  HWY_INLINE V operator()(Part part, V mixed, size_t i) const {
    if constexpr (kFalls) {
      const V place = hn::Iota(D(), static_cast<double>(i));
      mixed = hn::Sub(mixed, hn::IfThenElseZero(hn::Eq(place, arm), fall));
    }
    mixed = hn::Mul(keep, mixed);
    if constexpr (kLends) mixed = hn::Add(mixed, hn::Mul(loan, hn::Max(cut, load(part, last + i))));
    return mixed;
  }
};
template <class F>
HWY_INLINE double settle_row(const MixRow& mix, const double* last, double* out, size_t n, const F& mixed) {
  const auto map = [&](const auto settle) BANKER_INLINED {
    return map_row(out, n,
                   [=](auto part, size_t i) BANKER_INLINED { return settle(part, mixed(part, i), i); });
  };
  if (mix.arm < n) {
    if (mix.loan > 0) return map(Settle<true, true>(mix, last));
    return map(Settle<true, false>(mix, last));
  }
  if (mix.loan > 0) return map(Settle<false, true>(mix, last));
  return map(Settle<false, false>(mix, last));
}

double mix_rows(const MixRow& mix, const double* b, const double* a, double* out, size_t n) {
  const V share = fill(mix.share);
  return settle_row(mix, a, out, n, [=](auto part, size_t i) BANKER_INLINED {
    return blend(share, load(part, a + i), load(part, b + i));
  });
}

double mix_roots(const MixRow& mix, const double* r, const double* a, const double* last, double* out,
                 size_t n) {
  const V weight = fill(mix.lowering), level = fill(mix.level);
  return settle_row(mix, last, out, n, [=](auto part, size_t i) BANKER_INLINED {
    return hn::Sub(load(part, a + i), hn::Mul(weight, lowest(level, load(part, r + i))));
  });
}

double mix_reciprocals(const MixRow& mix, const double* b, const double* a, const double* last, double* out,
                       size_t n) {
  const V share = fill(mix.share), weight = fill(mix.lowering), level = fill(mix.level), u = fill(mix.u);
  return settle_row(mix, last, out, n, [=](auto part, size_t i) BANKER_INLINED {
    const V theta = load(part, b + i), r = hn::Div(fill(1), hn::Sub(u, theta));
    return hn::Sub(blend(share, load(part, a + i), theta), hn::Mul(weight, lowest(level, r)));
  });
}

// r^p
template <int p>
HWY_INLINE V power(V r) {
  return p == 1 ? r : hn::Mul(r, r);
}
// r^p, r^(p+1), r^(p+2)
template <int p>
HWY_INLINE Terms<3> powers(V r) {
  const V r2 = hn::Mul(r, r);
  if constexpr (p == 1) return {{r, r2, hn::Mul(r2, r)}};
  return {{r2, hn::Mul(r2, r), hn::Mul(r2, r2)}};
}

template <int p>
Sums3 reciprocals(double top, double u, double* theta, double* r, size_t n) {
  const V shift = fill(top), uu = fill(u);
  const auto terms = [=](auto part, size_t i) BANKER_INLINED {
    const V shifted = hn::Sub(load(part, theta + i), shift);
    const V inverse = hn::Div(fill(1), hn::Sub(uu, shifted));
    store(part, shifted, theta + i);
    store(part, inverse, r + i);
    return powers<p>(keep(part, inverse, fill(0)));
  };
  const auto s = add_blocks<3>(
      n, [&](size_t begin, size_t end) BANKER_INLINED { return block_sums<3>(begin, end, terms); });
  return {s.of[0], s.of[1], s.of[2]};
}

template <int p>
double cell_sums(const double* r, double* cells, size_t n) {
  double total = 0;
  for (size_t begin = 0; begin < n; begin += kCell) {
    const auto terms = [=](auto part, size_t i)
                           BANKER_INLINED { return Terms<1>{{power<p>(load(part, r + i))}}; };
    total += * cells++ = block_sums<1>(begin, HWY_MIN(begin + kCell, n), terms).of[0];
  }
  return total;
}

// m r^3 and m^2 r^3, m = min(level, (2/3) r)
HWY_INLINE Terms<2> reduced(V level, V r, V cube) {
  const V m = lowest(level, r), once = hn::Mul(m, cube);
  return {{once, hn::Mul(m, once)}};
}

// r^p goes by cells, what is higher by blocks.
template <int p, size_t kCount, class F>
HWY_INLINE Totals<kCount> polish_with(double step, double* r, double* cells, size_t n, double& total,
                                      const F& terms) {
  const V s = fill(step), one = fill(1);
  total = 0;
  return add_blocks<kCount>(n, [&](size_t begin, size_t end) BANKER_INLINED {
    Lanes<kCount> sums(0);
    for (size_t cell = begin; cell < end; cell += kCell) {
      Lanes<1> first(0);
      for_lanes(cell, HWY_MIN(cell + kCell, end), [&](auto part, size_t i, size_t j) BANKER_INLINED {
        V x = load(part, r + i);
        const V e = hn::Mul(s, x);
        x = hn::Mul(x, hn::Sub(one, hn::Mul(e, hn::Sub(one, e))));
        store(part, x, r + i);
        const V value = power<p>(x);
        add_terms<1>({{value}}, j, first);
        add_terms<kCount>(terms(x, hn::Mul(value, x)), j, sums);
      });
      total += cells[cell / kCell] = reduce_sum(first.of[0]);
    }
    return totals(sums);
  });
}

template <int p>
Sums2 polish(double step, double* r, double* cells, size_t n) {
  double total;
  const auto higher =
      polish_with<p, 1>(step, r, cells, n, total, [](V, V next) BANKER_INLINED { return Terms<1>{{next}}; });
  return {total, higher.of[0]};
}

Sums4 polish_reduced(double step, double level, double* r, double* cells, size_t n) {
  double total;
  const V cap = fill(level);
  const auto higher = polish_with<2, 3>(step, r, cells, n, total, [=](V x, V cube) BANKER_INLINED {
    const auto m = reduced(cap, x, cube);
    return Terms<3>{{cube, m.of[0], m.of[1]}};
  });
  return {total, higher.of[0], higher.of[1], higher.of[2]};
}

Sums3 reduced_sums(double level, const double* r, size_t n) {
  const V cap = fill(level);
  const auto terms = [=](auto part, size_t i) BANKER_INLINED {
    const V x = load(part, r + i), cube = hn::Mul(hn::Mul(x, x), x);
    const auto m = reduced(cap, x, cube);
    return Terms<3>{{cube, m.of[0], m.of[1]}};
  };
  const auto s = add_blocks<3>(
      n, [&](size_t begin, size_t end) BANKER_INLINED { return block_sums<3>(begin, end, terms); });
  return {s.of[0], s.of[1], s.of[2]};
}

// inlined::exp for x <= 0: k, r, lost and the polynomial as there; 2^k in two factors where y 2^k is subnormal.
HWY_INLINE V exp_lanes(V x) {
  const hn::RebindToUnsigned<D> bits;
  const V shift = fill(0x1.8p52);
  const V k = hn::Sub(hn::Add(hn::Mul(x, fill(0x1.71547652b82fep0)), shift), shift);
  const V high = hn::Sub(x, hn::Mul(k, fill(inlined::kLn2High))), low = hn::Mul(k, fill(inlined::kLn2Low));
  const V r = hn::Sub(high, low), lost = hn::Sub(hn::Sub(high, r), low);
  constexpr double kInverse[] = {1.0 / 6227020800.0, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800,
                                 1.0 / 362880,       1.0 / 40320,     1.0 / 5040,     1.0 / 720,
                                 1.0 / 120,          1.0 / 24,        1.0 / 6,        1.0 / 2};
  V tail = fill(1.0 / 87178291200.0);
  for (const double inverse : kInverse) tail = hn::Add(hn::Mul(tail, r), fill(inverse));
  const V y = hn::Add(fill(1), hn::Add(r, hn::Add(hn::Mul(hn::Mul(r, r), tail), lost)));
  const auto small = hn::Lt(k, fill(-1021));
  const V exponent = hn::Add(hn::Add(k, hn::IfThenElseZero(small, fill(60))), shift);
  const V power =
      hn::BitCast(D(), hn::ShiftLeft<52>(hn::Add(hn::BitCast(bits, exponent), hn::Set(bits, 1023))));
  const V value = hn::Mul(hn::Mul(y, power), hn::IfThenElse(small, fill(0x1p-60), fill(1)));
  return hn::IfThenElseZero(hn::Ge(x, fill(-745.2)), value);
}

double exponentials(double top, const double* theta, double* x, size_t n) {
  const V shift = fill(top);
  const auto terms = [=](auto part, size_t i) BANKER_INLINED {
    const V value = exp_lanes(hn::Sub(load(part, theta + i), shift));
    store(part, value, x + i);
    return Terms<1>{{keep(part, value, fill(0))}};
  };
  return add_blocks<1>(
             n, [&](size_t begin, size_t end) BANKER_INLINED { return block_sums<1>(begin, end, terms); })
      .of[0];
}

void divide_row(double total, double* x, size_t n) {
  const V whole = fill(total);
  for_lanes(0, n, [&](auto part, size_t i, size_t) BANKER_INLINED {
    store(part, hn::Div(load(part, x + i), whole), x + i);
  });
}

template <int p>
size_t pick(const double* r, size_t n, double before, double target) {
  const auto value = [=](size_t i) { return p == 1 ? r[i] : r[i] * r[i]; };
  const auto terms = [=](auto part, size_t i)
                         BANKER_INLINED { return Terms<1>{{power<p>(load(part, r + i))}}; };
  double running = before;
  size_t i = 0;
  for (; i < n; i += kLanes) {
    const double next = running + block_sums<1>(i, HWY_MIN(i + kLanes, n), terms).of[0];
    if (next > target) break;
    running = next;
  }
  for (; i < n; ++i) {
    running += value(i);
    if (running > target && value(i) > 0) return i;
  }
  for (i = n - 1; i > 0 && !(value(i) > 0);) --i;
  return i;
}

double sum_row(const double* v, size_t n) {
  const auto terms = [=](auto part, size_t i)
                         BANKER_INLINED { return Terms<1>{{load_exactly(part, v + i)}}; };
  return add_blocks<1>(
             n, [&](size_t begin, size_t end) BANKER_INLINED { return block_sums<1>(begin, end, terms); })
      .of[0];
}

}  // namespace banker::HWY_NAMESPACE::simd
HWY_AFTER_NAMESPACE();
