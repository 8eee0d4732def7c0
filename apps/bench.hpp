#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// What `banker bench` measures, and what it says about it. Times are in nanoseconds, memory in bytes.
namespace banker::apps {

// Keeps `open` rounds open; then, over and over, asks `block` times and tells the `block` oldest rounds.
struct Workload {
  std::string_view name;
  std::size_t open, block;
  std::size_t most_arms;  // by default
};

// An agent in a workload. Times are medians over the turns.
struct BenchRow {
  const Workload* workload;
  std::string agent;
  std::size_t arms;
  std::optional<double> ask{}, tell{};  // where whole blocks are timed: a clock costs as much as an ask
  double round = 0;                     // ask and tell
  double floor_1024 = 0, floor_own = 0;
  std::optional<double> passes{};       // over the arms, per solve
  std::optional<double> open_bytes{};   // of the heap, per open round
  std::optional<double> extra_bytes{};  // of burst: per open round beside the first, which takes the snapshot
  double peak = 0;                      // of memory, from before the agent was made
};

// Where the agent does not play the workload, and why.
struct LeftOut {
  std::string workload, agent;
  std::size_t arms;
  std::string why;
};

struct Goal {
  std::string text;  // of what
  std::string agent;
  std::size_t arms;
  double measured, limit;
  bool met() const { return measured <= limit; }
};

struct Benched {
  std::vector<BenchRow> rows;
  std::vector<LeftOut> left_out;
};

// The goals of the rows that were run.
std::vector<Goal> goals(const std::vector<BenchRow>& rows);

// As a table, JSON, CSV or markdown.
std::string report(const Benched& benched, const std::string& format);

// What the agent does wrong in a short version of the workload, if anything.
std::optional<std::string> find_mistake(const std::string& agent, std::size_t arms, const Workload& workload);

}  // namespace banker::apps
