#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "banker/core/bytes.hpp"

namespace banker {

// -L^, the negative sum of the estimates told so far: what a leader follows.
class LossSum {
 public:
  explicit LossSum(std::size_t arms) : sum_(arms) {}

  std::size_t arms() const { return sum_.size(); }
  void add(std::size_t arm, double estimate) { sum_[arm] -= estimate; }
  // theta = -L^ / sigma.
  void dual(double scale, std::span<double> theta) const {
    for (std::size_t i = 0; i < sum_.size(); ++i) theta[i] = sum_[i] / scale;
  }
  std::span<const double> negative() const { return sum_; }
  void clear() { sum_.assign(sum_.size(), 0.0); }
  void save(ByteWriter& out) const { out.numbers(sum_); }
  void load(ByteReader& in) { in.numbers(sum_); }

 private:
  std::vector<double> sum_;
};

}  // namespace banker
