// Runs on many threads: the same results on any number of them, in any order, with any part known before.

#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <thread>

#include "agent/json_library.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/lab/study.hpp"
#include "lab/lab_support.hpp"

namespace banker::lab::runner_test {
namespace {

using testing::timeless;

// 2 losses, 2 delays, 3 agents, 3 runs.
Study small_study() {
  return *plan({.agents = {"banker-tinf", "uniform", "bold"},
                .losses = {"bernoulli:0.2", "trap:100"},
                .delays = {"none", "uniform:max=40"},
                .arms = {4},
                .rounds = {400},
                .runs = 3,
                .seed = 11});
}
Study linear_study() {
  return *plan({.agents = {"banker-bolo", "delayed-scrible"},
                .losses = {"linear-walk"},
                .delays = {"fixed:5"},
                .arms = {},
                .rounds = {200},
                .runs = 4});
}
Results run_on(const Study& study, std::size_t threads) { return *run(study, {.threads = threads}); }

TEST(Runner, AnyNumberOfThreadsGivesTheSameResults) {
  for (const Study& study : {small_study(), linear_study()}) {
    const Results one = timeless(run_on(study, 1));
    ASSERT_EQ(one.size(), study.jobs());
    for (const auto& result : one) ASSERT_TRUE(result);
    for (const std::size_t threads : {2u, 3u, 7u, 0u})
      EXPECT_TRUE(timeless(run_on(study, threads)) == one) << threads << " threads";
  }
}

TEST(Runner, AJobAloneGivesTheSameResult) {
  const Study study = small_study();
  const Results all = timeless(run_on(study, 2));
  for (std::size_t cell = 0; cell < study.cells.size(); ++cell) {
    for (std::size_t agent = 0; agent < study.agents.size(); ++agent) {
      for (std::size_t r = 0; r < study.runs; ++r) {
        const std::size_t index = study.index(cell, agent, r);
        const RunResult alone = **run(job(study, index), study.cells[cell]);
        EXPECT_TRUE(timeless(alone) == *all[index]) << index;
        EXPECT_GT(alone.ns_per_round, 0);
        EXPECT_EQ(alone.curve.size(), 60u);
      }
    }
  }
}

TEST(Runner, RunRHasTheSeedPlusR) {
  const auto study_from = [](std::uint64_t seed, std::size_t runs) {
    return *plan({.agents = {"banker-tinf"}, .arms = {}, .rounds = {300}, .runs = runs, .seed = seed});
  };
  const Results three = timeless(run_on(study_from(20, 3), 1));
  for (std::size_t r = 0; r < 3; ++r)
    EXPECT_TRUE(timeless(run_on(study_from(20 + r, 1), 1))[0] == three[r]) << r;
  EXPECT_NE(three[0]->regret, three[1]->regret);
  EXPECT_NE(three[1]->regret, three[2]->regret);
}

// Two specs of one agent, one with every key written out, are the same agent and seed: so they meet the same
// losses and delays or their regrets would differ.
TEST(Runner, EveryAgentMeetsTheSameLossesAndDelays) {
  for (const char* delays : {"none", "geometric:20", "arm-dependent:30", "loss-dependent:30"}) {
    const Study study =
        *plan({.agents = {"banker-tinf", "uniform", R"({"agent":"banker-tinf","spending":"oldest-first"})",
                          R"({"agent":"banker-tinf","loss_range":[0,1]})"},
               .losses = {"switching:50"},
               .delays = {delays},
               .arms = {5},
               .rounds = {500},
               .runs = 3});
    const Results results = timeless(run_on(study, 2));
    for (std::size_t r = 0; r < 3; ++r) {
      EXPECT_TRUE(results[study.index(0, 0, r)] == results[study.index(0, 2, r)]) << delays;
      EXPECT_TRUE(results[study.index(0, 0, r)] == results[study.index(0, 3, r)]) << delays;
      EXPECT_FALSE(results[study.index(0, 0, r)] == results[study.index(0, 1, r)]) << delays;
    }
  }
}

// Other agents in the study do not change what an agent gets.
TEST(Runner, CompanyDoesNotMatter) {
  const auto regret = [](std::vector<std::string> agents) {
    const Study study = *plan({.agents = std::move(agents), .arms = {}, .rounds = {300}, .runs = 1});
    return run_on(study, 2).back()->regret;
  };
  EXPECT_EQ(regret({"exp3"}), regret({"uniform", "banker-tinf", "exp3"}));
}

TEST(Runner, KnownResultsAreTakenAndNewOnesKept) {
  const Study study = small_study();
  const Results all = run_on(study, 1);
  std::set<std::size_t> kept;
  RunnerOptions options{.threads = 3};
  options.known = [&](std::size_t index) { return index % 3 == 0 ? all[index] : std::nullopt; };
  options.keep = [&](std::size_t index, const RunResult& result) {
    EXPECT_TRUE(kept.insert(index).second) << index << " is kept twice";
    EXPECT_TRUE(timeless(result) == timeless(*all[index]));
    return std::optional<Error>();
  };
  EXPECT_TRUE(timeless(*run(study, options)) == timeless(all));
  for (std::size_t i = 0; i < study.jobs(); ++i) EXPECT_EQ(kept.count(i), i % 3 == 0 ? 0u : 1u) << i;
}

TEST(Runner, WhenEverythingIsKnownNothingRuns) {
  const Study study = small_study();
  const Results all = run_on(study, 1);
  RunnerOptions options;
  options.known = [&](std::size_t index) { return all[index]; };
  options.keep = [](std::size_t, const RunResult&) {
    ADD_FAILURE() << "something ran";
    return std::optional<Error>();
  };
  EXPECT_TRUE(*run(study, options) == all);  // with the times
}

TEST(Runner, AnErrorOfKeepEndsTheRuns) {
  const Study study = small_study();
  int kept = 0;
  RunnerOptions options{.threads = 1};
  options.keep = [&](std::size_t, const RunResult&) {
    return ++kept == 3 ? std::optional(Error{ErrorCode::kBadValue, "the disk is full"}) : std::nullopt;
  };
  testing::expect_refused(run(study, options), {"the disk is full"});
  EXPECT_EQ(kept, 3);
}

TEST(Runner, AnErrorOfARunEndsTheRuns) {
  Study study = small_study();
  study.cells[1].specs[2] = R"({"agent":"no-such-agent","arms":4})";
  testing::expect_refused(run(study, {.threads = 2}), {"no-such-agent"});
}

TEST(Runner, TheWatchStopsAndCounts) {
  const Study study = small_study();
  Watch watch;
  ASSERT_TRUE(run(study, {.threads = 2, .watch = &watch}));
  EXPECT_EQ(watch.rounds, 400u * study.jobs());

  Watch stopped;
  stopped.stop = true;
  const Results none = *run(study, {.threads = 2, .watch = &stopped});
  for (const auto& result : none) EXPECT_FALSE(result);

  // Stopped after five: what is finished is as ever, the rest is nothing.
  const Results all = timeless(run_on(study, 1));
  Watch later;
  int kept = 0;
  RunnerOptions options{.threads = 1, .watch = &later};
  options.keep = [&](std::size_t, const RunResult&) {
    later.stop = ++kept == 5;
    return std::optional<Error>();
  };
  const Results some = timeless(*run(study, options));
  for (std::size_t i = 0; i < some.size(); ++i) {
    if (i < 5) EXPECT_TRUE(some[i] == all[i]) << i;
    else EXPECT_FALSE(some[i]) << i;
  }
}

TEST(Runner, TicksOnTheCallingThread) {
  const Study study = small_study();
  const auto caller = std::this_thread::get_id();
  int ticks = 0;
  RunnerOptions options{.threads = 2};
  options.tick = [&] {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    ++ticks;
  };
  ASSERT_TRUE(run(study, options));
  EXPECT_GE(ticks, 1);
}

TEST(Runner, EveryAgentOfTheCatalogRuns) {
  for (const CatalogEntry& entry : catalog()) {
    const bool linear = entry.kind == "linear";
    const Study study = *plan({.agents = {entry.name},
                               .losses = {linear ? "linear-fixed" : "bernoulli"},
                               .delays = {entry.name == "omd" ? "none" : "uniform:max=9"},
                               .arms = {},
                               .rounds = {100},
                               .runs = 2});
    const Results results = run_on(study, 2);
    for (const auto& result : results) {
      ASSERT_TRUE(result) << entry.name;
      EXPECT_TRUE(std::isfinite(result->regret)) << entry.name;
      const bool banks = entry.name == "banker" || entry.name.starts_with("banker-");
      EXPECT_EQ(result->certificate.has_value(), banks) << entry.name;
    }
  }
}

}  // namespace
}  // namespace banker::lab::runner_test
