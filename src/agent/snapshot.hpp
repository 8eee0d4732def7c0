#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "banker/core/result.hpp"

namespace banker {

// A snapshot: "banker-snapshot\n" | format version | CRC-32 of what follows | spec | parts | state; texts
// with their length before them (docs/snapshot_format.md).
struct Snapshot {
  std::string spec;
  std::string_view parts;
  std::string_view state;
};

inline constexpr std::uint64_t kSnapshotVersion = 3;

std::string write_snapshot(const Snapshot& snapshot);
// The views point into `bytes`. Version 2 differs in that its spec has no "rule", which is 1 then.
Result<Snapshot> read_snapshot(std::string_view bytes);

}  // namespace banker
