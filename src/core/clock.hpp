#pragma once

#include <chrono>
#include <cstdint>

namespace banker {

// Microseconds since 1970, UTC: the clock of the system, which may be set.
inline std::int64_t system_time() {
  using namespace std::chrono;
  return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace banker
