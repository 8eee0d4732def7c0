#pragma once

#include <cstddef>
#include <string>

namespace banker::bench {

// How long it takes to append 4 KiB to a file and have them on disk, in seconds.
struct Disk {
  double p50 = 0, p99 = 0;
};
Disk measure_disk(const std::string& file, std::size_t appends);

}  // namespace banker::bench
