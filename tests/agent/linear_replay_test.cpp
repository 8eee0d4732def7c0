// Logs of linear agents: the exact form of the events and of the answer lines of a replay.

#include "agent/linear_replay.hpp"

namespace banker::testing::linear_replay_test {
namespace {

const Keys kBodyKeys{"round", "action",   "point",          "direction",  "sign",
                     "scale", "invested", "total_invested", "outstanding"};
const Keys kListKeys{"round",       "action",        "point", "direction", "sign",           "choice",
                     "probability", "probabilities", "scale", "invested",  "total_invested", "outstanding"};

TEST_F(LinearReplay, AnswerLinesHaveTheirFieldsInAFixedOrder) {
  start(kBall);
  EXPECT_EQ(keys(answer(kAskLine)), kBodyKeys);
  EXPECT_EQ(keys(answer(R"({"ask":{"direction":1,"sign":-1}})")), kBodyKeys);
  EXPECT_EQ(keys(answer(tell(2, "loss", 0.5))), (Keys{"round", "status", "immediate_cost"}));
  EXPECT_EQ(feed(R"({"drop":{"round":1}})"), R"({"round":1,"status":"dropped"})");
  replay_ = Replay();
  start(kRoutes);
  EXPECT_EQ(keys(answer(kAskLine)), kListKeys);
  EXPECT_EQ(keys(answer(R"({"ask":{"choice":0}})")), kListKeys);
}

// Numbers parse back to the same double, on bodies and on lists, with and without a bank.
TEST_F(LinearReplay, AnAnswerIsOneLineWithTheValuesOfTheAgent) {
  for (const Case& c : catalog_cases(false)) {
    const auto agent = make(c.spec);
    if (!is_linear(*agent)) continue;
    SCOPED_TRACE(c.spec);
    replay_ = Replay();
    start(c.spec);
    for (std::uint64_t t = 1; t <= 30; ++t) {
      const std::vector<double> x = agent->point(), weights = agent->probabilities();
      const std::size_t outstanding = agent->outstanding();
      const Decision decision = agent->ask().value();
      const auto statement = agent->statement(decision.round);
      const std::string line = feed(kAskLine);
      EXPECT_EQ(line.find('\n'), std::string::npos);
      const Json ask = Json::parse(line);
      EXPECT_EQ(ask["round"], t);
      EXPECT_EQ(ask["action"].get<std::vector<double>>(), agent->action(decision.round).value());
      EXPECT_EQ(ask["point"].get<std::vector<double>>(), x);
      EXPECT_EQ(ask["direction"], decision.direction);
      EXPECT_EQ(ask["sign"], decision.sign);
      EXPECT_EQ(ask["outstanding"], outstanding);
      if (agent->arms() > 0) {
        EXPECT_EQ(ask["choice"], agent->arm_name(decision.arm));
        EXPECT_EQ(ask["probability"].get<double>(), decision.probability);
        EXPECT_EQ(ask["probabilities"].get<std::vector<double>>(), weights);
        EXPECT_EQ(ask["probability"].dump(), ask["probabilities"][decision.arm].dump());
        EXPECT_EQ(ask["action"], Json::parse(c.spec)["actions"][agent->arm_name(decision.arm)]);
      }
      ASSERT_EQ(static_cast<bool>(statement), agent->total_invested().has_value());
      if (statement) {
        EXPECT_EQ(ask["scale"].get<double>(), statement->scale);
        EXPECT_EQ(ask["invested"].get<double>(), statement->borrowed);
        EXPECT_EQ(ask["total_invested"].get<double>(), *agent->total_invested());
      }
      if (t % 3 != 0) continue;
      const Receipt receipt = agent->tell(RoundId{t - 1}, 0.3).value();
      const Json told = answer(tell(t - 1, "loss", 0.3));
      EXPECT_EQ(told["round"], t - 1);
      EXPECT_EQ(told["status"], "settled");
      EXPECT_EQ(told["immediate_cost"].is_null(), !receipt.immediate_cost);
      if (receipt.immediate_cost) {
        EXPECT_EQ(told["immediate_cost"].get<double>(), *receipt.immediate_cost);
      }
    }
    EXPECT_EQ(replay_.agent()->save(), agent->save());
  }
}

TEST_F(LinearReplay, AnAgentWithoutABankPrintsNull) {
  for (const char* name : {"bolo", "delayed-scrible"}) {
    replay_ = Replay();
    start(Json{{"agent", name}, {"body", ball_place().value}}.dump());
    const Json ask = answer(kAskLine);
    EXPECT_EQ(keys(ask), kBodyKeys);
    for (const char* key : {"scale", "invested", "total_invested"}) EXPECT_TRUE(ask[key].is_null()) << key;
    EXPECT_EQ(ask["outstanding"], 0);
    EXPECT_EQ(answer(kAskLine)["outstanding"], 1);
    EXPECT_EQ(feed(tell(1, "loss", 0.5)), R"({"round":1,"status":"settled","immediate_cost":null})");
    EXPECT_EQ(feed(R"({"drop":{"round":2}})"), R"({"round":2,"status":"dropped"})");
  }
}

TEST_F(LinearReplay, ADirectionAndASignAreForcedTogetherOrEachAlone) {
  start(kBall);
  for (int direction = 0; direction < 3; ++direction) {
    for (const int sign : {1, -1}) {
      const Json both = answer(Json{{"ask", {{"direction", direction}, {"sign", sign}}}}.dump());
      EXPECT_EQ(both["direction"], direction);
      EXPECT_EQ(both["sign"], sign);
      // At the centre of the ball, direction i is coordinate i.
      for (int i = 0; i < 3; ++i) {
        const double moved = both["action"][i].get<double>() - both["point"][i].get<double>();
        EXPECT_EQ(moved * sign > 0, i == direction);
        EXPECT_EQ(moved == 0, i != direction);
      }
    }
  }
  Replay drawn;
  (void)drawn.feed(kBall).value();
  std::set<std::string> rest;
  replay_ = Replay();
  start(kBall);
  for (int t = 0; t < 60; ++t) {
    const Json free = Json::parse(drawn.feed(kAskLine).value());
    const Json part = t % 2 ? Json{{"direction", 1}} : Json{{"sign", -1}};
    const Json forced = answer(Json{{"ask", part}}.dump());
    EXPECT_EQ(forced["direction"], t % 2 ? Json(1) : free["direction"]);
    EXPECT_EQ(forced["sign"], t % 2 ? free["sign"] : Json(-1));
    rest.insert(forced[t % 2 ? "sign" : "direction"].dump());
  }
  EXPECT_EQ(rest, (std::set<std::string>{"-1", "0", "1", "2"}));  // every sign and every direction was drawn
}

TEST_F(LinearReplay, AChoiceIsForcedByIndexOrByName) {
  start(kRoutes);
  EXPECT_EQ(answer(R"({"ask":{"choice":"south"}})")["choice"], "south");
  const Json east = answer(R"({"ask":{"choice":1,"direction":1,"sign":1}})");
  EXPECT_EQ(east["choice"], "east");
  EXPECT_EQ(east["action"], Json::array({1.0, 0.0}));
  EXPECT_EQ(east["direction"], 1);
  EXPECT_EQ(east["sign"], 1);
  expect_refused(R"({"ask":{"choice":"est"}})", {"no action \"est\"", "\"east\"?"});
  for (const char* choice : {"3", "-1", "18446744073709551615"})
    expect_refused(std::string(R"({"ask":{"choice":)") + choice + "}}", {"no action", "0 to 2"});
  for (const char* choice : {"1.0", "null", "true", "[]", "{}"})
    expect_refused(std::string(R"({"ask":{"choice":)") + choice + "}}", {"\"choice\"", "integer"});
  replay_ = Replay();
  start(R"({"agent":"bolo","actions":[[0],[1]]})");
  EXPECT_EQ(answer(R"({"ask":{"choice":1}})")["choice"], 1);
  expect_refused(R"({"ask":{"choice":"b"}})", {"\"b\"", "no names", "0 to 1"});
}

TEST_F(LinearReplay, ADirectionOrSignThatDoesNotExistIsRefused) {
  start(kBall);
  for (const char* direction : {"3", "4", "18446744073709551615"})
    expect_refused(std::string(R"({"ask":{"direction":)") + direction + "}}",
                   {"no direction " + std::string(direction), "0 to 2"}, ErrorCode::kImpossibleArm);
  for (const char* direction : {"-1", "1.5", "1.0", "\"1\"", "null", "true", "[]"})
    expect_refused(std::string(R"({"ask":{"direction":)") + direction + "}}", {"\"direction\"", "integer"});
  for (const char* sign :
       {"0", "2", "-2", "1.5", "1.0", "\"1\"", "null", "true", "[1]", "18446744073709551615"})
    expect_refused(std::string(R"({"ask":{"sign":)") + sign + "}}", {"\"sign\"", "1 or -1"});
  // A good direction beside a bad sign, and the other way round.
  expect_refused(R"({"ask":{"direction":0,"sign":0}})", {"\"sign\""});
  expect_refused(R"({"ask":{"direction":3,"sign":1}})", {"no direction 3"}, ErrorCode::kImpossibleArm);
}

TEST_F(LinearReplay, TheKeysOfArmsAndOfDirectionsAreNotMixed) {
  start(kBall);
  expect_refused(R"({"ask":{"arm":1}})", {"unknown key \"arm\"", "direction", "sign"});
  expect_refused(R"({"ask":{"choice":1}})", {"no list of actions"});
  expect_refused(R"({"ask":{"directon":1}})", {"\"directon\"", "\"direction\"?"});
  replay_ = Replay();
  start(kRoutes);
  expect_refused(R"({"ask":{"arm":1}})", {"unknown key \"arm\"", "choice"});
  replay_ = Replay();
  start(R"({"agent":"banker-tinf","arms":3})");
  for (const char* key : {"direction", "sign", "choice"})
    expect_refused(Json{{"ask", {{key, 1}}}}.dump(), {"unknown key", key, "\"arm\""});
}

}  // namespace
}  // namespace banker::testing::linear_replay_test
