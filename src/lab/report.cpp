#include "banker/lab/report.hpp"

#include <algorithm>

namespace banker::lab {

std::size_t Report::finished() const {
  return static_cast<std::size_t>(
      std::count_if(results.begin(), results.end(), [](const auto& r) { return r.has_value(); }));
}

const Trace* Report::trace_of(std::size_t cell, std::size_t agent) const {
  const std::size_t i = cell * study.agents.size() + agent;
  return i < traces.size() && traces[i] ? &*traces[i] : nullptr;
}

// Bytes, as measured on suites. What is left beside the figures goes half into curves and half into traces; where that is
// too little, to curves alone.
ReportSize report_size(const Study& study) {
  constexpr std::size_t kDetails = 700'000, kDetail = 20'000;  // of all of them, and at most of one
  constexpr std::size_t kOthers = 3'900'000, kCell = 300, kEntry = 320, kCurvePoint = 21, kTracePoint = 36;
  constexpr std::size_t kLeast = 8;  // points
  const std::size_t agents = study.agents.size(), cells = study.cells.size(), entries = cells * agents;
  std::size_t cell = kCell + kEntry * agents;
  for (const std::string& name : study.agents) cell += name.size();  // in the command
  const std::size_t room = kOthers > cells * cell ? (kOthers - cells * cell) / entries : 0;
  const bool traced = room / 2 >= kLeast * kTracePoint;
  const std::size_t detailed = std::min(cells, kDetails / (kDetail * agents));
  return {.curve = std::clamp<std::size_t>((traced ? room / 2 : room) / kCurvePoint, kLeast, 240),
          .trace = traced ? std::min<std::size_t>(room / 2 / kTracePoint, 120) : 120,
          .traced = traced ? cells : detailed,
          .detailed = detailed};
}

}  // namespace banker::lab
