#include "banker/store/history.hpp"

#include <algorithm>
#include <numeric>

namespace banker::store {

namespace {

// The edges in microseconds, which are whole numbers.
constexpr auto kMicroseconds = [] {
  std::array<Time, std::size(kEdges)> edges{};
  for (std::size_t i = 0; i < edges.size(); ++i) edges[i] = static_cast<Time>(kEdges[i] * 1e6 + 0.5);
  return edges;
}();

}  // namespace

std::size_t bin_of(Time duration) {
  const auto edge = std::upper_bound(kMicroseconds.begin(), kMicroseconds.end(), duration);
  return static_cast<std::size_t>(edge - kMicroseconds.begin());
}

std::vector<std::size_t> most_likely(std::span<const double> probabilities) {
  std::vector<std::size_t> arms(probabilities.size());
  std::iota(arms.begin(), arms.end(), std::size_t{0});
  if (arms.size() <= kMomentArms) return arms;
  const auto end = arms.begin() + static_cast<std::ptrdiff_t>(kMomentArms);
  std::nth_element(arms.begin(), end, arms.end(), [&](std::size_t a, std::size_t b) {
    return probabilities[a] != probabilities[b] ? probabilities[a] > probabilities[b] : a < b;
  });
  arms.erase(end, arms.end());
  std::sort(arms.begin(), arms.end());
  return arms;
}

}  // namespace banker::store
