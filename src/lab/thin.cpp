#include "banker/lab/thin.hpp"

#include <algorithm>

namespace banker::lab {

std::vector<std::size_t> thin(std::span<const double> values, std::size_t kept) {
  const std::size_t n = values.size(), stretches = kept / 2 - 1;
  std::vector<std::size_t> points;
  if (n <= kept) {
    for (std::size_t i = 0; i < n; ++i) points.push_back(i);
    return points;
  }
  points.push_back(0);
  std::size_t begin = 0;
  for (std::size_t j = 1; j <= stretches; ++j) {
    const double share = static_cast<double>(j) / static_cast<double>(stretches);
    const auto end = j == stretches ? n : static_cast<std::size_t>(static_cast<double>(n) * share * share);
    if (end <= begin) continue;
    const auto [low, high] = std::minmax_element(values.begin() + begin, values.begin() + end);
    const auto a = static_cast<std::size_t>(low - values.begin());
    const auto b = static_cast<std::size_t>(high - values.begin());
    points.push_back(std::min(a, b));
    points.push_back(std::max(a, b));
    begin = end;
  }
  points.push_back(n - 1);
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

}  // namespace banker::lab
