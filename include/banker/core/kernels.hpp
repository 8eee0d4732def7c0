#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace banker {

// The sum of v: one read pass over v, what benchmarks compare with.
double sum_row(std::span<const double> v);

// The instruction set in use, e.g. "AVX3".
std::string simd_target();

// What the searches of half-Tsallis and log-barrier points have cost this thread: solves, and passes over the arms.
struct SolveCounters {
  std::uint64_t solves = 0, passes = 0;
};
SolveCounters& solve_counters();

}  // namespace banker
