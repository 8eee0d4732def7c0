#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace banker::lab {

// Which points of a curve to keep, ascending: at most `kept` of them, and all if there are no more.
//
// The curve is cut into m = kept/2 - 1 stretches, of which number j ends at point n (j/m)^2: short ones at first, where a
// logarithmic axis looks, longer ones later. Of each the point of the smallest and of the largest value stay, and
// so do the first and the last point of all. REQUIRES: kept >= 4.
std::vector<std::size_t> thin(std::span<const double> values, std::size_t kept);

}  // namespace banker::lab
