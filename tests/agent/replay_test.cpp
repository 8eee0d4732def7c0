// Logs: the exact form of the events and of the answer lines of a replay.

#include "banker/agent/replay.hpp"

#include "agent/player.hpp"

namespace banker::testing::replay_test {
namespace {

constexpr const char* kSpec = R"({"agent":"banker-tinf","arms":3,"seed":7})";
constexpr const char* kNamedSpec = R"({"agent":"banker-tinf","arms":["red","green","blue"],"seed":7})";
constexpr const char* kAskLine = R"({"ask":{}})";

class ReplayTest : public ::testing::Test {
 protected:
  std::string feed(std::string_view line) { return replay_.feed(line).value(); }
  Json answer(std::string_view line) { return Json::parse(feed(line)); }
  void start(std::string_view spec) { ASSERT_EQ(feed(spec), ""); }

  // The line is refused with these words, and the replay is as it was before.
  void expect_refused(std::string_view line, std::initializer_list<std::string_view> words,
                      ErrorCode code = ErrorCode::kBadEvent) {
    SCOPED_TRACE(line.substr(0, 100));
    const std::string before = replay_.agent() ? replay_.agent()->save() : "";
    expect_error(replay_.feed(line), code, words);
    EXPECT_TRUE((replay_.agent() ? replay_.agent()->save() : "") == before) << "the line changed the agent";
  }
  static std::vector<std::string> keys(const Json& object) {
    std::vector<std::string> list;
    for (const auto& [key, value] : object.items()) list.push_back(key);
    return list;
  }

  Replay replay_;
};

using Keys = std::vector<std::string>;
const Keys kAskKeys{"round", "arm",      "probability",    "probabilities",
                    "scale", "invested", "total_invested", "outstanding"};
const Keys kTellKeys{"round", "status", "immediate_cost"};

TEST_F(ReplayTest, AnswerLinesHaveTheirFieldsInAFixedOrder) {
  start(kSpec);
  EXPECT_EQ(keys(answer(kAskLine)), kAskKeys);
  EXPECT_EQ(keys(answer(R"({"ask":{"arm":2}})")), kAskKeys);
  EXPECT_EQ(keys(answer(R"({"tell":{"round":2,"loss":0.5}})")), kTellKeys);
  EXPECT_EQ(feed(R"({"drop":{"round":1}})"), R"({"round":1,"status":"dropped"})");
}

TEST_F(ReplayTest, AnAnswerIsOneLineWithTheValuesOfTheAgent) {
  start(kSpec);
  const auto agent = make(kSpec);
  for (std::uint64_t t = 1; t <= 30; ++t) {
    const std::vector<double> x = agent->probabilities();
    const std::size_t outstanding = agent->outstanding();
    const Decision decision = agent->ask().value();
    const Statement statement = agent->statement(decision.round).value();
    const std::string line = feed(kAskLine);
    EXPECT_EQ(line.find('\n'), std::string::npos);
    const Json ask = Json::parse(line);
    EXPECT_EQ(ask["round"], t);
    EXPECT_EQ(ask["arm"], decision.arm);
    // Numbers parse back to the same double; probability is probabilities[arm] bit for bit.
    EXPECT_EQ(ask["probability"].get<double>(), decision.probability);
    EXPECT_EQ(ask["probabilities"].get<std::vector<double>>(), x);
    EXPECT_EQ(ask["probability"].dump(), ask["probabilities"][decision.arm].dump());
    EXPECT_EQ(ask["scale"].get<double>(), statement.scale);
    EXPECT_EQ(ask["invested"].get<double>(), statement.borrowed);
    EXPECT_EQ(ask["total_invested"].get<double>(), *agent->total_invested());
    EXPECT_EQ(ask["outstanding"], outstanding);
    if (t % 3 != 0) continue;
    const Receipt receipt = agent->tell(RoundId{t - 1}, 0.3).value();
    const Json tell = answer(Json{{"tell", {{"round", t - 1}, {"loss", 0.3}}}}.dump());
    EXPECT_EQ(tell["round"], t - 1);
    EXPECT_EQ(tell["status"], "settled");
    EXPECT_EQ(tell["immediate_cost"].get<double>(), *receipt.immediate_cost);
  }
  EXPECT_EQ(replay_.agent()->save(), agent->save());
}

TEST_F(ReplayTest, ArmsGivenByNameAppearAsNamesInAndOut) {
  start(kNamedSpec);
  EXPECT_EQ(answer(R"({"ask":{"arm":"blue"}})")["arm"], "blue");
  EXPECT_EQ(answer(R"({"ask":{"arm":1}})")["arm"], "green");
  EXPECT_TRUE(answer(kAskLine)["arm"].is_string());
  expect_refused(R"({"ask":{"arm":"gren"}})", {"\"gren\"", "\"green\"?"});
  expect_refused(R"({"ask":{"arm":3}})", {"no arm 3", "0 to 2"});
}

TEST_F(ReplayTest, AForcedArmIsAnIndexOrAName) {
  start(kSpec);
  for (const char* arm : {"3", "-1", "18446744073709551615"}) {
    expect_refused(std::string(R"({"ask":{"arm":)") + arm + "}}", {"no arm", "0 to 2"});
  }
  for (const char* arm : {"1.0", "null", "true", "[]", "{}"}) {
    expect_refused(std::string(R"({"ask":{"arm":)") + arm + "}}", {"\"arm\"", "integer"});
  }
  expect_refused(R"({"ask":{"arm":"red"}})", {"\"red\"", "no names", "0 to 2"});
}

TEST_F(ReplayTest, BlankLinesAreIgnoredBeforeAndAfterTheSpec) {
  for (const char* line : {"", " ", "\t", "\r", " \t\r"}) EXPECT_EQ(feed(line), "");
  EXPECT_EQ(replay_.agent(), nullptr);
  start(kSpec);
  for (const char* line : {"", "  \r"}) EXPECT_EQ(feed(line), "");
  EXPECT_EQ(answer(kAskLine)["round"], 1);
}

TEST_F(ReplayTest, ABadSpecLeavesTheReplayWaitingForOne) {
  expect_refused(kAskLine, {"names no agent"}, ErrorCode::kBadType);
  expect_refused(R"({"agent":"omd"})", {"arms"}, ErrorCode::kBadType);
  EXPECT_EQ(replay_.agent(), nullptr);
  start(kSpec);
}

TEST_F(ReplayTest, AnEventHasExactlyOneKey) {
  start(kSpec);
  (void)feed(kAskLine);
  for (const char* line : {"{}", R"({"ask":{},"drop":{"round":1}})",
                           R"({"tell":{"round":1,"loss":0},"note":1})", "[]", "3", "null", "\"ask\""}) {
    expect_refused(line, {"exactly one key"});
  }
  expect_refused(R"({"tel":{"round":1,"loss":0.5}})", {"\"tel\"", "\"tell\"?"});
  expect_refused(R"({"ask":{},"ask":{}})", {"twice"});
  expect_refused(kSpec, {"exactly one key"});
}

TEST_F(ReplayTest, TheBodyOfAnEventIsAnObjectWithKnownKeys) {
  start(kSpec);
  (void)feed(kAskLine);
  for (const char* verb : {"ask", "tell", "drop"}) {
    for (const char* body : {"null", "[]", "1", "\"x\"", "true"}) {
      expect_refused("{\"" + std::string(verb) + "\":" + body + "}", {verb, "object"});
    }
  }
  expect_refused(R"({"ask":{"arms":1}})", {"\"arms\"", "\"arm\"?"});
  expect_refused(R"({"tell":{"round":1,"los":0.5}})", {"\"los\"", "\"loss\"?"});
  expect_refused(R"({"drop":{"round":1,"loss":0.5}})", {"\"loss\"", "drop"});
}

TEST_F(ReplayTest, ARoundIsAnInteger) {
  start(kSpec);
  for (int i = 0; i < 3; ++i) (void)feed(kAskLine);
  for (const char* round : {"3.0", "1e0", "\"3\"", "null", "true", "[3]", "{}"}) {
    expect_refused(std::string(R"({"tell":{"round":)") + round + R"(,"loss":0.5}})",
                   {"\"round\"", "integer"});
    expect_refused(std::string(R"({"drop":{"round":)") + round + "}}", {"\"round\"", "integer"});
  }
  expect_refused(R"({"tell":{"round":-3,"loss":0.5}})", {"unknown round -3"});
  expect_refused(R"({"tell":{"loss":0.5}})", {"round"});
  expect_refused(R"({"drop":{}})", {"round"});
  expect_refused(R"({"tell":{"round":0,"loss":0.5}})", {"unknown round 0"}, ErrorCode::kUnknownRound);
  expect_refused(R"({"tell":{"round":4,"loss":0.5}})", {"unknown round 4"}, ErrorCode::kUnknownRound);
  (void)feed(R"({"drop":{"round":3}})");
  expect_refused(R"({"tell":{"round":3,"loss":0.5}})", {"round 3 is closed"}, ErrorCode::kClosedRound);
}

TEST_F(ReplayTest, ATellHasExactlyOneOfLossAndReward) {
  start(kSpec);
  (void)feed(kAskLine);
  expect_refused(R"({"tell":{"round":1}})", {"exactly one", "loss", "reward"});
  expect_refused(R"({"tell":{"round":1,"loss":0.5,"reward":0.5}})", {"exactly one"});
  for (const char* value : {"null", "\"0.5\"", "true", "[]", "{}"}) {
    expect_refused(std::string(R"({"tell":{"round":1,"loss":)") + value + "}}", {"\"loss\"", "number"});
    expect_refused(std::string(R"({"tell":{"round":1,"reward":)") + value + "}}", {"\"reward\"", "number"});
  }
  expect_refused(R"({"tell":{"round":1,"loss":1.5}})", {"1.5", "[0, 1]"}, ErrorCode::kBadValue);
  expect_refused(R"({"tell":{"round":1,"loss":NaN}})", {"broken JSON"});
  expect_refused(R"({"tell":{"round":1,"loss":1e999}})", {"too large"});
  const double by_reward = answer(R"({"tell":{"round":1,"reward":0.25}})")["immediate_cost"];
  Replay other;
  (void)other.feed(kSpec).value();
  (void)other.feed(kAskLine).value();
  EXPECT_EQ(Json::parse(other.feed(R"({"tell":{"round":1,"loss":0.75}})").value())["immediate_cost"],
            by_reward);
}

TEST_F(ReplayTest, AnAgentWithoutABankPrintsNull) {
  start(R"({"agent":"omd","arms":3})");
  const Json ask = answer(kAskLine);
  EXPECT_EQ(keys(ask), kAskKeys);
  for (const char* key : {"scale", "invested", "total_invested"}) EXPECT_TRUE(ask[key].is_null()) << key;
  EXPECT_EQ(ask["outstanding"], 0);
  expect_refused(kAskLine, {"round 1 is open", "banker-omd"}, ErrorCode::kRoundOpen);
  EXPECT_EQ(feed(R"({"tell":{"round":1,"loss":0.5}})"),
            R"({"round":1,"status":"settled","immediate_cost":null})");
}

TEST_F(ReplayTest, ASkippedTellCostsNothing) {
  start(R"({"agent":"banker-sftinf","arms":3})");
  (void)feed(kAskLine);
  const Json tell = answer(R"({"tell":{"round":1,"loss":9}})");
  EXPECT_EQ(keys(tell), kTellKeys);
  EXPECT_EQ(tell["status"], "skipped");
  EXPECT_EQ(tell["immediate_cost"], 0);
}

}  // namespace
}  // namespace banker::testing::replay_test
