#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/core/elementary.hpp"

namespace banker::lab {

// P(d >= k) = q^k, q = mean/(1 + mean): d(u) = floor(ln u / ln q), the greatest k with q^k >= u. A table of the
// powers saves the logarithm of all but the smallest u: cell c of the guide has d((c + 1)/256), and d(u) for u in
// that cell is a step or two further.
class Geometric {
 public:
  explicit Geometric(double mean) : log_q_(-log1p(1 / mean)) {
    const double q = mean / (1 + mean);
    if (mean > kLargest) return;
    powers_.push_back(1);
    while (powers_.back() * kCells >= 1) powers_.push_back(powers_.back() * q);
    for (std::size_t c = 1; c < kCells; ++c) guide_[c] = search(static_cast<double>(c + 1) / kCells, 0);
  }

  std::uint64_t operator()(double u) const {
    const auto cell = static_cast<std::size_t>(u * kCells);
    if (cell == 0 || powers_.empty()) return static_cast<std::uint64_t>(log(u) / log_q_);
    return search(u, guide_[cell]);
  }

 private:
  static constexpr std::size_t kCells = 256;
  static constexpr double kLargest = 1000;  // mean; the table has about 6 times as many powers

  std::uint32_t search(double u, std::uint32_t k) const {
    while (powers_[k + 1] >= u) ++k;
    return k;
  }

  double log_q_;
  std::vector<double> powers_;                 // q^k, down to below 1/256
  std::array<std::uint32_t, kCells> guide_{};  // by u
};

}  // namespace banker::lab
