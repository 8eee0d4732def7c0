#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "banker/lab/study.hpp"
#include "banker/lab/trace.hpp"

namespace banker::lab {

// How much of a study a page has room for: it stays below 5 MB up to some 7,000 pairs of an agent and a cell.
struct ReportSize {
  std::size_t curve = 0;     // points of a regret curve, see thin.hpp
  std::size_t trace = 0;     // points of a trace
  std::size_t traced = 0;    // cells, the first ones, with traces
  std::size_t detailed = 0;  // cells, the first ones, whose traces have details
};
ReportSize report_size(const Study& study);

// Plays the first run of every agent in every cell once more, if it is finished, and watches: by cell and agent,
// traces[cell * agents + agent]. Nothing where it is not finished, or was stopped.
Result<std::vector<std::optional<Trace>>> trace_first_runs(const Study& study, const Results& results,
                                                           const RunnerOptions& options);

// A study that was run, to its end or until it was stopped, and what a page about it is made of.
struct Report {
  Request request;  // what was asked for
  Study study;      // plan(request)
  Results results;
  std::vector<std::optional<Trace>> traces{};  // of trace_first_runs(); or empty

  std::size_t finished() const;                                      // runs
  const Trace* trace_of(std::size_t cell, std::size_t agent) const;  // null: there is none
  bool stopped() const { return finished() < results.size(); }
};

// The command that makes the study again, and the one that compares its agents in one cell; where something is the
// user's own, which no command can make, a shell comment that says so.
std::string command(const Report& report);
std::string command(const Report& report, std::size_t cell);

// What web/src/wire.ts describes, as JSON; and that in a page which opens by itself, offline.
std::string report_json(const Report& report);
std::string report_page(const std::string& json);

}  // namespace banker::lab
