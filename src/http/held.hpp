#pragma once

#include <cstddef>

#include "gate.hpp"

namespace banker::http {

inline constexpr std::size_t kHead = 1024;  // of an answer, with room to spare

// Bytes of a body or an answer, counted at the gate for as long as this lives. Without a gate nobody counts.
class Held {
 public:
  explicit Held(Gate* gate) : gate_(gate) {}
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;
  ~Held() { set(0); }

  // So many from now on. False: there would be too many in all, and it stays at what it was.
  bool set(std::size_t bytes) {
    if (gate_ != nullptr && !gate_->hold(bytes_, bytes)) return false;
    bytes_ = bytes;
    return true;
  }
  bool at_least(std::size_t bytes) { return bytes <= bytes_ || set(bytes); }

 private:
  Gate* const gate_;
  std::size_t bytes_ = 0;
};

}  // namespace banker::http
