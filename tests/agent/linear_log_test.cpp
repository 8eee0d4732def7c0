// Logs of linear agents: outcomes, audits, snapshot lines, and that a log replays identically.

#include "agent/linear_replay.hpp"

namespace banker::testing::linear_log_test {
namespace {

std::string polytope_spec() {
  return Json{{"agent", "banker-bolo"}, {"body", polytope_place().value}, {"seed", 7}}.dump();
}

TEST_F(LinearReplay, ARewardIsTheLossLowPlusHighMinusIt) {
  const std::string spec =
      Json{{"agent", "banker-bolo"}, {"body", box_place().value}, {"loss_range", {-2, 6}}}.dump();
  Replay losses;
  (void)losses.feed(spec).value();
  start(spec);
  for (std::uint64_t t = 1; t <= 20; ++t) {
    EXPECT_EQ(feed(kAskLine), losses.feed(kAskLine).value());
    const double reward = -2 + 0.375 * static_cast<double>(t);
    EXPECT_EQ(feed(tell(t, "reward", reward)), losses.feed(tell(t, "loss", -2 + 6 - reward)).value());
  }
}

TEST_F(LinearReplay, ALossOutsideTheRangeIsRefused) {
  start(kBall);
  (void)feed(kAskLine);
  for (const char* what : {"loss", "reward"}) {
    for (const double value : {1.5, -1.0000001, 1e300})
      expect_refused(tell(1, what, value), {what, "outside [-1, 1]", "loss_range"}, ErrorCode::kBadValue);
  }
  expect_refused(R"({"tell":{"round":1,"loss":"1"}})", {"\"loss\"", "number"});
  EXPECT_EQ(answer(tell(1, "loss", -1))["status"], "settled");
}

// On a list the probability is that of the action, whatever the direction; on a body 1/(2n).
TEST_F(LinearReplay, ARecordedProbabilityIsAudited) {
  for (const char* spec : {kRoutes, R"({"agent":"delayed-scrible","actions":[[1,2],[3,5],[1,0]]})"}) {
    Replay log;
    replay_ = Replay();
    (void)log.feed(spec).value();
    start(spec);
    for (std::uint64_t t = 1; t <= 40; ++t) {
      const std::string line = log.feed(kAskLine).value();
      const Json drawn = Json::parse(line);
      const double p = drawn["probability"].get<double>() + (t % 3 == 0 ? 9e-10 : 0);
      EXPECT_EQ(feed(Json{{"ask", {{"choice", drawn["choice"]}, {"probability", p}}}}.dump()), line);
      EXPECT_EQ(feed(tell(t, "loss", 0.5)), log.feed(tell(t, "loss", 0.5)).value());
    }
    const double truth = Json::parse(log.feed(kAskLine).value())["probability"];
    for (const double off : {1.1e-9, -1.1e-9, 0.5}) {
      Replay copy;
      (void)copy.feed(Json{{"snapshot", base64_encode(replay_.agent()->save())}}.dump()).value();
      expect_error(copy.feed(Json{{"ask", {{"probability", truth + off}}}}.dump()), ErrorCode::kAuditMismatch,
                   {"recorded probability", "round 41"});
    }
  }
  replay_ = Replay();
  start(kBall);
  (void)feed(Json{{"ask", {{"probability", 1.0 / 6}}}}.dump());
  expect_refused(R"({"ask":{"probability":null}})", {"\"probability\"", "number"});
}

// What follows a snapshot line is answered as in the log it stands for, to the last bit: the point that the
// search starts from is part of it.
TEST_F(LinearReplay, ASnapshotLineStandsInPlaceOfTheSpec) {
  for (const Case& c : catalog_cases(false)) {
    if (!is_linear(*make(c.spec))) continue;
    SCOPED_TRACE(c.spec);
    replay_ = Replay();
    start(c.spec);
    for (int i = 0; i < 8; ++i) (void)feed(kAskLine);
    for (const std::uint64_t round : {5, 2, 3}) (void)feed(tell(round, "loss", 0.75));
    (void)feed(R"({"drop":{"round":4}})");
    Replay compacted;
    ASSERT_EQ(compacted.feed(Json{{"snapshot", base64_encode(replay_.agent()->save())}}.dump()).value(), "");
    for (const char* event : {kAskLine, R"({"tell":{"round":6,"loss":-0.5}})", R"({"drop":{"round":1}})",
                              R"({"ask":{"direction":1,"sign":-1}})", R"({"tell":{"round":9,"reward":1}})",
                              kAskLine, kAskLine, R"({"ask":{"sign":1}})"}) {
      EXPECT_EQ(compacted.feed(event).value(), feed(event)) << event;
    }
    EXPECT_EQ(compacted.agent()->save(), replay_.agent()->save());
  }
}

// A log with the recorded directions, signs and choices forced is answered as the one that drew them. Looking
// at the agent between the lines changes nothing, though points of a polytope are searched for from the last.
TEST_F(LinearReplay, ALogReplaysIdenticallyWhenItsDecisionsAreForced) {
  for (const std::string& spec : {polytope_spec(), std::string(kBall), std::string(kRoutes)}) {
    Replay log;
    replay_ = Replay();
    (void)log.feed(spec).value();
    start(spec);
    Random random(81);
    std::vector<std::uint64_t> open;
    std::uint64_t rounds = 0;
    for (int i = 0; i < 300; ++i) {
      const std::uint64_t bits = random();
      if (open.empty() || bits % 2 == 0) {
        const std::string line = log.feed(kAskLine).value();
        const Json drawn = Json::parse(line);
        Json ask{{"direction", drawn["direction"]}, {"sign", drawn["sign"]}};
        if (drawn.contains("choice")) ask["choice"] = drawn["choice"];
        ASSERT_EQ(feed(Json{{"ask", ask}}.dump()), line);
        open.push_back(++rounds);
      } else {
        std::swap(open[bits / 2 % open.size()], open.back());
        const std::string event = tell(open.back(), "loss", static_cast<double>(bits >> 56) / 128 - 1);
        ASSERT_EQ(feed(event), log.feed(event).value());
        open.pop_back();
      }
      (void)replay_.agent()->point();
      (void)replay_.agent()->probabilities();
      (void)replay_.agent()->certificate();
    }
    EXPECT_EQ(log.agent()->save(), replay_.agent()->save());
  }
}

}  // namespace
}  // namespace banker::testing::linear_log_test
