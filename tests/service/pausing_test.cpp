// A bandit that makes no more decisions for a while.

#include <gtest/gtest.h>

#include "desk.hpp"

namespace banker::testing::pausing_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

const std::vector<void (*)(Desk&)> kMeanwhile{[](Desk&) {}, [](Desk& desk) { desk.restart(); },
                                              [](Desk& desk) { desk.crash(), desk.start(); }};

TEST(Pausing, RefusesNewDecisionsAndNothingElse) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    Terms terms;
    terms.expire_after = 60;
    desk.create("a", kArms, terms);
    for (const char* id : {"known", "told", "dropped", "silent"}) desk.ask("a", id);
    const Made known = desk.ask("a", "known");
    desk.wait(1);
    desk.expect<Done>(Pause{"a", true});
    const Time since = desk.now->load();
    meanwhile(desk);
    EXPECT_EQ(desk.look("a").paused_at, since);
    EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 409);
    EXPECT_EQ(desk.problem(Ask{"a", 2, {"known", "new"}}), 409);
    const Made again = desk.ask("a", "known");
    EXPECT_EQ(again.decision.arm, known.decision.arm);
    EXPECT_EQ(again.decision.round, known.decision.round);
    EXPECT_EQ(desk.tell("a", "told", 0.5), "settled");
    EXPECT_EQ(desk.drop("a", "dropped"), "dropped");
    desk.wait(61);
    EXPECT_EQ(desk.look("a").tally.expired, 2u);
    EXPECT_EQ(desk.look("a").rounds, 4u);
    desk.expect<Done>(Pause{"a", false});
    meanwhile(desk);
    EXPECT_FALSE(desk.look("a").paused_at);
    desk.ask("a", "new");
    expect_logs_replay(desk);
  }
}

TEST(Pausing, SaysHowToGoOn) {
  Desk desk;
  desk.create("a", kArms);
  desk.expect<Done>(Pause{"a", true});
  const Answer answer = desk.call(Ask{"a", 1, {}});
  ASSERT_TRUE(std::holds_alternative<Problem>(answer));
  EXPECT_EQ(std::get<Problem>(answer).detail, "a is paused: POST /v1/bandits/a/resume lets it go on");
}

// Twice is as once: since when does not change, and nobody is told again.
TEST(Pausing, TwiceIsAsOnce) {
  const auto happened = std::make_shared<std::vector<std::string>>();
  auto now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  Options options;
  options.clock = [now] { return now->load(); };
  options.watched = [] { return std::size_t{1}; };
  options.watch = [happened](std::span<const Happened> all) {
    for (const Happened& one : all)
      if (const auto* pause = std::get_if<Pause>(&one.what))
        happened->push_back(
            concat(one.bandit, pause->paused ? " paused" : " resumed", one.who ? "" : "?", one.id));
  };
  const auto service =
      *Service::start(std::make_unique<MemoryJournal>(std::make_shared<MemoryDisk>()), options);
  service->call(Create{"a", kArms, {}});
  const auto since = [&] { return std::get<View>(service->call(Look{"a"})).summary.paused_at; };
  service->call(Pause{"a", false});
  service->call(Pause{"a", true});
  const auto first = since();
  *now += 5;
  service->call(Pause{"a", true});
  EXPECT_EQ(since(), first);
  service->call(Pause{"a", false});
  service->call(Pause{"a", false});
  EXPECT_FALSE(since());
  EXPECT_EQ(*happened, (std::vector<std::string>{"a paused", "a resumed"}));
  EXPECT_TRUE(std::holds_alternative<Problem>(service->call(Pause{"b", true})));
}

TEST(Pausing, WhatCannotBeWrittenIsNotDone) {
  for (const bool paused : {true, false}) {
    Desk desk;
    desk.create("a", kArms);
    desk.expect<Done>(Pause{"a", !paused});
    desk.disk->fail_commits = 1;
    EXPECT_EQ(desk.problem(Pause{"a", paused}), 503);
    desk.disk->fail_commits = 0;
    EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), paused ? 0 : 409);
    desk.restart();
    EXPECT_EQ(desk.look("a").paused_at.has_value(), !paused);
  }
}

TEST(Pausing, IsNoMatterOfOtherBanditsOrOfANewOneOfTheName) {
  Desk desk;
  desk.create("a", kArms);
  desk.create("b", kArms);
  desk.expect<Done>(Pause{"a", true});
  desk.ask("b");
  desk.expect<Done>(Remove{"a"});
  desk.create("a", kArms);
  desk.ask("a");
}

}  // namespace
}  // namespace banker::testing::pausing_test
