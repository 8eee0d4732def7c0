#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "banker/core/result.hpp"

namespace banker {

// The largest loss an agent without a declared range takes: its square times any number of rounds is finite.
inline constexpr double kMaxLoss = 1e140;

// Which outcomes an agent takes, and the loss it learns from.
struct LossDomain {
  enum class Kind : std::uint8_t {
    kRange,        ///< [low, high], mapped to [0, 1]; a reward r is the loss low + high - r
    kSymmetric,    ///< [low, high], mapped to [-1, 1]; a reward r is the loss low + high - r
    kNonNegative,  ///< [0, kMaxLoss] as it is; no rewards
    kSigned,       ///< [-kMaxLoss, kMaxLoss] as it is; a reward r is the loss -r
  };

  static LossDomain range(double low, double high) { return {Kind::kRange, low, high}; }
  static LossDomain symmetric(double low, double high) { return {Kind::kSymmetric, low, high}; }
  static LossDomain non_negative() { return {Kind::kNonNegative, 0, kMaxLoss}; }
  static LossDomain any_sign() { return {Kind::kSigned, -kMaxLoss, kMaxLoss}; }

  Result<double> map_loss(double loss) const;
  Result<double> map_reward(double reward) const;

  Kind kind;
  double low;
  double high;
};

// Who an agent is: everything about it that never changes.
struct Identity {
  std::string name;                    // in the catalog
  std::uint64_t rule = 1;              // which of its rules it plays by
  std::string spec;                    // canonical JSON, every key written out
  std::size_t arms = 0;                // K, or the number of listed actions
  std::vector<std::string> arm_names;  // empty, or one per arm
  std::size_t dimension = 0;           // of an action; 0: the agent plays arms
  std::uint64_t seed = 0;
  LossDomain domain = LossDomain::range(0, 1);
};

}  // namespace banker
