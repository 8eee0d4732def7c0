#include "dash_report.hpp"

#include <algorithm>

#include "../apps/text.hpp"
#include "serve_report.hpp"

namespace banker::bench {

namespace {

using apps::pretty;
using apps::Table;
using Json = nlohmann::ordered_json;

std::string whole(std::size_t count) { return pretty(static_cast<double>(count), 1); }
std::string micros(double seconds) { return pretty(seconds * 1e6, 3); }
std::string millis(double seconds) { return pretty(seconds * 1e3, 3); }

Table compared_table(const Looked& looked) {
  Table table({"request", "dashboards", "p50 µs", "p99 µs", "longest µs", "p99 of all µs"}, {0});
  for (const Compared& row : looked.compared) {
    for (const bool with : {false, true}) {
      const Latency& one = with ? row.with : row.without;
      table.add({row.what, with ? whole(looked.dashboards) : "none", micros(one.p50), micros(one.p99),
                 micros(one.max), micros(one.all_p99)});
    }
  }
  return table;
}

Table query_table(const Looked& looked) {
  Table table({"query", "bytes", "p50 ms", "p99 ms"}, {0});
  for (const QueryRow& row : looked.queries)
    table.add({row.query, whole(row.bytes), millis(row.p50), millis(row.p99)});
  return table;
}

Table single_table(const Looked& looked) {
  Table table({"", "measured"}, {0});
  for (const Compared& row : looked.compared)
    table.add(
        {row.what + ": p99 with dashboards over p99 without, in a pair of slices", pretty(row.ratio, 3)});
  table.add({"a dashboard opens, p50 ms", millis(looked.opened_p50)});
  table.add({"the same, p99 ms", millis(looked.opened_p99)});
  table.add({"events/s, of " + whole(looked.dashboards) + " dashboards together", pretty(looked.events, 3)});
  table.add({"the server is ready after, s", pretty(looked.ready, 3)});
  table.add({"append of 4 KiB and fdatasync, p50 µs", micros(looked.disk.p50)});
  table.add({"the same, p99 µs", micros(looked.disk.p99)});
  return table;
}

// With tables as `draw` draws them.
template <typename Draw>
std::string as_tables(const Looked& looked, const Draw& draw) {
  const Filling& filling = looked.filling;
  return "A journal of " + whole(filling.bandits) + " bandits with " + whole(filling.decisions) +
         " decisions, " + whole(filling.large) + " of them of one bandit. One connection, " +
         pretty(looked.per_second, 1) + " requests a second.\n\n" + draw(compared_table(looked)) +
         "\nMedians of " + whole(looked.pairs) + " pairs of slices of " + pretty(looked.slice, 2) +
         " s, without and with dashboards.\n\n" + draw(single_table(looked)) + '\n' +
         draw(query_table(looked));
}

Json to_json(const Latency& one) {
  return {{"p50_seconds", one.p50},
          {"p99_seconds", one.p99},
          {"longest_seconds", one.max},
          {"all_p99_seconds", one.all_p99}};
}

std::string as_json(const Looked& looked) {
  Json compared = Json::array(), queries = Json::array();
  for (const Compared& row : looked.compared)
    compared.push_back({{"request", row.what},
                        {"without", to_json(row.without)},
                        {"with", to_json(row.with)},
                        {"p99_ratio", row.ratio}});
  for (const QueryRow& row : looked.queries)
    queries.push_back({{"query", row.query},
                       {"times", row.times},
                       {"bytes", row.bytes},
                       {"p50_seconds", row.p50},
                       {"p99_seconds", row.p99}});
  const Filling& filling = looked.filling;
  return Json{{"fdatasync", {{"p50_seconds", looked.disk.p50}, {"p99_seconds", looked.disk.p99}}},
              {"journal",
               {{"bandits", filling.bandits},
                {"decisions", filling.decisions},
                {"large", filling.large},
                {"fill_seconds", looked.filled},
                {"ready_seconds", looked.ready}}},
              {"pairs", looked.pairs},
              {"slice_seconds", looked.slice},
              {"requests_per_second", looked.per_second},
              {"dashboards",
               {{"count", looked.dashboards},
                {"events_per_second", looked.events},
                {"opens_p50_seconds", looked.opened_p50},
                {"opens_p99_seconds", looked.opened_p99}}},
              {"latencies", compared},
              {"queries", queries}}
             .dump(2) +
         '\n';
}

}  // namespace

Latency latency_of(const std::vector<std::vector<double>>& slices) {
  std::vector<double> p50, p99, max, all;
  for (const std::vector<double>& slice : slices) {
    p50.push_back(quantile(slice, 0.5));
    p99.push_back(quantile(slice, 0.99));
    max.push_back(quantile(slice, 1));
    all.insert(all.end(), slice.begin(), slice.end());
  }
  return {median(p50), median(p99), median(max), quantile(all, 0.99)};
}

Compared compare(const std::string& what, const std::vector<std::vector<double>>& without,
                 const std::vector<std::vector<double>>& with) {
  std::vector<double> ratios;
  for (std::size_t pair = 0; pair < with.size(); ++pair)
    ratios.push_back(quantile(with[pair], 0.99) / quantile(without[pair], 0.99));
  return {what, latency_of(without), latency_of(with), median(ratios)};
}

std::string report(const Looked& looked, const std::string& format) {
  if (format == "json") return as_json(looked);
  if (format == "markdown") return as_tables(looked, [](const Table& t) { return t.markdown(); });
  return as_tables(looked, [](const Table& t) { return t.text(); });
}

std::string report(const Paced& paced) {
  return Json{{"ask", to_json(latency_of({paced.asks}))}, {"tell", to_json(latency_of({paced.tells}))}}
             .dump() +
         '\n';
}

}  // namespace banker::bench
