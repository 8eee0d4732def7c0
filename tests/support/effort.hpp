#pragma once

#include <cstdlib>
#include <string_view>

namespace banker::testing {

#ifdef BANKER_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

// How much a test does: everything; a part of it where BANKER_EFFORT=light is in the environment, as for the long tests in `make test`;
// and under sanitizers, which are ten times slower, that part or a smaller one.
template <class T>
T effort(T full, T light, T sanitized) {
  static const char* const wanted = std::getenv("BANKER_EFFORT");
  if (kSanitized) return sanitized;
  return wanted && std::string_view(wanted) == "light" ? light : full;
}
template <class T>
T effort(T full, T light) {
  return effort(full, light, light);
}

}  // namespace banker::testing
