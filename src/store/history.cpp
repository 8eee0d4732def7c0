#include "banker/store/history.hpp"

#include <algorithm>

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

}  // namespace banker::store
