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

// The two sums over a block: eight accumulators in a fixed tree, whatever the vector width.
template <class Terms>
TwoSums sum_block(const double* v, std::size_t n, Terms terms) {
  std::array<double, kLanes> a{}, b{};
  std::size_t i = 0;
  for (; i + kLanes <= n; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const TwoSums t = terms(v[i + lane]);
      a[lane] += t.first;
      b[lane] += t.second;
    }
  }
  for (std::size_t lane = 0; i < n; ++i, ++lane) {
    const TwoSums t = terms(v[i]);
    a[lane] += t.first;
    b[lane] += t.second;
  }
  return {reduce_lanes(a), reduce_lanes(b)};
}

// The sums over i of first and second, where terms(v_i) returns both. The same bits on every CPU; blocks of
// 512 are added without loss, so the error does not grow with the number of terms.
template <class Terms>
TwoSums sum_two(std::span<const double> v, Terms terms) {
  if (v.size() <= kBlock) return sum_block(v.data(), v.size(), terms);
  Amount first, second;
  for (std::size_t begin = 0; begin < v.size(); begin += kBlock) {
    const TwoSums block = sum_block(v.data() + begin, std::min(kBlock, v.size() - begin), terms);
    first += Amount(block.first);
    second += Amount(block.second);
  }
  return {first.value(), second.value()};
}

// The largest entry. REQUIRES: v is not empty and holds no NaN.
inline double largest(std::span<const double> v) {
  std::array<double, kLanes> top;
  top.fill(v[0]);
  std::size_t i = 0;
  for (; i + kLanes <= v.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane)
      top[lane] = top[lane] < v[i + lane] ? v[i + lane] : top[lane];
  }
  for (; i < v.size(); ++i) top[0] = top[0] < v[i] ? v[i] : top[0];
  return *std::max_element(top.begin(), top.end());
}

// sum_i a_i b_i over a short vector: eight accumulators in the same fixed tree.
inline double dot(std::span<const double> a, std::span<const double> b) {
  std::array<double, kLanes> lanes{};
  std::size_t i = 0;
  for (; i + kLanes <= a.size(); i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) lanes[lane] += a[i + lane] * b[i + lane];
  }
  for (std::size_t lane = 0; i < a.size(); ++i, ++lane) lanes[lane] += a[i] * b[i];
  return reduce_lanes(lanes);
}

inline double sum(std::span<const double> v) {
  return sum_two(v, [](double x) { return TwoSums{x, 0}; }).first;
}

}  // namespace banker
