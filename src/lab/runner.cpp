#include <mutex>

#include "bad.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/lab/study.hpp"
#include "ground.hpp"
#include "workers.hpp"

namespace banker::lab {

Result<std::optional<RunResult>> run(const Job& job, const Cell& cell, Watch* watch, Observer* observer) {
  auto agent = make_agent(job.spec, cell.own_scales);
  if (!agent) return agent.error();
  RunOptions options{.rounds = job.rounds,
                     .drop_after = job.drop_after,
                     .points = job.points,
                     .watch = watch,
                     .observer = observer};
  Setting setting{.arms = job.arms,
                  .rounds = job.rounds,
                  .seed = job.seed,
                  .low = cell.losses.low,
                  .high = cell.losses.high};
  std::optional<Ground> ground;
  if (cell.losses.linear) {
    auto found = Ground::of(job.spec);
    if (!found) return found.error();
    ground = *std::move(found);
    const auto reach = ground->reach();
    if (!reach) return reach.error();
    setting.reach = *reach;
    options.least = [&](std::span<const double> sum) { return ground->least(sum); };
  }
  const auto losses = cell.losses.start(setting);
  if (!losses || losses->mean().size() != job.arms)
    return bad("the losses ", cell.losses.text, " have ", losses ? losses->mean().size() : 0, " means for ",
               job.arms, " arms");
  const auto delays = cell.delays.start(setting);
  if (!delays) return bad("the delays ", cell.delays.text, " make no object");
  return simulate(**agent, *losses, *delays, options);
}

// Results go where they belong, so nothing depends on who found them.
Result<Results> run(const Study& study, const RunnerOptions& options) {
  Results results(study.jobs());
  std::vector<std::size_t> waiting;
  for (std::size_t i = 0; i < results.size() && !(options.watch != nullptr && options.watch->stop); ++i) {
    if (options.known) results[i] = options.known(i);
    if (!results[i]) waiting.push_back(i);
  }
  std::mutex mutex;  // of keep and the results
  const auto error = work_through(waiting.size(), options, [&](std::size_t i) -> std::optional<Error> {
    const std::size_t index = waiting[i];
    auto result = run(job(study, index), study.cell_of(index), options.watch);
    if (!result) return result.error();
    if (!*result) return std::nullopt;
    const std::lock_guard lock(mutex);
    auto failed = options.keep ? options.keep(index, **result) : std::nullopt;
    results[index] = **std::move(result);
    return failed;
  });
  if (error) return *error;
  return results;
}

}  // namespace banker::lab
