#include "banker/lab/report.hpp"
#include "workers.hpp"

namespace banker::lab {

Result<std::vector<std::optional<Trace>>> trace_first_runs(const Study& study, const Results& results,
                                                           const RunnerOptions& options) {
  const std::size_t agents = study.agents.size();
  const ReportSize size = report_size(study);
  std::vector<std::optional<Trace>> traces(study.cells.size() * agents);
  const auto error = work_through(traces.size(), options, [&](std::size_t i) -> std::optional<Error> {
    const std::size_t cell = i / agents, index = study.index(cell, i % agents, 0);
    if (cell >= size.traced || !results[index]) return std::nullopt;
    auto found = trace(job(study, index), study.cells[cell],
                       {.points = size.trace, .detail = cell < size.detailed, .watch = options.watch});
    if (!found) return found.error();
    traces[i] = *std::move(found);
    return std::nullopt;
  });
  if (error) return *error;
  return traces;
}

}  // namespace banker::lab
