#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "dash_fill.hpp"
#include "dash_pace.hpp"
#include "serve_disk.hpp"

// What is measured of the server while people look at it. Times are in seconds.
namespace banker::bench {

// Latencies in many slices: medians over the slices, and the 99 % quantile of all of them together.
struct Latency {
  double p50 = 0, p99 = 0, max = 0, all_p99 = 0;
};
Latency latency_of(const std::vector<std::vector<double>>& slices);

// Slices without and with dashboards, in turns.
struct Compared {
  std::string what;  // "ask"
  Latency without, with;
  double ratio = 0;  // of the 99 % quantiles of a pair of slices; the median
};
Compared compare(const std::string& what, const std::vector<std::vector<double>>& without,
                 const std::vector<std::vector<double>>& with);

struct QueryRow {
  std::string query;
  std::size_t times = 0, bytes = 0;  // of the answer
  double p50 = 0, p99 = 0;
};

struct Looked {
  Disk disk;
  Filling filling;
  double filled = 0, ready = 0;
  std::size_t pairs = 0, dashboards = 0;
  double slice = 0, per_second = 0;
  std::vector<Compared> compared;
  double opened_p50 = 0, opened_p99 = 0;  // of a dashboard, until all was there
  double events = 0;                      // per second, all dashboards together
  std::vector<QueryRow> queries;
};

// As a table, JSON or markdown.
std::string report(const Looked& looked, const std::string& format);
// Of one slice, as JSON.
std::string report(const Paced& paced);

}  // namespace banker::bench
