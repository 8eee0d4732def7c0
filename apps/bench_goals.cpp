#include <algorithm>

#include "bench.hpp"
#include "text.hpp"

namespace banker::apps {

namespace {

using Goals = std::vector<Goal>;

void add(Goals& goals, const BenchRow& row, const std::string& text, double measured, double limit) {
  goals.push_back({std::string(row.workload->name) + ": " + text, row.agent, row.arms, measured, limit});
}

bool is_banker(const BenchRow& row) { return row.agent == "banker" || row.agent == "banker-tinf"; }

void add_no_delay(Goals& goals, const BenchRow& row) {
  if (!is_banker(row)) return;
  const double small = row.round / row.floor_1024, own = row.round / row.floor_own;
  if (row.arms == 10) add(goals, row, "a round, in passes over 1,024", small, 1.1);
  if (row.arms == 100) add(goals, row, "a round, in passes over 1,024", small, 2.2);
  if (row.arms == 1'000) add(goals, row, "a round, in passes over the arms", own, 10);
  if (row.arms == 1'000'000) add(goals, row, "a round, in passes over the arms", own, 5);
}

// A round with 10,000 others open, beside a round without delay.
void add_open(Goals& goals, const BenchRow& row, const std::vector<BenchRow>& rows) {
  const auto at_once = std::find_if(rows.begin(), rows.end(), [&](const BenchRow& other) {
    return other.workload->name == "no-delay" && other.agent == row.agent && other.arms == row.arms;
  });
  if (!is_banker(row) || row.arms > 1'000 || at_once == rows.end()) return;
  add(goals, row, "a round, in rounds without delay", row.round / at_once->round,
      row.arms <= 100 ? 1.3 : 1.6);
}

void add_burst(Goals& goals, const BenchRow& row) {
  if (row.agent != "banker" || row.arms > 10'000) return;
  add(goals, row, "an ask, in passes over 1,024", row.ask.value_or(0) / row.floor_1024, 0.5);
  if (row.extra_bytes) add(goals, row, "bytes per open round beside the snapshot", *row.extra_bytes, 64);
}

}  // namespace

std::vector<Goal> goals(const std::vector<BenchRow>& rows) {
  Goals goals;
  for (const BenchRow& row : rows) {
    const auto workload = row.workload->name;
    if (workload == "no-delay") add_no_delay(goals, row);
    if (workload == "open-10000") add_open(goals, row, rows);
    if (workload == "burst") add_burst(goals, row);
    if (workload == "open-1000000" && row.arms == 100) add(goals, row, "MB at the most", row.peak / 1e6, 300);
    if (row.agent == "delayed-tsallis" && row.arms >= 300 && row.arms <= 1'000'000)
      add(goals, row, "a round, in passes over 1,024", row.round / row.floor_1024, 4.5);
  }
  return goals;
}

}  // namespace banker::apps
