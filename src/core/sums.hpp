#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>

#include "banker/core/amount.hpp"

namespace banker {

inline constexpr std::size_t kLanes = 8;
inline constexpr std::size_t kBlock = 512;

inline double reduce_lanes(const std::array<double, kLanes>& a) {
  return ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
}

struct TwoSums {
  double first = 0;
  double second = 0;
};

// The sums over i of first and second, where terms(v_i) returns both. Eight accumulators in a fixed tree,
// whatever the vector width, so the bits are the same on every CPU; blocks of 512 are added without loss, so
// the error does not grow with the number of terms.
template <class Terms>
TwoSums sum_two(std::span<const double> v, Terms terms) {
  Amount first, second;
  for (std::size_t begin = 0; begin < v.size(); begin += kBlock) {
    const double* p = v.data() + begin;
    const std::size_t n = std::min(kBlock, v.size() - begin);
    std::array<double, kLanes> a{}, b{};
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes) {
      for (std::size_t lane = 0; lane < kLanes; ++lane) {
        const TwoSums t = terms(p[i + lane]);
        a[lane] += t.first;
        b[lane] += t.second;
      }
    }
    for (std::size_t lane = 0; i < n; ++i, ++lane) {
      const TwoSums t = terms(p[i]);
      a[lane] += t.first;
      b[lane] += t.second;
    }
    first += Amount(reduce_lanes(a));
    second += Amount(reduce_lanes(b));
  }
  return {first.value(), second.value()};
}

inline double sum(std::span<const double> v) {
  return sum_two(v, [](double x) { return TwoSums{x, 0}; }).first;
}

}  // namespace banker
