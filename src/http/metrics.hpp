#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <string>

#include "banker/service/messages.hpp"

namespace banker::http {

// How many answers there were of each status. Thread safe.
class StatusCounts {
 public:
  void add(int status) { counts_[place(status)].fetch_add(1, std::memory_order_relaxed); }
  std::uint64_t of(int status) const { return counts_[place(status)].load(std::memory_order_relaxed); }
  static constexpr int kFirst = 100, kLast = 599;

 private:
  static std::size_t place(int status) {
    return static_cast<std::size_t>(std::min(std::max(status, kFirst), kLast) - kFirst);
  }
  std::array<std::atomic<std::uint64_t>, kLast - kFirst + 1> counts_{};
};

// Everything that is counted, in the text format of Prometheus.
std::string write_metrics(const service::Measures& measures, const StatusCounts& counts, store::Time now);

}  // namespace banker::http
