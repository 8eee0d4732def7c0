// A run against its definition: regret, what is told when, the curve, what is left open, giving up.

#include "banker/lab/simulate.hpp"

#include <gtest/gtest.h>

#include "agent/player.hpp"
#include "lab/ground.hpp"
#include "lab/recorder.hpp"
#include "lab/slow_simulation.hpp"
#include "support/effort.hpp"

namespace banker::lab::simulate_test {
namespace {

using testing::effort;
using testing::Recorder;
using testing::SlowRun;

// The losses and delays an agent meets, and its body if it has one.
struct World {
  World(const Agent& agent, const std::string& losses_text, const std::string& delays_text,
        std::uint64_t rounds)
      : setting{.arms = agent.arms(), .rounds = rounds, .seed = 5} {
    if (agent.dimension() > 0) {
      ground = std::make_shared<Ground>(*Ground::of(agent.spec()));
      setting.arms = agent.dimension();
      setting.reach = *ground->reach();
      least = [held = ground](std::span<const double> sum) { return held->least(sum); };
    }
    const LossSource source = *make_losses(losses_text);
    setting.low = source.low;
    setting.high = source.high;
    losses = source.start(setting);
    delays = make_delays(delays_text)->start(setting);
  }

  Setting setting;
  std::shared_ptr<Ground> ground;
  SlowRun::Least least;
  std::unique_ptr<Losses> losses;
  std::unique_ptr<Delays> delays;
};

// The end of part i: floor(i T/points).
std::uint64_t end_of_part(std::uint64_t i, std::uint64_t points, std::uint64_t rounds) {
  return i * rounds / points;
}

// Regrets differ by rounding only: 1e-12 of what is added up, T times the largest loss. All else, and the
// state the agent is left in, is equal to the last bit.
void compare_with_the_definition(const std::string& spec, const std::string& losses,
                                 const std::string& delays, std::uint64_t rounds, std::size_t points = 60) {
  SCOPED_TRACE(spec + " " + losses + " " + delays);
  const auto agent = testing::make(spec), slow_agent = testing::make(spec);
  World world(*agent, losses, delays, rounds), slow_world(*agent, losses, delays, rounds);
  const RunResult result = **simulate(*agent, *world.losses, *world.delays,
                                      {.rounds = rounds, .points = points, .least = world.least});
  SlowRun slow;
  slow.play(*slow_agent, *slow_world.losses, *slow_world.delays, rounds);

  const double size = std::max(std::abs(world.setting.low), std::abs(world.setting.high));
  const double tolerance = 1e-12 * size * static_cast<double>(rounds);
  EXPECT_NEAR(result.regret, slow.regret(rounds, slow_world.least), tolerance);
  EXPECT_TRUE(agent->save() == slow_agent->save()) << "something else was told, or in another order";
  EXPECT_EQ(result.total_outstanding, slow.total_outstanding);
  EXPECT_EQ(result.certificate, slow_agent->certificate());
  EXPECT_EQ(result.total_invested, slow_agent->total_invested());
  EXPECT_GT(result.ns_per_round, 0);

  const std::uint64_t parts = std::min<std::uint64_t>(points, rounds);
  ASSERT_EQ(result.curve.size(), parts);
  for (std::uint64_t i = 1; i <= parts; ++i)
    EXPECT_NEAR(result.curve[i - 1], slow.regret(end_of_part(i, parts, rounds), slow_world.least), tolerance);
  if (parts > 0) {
    EXPECT_EQ(result.curve.back(), result.regret);
  }
}

class EveryAgent : public ::testing::TestWithParam<testing::Case> {};

TEST_P(EveryAgent, PlaysByTheDefinition) {
  const bool linear = testing::is_linear(*testing::make(GetParam().spec));
  const std::string losses = linear ? "linear-walk" : "switching:period=40";
  for (const std::string delays : {"none", "uniform:max=30", "never:0.2"}) {
    if (delays != "none" && !GetParam().takes_delay) continue;
    compare_with_the_definition(GetParam().spec, losses, delays, 160, 12);
  }
}

// x_t: probabilities() (of a linear agent point()) before an ask is last_point() after it, bit for bit; also
// with tells and drops in between, and when the caller chooses the arm.
TEST_P(EveryAgent, LastPointIsWhatTheAskDrewFrom) {
  const auto agent = testing::make(GetParam().spec);
  testing::Player player(*agent, GetParam().takes_delay);
  testing::Random random(3);
  std::vector<double> last{1e300};  // overwritten
  for (int i = 0, asks = 0; i < effort(400, 150); ++i) {
    const std::uint64_t bits = random();
    if (!player.asks(bits)) {
      player.step(bits);
      if (asks == 0) continue;
      std::vector<double> again;
      agent->last_point(again);  // a tell does not change it
      EXPECT_EQ(again, last) << i;
      continue;
    }
    const std::vector<double> before = testing::is_linear(*agent) ? agent->point() : agent->probabilities();
    ++asks;
    if (bits >> 20 & 1) player.ask();
    else {
      const auto other = load_agent(agent->save()).value();  // its draw is a possible one
      player.ask(testing::forced(*other, other->ask().value()));
    }
    agent->last_point(last);
    ASSERT_EQ(last, before) << "ask " << asks;
  }
}

INSTANTIATE_TEST_SUITE_P(Catalog, EveryAgent, ::testing::ValuesIn(testing::catalog_cases(false)),
                         testing::case_name);

constexpr const char* kBank = R"({"agent":"banker-tinf","arms":5,"seed":2})";
constexpr const char* kAnyLoss = R"({"agent":"banker-sflbinf","arms":5,"seed":2})";

TEST(Simulate, EveryKindOfLosses) {
  for (const char* losses : {"bernoulli:0.3", "stochastically-constrained", "trap:30", "drifting:50"})
    compare_with_the_definition(kBank, losses, "geometric:10", 500);
  for (const char* losses : {"scale-jump:factor=1e6", "signed-jump", "gaussian:3"})
    compare_with_the_definition(kAnyLoss, losses, "geometric:10", 500);
}

TEST(Simulate, EveryKindOfDelays) {
  for (const char* delays :
       {"fixed:1", "fixed:499", "fixed:500", "uniform:max=2000", "pareto:0.5", "blocks:64", "stragglers:0.3",
        "outage:100", "arm-dependent:50", "loss-dependent:90", "never:0.5", "fixed:9007199254740992"})
    compare_with_the_definition(kBank, "bernoulli", delays, 500);
}

TEST(Simulate, DelaysBeyondTheNearFuture) {
  compare_with_the_definition(kBank, "bernoulli", "uniform:max=3000", effort<std::uint64_t>(6000, 4000), 7);
}

TEST(Simulate, ACurveHasAtMostOnePointPerRound) {
  for (const std::size_t points : {1u, 2u, 7u, 60u, 1000u}) {
    for (const std::uint64_t rounds : {1u, 2u, 59u, 60u, 61u, 119u})
      compare_with_the_definition(kBank, "bernoulli", "fixed:3", rounds, points);
  }
}

// m_{t,i} = 10 t + i, and d_1 .. d_6 as given.
class Counting final : public Losses {
 public:
  Counting() : Losses(std::vector<double>(5)) {}
  bool advance(std::uint64_t t) override {
    for (std::size_t i = 0; i < 5; ++i) mean_[i] = static_cast<double>(10 * t + i);
    return true;
  }
};
class Listed final : public Delays {
 public:
  explicit Listed(std::vector<std::uint64_t> list) : list_(std::move(list)) {}
  std::uint64_t of(std::uint64_t t, std::size_t, double) const override { return list_[t - 1]; }

 private:
  std::vector<std::uint64_t> list_;
};

TEST(Simulate, TellsWhatIsDueInAscendingOrderThenAsks) {
  Recorder agent;
  Counting losses;
  const Listed delays({3, 1, 1, 0, 1, 0});  // due in rounds 5, 4, 5, 5, 7, 7
  const RunResult result = **simulate(agent, losses, delays, {.rounds = 6});
  EXPECT_EQ(agent.events, (std::vector<std::string>{"ask 1", "ask 2", "ask 3", "tell 2 22.000000", "ask 4",
                                                    "tell 1 11.000000", "tell 3 33.000000",
                                                    "tell 4 44.000000", "ask 5", "ask 6"}));
  EXPECT_EQ(agent.outstanding(), 2u);
  EXPECT_EQ(result.total_outstanding, 0 + 1 + 2 + 2 + 0 + 1);
  EXPECT_NEAR(result.regret, 6 * 2, 1e-12);  // uniform play is 2 above arm 0 in every round
  EXPECT_FALSE(result.certificate);
  EXPECT_FALSE(result.total_invested);
}

// The same with delays beyond the near future: the rounds told on one day ascend, and each is due on that
// day.
TEST(Simulate, LongDelaysAreToldOnTheirDayInAscendingOrder) {
  const std::uint64_t rounds = 6000;
  Recorder agent;
  Counting losses;
  const auto delays = make_delays("uniform:max=3000")->start({.arms = 5, .rounds = rounds, .seed = 8});
  ASSERT_TRUE(*simulate(agent, losses, *delays, {.rounds = rounds}));
  std::uint64_t today = 0, before = 0, told = 0, due = 0;
  for (const std::string& event : agent.events) {
    const std::uint64_t round = std::stoull(event.substr(event.find(' ')));
    if (event.starts_with("ask")) {
      today = round;
      before = 0;
      continue;
    }
    ASSERT_GT(round, before);
    ASSERT_EQ(round + delays->of(round, 0, 0) + 1, today + 1);
    before = round;
    ++told;
  }
  for (std::uint64_t t = 1; t <= rounds; ++t) due += t + delays->of(t, 0, 0) + 1 <= rounds;
  EXPECT_EQ(told, due);
}

TEST(Simulate, WhatNeverComesStaysOpen) {
  const auto agent = testing::make(kBank);
  World world(*agent, "bernoulli", "never:1", 50);
  const RunResult result = **simulate(*agent, *world.losses, *world.delays, {.rounds = 50});
  EXPECT_EQ(agent->outstanding(), 50u);
  EXPECT_EQ(result.total_outstanding, 50 * 49 / 2);
}

// The outcome of the last round is told in round T + 1, which is not played.
TEST(Simulate, WithoutDelayOnlyTheLastRoundIsOpen) {
  const auto agent = testing::make(kBank);
  World world(*agent, "bernoulli", "none", 50);
  const RunResult result = **simulate(*agent, *world.losses, *world.delays, {.rounds = 50});
  EXPECT_EQ(agent->outstanding(), 1u);
  EXPECT_EQ(result.total_outstanding, 0);
}

// sum_t min(t - 1, d).
TEST(Simulate, TotalOutstandingOfAFixedDelay) {
  const auto agent = testing::make(kBank);
  World world(*agent, "bernoulli", "fixed:20", 100);
  const RunResult result = **simulate(*agent, *world.losses, *world.delays, {.rounds = 100});
  EXPECT_EQ(result.total_outstanding, 20 * 19 / 2 + 80 * 20);
}

TEST(Simulate, TheWatchCountsEveryRound) {
  for (const std::uint64_t rounds : {1u, 1023u, 1024u, 1025u, 2048u, 3000u}) {
    const auto agent = testing::make(kBank);
    World world(*agent, "bernoulli", "none", rounds);
    Watch watch;
    watch.rounds = 7;
    ASSERT_TRUE(*simulate(*agent, *world.losses, *world.delays, {.rounds = rounds, .watch = &watch}));
    EXPECT_EQ(watch.rounds, 7 + rounds);
  }
}

// A run that is told to stop gives up within 1024 rounds; one that is through by then is a result.
TEST(Simulate, StopsWhenItIsTold) {
  Watch watch;
  watch.stop = true;
  for (const std::uint64_t rounds : {5u, 100000u}) {
    const auto agent = testing::make(kBank);
    World world(*agent, "bernoulli", "none", rounds);
    const auto result = simulate(*agent, *world.losses, *world.delays, {.rounds = rounds, .watch = &watch});
    ASSERT_TRUE(result);
    EXPECT_FALSE(*result);
    EXPECT_EQ(agent->rounds(), 1u);
  }
  const auto agent = testing::make(kBank);  // a run that is over is not stopped
  World world(*agent, "bernoulli", "none", 1);
  EXPECT_TRUE(simulate(*agent, *world.losses, *world.delays, {.rounds = 1, .watch = &watch})->has_value());
}

TEST(Simulate, ALossTheAgentCannotTakeIsAnError) {
  const auto agent = testing::make(kBank);
  World world(*agent, "signed-jump", "fixed:2", 100);
  testing::expect_error(simulate(*agent, *world.losses, *world.delays, {.rounds = 100}), ErrorCode::kBadValue,
                        {"-10"});
  const auto omd = testing::make(R"({"agent":"omd","arms":5})");
  World late(*omd, "bernoulli", "fixed:2", 100);
  testing::expect_error(simulate(*omd, *late.losses, *late.delays, {.rounds = 100}), ErrorCode::kRoundOpen,
                        {});
}

}  // namespace
}  // namespace banker::lab::simulate_test
