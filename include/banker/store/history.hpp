#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

// What a bandit has been through, small enough to be looked at.
namespace banker::store {

using Time = std::int64_t;  // microseconds since 1970, UTC

// How many rounds came to which end. They add up to the rounds that are not open.
struct Tally {
  std::uint64_t settled = 0, skipped = 0, stale = 0, dropped = 0, expired = 0;
  std::uint64_t closed() const { return settled + skipped + stale + dropped + expired; }
};

// How an arm did.
struct ArmTally {
  std::uint64_t asked = 0;
  std::uint64_t told = 0;  // of them: the outcome is known and counts, one told at expiry too
  double loss = 0;         // the sum of these, in the units of the spec; a reward as its loss
};

// Durations that people think in; in seconds. Bin i is below kEdges[i] and not below the edge before it; the last bin is all
// that is longer.
inline constexpr double kEdges[] = {
    0.001,    0.002,  0.005,  0.01,   0.02,    0.05,    0.1,     0.2,     0.5,       // milliseconds
    1,        2,      5,      10,     20,      30,                                   // seconds
    60,       120,    300,    600,    1200,    1800,                                 // minutes
    3600,     7200,   14400,  28800,  43200,                                         // hours
    86400,    172800, 345600, 604800, 1209600, 2592000, 5184000, 7776000, 15552000,  // days
    31536000,                                                                        // a year
};
inline constexpr std::size_t kBins = std::size(kEdges) + 1;
using Bins = std::array<std::uint64_t, kBins>;
std::size_t bin_of(Time duration);  // a negative one is in the first

// Sums over the events of a bandit. Part of its checkpoint: after a crash they are the same.
struct Ledger {
  ArmTally all;
  std::vector<ArmTally> arms;  // one each, also of a list of actions; none on a body
  std::uint64_t rewards = 0;   // outcomes of `all.told` that were told as rewards
  Bins delays{};  // of outcomes that were told, stale ones too; what comes after expiry is not recorded
  std::optional<double> scale;  // sigma_t of the last decision; none without a bank
  Time last_at = 0;             // of the last event; 0: there is none
};

// A bandit as it was once. One is written every few seconds in which something happened, and old ones become rare: moment n, with
// n = 2^l (2 k + 1), is kept until there is moment n + kMomentsKept 2^l. So some kMomentsKept / 2 log2(n) of n are kept, the
// last ones all of them.
struct Moment {
  struct Arm {
    std::size_t arm = 0;
    double probability = 0;
    ArmTally tally;
  };

  std::uint64_t number = 0;  // from 1
  Time at = 0;
  std::uint64_t seq = 0;  // of the last event before it
  std::uint64_t rounds = 0, open = 0;
  Tally tally;
  ArmTally all;
  std::optional<double> scale, total_invested, certificate;  // none without a bank
  std::vector<Arm> arms;  // the most likely ones, at most kMomentArms, by number; none on a body
};
inline constexpr std::uint64_t kMomentsKept = 128;
inline constexpr std::size_t kMomentArms = 16;
// The arms that a moment of these probabilities has; of equals the first ones.
std::vector<std::size_t> most_likely(std::span<const double> probabilities);

}  // namespace banker::store
