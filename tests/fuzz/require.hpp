#pragma once

#include <cstdlib>

namespace banker::testing {

// What must hold for every input: libFuzzer keeps the one that ends the program.
inline void require(bool true_thing) {
  if (!true_thing) std::abort();
}

}  // namespace banker::testing
