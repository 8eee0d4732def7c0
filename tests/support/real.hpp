#pragma once

#include <vector>

namespace banker::testing {

// What slow models compute in: eleven bits more than the library.
using Real = long double;
using Reals = std::vector<Real>;
inline constexpr Real kEpsilon = 0x1p-52L;  // of the library's doubles

}  // namespace banker::testing
