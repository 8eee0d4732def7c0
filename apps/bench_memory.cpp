#include "bench_memory.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <string>

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace banker::apps {

namespace {

// A line of /proc/self/status, as in "VmHWM:    1024 kB", in bytes.
std::optional<double> status(const std::string& key) {
  std::ifstream in("/proc/self/status");
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with(key + ':')) return 1024 * std::strtod(line.c_str() + key.size() + 1, nullptr);
  }
  return {};
}

// Gives free pages back, so that what is taken next shows, and starts the peak of the process anew.
bool restart_peak() {
#ifdef __GLIBC__
  malloc_trim(0);
#endif
  std::ofstream out("/proc/self/clear_refs");
  return out && out << "5" << std::flush;
}

}  // namespace

std::optional<double> heap_in_use() {
#if defined(__GLIBC__) && (__GLIBC__ > 2 || __GLIBC_MINOR__ >= 33)
  const auto info = mallinfo2();
  if (info.uordblks > 0) return static_cast<double>(info.uordblks + info.hblkhd);
#endif
  return {};
}

PeakMemory::PeakMemory() : heap_(heap_in_use().value_or(0)) {
  if (restart_peak()) resident_ = status("VmRSS");
}

double PeakMemory::bytes() const {
  const double heap = heap_in_use().value_or(0) - heap_;
  const double resident = resident_ ? status("VmHWM").value_or(0) - *resident_ : 0;
  return std::max({heap, resident, 0.0});
}

}  // namespace banker::apps
