#pragma once

#include <algorithm>
#include <cstdint>

#include "banker/lab/simulate.hpp"

namespace banker::lab {

// So many equal parts of T rounds, at least 1 and at most one per round.
class Parts {
 public:
  Parts(std::uint64_t rounds, std::uint64_t wanted)
      : rounds_(rounds), count_(std::clamp<std::uint64_t>(wanted, 1, std::max<std::uint64_t>(1, rounds))) {}

  std::uint64_t count() const { return count_; }
  // The last round of part i, counted from 1.
  std::uint64_t end(std::uint64_t i) const { return end_of_part(i, count_, rounds_); }

 private:
  std::uint64_t rounds_, count_;
};

}  // namespace banker::lab
