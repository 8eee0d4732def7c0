#include "banker/scale/log_time.hpp"

#include <algorithm>

#include "banker/core/elementary.hpp"

namespace banker {

LogTime::LogTime(std::optional<std::uint64_t> horizon)
    : log_horizon_(horizon ? log(static_cast<double>(*horizon)) : 0) {}

double LogTime::at(std::uint64_t round) const {
  return log_horizon_ > 0 ? log_horizon_ : log(static_cast<double>(std::max<std::uint64_t>(round, 3)));
}

}  // namespace banker
