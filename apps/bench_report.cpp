#include "banker/core/kernels.hpp"
#include "banker/version.hpp"
#include "bench_cell.hpp"
#include "text.hpp"

namespace banker::apps {

namespace {

// The columns of a row: the name in JSON and CSV, the heading, and the value.
struct Column {
  const char* name;
  const char* heading;
  std::optional<double> (*value)(const BenchRow& row);
  double unit = 1;  // of the heading
};
constexpr Column kColumns[] = {
    {"ask_ns", "ask ns", [](const BenchRow& r) { return r.ask; }},
    {"tell_ns", "tell ns", [](const BenchRow& r) { return r.tell; }},
    {"round_ns", "round ns", [](const BenchRow& r) { return std::optional(r.round); }},
    {"round_per_floor_1024", "/ pass of 1,024",
     [](const BenchRow& r) { return std::optional(r.round / r.floor_1024); }},
    {"round_per_floor_own", "/ pass of K",
     [](const BenchRow& r) { return std::optional(r.round / r.floor_own); }},
    {"passes_per_solve", "passes/solve", [](const BenchRow& r) { return r.passes; }},
    {"bytes_per_open_round", "bytes/open", [](const BenchRow& r) { return r.open_bytes; }},
    {"peak_bytes", "peak kB", [](const BenchRow& r) { return std::optional(r.peak); }, 1e3},
};
constexpr Column kFloors[] = {
    // not in tables
    {"floor_1024_ns", "", [](const BenchRow& r) { return std::optional(r.floor_1024); }},
    {"floor_own_ns", "", [](const BenchRow& r) { return std::optional(r.floor_own); }},
    {"bytes_beside_snapshot", "", [](const BenchRow& r) { return r.extra_bytes; }},
};

std::string arms_text(std::size_t arms) { return pretty(static_cast<double>(arms), 1); }

std::string as_json(const Benched& benched) {
  Json rows = Json::array(), list = Json::array(), left_out = Json::array();
  for (const BenchRow& row : benched.rows) {
    Json json{{"workload", row.workload->name}, {"agent", row.agent}, {"arms", row.arms}};
    for (const Column& column : kColumns) json[column.name] = to_json(column.value(row));
    for (const Column& column : kFloors) json[column.name] = to_json(column.value(row));
    json["checked"] = true;
    rows.push_back(std::move(json));
  }
  for (const Goal& goal : goals(benched.rows)) {
    list.push_back({{"goal", goal.text},
                    {"agent", goal.agent},
                    {"arms", goal.arms},
                    {"measured", goal.measured},
                    {"limit", goal.limit},
                    {"met", goal.met()}});
  }
  for (const LeftOut& cell : benched.left_out) {
    left_out.push_back(
        {{"workload", cell.workload}, {"agent", cell.agent}, {"arms", cell.arms}, {"why", cell.why}});
  }
  const Json settings{{"turns", kTurns}, {"instructions", simd_target()}, {"version", BANKER_VERSION}};
  return Json{{"rows", rows}, {"goals", list}, {"left_out", left_out}, {"settings", settings}}.dump(2) + '\n';
}

std::string as_csv(const Benched& benched) {
  std::string out = "workload,agent,arms";
  for (const Column& column : kColumns) out += std::string(",") + column.name;
  for (const Column& column : kFloors) out += std::string(",") + column.name;
  out += '\n';
  for (const BenchRow& row : benched.rows) {
    out += csv(std::string(row.workload->name)) + ',' + csv(row.agent) + ',' + std::to_string(row.arms);
    for (const Column& column : kColumns) out += ',' + text_or_nothing(column.value(row));
    for (const Column& column : kFloors) out += ',' + text_or_nothing(column.value(row));
    out += '\n';
  }
  return out;
}

Table rows_table(const Benched& benched) {
  std::vector<std::string> header{"workload", "agent", "arms"};
  for (const Column& column : kColumns) header.push_back(column.heading);
  Table table(std::move(header), {0, 1});
  for (const BenchRow& row : benched.rows) {
    std::vector<std::string> cells{std::string(row.workload->name), row.agent, arms_text(row.arms)};
    for (const Column& column : kColumns) {
      const auto value = column.value(row);
      cells.push_back(value ? pretty(*value / column.unit, 3) : "-");
    }
    table.add(std::move(cells));
  }
  return table;
}

Table goals_table(const std::vector<Goal>& list) {
  Table table({"goal", "agent", "arms", "at most", "measured", "met"}, {0, 1, 5});
  for (const Goal& goal : list) {
    table.add({goal.text, goal.agent, arms_text(goal.arms), pretty(goal.limit, 2), pretty(goal.measured, 3),
               goal.met() ? "yes" : "no"});
  }
  return table;
}

// With tables as `draw` draws them.
template <typename Draw>
std::string as_tables(const Benched& benched, const Draw& draw) {
  std::string out = draw(rows_table(benched)) + "\nMedians of " + std::to_string(kTurns) +
                    " turns, instructions " + simd_target() + ". A pass reads doubles once.";
  out += benched.rows.empty() ? "\n" : " Checked: every agent decides as its references do.\n";
  if (!benched.left_out.empty()) out += "\nLeft out:\n\n";
  for (const LeftOut& cell : benched.left_out) {
    out +=
        "- " + cell.workload + ", " + cell.agent + ", " + arms_text(cell.arms) + " arms: " + cell.why + '\n';
  }
  const auto list = goals(benched.rows);
  return list.empty() ? out : out + '\n' + draw(goals_table(list));
}

}  // namespace

std::string report(const Benched& benched, const std::string& format) {
  if (format == "json") return as_json(benched);
  if (format == "csv") return as_csv(benched);
  if (format == "markdown") return as_tables(benched, [](const Table& t) { return t.markdown(); });
  return as_tables(benched, [](const Table& t) { return t.text(); });
}

}  // namespace banker::apps
