// Any bytes as a log: never a crash, and after every answered event the agent is sound.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "banker/agent/replay.hpp"

namespace {

// What the next ask draws from is a distribution; what its action is drawn around is a point.
bool sound(const banker::Agent& agent) {
  double sum = 0;
  for (const double p : agent.probabilities()) sum += p;
  if (agent.arms() > 0 && !(std::fabs(sum - 1) < 1e-12)) return false;
  const auto point = agent.point();
  return std::all_of(point.begin(), point.end(), [](double v) { return std::isfinite(v); });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view log(reinterpret_cast<const char*>(data), size);
  banker::Replay replay;
  while (!log.empty()) {
    const std::string_view line = log.substr(0, log.find('\n'));
    log.remove_prefix(std::min(log.size(), line.size() + 1));
    if (!replay.feed(line)) break;
    if (replay.agent() == nullptr) continue;
    // Large agents are slow, not different.
    if (replay.agent()->arms() > 100 || replay.agent()->dimension() > 50) break;
    if (!sound(*replay.agent())) std::abort();
  }
  return 0;
}
