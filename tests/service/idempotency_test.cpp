// Whoever does not know whether a request arrived sends it again: it is done once, and answered as the first time.

#include <gtest/gtest.h>

#include <barrier>
#include <set>
#include <thread>

#include "desk.hpp"

namespace banker::testing::idempotency_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":5,"seed":7})";
const std::string kTinf = R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":8})";

// All the ways time can pass between a request and its repetition.
const std::vector<void (*)(Desk&)> kMeanwhile{
    [](Desk&) {}, [](Desk& desk) { desk.restart(); }, [](Desk& desk) { desk.crash(), desk.start(); },
    [](Desk& desk) { desk.stop(), desk.disk->forget_checkpoints(), desk.start(); }};

TEST(Idempotency, ARepeatedDecisionIdGetsTheFirstDecision) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms);
    const std::string first = show(desk.call(Ask{"a", 1, {"mine"}}));
    desk.ask("a");
    meanwhile(desk);
    EXPECT_EQ(show(desk.call(Ask{"a", 1, {"mine"}})), first);
    EXPECT_EQ(desk.look("a").rounds, 2u);
    expect_logs_replay(desk);
  }
}

TEST(Idempotency, ADecisionThatIsClosedIsStillTheAnswerToItsId) {
  Desk desk;
  desk.create("a", kArms);
  const std::string first = show(desk.call(Ask{"a", 1, {"mine"}}));
  EXPECT_EQ(desk.tell("a", "mine", 0.5), "settled");
  EXPECT_EQ(show(desk.call(Ask{"a", 1, {"mine"}})), first);
  EXPECT_EQ(desk.look("a").rounds, 1u);
}

TEST(Idempotency, IdsAreOfOneBandit) {
  Desk desk;
  desk.create("a", kArms);
  desk.create("b", kTinf);
  desk.ask("a", "mine");
  desk.ask("b", "mine");
  EXPECT_EQ(desk.tell("a", "mine", 0.25), "settled");
  EXPECT_EQ(desk.tell("b", "mine", 0.75), "settled");
  EXPECT_EQ(desk.find("a", "mine").outcome->value, 0.25);
  EXPECT_EQ(desk.find("b", "mine").outcome->value, 0.75);
}

TEST(Idempotency, AnIdTwiceInOneRequestIsOneDecision) {
  Desk desk;
  desk.create("a", kArms);
  const Asked asked = desk.expect<Asked>(Ask{"a", 4, {"x", "y", "x", "y"}});
  EXPECT_EQ(show(asked.decisions[0].decision), show(asked.decisions[2].decision));
  EXPECT_EQ(show(asked.decisions[1].decision), show(asked.decisions[3].decision));
  EXPECT_EQ(desk.look("a").rounds, 2u);
}

TEST(Idempotency, SomeIdsOfARequestMayBeKnown) {
  Desk desk;
  desk.create("a", kArms);
  const Made y = desk.ask("a", "y");
  const Asked asked = desk.expect<Asked>(Ask{"a", 3, {"x", "y", "z"}});
  EXPECT_EQ(show(asked.decisions[1].decision), show(y.decision));
  EXPECT_EQ(number(asked.decisions[0].decision.round), 2u);
  EXPECT_EQ(number(asked.decisions[2].decision.round), 3u);
}

TEST(Idempotency, ASecondAskInTheSameBatchGetsTheFirstDecision) {
  Desk desk;
  desk.create("a", kArms);
  const auto answers =
      desk.batch(Ask{"a", 1, {}}, {Ask{"a", 1, {"x"}}, Ask{"a", 1, {"x"}}, Ask{"a", 2, {"y", "x"}}});
  EXPECT_EQ(show(answers[0]), show(answers[1]));
  EXPECT_EQ(std::get<Asked>(answers[2]).decisions[1].id, "x");
  EXPECT_EQ(desk.look("a").rounds, 3u);
}

TEST(Idempotency, TheSameOutcomeAgainIsAnsweredAsTheFirstTimeAndCountedOnce) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms);
    desk.ask("a", "mine");
    const Made made = desk.ask("a");
    EXPECT_EQ(desk.tell("a", "mine", 0.5), "settled");
    EXPECT_EQ(desk.reward("a", made.id, 0.25), "settled");
    meanwhile(desk);
    EXPECT_EQ(desk.tell("a", "mine", 0.5), "settled");
    EXPECT_EQ(desk.reward("a", made.id, 0.25), "settled");
    EXPECT_EQ(desk.look("a").tally.settled, 2u);
    expect_logs_replay(desk);
  }
}

TEST(Idempotency, AnotherValueIsAConflictAndChangesNothing) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms);
    desk.ask("a", "mine");
    desk.tell("a", "mine", 0.5);
    meanwhile(desk);
    const std::string before = show(desk.call(Look{"a"}));
    EXPECT_EQ(desk.tell("a", "mine", 0.25), "conflict");
    EXPECT_EQ(desk.reward("a", "mine", 0.5), "conflict");  // the same loss, but not what was said
    EXPECT_EQ(desk.tell("a", "mine", 7), "conflict");
    EXPECT_EQ(desk.drop("a", "mine"), "conflict");
    EXPECT_EQ(show(desk.call(Look{"a"})), before);
    EXPECT_EQ(desk.find("a", "mine").outcome->value, 0.5);
  }
}

TEST(Idempotency, ADropCanBeRepeatedButNotTold) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kTinf);
    desk.ask("a", "mine");
    EXPECT_EQ(desk.drop("a", "mine"), "dropped");
    meanwhile(desk);
    EXPECT_EQ(desk.drop("a", "mine"), "dropped");
    EXPECT_EQ(desk.tell("a", "mine", 0.5), "conflict");
    EXPECT_EQ(desk.look("a").tally.dropped, 1u);
    expect_logs_replay(desk);
  }
}

TEST(Idempotency, RepeatedOutcomesWithinABatch) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a", "x");
  desk.ask("a", "y");
  const auto loss = [](const char* id, double value) { return Report{id, value, Outcome::Kind::kLoss}; };
  const auto answers = desk.batch(
      Ask{"a", 1, {}}, {Tell{"a", {loss("x", 0.5), loss("x", 0.5), loss("x", 0.25)}},
                        Tell{"a", {loss("x", 0.5)}}, Drop{"a", "x"}, Drop{"a", "y"}, Drop{"a", "y"}});
  EXPECT_EQ(show(answers[0]), "heard (x: settled) (x: settled) (x: conflict)");
  EXPECT_EQ(show(answers[1]), "heard (x: settled)");
  EXPECT_EQ(show(answers[2]), "heard (x: conflict)");
  EXPECT_EQ(show(answers[3]), "heard (y: dropped)");
  EXPECT_EQ(show(answers[4]), "heard (y: dropped)");
  expect_logs_replay(desk);
}

TEST(Idempotency, AnInvalidOutcomeLeavesTheDecisionOpen) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a", "x");
  EXPECT_EQ(desk.tell("a", "x", 1.5), "invalid");
  EXPECT_FALSE(desk.find("a", "x").outcome);
  EXPECT_EQ(desk.tell("a", "x", 1), "settled");
  EXPECT_EQ(desk.tell("a", "nobody", 1), "unknown");
  EXPECT_EQ(desk.tell("a", "r2", 1), "unknown");
  EXPECT_EQ(desk.tell("a", "r18446744073709551617", 1), "unknown");
}

TEST(Idempotency, StaleRoundsAreAnsweredAsTheFirstTime) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", R"({"agent":"banker","arms":2,"seed":7,"skip_stale":0.5})");
    desk.ask("a", "old");
    desk.ask("a", "older than most");
    for (int i = 0; i < 40; ++i) desk.tell("a", desk.ask("a").id, 0.5);
    EXPECT_EQ(desk.tell("a", "old", 0.75), "stale");
    EXPECT_EQ(desk.drop("a", "older than most"), "dropped");
    meanwhile(desk);
    EXPECT_EQ(desk.tell("a", "old", 0.75), "stale");
    EXPECT_EQ(desk.tell("a", "old", 0.5), "conflict");
    EXPECT_EQ(desk.drop("a", "older than most"), "dropped");
    EXPECT_EQ(desk.look("a").tally.stale, 1u);
    expect_logs_replay(desk);
  }
}

TEST(Idempotency, OfEightAtOnceOneIsCounted) {
  constexpr int kThreads = 8, kRounds = 50;
  Desk desk;
  desk.create("a", kArms);
  std::vector<std::vector<std::string>> answers(kThreads);
  std::barrier together(kThreads);
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      for (int i = 0; i < kRounds; ++i) {
        const std::string id = concat("d", i);
        together.arrive_and_wait();
        answers[t].push_back(show(desk.call(Ask{"a", 1, {id}})));
        together.arrive_and_wait();
        answers[t].push_back(show(desk.call(Tell{"a", {{id, 0.5, Outcome::Kind::kLoss}}})));
        answers[t].push_back(show(desk.call(Drop{"a", id})));
      }
    });
  for (std::thread& thread : threads) thread.join();
  for (int t = 1; t < kThreads; ++t) EXPECT_EQ(answers[t], answers[0]);
  const Summary summary = desk.look("a");
  EXPECT_EQ(summary.rounds, static_cast<std::uint64_t>(kRounds));
  EXPECT_EQ(summary.tally.settled, static_cast<std::uint64_t>(kRounds));
  expect_logs_replay(desk);
}

TEST(Idempotency, OfEightDifferentOutcomesOneWinsAndTheOthersAreTold) {
  constexpr int kThreads = 8;
  Desk desk;
  desk.create("a", kArms);
  for (int i = 0; i < 50; ++i) {
    const std::string id = desk.ask("a").id;
    std::vector<std::string> verdicts(kThreads);
    std::vector<std::thread> threads;
    for (int t = 0; t < kThreads; ++t)
      threads.emplace_back([&, t] { verdicts[t] = desk.tell("a", id, t / 8.0); });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), "settled"), 1);
    EXPECT_EQ(std::count(verdicts.begin(), verdicts.end(), "conflict"), kThreads - 1);
    const auto winner = std::find(verdicts.begin(), verdicts.end(), "settled") - verdicts.begin();
    EXPECT_EQ(desk.find("a", id).outcome->value, static_cast<double>(winner) / 8.0);
  }
  expect_logs_replay(desk);
}

TEST(Idempotency, AnAskThatFailsHalfWayAsksNothing) {
  Desk desk;
  desk.create("one", R"({"agent":"omd","arms":3,"seed":9})");  // one open round at a time
  EXPECT_EQ(desk.problem(Ask{"one", 2, {}}), 409);
  EXPECT_EQ(desk.expect<Summaries>(List{}).bandits.size(), 1u);
  EXPECT_EQ(desk.look("one").rounds, 0u);
  const Made made = desk.ask("one");
  EXPECT_EQ(desk.problem(Ask{"one", 1, {}}), 409);
  EXPECT_EQ(desk.tell("one", made.id, 0.5), "settled");
  const auto answers =
      desk.batch(Ask{"one", 1, {"x"}}, {Tell{"one", {{"x", 0.5, Outcome::Kind::kLoss}}},
                                        Ask{"one", 2, {"y", "z"}}, Find{"one", "y"}, Ask{"one", 1, {"z"}}});
  EXPECT_EQ(show(answers[0]), "heard (x: settled)");
  EXPECT_EQ(show(answers[1]), "problem 409");
  EXPECT_EQ(show(answers[2]), "problem 404");
  EXPECT_EQ(number(std::get<Asked>(answers[3]).decisions[0].decision.round), 3u);
  expect_logs_replay(desk);
}

TEST(Idempotency, ANameIsTakenUntilItsBanditIsRemoved) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms);
    desk.tell("a", desk.ask("a", "x").id, 0.5);
    EXPECT_EQ(desk.problem(Create{"a", kTinf, {}}), 409);
    desk.expect<Done>(Remove{"a"});
    meanwhile(desk);
    EXPECT_EQ(desk.problem(Remove{"a"}), 404);
    EXPECT_EQ(desk.problem(Look{"a"}), 404);
    desk.create("a", kTinf);
    EXPECT_EQ(desk.problem(Find{"a", "x"}), 404);  // not of the one before
    EXPECT_EQ(number(desk.ask("a", "x").decision.round), 1u);
    meanwhile(desk);
    EXPECT_EQ(desk.look("a").rounds, 1u);
    expect_logs_replay(desk);
  }
}

TEST(Idempotency, ADecisionCanBeNamedByItsRoundToo) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a", "mine");
  EXPECT_EQ(desk.find("a", "r1").id, "mine");
  EXPECT_EQ(desk.tell("a", "r1", 0.5), "settled");
  EXPECT_EQ(desk.tell("a", "mine", 0.5), "settled");
  EXPECT_EQ(desk.look("a").tally.settled, 1u);
}

TEST(Idempotency, AnIdOfTheServersFormIsRefused) {
  Desk desk;
  desk.create("a", kArms);
  for (const char* id : {"r1", "r17", "r99999999999999999999", "", "a\nb", "\xff", "a\xc2\x85", ".", ".."})
    EXPECT_EQ(desk.problem(Ask{"a", 1, {id}}), 422) << id;
  EXPECT_EQ(desk.problem(Ask{"a", 1, {std::string(201, 'x')}}), 422);
  EXPECT_EQ(desk.problem(Ask{"a", 2, {"fine", "r1"}}), 422);
  EXPECT_EQ(desk.look("a").rounds, 0u);
  for (const std::string& id : {std::string("r"), std::string("r0"), std::string("r01"), std::string("r1x"),
                                std::string("\xc3\xa4 / ?"), std::string(200, 'x')})
    EXPECT_EQ(desk.ask("a", id).id, id);
}

}  // namespace
}  // namespace banker::testing::idempotency_test
