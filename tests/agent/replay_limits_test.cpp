// Audits, snapshot lines, and lines that are too long or too deep.

#include "agent/base64.hpp"
#include "agent/player.hpp"
#include "banker/agent/replay.hpp"
#include "support/effort.hpp"

namespace banker::testing::replay_limits_test {
namespace {

constexpr const char* kSpec = R"({"agent":"banker-tinf","arms":3,"seed":7})";

Replay started(const char* spec = kSpec) {
  Replay replay;
  EXPECT_EQ(replay.feed(spec).value(), "");
  return replay;
}
std::string ask_with_probability(double probability) {
  return Json{{"ask", {{"probability", probability}}}}.dump();
}

TEST(Audit, ARecordedProbabilityThatMatchesPasses) {
  Replay log = started(), audit = started();
  for (std::uint64_t t = 1; t <= 50; ++t) {
    const std::string answer = log.feed(R"({"ask":{}})").value();
    const Json ask = Json::parse(answer);
    const double off = t % 3 == 0 ? 9e-10 : 0;
    EXPECT_EQ(audit
                  .feed(Json{
                      {"ask", {{"arm", ask["arm"]}, {"probability", ask["probability"].get<double>() + off}}}}
                            .dump())
                  .value(),
              answer);
    const std::string tell = Json{{"tell", {{"round", t}, {"loss", 0.5}}}}.dump();
    EXPECT_EQ(log.feed(tell).value(), audit.feed(tell).value());
  }
}

TEST(Audit, ARecordedProbabilityThatDiffersIsAMismatch) {
  const double truth = Json::parse(started().feed(R"({"ask":{}})").value())["probability"];
  for (const double recorded : {truth + 1.1e-9, truth - 1.1e-9, 0.0, 1.0, -5.0, 1e300}) {
    Replay replay = started();
    expect_error(replay.feed(ask_with_probability(recorded)), ErrorCode::kAuditMismatch,
                 {"recorded probability", "round 1"});
  }
}

TEST(Audit, ARecordedProbabilityThatIsNoNumberIsRefused) {
  Replay replay = started();
  for (const char* value : {"null", "\"0.3\"", "true", "[]", "{}"}) {
    expect_error(replay.feed(std::string(R"({"ask":{"probability":)") + value + "}}"), ErrorCode::kBadEvent,
                 {"\"probability\"", "number"});
  }
  EXPECT_EQ(replay.agent()->rounds(), 0u);
}

TEST(SnapshotLine, StandsInPlaceOfTheSpec) {
  Replay log = started(R"({"agent":"banker-sflbinf","arms":["x","y"],"seed":3})");
  for (int i = 0; i < 5; ++i) (void)log.feed(R"({"ask":{}})").value();
  (void)log.feed(R"({"tell":{"round":2,"loss":-0.25}})").value();
  const std::string line = Json{{"snapshot", base64_encode(log.agent()->save())}}.dump();
  Replay compacted;
  ASSERT_EQ(compacted.feed(line).value(), "");
  for (const char* event : {R"({"ask":{}})", R"({"tell":{"round":3,"loss":0.5}})", R"({"drop":{"round":1}})",
                            R"({"ask":{"arm":"y"}})"}) {
    EXPECT_EQ(compacted.feed(event).value(), log.feed(event).value());
  }
}

TEST(SnapshotLine, MustBeAGoodSnapshotAndNothingElse) {
  const std::string bytes = make(kSpec)->save(), good = base64_encode(bytes);
  Replay replay;
  expect_error(replay.feed(R"({"snapshot":3})"), ErrorCode::kBadEvent, {"snapshot"});
  expect_error(replay.feed(Json{{"snapshot", good}, {"seed", 3}}.dump()), ErrorCode::kBadEvent,
               {"snapshot", "nothing else"});
  for (const std::string& text : {good + "=", good.substr(1), good.substr(1) + "*", std::string("a")}) {
    expect_error(replay.feed(Json{{"snapshot", text}}.dump()), ErrorCode::kBadEvent, {"base64"});
  }
  for (const std::string& damaged : {std::string(), bytes.substr(3), bytes.substr(0, bytes.size() - 1)}) {
    expect_error(replay.feed(Json{{"snapshot", base64_encode(damaged)}}.dump()), ErrorCode::kBadSnapshot,
                 {"snapshot"});
  }
  EXPECT_EQ(replay.agent(), nullptr);
  EXPECT_EQ(replay.feed(Json{{"snapshot", good}}.dump()).value(), "");
}

// {"ask":{"arm":[[...]]}} with `depth` levels in all.
std::string nested(std::size_t depth, bool objects) {
  std::string line = R"({"ask":{"arm":)";
  for (std::size_t i = 2; i < depth; ++i) line += objects && i > 2 ? "{\"a\":" : "[";
  line += '1';
  for (std::size_t i = depth; i-- > 2;) line += objects && i > 2 ? '}' : ']';
  return line + "}}";
}

TEST(Depth, SixtyFourLevelsAreReadAndSixtyFiveRefused) {
  Replay replay = started();
  for (const bool objects : {false, true}) {
    expect_error(replay.feed(nested(64, objects)), ErrorCode::kBadEvent, {"\"arm\" must be"});
    expect_error(replay.feed(nested(65, objects)), ErrorCode::kBadEvent, {"nested deeper than 64"});
  }
  Replay fresh;
  expect_error(fresh.feed(nested(65, false)), ErrorCode::kBadEvent, {"nested deeper than 64"});
}

// A reader whose work grows with the square of the line would take hours for these.

TEST(LongLine, AMillionLevelsAreRefused) {
  Replay replay = started();
  for (const char* level : {"[", "{\"a\":", "[[{\"a\":"}) {
    std::string line = R"({"ask":)";
    while (line.size() < 3'000'000) line += level;
    expect_error(replay.feed(line), ErrorCode::kBadEvent, {"nested deeper than 64"});
  }
  EXPECT_EQ(replay.agent()->rounds(), 0u);
}

TEST(LongLine, ALineOf16MiBIsReadAndALongerOneRefused) {
  Replay replay = started();
  std::string line = R"({"ask":{}})";
  line.resize(kMaxLine, ' ');
  EXPECT_EQ(Json::parse(replay.feed(line).value())["round"], 1);
  line += ' ';
  expect_error(replay.feed(line), ErrorCode::kBadEvent, {"longer"});
  EXPECT_EQ(replay.agent()->rounds(), 1u);
}

TEST(LongLine, AListOfManyObjectsIsRefused) {
  Replay replay = started();
  std::string line = R"({"ask":{"arm":[{})";
  for (int i = 0; i < effort(2'000'000, 200'000); ++i) line += ",{}";
  expect_error(replay.feed(line + "]}}"), ErrorCode::kBadEvent, {"arm"});
}

TEST(LongLine, AnObjectOfManyKeysIsRefused) {
  Replay replay = started();
  std::string line = "{";
  for (int i = 0; i < effort(70'000, 20'000); ++i) line += '"' + std::to_string(i) + "\":0,";
  line.back() = '}';
  expect_error(replay.feed(line), ErrorCode::kBadEvent, {});
}

}  // namespace
}  // namespace banker::testing::replay_limits_test
