#pragma once

#include <cstdint>

namespace banker {

// Rounds count from 1. A type of its own, so that an arm can never be told where a round is meant.
enum class RoundId : std::uint64_t {};

constexpr std::uint64_t number(RoundId round) { return static_cast<std::uint64_t>(round); }

}  // namespace banker
