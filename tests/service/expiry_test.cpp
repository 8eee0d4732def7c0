// Decisions whose outcome does not come in time, and outcomes that come too late.

#include <gtest/gtest.h>

#include "desk.hpp"

namespace banker::testing::expiry_test {
namespace {

const std::string kArms = R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":8})";

Terms expiring(std::optional<Default> on_expiry = {}, Late late = Late::kIgnore) {
  return {.expire_after = 60, .on_expiry = on_expiry, .late = late, .max_open = 1000};
}
constexpr Default kLossOne{1, Outcome::Kind::kLoss};

const std::vector<void (*)(Desk&)> kMeanwhile{[](Desk&) {}, [](Desk& desk) { desk.restart(); },
                                              [](Desk& desk) { desk.crash(), desk.start(); }};

TEST(Expiry, ComesAfterItsTimeAndNotBefore) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms, expiring());
    desk.ask("a", "x");
    desk.wait(30);
    desk.ask("a", "y");
    desk.wait(29);
    meanwhile(desk);
    EXPECT_EQ(desk.look("a").open, 2u);
    desk.wait(2);
    EXPECT_EQ(desk.look("a").open, 1u);
    EXPECT_EQ(desk.look("a").tally.expired, 1u);
    EXPECT_EQ(desk.look("a").oldest_open_at, desk.find("a", "y").decision.at);
    const Found x = desk.find("a", "x");
    ASSERT_TRUE(x.outcome);
    EXPECT_EQ(x.outcome->cause, store::Cause::kExpiry);
    EXPECT_FALSE(x.outcome->value);
    EXPECT_EQ(x.outcome->state, RoundState::kDropped);
    expect_logs_replay(desk);
  }
}

TEST(Expiry, HappensByItself) {
  Desk desk;
  desk.create("a", kArms, expiring());
  desk.ask("a", "x");
  desk.wait(61);
  // A list does not look at the clock of any bandit: the service must have done so.
  while (desk.expect<Summaries>(List{}).bandits.at(0).tally.expired == 0) std::this_thread::yield();
  const std::string log = desk.log("a");
  EXPECT_NE(log.find(R"({"drop":{"round":1}})"), std::string::npos) << log;
}

TEST(Expiry, TellsTheLossItWasGiven) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms, expiring(kLossOne));
    desk.ask("a", "x");
    meanwhile(desk);
    desk.wait(60);
    EXPECT_EQ(desk.tell("a", "x", 0.5), "expired");
    meanwhile(desk);
    EXPECT_EQ(desk.tell("a", "x", 0.25), "expired");
    const Found x = desk.find("a", "x");
    EXPECT_EQ(x.outcome->cause, store::Cause::kExpiry);
    EXPECT_EQ(x.outcome->value, 1);
    EXPECT_EQ(x.outcome->state, RoundState::kSettled);
    EXPECT_EQ(desk.look("a").tally.settled, 0u);
    EXPECT_EQ(desk.look("a").tally.expired, 1u);
    const std::string log = desk.log("a");
    EXPECT_NE(log.find(R"({"tell":{"round":1,"loss":1)"), std::string::npos) << log;
    expect_logs_replay(desk);
  }
}

// The reward r is the loss low + high - r, which may be rounded to beside the range.
TEST(Expiry, ARewardIsToldAsItsLossForEveryRange) {
  for (int i = 1; i < 100; ++i) {
    const double low = i / 97.0, high = low + i / 13.0;
    Desk desk;
    const std::string spec =
        concat(R"({"agent":"banker-tinf","arms":3,"seed":8,"loss_range":[)", low, ",", high, "]}");
    desk.create("a", spec, expiring(Default{low, Outcome::Kind::kReward}));
    desk.ask("a", "x");
    desk.wait(61);
    desk.restart();
    EXPECT_NEAR(desk.find("a", "x").outcome->value.value(), high, 1e-12);
    expect_logs_replay(desk);
  }
}

TEST(Expiry, LateOutcomesAreRefusedIfTheTermsSaySo) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms, expiring({}, Late::kRefuse));
    desk.ask("a", "x");
    desk.wait(61);
    meanwhile(desk);
    EXPECT_EQ(desk.tell("a", "x", 0.5), "conflict");
    EXPECT_EQ(desk.drop("a", "x"), "expired");
    EXPECT_EQ(desk.look("a").tally.expired, 1u);
    expect_logs_replay(desk);
  }
}

TEST(Expiry, LateOutcomesCountIfTheTermsSaySo) {
  for (const auto meanwhile : kMeanwhile) {
    Desk desk;
    desk.create("a", kArms, expiring({}, Late::kAccept));
    desk.ask("a", "x");
    desk.ask("a", "y");
    desk.wait(61);
    meanwhile(desk);
    desk.ask("a", "z");
    EXPECT_EQ(desk.look("a").open, 3u);
    EXPECT_EQ(desk.look("a").lapsed, 2u);
    EXPECT_EQ(desk.tell("a", "x", 0.5), "settled");
    EXPECT_EQ(desk.look("a").lapsed, 1u);
    meanwhile(desk);
    EXPECT_EQ(desk.tell("a", "x", 0.5), "settled");
    EXPECT_EQ(desk.tell("a", "x", 0.25), "conflict");
    EXPECT_EQ(desk.drop("a", "y"), "dropped");
    EXPECT_EQ(desk.look("a").open, 1u);
    expect_logs_replay(desk);
  }
}

TEST(Expiry, AnOutcomeInTimeIsNotLate) {
  Desk desk;
  desk.create("a", kArms, expiring(kLossOne));
  desk.ask("a", "x");
  desk.wait(59.999);
  EXPECT_EQ(desk.tell("a", "x", 0.5), "settled");
  desk.wait(100);
  EXPECT_EQ(desk.tell("a", "x", 0.5), "settled");
  EXPECT_EQ(desk.look("a").tally.expired, 0u);
}

TEST(Expiry, AStaleRoundExpiresToo) {
  Desk desk;
  desk.create("a", R"({"agent":"banker","arms":2,"seed":7,"skip_stale":0.5})", expiring(kLossOne));
  desk.ask("a", "old");
  for (int i = 0; i < 40; ++i) desk.tell("a", desk.ask("a").id, 0.5);
  desk.wait(61);
  EXPECT_EQ(desk.tell("a", "old", 0.5), "expired");
  EXPECT_EQ(desk.find("a", "old").outcome->state, RoundState::kStale);
  desk.crash();
  desk.start();
  EXPECT_EQ(desk.look("a").tally.expired, 1u);
  EXPECT_EQ(desk.look("a").tally.stale, 0u);
  expect_logs_replay(desk);
}

// A clock that is set back makes nothing younger, also across a restart; until it has caught up, time goes on at half its pace.
TEST(Expiry, AClockThatGoesBackIsNotBelieved) {
  Desk desk;
  desk.create("a", kArms, expiring());
  desk.ask("a", "x");
  desk.wait(50);
  desk.ask("a", "y");
  desk.wait(-1000);
  EXPECT_GE(desk.find("a", desk.ask("a").id).decision.at, desk.find("a", "y").decision.at);
  desk.restart();
  desk.ask("a", "z");
  EXPECT_EQ(desk.find("a", "z").decision.at, desk.find("a", "y").decision.at);
  EXPECT_EQ(desk.look("a").open, 4u);
  desk.wait(30);  // the first is 65 seconds old
  EXPECT_EQ(desk.tell("a", "x", 0.5), "expired");
  EXPECT_EQ(desk.tell("a", "y", 0.5), "settled");
  EXPECT_EQ(desk.look("a").open, 2u);
  desk.wait(91);
  EXPECT_EQ(desk.look("a").tally.expired, 3u);
  expect_logs_replay(desk);
}

TEST(MaxOpen, RefusesMoreUntilSomeAreClosed) {
  Desk desk;
  Terms terms;
  terms.max_open = 3;
  desk.create("a", kArms, terms);
  EXPECT_EQ(desk.problem(Ask{"a", 4, {}}), 429);
  EXPECT_EQ(desk.look("a").rounds, 0u);
  desk.expect<Asked>(Ask{"a", 2, {}});
  desk.ask("a", "x");
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 429);
  EXPECT_EQ(desk.ask("a", "x").id, "x");  // what is there already is no new one
  desk.crash();
  desk.start();
  EXPECT_EQ(desk.problem(Ask{"a", 1, {"y"}}), 429);
  desk.tell("a", "r1", 0.5);
  EXPECT_EQ(desk.ask("a", "y").id, "y");
  desk.drop("a", "r2");
  desk.ask("a");
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 429);
  EXPECT_EQ(desk.look("a").rounds, 5u);
}

TEST(MaxOpen, ExpiredDecisionsMakeRoomEvenIfTheyMayStillBeTold) {
  for (const Late late : {Late::kIgnore, Late::kAccept}) {
    Desk desk;
    Terms terms = expiring({}, late);
    terms.max_open = 1;
    desk.create("a", kArms, terms);
    desk.ask("a");
    EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 429);
    desk.wait(61);
    desk.ask("a");
    desk.restart();
    EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 429);
  }
}

TEST(Expiry, RoundsThatMayComeLateDoNotWaitInAnyNumber) {
  Desk desk;
  Terms terms;
  terms.expire_after = 60;
  terms.late = Late::kAccept;
  terms.max_open = 2;
  desk.create("a", R"({"agent":"banker","arms":3,"seed":1,"skip_stale":false})", terms);
  for (const char* id : {"1", "2"}) desk.ask("a", id);
  desk.wait(61);
  for (const char* id : {"3", "4"}) desk.ask("a", id);
  desk.restart();
  desk.wait(61);
  EXPECT_EQ(desk.ask("a", "3").decision.round, RoundId{3});  // a repetition needs no room
  EXPECT_EQ(desk.look("a").open, 2u);
  EXPECT_EQ(desk.look("a").tally.expired, 2u);
  EXPECT_EQ(desk.tell("a", "1", 0.5), "expired");
  EXPECT_EQ(desk.tell("a", "4", 0.5), "settled");
}

// ---- By hand

std::string by_hand(Desk& desk, const std::string& id) { return show(desk.call(Expire{"a", id})); }

TEST(ExpiryByHand, ClosesARoundAsSilenceWould) {
  for (const auto meanwhile : kMeanwhile) {
    for (const Late late : {Late::kIgnore, Late::kAccept, Late::kRefuse}) {
      for (const bool timed : {true, false}) {
        for (const bool told : {true, false}) {
          if (told && (!timed || late == Late::kAccept)) continue;  // there are no such terms
          Desk desk;
          Terms terms = expiring(told ? std::optional(kLossOne) : std::nullopt, late);
          if (!timed) terms.expire_after.reset();
          desk.create("a", kArms, terms);
          desk.ask("a", "x");
          EXPECT_EQ(by_hand(desk, "x"), "heard (x: dropped)");
          meanwhile(desk);
          EXPECT_EQ(by_hand(desk, "x"), "heard (x: expired)");
          EXPECT_EQ(desk.tell("a", "x", 0.5), late == Late::kRefuse ? "conflict" : "expired");
          EXPECT_EQ(desk.drop("a", "x"), "expired");
          const Found x = desk.find("a", "x");
          EXPECT_EQ(x.outcome->cause, store::Cause::kExpiry);
          EXPECT_EQ(x.outcome->value, told ? std::optional(1.0) : std::nullopt);
          EXPECT_EQ(desk.look("a").tally.expired, 1u);
          EXPECT_EQ(desk.look("a").open, 0u);
          expect_logs_replay(desk);
        }
      }
    }
  }
}

TEST(ExpiryByHand, OfWhatWasClosedBeforeAnswersAsADrop) {
  Desk desk;
  desk.create("a", kArms, expiring());
  for (const char* id : {"told", "dropped", "expired"}) desk.ask("a", id);
  desk.tell("a", "told", 0.5);
  desk.drop("a", "dropped");
  desk.wait(61);
  for (const char* id : {"told", "dropped", "expired", "nobody's"})
    EXPECT_EQ(by_hand(desk, id), show(desk.call(Drop{"a", id}))) << id;
  EXPECT_EQ(desk.problem(Expire{"b", "x"}), 404);
}

TEST(ExpiryByHand, OfAllThatAreSoOldTakesTheOldestFirst) {
  for (const Late late : {Late::kIgnore, Late::kAccept}) {
    Desk desk;
    Terms terms = expiring({}, late);
    terms.expire_after = 1000;
    desk.create("a", kArms, terms);
    for (int i = 0; i < 5; ++i) desk.ask("a"), desk.wait(10);
    // Their ages: 50, 40, 30, 20, 10.
    EXPECT_EQ(show(desk.call(ExpireOld{"a", 50.000001})), "expired 0");
    EXPECT_EQ(show(desk.call(ExpireOld{"a", 1e300})), "expired 0");
    EXPECT_EQ(show(desk.call(ExpireOld{"a", 30})), "expired 3");
    EXPECT_EQ(show(desk.call(Oldest{"a", 10})), "open 4 5");
    desk.crash();
    desk.start();
    EXPECT_EQ(show(desk.call(Oldest{"a", 10})), "open 4 5");
    desk.wait(980);  // the fourth is beyond its time
    desk.ask("a");
    EXPECT_EQ(show(desk.call(ExpireOld{"a", 0})), late == Late::kAccept ? "expired 3" : "expired 2");
    EXPECT_EQ(desk.look("a").open, 0u);
    EXPECT_EQ(desk.problem(ExpireOld{"a", -1}), 422);
    expect_logs_replay(desk);
  }
}

TEST(ExpiryByHand, OfVeryManyIsDoneInPieces) {
  Desk desk;
  desk.create("a", R"({"agent":"delayed-exp3","arms":3,"seed":3})");
  desk.expect<Asked>(Ask{"a", 25'000, {}});
  EXPECT_EQ(show(desk.call(ExpireOld{"a", 0})), "expired 10000 and more");
  EXPECT_EQ(show(desk.call(Oldest{"a", 1})), "open 10001");
  EXPECT_EQ(show(desk.call(ExpireOld{"a", 0})), "expired 10000 and more");
  EXPECT_EQ(show(desk.call(ExpireOld{"a", 0})), "expired 5000");
}

TEST(ExpiryByHand, AClockThatWasSetBackLeavesNothingOpenThatIsToBeClosed) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a");
  desk.stop();
  desk.wait(-1000);
  desk.start();
  EXPECT_EQ(show(desk.call(ExpireOld{"a", 0})), "expired 1");
}

}  // namespace
}  // namespace banker::testing::expiry_test
