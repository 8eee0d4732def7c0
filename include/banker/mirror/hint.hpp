#pragma once

#include <cstdint>

#include "banker/core/ids.hpp"

namespace banker {

// What is known of a dual before its point is found: it is about weight (theta - shift 1 - fall e_arm), theta the dual of
// a round, of use if that is the last point. A search may start from there, and ends at the same point wherever it starts, but for rounding.
struct Hint {
  bool any = false;
  std::uint32_t arm = 0;
  double fall = 0;
  double shift = 0;
  double weight = 1;
  double loan = 0;   // share of theta_0 in the dual
  RoundId round{};   // whose dual it is; RoundId{0}: that of the last
  double scale = 0;  // sigma_t of the round that will be drawn from it
};

}  // namespace banker
