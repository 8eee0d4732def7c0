// Any bytes as a log: never a crash, and after every answered event the agent is sound.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "banker/agent/replay.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view log(reinterpret_cast<const char*>(data), size);
  banker::Replay replay;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    if (!replay.feed(line)) break;
    if (replay.agent() == nullptr) continue;
    if (replay.agent()->arms() > 100) break;
    double sum = 0;
    for (const double p : replay.agent()->probabilities()) sum += p;
    if (!(std::fabs(sum - 1) < 1e-12)) std::abort();
  }
  return 0;
}
