#pragma once

namespace banker::testing {

// How much a test does: everything, or enough under sanitizers, which are ten times slower.
#ifdef BANKER_SANITIZED
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

template <class T>
constexpr T effort(T normal, T sanitized) {
  return kSanitized ? sanitized : normal;
}

}  // namespace banker::testing
