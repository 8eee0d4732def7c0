// The shares of the arms in a trace: their means, which of them are shown, their names.

#include <gtest/gtest.h>

#include <algorithm>

#include "agent/player.hpp"
#include "lab/slow_simulation.hpp"
#include "lab/traced.hpp"

namespace banker::lab::arm_trace_test {
namespace {

using testing::Rounds;
using testing::study_of;
using testing::trace_of;

TEST(ArmTraces, AreMeansOfThePoints) {
  const Study study = study_of("banker", "bernoulli:0.4", "uniform:max=9", 500, {4});
  const Trace trace = trace_of(study, {.stretches = 7});
  const Job first = job(study, 0);
  const Setting setting{.arms = 4, .rounds = 500, .seed = first.seed};
  testing::SlowRun slow;
  const auto losses = study.cells[0].losses.start(setting);
  slow.play(*testing::make(first.spec), *losses, *study.cells[0].delays.start(setting), 500);
  const auto mean = losses->mean();
  const auto best = std::min_element(mean.begin(), mean.end()) - mean.begin();

  ASSERT_EQ(trace.ends, (Rounds{71, 142, 214, 285, 357, 428, 500}));
  ASSERT_EQ(trace.arms.size(), 4u);
  for (std::size_t arm = 0; arm < 4; ++arm) {
    EXPECT_EQ(trace.arms[arm].name, "arm " + std::to_string(arm));
    EXPECT_EQ(trace.arms[arm].best, arm == static_cast<std::size_t>(best));
    for (std::size_t i = 0, t = 0; i < 7; ++i) {
      const std::size_t begin = t;
      double sum = 0;
      for (; t < trace.ends[i]; ++t) sum += slow.points[t][arm];
      EXPECT_NEAR(trace.arms[arm].share[i], sum / static_cast<double>(t - begin), 1e-12);
    }
  }
}

TEST(ArmTraces, ShowTheBestAndTheLikeliestArms) {
  const Study study = study_of("banker", "bernoulli:0.4", "fixed:5", 3000, {40});
  const Trace all = trace_of(study, {.stretches = 10, .arms = 40});
  const Trace some = trace_of(study, {.stretches = 10, .arms = 3});
  ASSERT_EQ(all.arms.size(), 40u);
  ASSERT_EQ(some.arms.size(), 4u);
  EXPECT_EQ(some.arms.back().name, "others");
  const auto peak = [](const ArmTrace& arm) { return *std::max_element(arm.share.begin(), arm.share.end()); };
  double least = 1;  // peak of an arm that is shown for it
  std::size_t best = 0;
  for (const ArmTrace& arm : some.arms) {
    best += arm.best;
    if (&arm != &some.arms.back() && !arm.best) least = std::min(least, peak(arm));
  }
  EXPECT_EQ(best, 1u);
  for (const ArmTrace& arm : all.arms) {
    const auto shown =
        std::find_if(some.arms.begin(), some.arms.end(), [&](auto& a) { return a.name == arm.name; });
    if (shown == some.arms.end()) {
      EXPECT_FALSE(arm.best);
      EXPECT_LE(peak(arm), least);
    } else {
      EXPECT_EQ(arm.share, shown->share);
      EXPECT_EQ(arm.best, shown->best);
    }
  }
  for (std::size_t i = 0; i < 10; ++i) {
    double sum = 0;
    for (const ArmTrace& arm : some.arms) sum += arm.share[i];
    EXPECT_NEAR(sum, 1, 1e-12);
  }
}

TEST(ArmTraces, ShowTheBestArmEvenIfItIsNotLikely) {
  const Trace trace = trace_of(study_of("uniform", "bernoulli:0.4", "none", 50, {40}), {.arms = 3});
  ASSERT_EQ(trace.arms.size(), 4u);
  EXPECT_EQ(trace.arms[0].name, "arm 0");
  EXPECT_EQ(trace.arms[1].name, "arm 1");
  EXPECT_NE(trace.arms[2].name, "arm 2");
  EXPECT_TRUE(trace.arms[2].best);
  EXPECT_NEAR(trace.arms[3].share[0], 37.0 / 40, 1e-12);
}

TEST(ArmTraces, CallArmsByTheirNames) {
  const auto names = [](const Trace& trace) {
    std::vector<std::string> list;
    for (const ArmTrace& arm : trace.arms) list.push_back(arm.name);
    return list;
  };
  const Study named = study_of(R"({"agent":"banker","arms":["red","blue"]})", "bernoulli", "none", 20, {2});
  EXPECT_EQ(names(trace_of(named)), (std::vector<std::string>{"red", "blue"}));
  Study data = study_of(R"({"agent":"banker","arms":2})", "bernoulli", "none", 20, {2});
  data.cells[0].losses.arm_names = {"left", "right"};
  EXPECT_EQ(names(trace_of(data)), (std::vector<std::string>{"left", "right"}));
}

TEST(ArmTraces, LeaveOutTooManyArms) {
  const Trace trace = trace_of(study_of("uniform", "bernoulli", "none", 10, {5000}));
  EXPECT_TRUE(trace.arms.empty());
  EXPECT_EQ(trace.ends.size(), 10u);
  EXPECT_FALSE(trace.bank);
}

TEST(ArmTraces, OfABodyAreCoordinates) {
  const Study study = study_of("banker-bolo", "linear-fixed", "fixed:5", 400, {3});
  const Trace trace = trace_of(study, {.stretches = 8});
  ASSERT_EQ(trace.arms.size(), 3u);
  EXPECT_EQ(trace.arms[0].name, "x1");
  EXPECT_EQ(trace.arms[2].name, "x3");
  double moved = 0;
  for (std::size_t i = 0; i < 8; ++i) {
    double square = 0;
    for (const ArmTrace& x : trace.arms) {
      EXPECT_FALSE(x.best);
      square += x.share[i] * x.share[i];
    }
    EXPECT_LT(square, 1);  // it plays in a ball
    moved = std::max(moved, square);
  }
  EXPECT_GT(moved, 0);
  EXPECT_EQ(trace_of(study, {.arms = 2}).arms.size(), 2u);
  EXPECT_EQ(trace.bank->open.size(), 8u);
}

}  // namespace
}  // namespace banker::lab::arm_trace_test
