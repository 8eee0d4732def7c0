// The trace of a run: it changes nothing, and says what the run says.

#include "banker/lab/trace.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "banker/agent/catalog.hpp"
#include "lab/lab_support.hpp"
#include "lab/traced.hpp"

namespace banker::lab::trace_test {
namespace {

using testing::Rounds;
using testing::study_of;
using testing::timeless;
using testing::trace_of;

TEST(Traces, ChangeNothing) {
  for (const CatalogEntry& entry : catalog()) {
    const bool linear = entry.kind == "linear";
    Study study = study_of(entry.name, linear ? "linear-walk" : "switching:40",
                           entry.name == "omd" ? "none" : "never:0.2", 300);
    study.points = 17;
    const RunResult alone = timeless(**run(job(study, 0), study.cells[0]));
    for (const bool detail : {true, false}) {
      const Trace trace = trace_of(study, {.points = 50, .detail = detail});
      EXPECT_TRUE(timeless(trace.result) == alone) << entry.name;
      EXPECT_EQ(trace.regret.back(), alone.regret) << entry.name;
      EXPECT_EQ(trace.total_outstanding.back(), alone.total_outstanding) << entry.name;
      EXPECT_EQ(trace.certificate.empty(), !alone.certificate) << entry.name;
      EXPECT_EQ(trace.bank.has_value(), detail && alone.certificate) << entry.name;
      EXPECT_EQ(trace.ends.empty(), !detail);
      if (!alone.certificate) continue;
      EXPECT_EQ(trace.certificate.back(), *alone.certificate) << entry.name;
      EXPECT_EQ(trace.invested.back(), *alone.total_invested) << entry.name;
      EXPECT_EQ(trace.scale.size(), trace.round.size());
    }
  }
}

TEST(Traces, AreTakenOftenAtFirst) {
  const auto rounds = [](std::uint64_t t, std::size_t points) {
    return trace_of(study_of("uniform", "bernoulli", "none", t), {.points = points}).round;
  };
  EXPECT_EQ(rounds(2, 120), (Rounds{1, 2}));
  EXPECT_EQ(rounds(5, 120), (Rounds{1, 2, 3, 4, 5}));
  EXPECT_EQ(rounds(100, 1), (Rounds{100}));
  EXPECT_EQ(rounds(100, 4), (Rounds{7, 25, 57, 100}));
  EXPECT_EQ(rounds(9, 8), (Rounds{1, 2, 3, 4, 6, 7, 9})) << "none twice";
  EXPECT_LE(rounds(1000, 120).size(), 120u);
}

TEST(Traces, HaveTheCurveOfTheRun) {
  Study study = study_of("banker", "switching:70", "geometric:20", 700);
  study.points = 50;
  const Trace trace = trace_of(study, {.points = 50});
  std::size_t common = 0;
  for (std::size_t i = 0; i < trace.round.size(); ++i) {
    if (trace.round[i] % 14 != 0) continue;
    EXPECT_EQ(trace.regret[i], trace.result.curve[trace.round[i] / 14 - 1]);
    ++common;
  }
  EXPECT_GE(common, 5u);
  EXPECT_EQ(trace.round.back(), 700u);
}

TEST(Traces, CountOpenRounds) {
  const Trace trace = trace_of(study_of("banker-tinf", "bernoulli", "fixed:20", 60), {.points = 60});
  ASSERT_EQ(trace.round.size(), 60u);
  double sum = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    const double others = std::min(static_cast<double>(i), 20.0);
    EXPECT_EQ(trace.outstanding[i], others + 1);
    EXPECT_EQ(trace.total_outstanding[i], sum += others);
    EXPECT_EQ(trace.most_outstanding[i], others);
  }
  // Rounds that the agent has given up are not open, but their outcomes are missing.
  const Trace stale = trace_of(study_of("banker", "bernoulli", "never:0.5", 2000));
  EXPECT_LT(stale.outstanding.back(), 0.9 * stale.most_outstanding.back());
  EXPECT_EQ(stale.total_outstanding.back(), stale.result.total_outstanding);
}

TEST(Traces, CountDroppedRounds) {
  Study study = study_of("banker-tinf", "bernoulli", "uniform:max=20", 60);
  study.drop_after = 9;
  const Trace trace = trace_of(study, {.points = 60});
  const auto delays = study.cells[0].delays.start({.arms = 10, .rounds = 60, .seed = job(study, 0).seed});
  double dropped = 0;
  for (std::size_t i = 0; i < 60; ++i) {
    if (i >= 10) dropped += delays->of(i - 9, 0, 0) > 9;  // round i - 9, before round i + 1
    EXPECT_EQ(trace.dropped[i], dropped);
  }
  EXPECT_GT(dropped, 10);
  EXPECT_LT(dropped, 40);
}

// d + 1 chains of decisions that do not learn from each other, once the savings of the first d + 1 are used up.
TEST(Traces, OfAFixedDelayShowTheChains) {
  const Trace trace = trace_of(study_of("banker-tinf", "bernoulli", "fixed:20", 100), {.groups = 100});
  const Flow& flow = trace.bank->flow;
  ASSERT_EQ(flow.ends.size(), 100u);
  std::size_t chained = 0;
  for (const Flow::Paid& paid : flow.paid) {
    EXPECT_LE(paid.from + 21, paid.to);
    if (paid.to < 43) continue;  // round 44
    ++chained;
    EXPECT_EQ(paid.from + 21, paid.to);
    EXPECT_NEAR(paid.amount + flow.borrowed[paid.to], flow.scale[paid.to], 1e-12);
  }
  EXPECT_EQ(chained, 57u);
}

TEST(Traces, OfABankBalance) {
  for (const char* agent : {"banker", "banker-tinf", "banker-scale-free"}) {
    const Trace trace =
        trace_of(study_of(agent, "bernoulli", "pareto:1", 1000), {.points = 1000, .stretches = 50});
    ASSERT_EQ(trace.bank->open.size(), 50u);
    for (std::size_t i = 0; i < 50; ++i) {
      const double invested = trace.invested[trace.ends[i] - 1];
      EXPECT_NEAR(trace.bank->open[i] + trace.bank->saved[i], invested, 1e-9 * invested) << agent;
    }
  }
}

TEST(Traces, OfOneRound) {
  Study study = study_of("banker", "bernoulli", "fixed:5", 2);
  study.cells[0].rounds = 1;
  const Trace trace = trace_of(study);
  EXPECT_EQ(trace.round, Rounds{1});
  EXPECT_EQ(trace.outstanding, std::vector<double>{1});
  EXPECT_EQ(trace.total_outstanding, std::vector<double>{0});
  EXPECT_EQ(trace.invested, trace.scale);
  EXPECT_EQ(trace.ends, Rounds{1});
  EXPECT_EQ(trace.bank->open, trace.scale);
  EXPECT_EQ(trace.bank->saved, std::vector<double>{0});
  EXPECT_EQ(trace.bank->flow.ends, Rounds{1});
  EXPECT_EQ(trace.bank->flow.borrowed, trace.scale);
}

TEST(Traces, AreWatchedAndStopped) {
  const Study study = study_of("banker", "bernoulli", "fixed:5", 50);
  Watch watch;
  EXPECT_TRUE(trace(job(study, 0), study.cells[0], {.watch = &watch})->has_value());
  EXPECT_EQ(watch.rounds, 50u);
  watch.stop = true;
  EXPECT_FALSE(trace(job(study, 0), study.cells[0], {.watch = &watch})->has_value());
  Job wrong = job(study, 0);
  wrong.spec = R"({"agent":"no-such-agent","arms":4})";
  testing::expect_refused(trace(wrong, study.cells[0]), {"no-such-agent"});
}

}  // namespace
}  // namespace banker::lab::trace_test
