#pragma once

#include <cstdlib>
#include <string_view>

namespace banker::testing {

#ifdef BANKER_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// How much a test does: everything, or, under sanitizers, which are ten times slower, and where BANKER_EFFORT=light is in the environment,
// as for the long tests in `make test`, a part of it.
template <class T>
T effort(T full, T light) {
  static const char* const wanted = std::getenv("BANKER_EFFORT");
  return kSanitized || (wanted && std::string_view(wanted) == "light") ? light : full;
}

}  // namespace banker::testing
