#pragma once

#include <cstddef>
#include <cstdint>

#include "banker/bank/row.hpp"
#include "banker/core/ids.hpp"

namespace banker {

// How the dual of z_s differs from theta_s: theta_s - fall e_arm, and where the row has levels, less
// min(level, (2/3) sqrt(x_i)) in every coordinate.
struct Fall {
  std::uint32_t arm = 0;
  std::uint32_t level = 0;  // of the notes of the row
  double fall = 0;
};

// A round that was settled: sigma_s comes back as a saving with the dual of z_s.
struct Deposit {
  RoundId round;
  double scale;
  Row row;  // theta_s
  Fall fall;
};

}  // namespace banker
