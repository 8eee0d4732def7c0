#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "mirror/exact.hpp"
#include "support/effort.hpp"

namespace banker::testing {

struct Dual {
  std::string what;
  std::vector<double> theta;
};

inline std::vector<std::size_t> arm_counts() { return {2, 3, 7, 64, 1000, effort(100'000u, 10'000u)}; }

// Duals of every shape. At most 500 different numbers each, so that the exact map is cheap. `reach` is the
// greatest gap: 1e12, or 700 for the negative entropy, whose probabilities are exp(-gap).
inline std::vector<Dual> all_duals(Source& source, std::size_t arms, double reach) {
  std::vector<Dual> duals;
  const auto filled = [&](auto next) {
    std::vector<double> palette(std::min<std::size_t>(arms, 500)), theta(arms);
    for (double& v : palette) v = next();
    for (std::size_t i = 0; i < arms; ++i)
      theta[i] = palette[i < palette.size() ? i : source.below(palette.size())];
    return theta;
  };
  const double decades = std::log10(reach);
  duals.push_back({"all equal", std::vector<double>(arms, -0.3)});
  duals.push_back(
      {"gaps of every magnitude", filled([&] { return -std::pow(10, source.uniform(-12, decades)); })});
  duals.push_back({"either sign, every magnitude", filled([&] {
                     return (source.below(2) ? 0.5 : -0.5) * std::pow(10, source.uniform(-12, decades));
                   })});
  duals.push_back({"of size one", filled([&] { return source.uniform(-3, 3); })});
  std::vector<double> one(arms, 0.0);
  one[arms / 2] = -reach;
  duals.push_back({"one arm far below", one});
  one.assign(arms, 0.0);
  one[arms / 2] = reach;
  duals.push_back({"one arm far above", one});
  for (const double gap : {1e-8, 1.0, 30.0, std::min(1e6, reach)}) {
    std::vector<double> two(arms, 5.0);
    for (std::size_t i = 0; i < arms; i += 2) two[i] = 5 - gap;
    duals.push_back({"two clusters, gap " + std::to_string(gap), two});
  }
  return duals;
}

inline std::vector<Dual> all_duals(Source& source, std::size_t arms, const Regular& regular) {
  return all_duals(source, arms, regular.is_entropy() ? 700 : 1e12);
}

}  // namespace banker::testing
