#include "serve_report.hpp"

#include <algorithm>
#include <cmath>

#include "../apps/text.hpp"

namespace banker::bench {

namespace {

using apps::pretty;
using apps::Table;
using Json = nlohmann::ordered_json;

std::string whole(std::size_t count) { return pretty(static_cast<double>(count), 1); }
std::string micros(double seconds) { return pretty(seconds * 1e6, 3); }

Table load_table(const Measured& m) {
  Table table({"connections", "answered/s", "p50 µs", "p99 µs", "rows/commit", "bare SQLite rows/s", "ratio"},
              {});
  for (const LoadRow& row : m.load) {
    table.add({whole(row.connections), pretty(row.answered, 3), micros(row.p50), micros(row.p99),
               pretty(row.rows_per_commit, 3), pretty(row.bare, 3), pretty(row.ratio, 3)});
  }
  return table;
}

Table single_table(const Measured& m) {
  Table table({"", "measured"}, {0});
  table.add({"append of 4 KiB and fdatasync, p50 µs", micros(m.disk.p50)});
  table.add({"the same, p99 µs", micros(m.disk.p99)});
  table.add({"decisions/s, asked and told " + whole(m.batch) + " at a time", pretty(m.batched, 3)});
  table.add({whole(m.bandits) + " bandits: ready after SIGKILL, s", pretty(m.after_kill, 3)});
  table.add({"the same, after it was stopped in order, s", pretty(m.after_stop, 3)});
  return table;
}

Table goals_table(const Measured& m) {
  Table table({"goal", "limit", "measured", "met"}, {0, 3});
  for (const Goal& goal : goals(m)) {
    table.add({goal.text, (goal.at_least ? "≥ " : "< ") + pretty(goal.limit, 2), pretty(goal.measured, 3),
               goal.met() ? "yes" : "no"});
  }
  return table;
}

// With tables as `draw` draws them.
template <typename Draw>
std::string as_tables(const Measured& m, const Draw& draw) {
  return draw(load_table(m)) + "\nMedians of " + whole(m.pairs) + " pairs of slices of " +
         pretty(m.slice, 2) + " s.\n\n" + draw(single_table(m)) + '\n' + draw(goals_table(m));
}

std::string as_json(const Measured& m) {
  Json load = Json::array(), list = Json::array();
  for (const LoadRow& row : m.load) {
    load.push_back({{"connections", row.connections},
                    {"answered_per_second", row.answered},
                    {"p50_seconds", row.p50},
                    {"p99_seconds", row.p99},
                    {"rows_per_commit", row.rows_per_commit},
                    {"bare_rows_per_second", row.bare},
                    {"ratio", row.ratio}});
  }
  for (const Goal& goal : goals(m)) {
    list.push_back({{"goal", goal.text},
                    {goal.at_least ? "at_least" : "below", goal.limit},
                    {"measured", goal.measured},
                    {"met", goal.met()}});
  }
  return Json{{"fdatasync", {{"p50_seconds", m.disk.p50}, {"p99_seconds", m.disk.p99}}},
              {"pairs", m.pairs},
              {"slice_seconds", m.slice},
              {"load", load},
              {"batches", {{"size", m.batch}, {"decisions_per_second", m.batched}}},
              {"restart",
               {{"bandits", m.bandits},
                {"after_kill_seconds", m.after_kill},
                {"after_stop_seconds", m.after_stop}}},
              {"goals", list}}
             .dump(2) +
         '\n';
}

}  // namespace

double quantile(std::vector<double> values, double q) {
  const auto place = static_cast<std::ptrdiff_t>(std::lround(q * static_cast<double>(values.size() - 1)));
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

std::vector<Goal> goals(const Measured& m) {
  std::vector<Goal> list;
  for (const LoadRow& row : m.load) {
    const std::string text =
        whole(row.connections) + (row.connections == 1 ? " connection: " : " connections: ");
    list.push_back(
        {text + "answered, in rows of bare SQLite", true, row.ratio, row.connections == 1 ? 0.4 : 0.6});
    if (row.connections == 64 && m.disk.p50 < 0.5e-3)
      list.push_back({text + "answered/s, the disk being fast", true, row.answered, 20'000});
  }
  list.push_back({"decisions/s in batches", true, m.batched, 100'000});
  list.push_back({"seconds until ready after SIGKILL", false, m.after_kill, 5});
  list.push_back({"seconds until ready after a stop in order", false, m.after_stop, 5});
  return list;
}

std::string report(const Measured& measured, const std::string& format) {
  if (format == "json") return as_json(measured);
  if (format == "markdown") return as_tables(measured, [](const Table& t) { return t.markdown(); });
  return as_tables(measured, [](const Table& t) { return t.text(); });
}

}  // namespace banker::bench
