// Eight lanes of doubles in vectors of the instruction set that is being compiled: this file is read once for each.
#if defined(BANKER_CORE_KERNELS_LANES) == defined(HWY_TARGET_TOGGLE)
#ifdef BANKER_CORE_KERNELS_LANES
#undef BANKER_CORE_KERNELS_LANES
#else
#define BANKER_CORE_KERNELS_LANES
#endif

#include <cstddef>

#include "../sums.hpp"
#include "banker/core/amount.hpp"
#include "hwy/highway.h"

// On a lambda: compiled for this instruction set, and always inlined.
#undef BANKER_INLINED
#define BANKER_INLINED HWY_ATTR __attribute__((always_inline))

HWY_BEFORE_NAMESPACE();
namespace banker::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using std::size_t;
using D = hn::CappedTag<double, kLanes>;
using V = hn::Vec<D>;
inline constexpr size_t kWidth = hn::MaxLanes(D());
inline constexpr size_t kVectors = kLanes / kWidth;

HWY_INLINE V fill(double x) { return hn::Set(D(), x); }

// A vector of arms: all of its lanes, or the first `count`. (Of two lanes the first means one.)
struct Whole {};
struct First {
  size_t count;
};

HWY_INLINE V load(Whole, const double* p) { return hn::LoadU(D(), p); }
HWY_INLINE void store(Whole, V v, double* p) { hn::StoreU(v, D(), p); }
HWY_INLINE V keep(Whole, V v, V) { return v; }

// Zero in the other lanes. Rows have room for whole vectors: a vector that was stored whole is quickly loaded again.
HWY_INLINE V load(First part, const double* p) {
  return hn::IfThenElseZero(hn::FirstN(D(), part.count), hn::LoadU(D(), p));
}
HWY_INLINE void store(First, V v, double* p) { hn::StoreU(v, D(), p); }
// The same, without touching the memory of the other lanes.
HWY_INLINE V load_exactly(Whole, const double* p) { return hn::LoadU(D(), p); }
HWY_INLINE V load_exactly(First part, const double* p) {
  if constexpr (kWidth == 2) return hn::IfThenElseZero(hn::FirstN(D(), 1), fill(*p));
  return hn::MaskedLoad(hn::FirstN(D(), part.count), D(), p);
}
// v, and `other` in the other lanes.
HWY_INLINE V keep(First part, V v, V other) { return hn::IfThenElse(hn::FirstN(D(), part.count), v, other); }

// f(0), ..., f(kCount - 1), written out.
template <size_t kCount, size_t k = 0, class F>
HWY_INLINE void repeat(const F& f) {
  f(k);
  if constexpr (k + 1 < kCount) repeat<kCount, k + 1>(f);
}

// f(part, i, j) for begin <= i < end: the vector at i is the j-th of its eight lanes.
template <class F>
HWY_INLINE void for_lanes(size_t begin, size_t end, const F& f) {
  size_t i = begin;
  for (; i + kLanes <= end; i += kLanes)
    repeat<kVectors>([&](size_t j) BANKER_INLINED { f(Whole(), i + j * kWidth, j); });
  if (i == end) return;
  repeat<kVectors>([&](size_t j) BANKER_INLINED {
    const size_t at = i + j * kWidth;
    if constexpr (kWidth == 2) {
      if (at + kWidth <= end) return f(Whole(), at, j);
    }
    if (at < end) f(First{HWY_MIN(end - at, kWidth)}, at, j);
  });
}

// The lanes j, j + stride, ... of a row of vectors in the tree of reduce_lanes.
template <size_t j = 0, size_t stride = 1, class Op>
HWY_INLINE V reduce_row(const V* v, Op op) {
  if constexpr (stride == kVectors) return v[j];
  else return op(reduce_row<j, 2 * stride>(v, op), reduce_row<j + stride, 2 * stride>(v, op));
}
template <class DV, class Op>
HWY_INLINE double reduce_vector(DV, hn::Vec<DV> v, Op op) {
  if constexpr (hn::MaxLanes(DV()) == 1) {
    return hn::GetLane(v);
  } else {
    const hn::Half<DV> half;
    return reduce_vector(half, op(LowerHalf(half, v), UpperHalf(half, v)), op);
  }
}
// op over eight lanes.
template <class Op>
HWY_INLINE double reduce(const V* v, Op op) {
  return reduce_vector(D(), reduce_row(v, op), op);
}
HWY_INLINE double reduce_sum(const V* v) {
  return reduce(v, [](auto a, auto b) BANKER_INLINED { return hn::Add(a, b); });
}

// kCount values in eight lanes each.
template <size_t kCount>
struct Lanes {
  V of[kCount][kVectors];

  HWY_INLINE explicit Lanes(double x) {
    repeat<kCount>([&](size_t k) BANKER_INLINED {
      repeat<kVectors>([&](size_t j) BANKER_INLINED { of[k][j] = fill(x); });
    });
  }
};

// What one vector of arms adds to kCount sums, and the sums.
template <size_t kCount>
struct Terms {
  V of[kCount];
};
template <size_t kCount>
struct Totals {
  double of[kCount];
};

template <size_t kCount>
HWY_INLINE void add_terms(const Terms<kCount>& terms, size_t j, Lanes<kCount>& sums) {
  repeat<kCount>([&](size_t k) BANKER_INLINED { sums.of[k][j] = hn::Add(sums.of[k][j], terms.of[k]); });
}
template <size_t kCount>
HWY_INLINE Totals<kCount> totals(const Lanes<kCount>& sums) {
  Totals<kCount> result;
  repeat<kCount>([&](size_t k) BANKER_INLINED { result.of[k] = reduce_sum(sums.of[k]); });
  return result;
}

// The sums over a block of terms(part, i).
template <size_t kCount, class F>
HWY_INLINE Totals<kCount> block_sums(size_t begin, size_t end, const F& terms) {
  Lanes<kCount> sums(0);
  for_lanes(begin, end, [&](auto part, size_t i, size_t j) BANKER_INLINED {
    add_terms<kCount>(terms(part, i), j, sums);
  });
  return totals(sums);
}

// The sums over n arms of block(begin, end), blocks of 512 added without loss.
template <size_t kCount, class F>
HWY_INLINE Totals<kCount> add_blocks(size_t n, const F& block) {
  Amount sums[kCount];
  for (size_t begin = 0;;) {
    const size_t end = HWY_MIN(begin + kBlock, n);
    Totals<kCount> result = block(begin, end);
    if (n <= kBlock) return result;
    for (size_t k = 0; k < kCount; ++k) {
      sums[k] += Amount(result.of[k]);
      result.of[k] = sums[k].value();
    }
    if (end == n) return result;
    begin = end;
  }
}

}  // namespace banker::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
