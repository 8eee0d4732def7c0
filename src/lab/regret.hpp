#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "../core/sums.hpp"
#include "banker/core/amount.hpp"

namespace banker::lab {

// sum_t <m_t, x_t> - min_i sum_t m_{t,i}. While m_t stays the same, its sum is a product.
class Regret {
 public:
  using Least = std::function<std::optional<double>(std::span<const double>)>;
  Regret(std::size_t dimension, Least least)
      : least_(std::move(least)), mean_(dimension), sums_(dimension), total_(dimension) {}

  // Round t: m_t (a new one if `changed`) and x_t.
  void add(std::span<const double> mean, bool changed, std::span<const double> x) {
    if (changed) {
      flush();
      std::copy(mean.begin(), mean.end(), mean_.begin());
    }
    ++same_;
    played_ += Amount(dot(mean_, x));
  }

  // Nothing: the minimum cannot be found.
  std::optional<double> value() {
    flush();
    for (std::size_t i = 0; i < sums_.size(); ++i) total_[i] = sums_[i].value();
    const auto best = least_ ? least_(total_) : *std::min_element(total_.begin(), total_.end());
    return best ? std::optional((played_ - Amount(*best)).value()) : std::nullopt;
  }

 private:
  void flush() {
    for (std::size_t i = 0; i < sums_.size() && same_ > 0; ++i)
      sums_[i] += Amount(static_cast<double>(same_) * mean_[i]);
    same_ = 0;
  }

  Least least_;
  std::vector<double> mean_;   // m_t
  std::uint64_t same_ = 0;     // rounds with this m_t that are not in the sums yet
  std::vector<Amount> sums_;   // sum of m_{t,i}
  std::vector<double> total_;  // the same, rounded
  Amount played_;              // sum of <m_t, x_t>
};

}  // namespace banker::lab
