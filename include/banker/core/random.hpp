#pragma once

#include <cstdint>

#include "banker/core/ids.hpp"

namespace banker {

// Seeds are integers that every JSON reader keeps exactly.
inline constexpr std::uint64_t kMaxSeed = (std::uint64_t{1} << 53) - 1;

// The draw of a round: a pure function of (seed, round), uniform on the midpoints (k + 1/2) 2^-52 of
// (0, 1). Counter-based (Philox 4x32-10), so there is no generator state to save, to share or to lose.
double uniform(std::uint64_t seed, RoundId round);

// The draws of a round that needs more than one: independent, and the first is uniform(seed, round). The third
// has 24 bits.
struct Uniforms {
  double first;
  double second;
  double third;
};
Uniforms uniforms(std::uint64_t seed, RoundId round);

// The draws of others than agents, such as losses and delays: one independent stream for every number. Agents
// draw from stream 0.
Uniforms uniforms(std::uint64_t seed, RoundId round, std::uint64_t stream);

}  // namespace banker
