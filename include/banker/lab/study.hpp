#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "banker/core/result.hpp"
#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"
#include "banker/lab/simulate.hpp"
#include "banker/scale/own.hpp"

namespace banker::lab {

// Every combination of these losses, delays, arms and rounds.
struct Part {
  std::vector<std::string> losses{"bernoulli"};
  std::vector<std::string> delays{"none"};
  std::vector<std::size_t> arms{};
  std::vector<std::uint64_t> rounds{};
};

// What to compare: every agent on every combination of losses, delays, arms and rounds, `runs` times.
struct Request {
  std::vector<std::string> agents;  // names of the catalog, or specs
  std::vector<std::string> losses{"bernoulli"};
  std::vector<std::string> delays{"none"};
  std::vector<std::size_t> arms;      // empty: as many as the losses have, or 10; linear losses: 3 dimensions
  std::vector<std::uint64_t> rounds;  // empty: as many as the losses and delays have, or 10,000
  std::size_t runs = 16;
  std::uint64_t seed = 1;                 // of the first run; run r has seed + r
  std::uint64_t drop_after = kNever;      // outcomes that are later are dropped at that age
  std::size_t points = kPoints;           // of the curve of a run
  std::optional<std::string> share_of{};  // an agent: regrets are also shares of its regret
  std::vector<Part> parts{};              // if there are any: their combinations instead of those above

  // Parts of the user's own: losses and delays by their text, which must not name a generator, scale rules by their
  // name in specs. start(), the factories and what they make are called on several threads at once, each object on one of
  // them; an exception there is the error of run().
  std::vector<LossSource> own_losses{};
  std::vector<DelaySource> own_delays{};
  OwnScales own_scales{};
};

// One combination, checked.
struct Cell {
  LossSource losses;
  DelaySource delays;
  std::size_t arms = 0;
  std::uint64_t rounds = 0;
  std::vector<std::string> specs;  // one per agent; arms and horizon filled in
  OwnScales own_scales{};          // that they may name
};

struct Study {
  std::vector<std::string> agents;  // how they are called in results
  std::vector<Cell> cells;
  std::size_t runs = 0;
  std::uint64_t seed = 0;
  std::uint64_t drop_after = kNever;
  std::size_t points = kPoints;
  std::optional<std::size_t> reference{};  // the agent whose regret is the whole of the shares

  std::size_t jobs() const { return cells.size() * agents.size() * runs; }
  // The number of a job; run by run, so that what is finished early is complete.
  std::size_t index(std::size_t cell, std::size_t agent, std::size_t run) const {
    return (run * cells.size() + cell) * agents.size() + agent;
  }
  const Cell& cell_of(std::size_t index) const { return cells[index / agents.size() % cells.size()]; }
};

// Everything is checked here: an agent that does not exist, one whose range the losses can leave, a file that is
// not there, more rounds than rows, a combination that is there twice. Nothing has run yet.
Result<Study> plan(const Request& request);

// The unit of work, and all it depends on: with the same version of this library, the same job gives the same result
// on every machine.
struct Job {
  std::string spec, losses, delays;
  std::size_t arms = 0;
  std::uint64_t rounds = 0, seed = 0, drop_after = kNever;
  std::uint64_t losses_data = 0, delays_data = 0;  // fingerprints of what was read from files
  std::size_t points = kPoints;                    // of the curve
  bool own = false;  // it depends on more: a part of the user's own without a fingerprint
};
Job job(const Study& study, std::size_t index);
Result<std::optional<RunResult>> run(const Job& job, const Cell& cell, Watch* watch = nullptr,
                                     Observer* observer = nullptr);

struct RunnerOptions {
  std::size_t threads = 0;  // 0: one per core
  Watch* watch = nullptr;
  // The results of earlier runs by job, and what to do with a new one. Called on one thread at a time.
  std::function<std::optional<RunResult>(std::size_t index)> known{};
  std::function<std::optional<Error>(std::size_t index, const RunResult&)> keep{};
  // Called several times a second on the calling thread.
  std::function<void()> tick{};
};

// The result of every job by its index; nothing where it was stopped. The same on any number of threads, but for
// the times.
using Results = std::vector<std::optional<RunResult>>;
Result<Results> run(const Study& study, const RunnerOptions& options);

}  // namespace banker::lab
