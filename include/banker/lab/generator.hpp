#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace banker::lab {

// What a generator of losses or delays is made for.
struct Setting {
  std::size_t arms = 0;      // K; of linear losses, the dimension of an action
  std::uint64_t rounds = 0;  // T
  std::uint64_t seed = 0;    // of this run; the agent draws from stream 0 of it
  double low = 0, high = 1;  // of the losses; for delays
  double reach = 1;          // linear losses: no action is longer, so |l_t| <= 1/reach
};

// A generator as its help describes it.
struct Generator {
  std::string name;
  std::string parameters;  // "gap=0.1" or "rounds (required)"; the first is the main one
  std::string help;
};

// Streams of core/random.hpp's uniforms(): (purpose, number), never 0.
enum class Stream : std::uint64_t { kProblem = 1, kOutcome = 2, kDelay = 3 };
constexpr std::uint64_t stream(Stream purpose, std::uint64_t number = 0) {
  return static_cast<std::uint64_t>(purpose) << 56 | number;
}

}  // namespace banker::lab
