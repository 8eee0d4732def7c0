#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "serve_disk.hpp"

// What is measured of the server, and what is said about it. Times are in seconds.
namespace banker::bench {

// The q-quantile: the value at place q·(n-1), rounded. Not of nothing.
double quantile(std::vector<double> values, double q);
inline double median(std::vector<double> values) { return quantile(std::move(values), 0.5); }

// So many connections that ask and tell in turn. Rates are medians over the slices.
struct LoadRow {
  std::size_t connections = 0;
  double answered = 0;         // requests per second
  double p50 = 0, p99 = 0;     // until the answer was there
  double rows_per_commit = 0;  // decisions and outcomes
  double bare = 0;             // rows per second SQLite alone writes, as many in a commit
  double ratio = 0;            // median of answered / bare over pairs of slices
};

struct Measured {
  Disk disk;
  std::size_t pairs = 0;  // of slices
  double slice = 0;
  std::vector<LoadRow> load;
  std::size_t batch = 0;
  double batched = 0;  // decisions per second, each asked and told
  std::size_t bandits = 0;
  double after_kill = 0, after_stop = 0;  // until the server is ready again
};

struct Goal {
  std::string text;
  bool at_least = true;
  double measured = 0, limit = 0;
  bool met() const { return at_least ? measured >= limit : measured < limit; }
};
std::vector<Goal> goals(const Measured& measured);

// As a table, JSON or markdown.
std::string report(const Measured& measured, const std::string& format);

}  // namespace banker::bench
