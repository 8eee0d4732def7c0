#pragma once

#include <cstdint>
#include <optional>

namespace banker {

// ln T, or ln max(t, 3) without a horizon (erratum E13).
class LogTime {
 public:
  explicit LogTime(std::optional<std::uint64_t> horizon);
  double at(std::uint64_t round) const;

 private:
  double log_horizon_;  // 0 without one
};

}  // namespace banker
