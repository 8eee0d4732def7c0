#pragma once

#include <cstdint>

namespace banker {

// Rounds count from 1. A type of its own, so that an arm can never be told where a round is meant.
enum class RoundId : std::uint64_t {};

// More rounds than any agent will play, and exact in every JSON reader.
inline constexpr std::uint64_t kMaxRound = std::uint64_t{1} << 53;

constexpr std::uint64_t number(RoundId round) { return static_cast<std::uint64_t>(round); }

}  // namespace banker
