// A running bandit goes on by a newer rule of its agent: what it would draw stays the same, open decisions are told, the log says when,
// and after a crash everything is where it was.

#include <gtest/gtest.h>

#include <cmath>

#include "banker/agent/replay.hpp"
#include "http/office.hpp"
#include "service/desk.hpp"
#include "support/server/two_rules.hpp"

namespace banker::testing::upgrade_test {
namespace {

const std::string kOldSpec = R"({"agent":"two-rules","rule":1,"arms":3,"seed":5})";

// Ten decisions of which every other one is open.
void play(Desk& desk, const std::string& bandit) {
  for (int i = 0; i < 10; ++i) {
    const Made made = desk.ask(bandit);
    if (i % 2 == 0) desk.tell(bandit, made.id, 0.25 * (i % 3));
  }
}

void expect_same(const std::vector<double>& a, const std::vector<double>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], 1e-9);
}

TEST(Upgrade, ADistributionStaysAndOpenDecisionsAreTold) {
  Desk desk;
  desk.create("a", kOldSpec);
  play(desk, "a");
  const View before = desk.expect<View>(Look{"a"});
  const View after = desk.expect<View>(Upgrade{"a", 2});
  expect_same(before.probabilities, after.probabilities);
  EXPECT_EQ(after.summary.open, before.summary.open);
  EXPECT_EQ(after.summary.seq, before.summary.seq + 1);
  EXPECT_EQ(Json::parse(*after.summary.spec)["rule"], 2);
  for (int round = 2; round <= 10; round += 2) EXPECT_EQ(desk.tell("a", concat("r", round), 0), "settled");
  play(desk, "a");
  EXPECT_NE(desk.log("a").find("\n{\"upgrade\":{\"rule\":2}}\n"), std::string::npos);
  EXPECT_TRUE(desk.log("a").starts_with(R"({"agent":"two-rules","rule":1,)"))
      << "a log begins as the bandit did";
  expect_logs_replay(desk);
}

TEST(Upgrade, HappensOnceAndOnlyForwards) {
  Desk desk;
  desk.create("a", kOldSpec);
  play(desk, "a");
  EXPECT_EQ(desk.problem(Upgrade{"b", 2}), 404);
  EXPECT_EQ(desk.problem(Upgrade{"a", 3}), 422);
  EXPECT_EQ(desk.problem(Upgrade{"a", 0}), 422);
  const std::string before = desk.log("a");
  desk.expect<View>(Upgrade{"a", 1});
  EXPECT_EQ(desk.log("a"), before) << "it plays by rule 1 already";
  desk.expect<View>(Upgrade{"a", 2});
  const std::string after = desk.log("a");
  desk.expect<View>(Upgrade{"a", 2});
  EXPECT_EQ(desk.log("a"), after);
  EXPECT_EQ(desk.problem(Upgrade{"a", 1}), 422);
}

TEST(Upgrade, ComesBackAfterACrashAndAStop) {
  for (const bool crash : {true, false}) {
    Desk desk;
    desk.create("a", kOldSpec);
    play(desk, "a");
    desk.expect<View>(Upgrade{"a", 2});
    play(desk, "a");
    const View before = desk.expect<View>(Look{"a"});
    if (crash) desk.crash(), desk.start();
    else desk.restart();
    const View after = desk.expect<View>(Look{"a"});
    EXPECT_EQ(before.probabilities, after.probabilities);
    EXPECT_EQ(*before.summary.spec, *after.summary.spec);
    play(desk, "a");
    expect_logs_replay(desk);
  }
}

// Where checkpoints are too large for the journal, the upgrade is among the events that are played again.
TEST(Upgrade, IsPlayedAgainWithoutACheckpoint) {
  Desk desk;
  desk.disk->largest_checkpoint = 10;
  desk.create("a", kOldSpec);
  play(desk, "a");
  desk.expect<View>(Upgrade{"a", 2});
  play(desk, "a");
  const View before = desk.expect<View>(Look{"a"});
  desk.crash();
  EXPECT_FALSE(desk.disk->checkpoint("a"));
  desk.start();
  const View after = desk.expect<View>(Look{"a"});
  EXPECT_EQ(before.probabilities, after.probabilities);
  EXPECT_EQ(*before.summary.spec, *after.summary.spec);
}

TEST(Upgrade, OfADiskThatFailsIsNotDone) {
  Desk desk;
  desk.create("a", kOldSpec);
  play(desk, "a");
  const std::string before = desk.log("a");
  desk.disk->fail_commits = 1;
  EXPECT_EQ(desk.problem(Upgrade{"a", 2}), 503);
  EXPECT_EQ(desk.log("a"), before);
  EXPECT_EQ(Json::parse(*desk.look("a").spec)["rule"], 1);
  desk.expect<View>(Upgrade{"a", 2});
  play(desk, "a");
  expect_logs_replay(desk);
}

TEST(Upgrade, OverHttp) {
  Office office;
  const std::string bandit = "/v1/bandits/a";
  const auto made = office.expect(201, "POST", "/v1/bandits", R"({"name":"a",)" + kOldSpec.substr(1));
  EXPECT_EQ(made["rule"], 1);
  EXPECT_EQ(made["newest_rule"], 2);
  EXPECT_EQ(office.expect(201, "POST", "/v1/bandits", R"({"name":"b","agent":"two-rules","arms":2})")["rule"],
            2)
      << "without a rule the newest is meant";
  const auto id = office.expect(200, "POST", bandit + "/ask")["id"].get<std::string>();
  const auto events = office.hub.listen("a");
  const auto changed = office.expect(200, "PATCH", bandit, R"({"rule":2})");
  EXPECT_EQ(changed["rule"], 2);
  EXPECT_EQ(changed["spec"]["rule"], 2);
  EXPECT_EQ(changed, office.expect(200, "PATCH", bandit, R"({"rule":2})")) << "again is the same";
  office.expect(204, "POST", bandit + "/decisions/" + id + "/tell", R"({"reward":1})");
  std::promise<std::string> said;
  auto text = said.get_future();
  events->next([&](http::Stream::Piece piece) { said.set_value(piece.text); });
  EXPECT_NE(text.get().find("event: upgrade\ndata: {\"bandit\":\"a\",\"at\":"), std::string::npos);
}

TEST(Upgrade, WhatHttpRefuses) {
  Office office;
  const std::string bandit = "/v1/bandits/a";
  office.expect(201, "POST", "/v1/bandits", R"({"name":"a",)" + kOldSpec.substr(1));
  for (const auto& [status, body, words] : std::vector<std::tuple<int, const char*, const char*>>{
           {400, "", "body"},
           {400, "{}", "\"rule\" is missing"},
           {400, R"({"rule":"2"})", "an integer"},
           {400, R"({"rule":2.5})", "an integer"},
           {400, R"({"rule":2,"arms":3})", "\"arms\""},
           {422, R"({"rule":0})", "rule 1"},
           {422, R"({"rule":-1})", "rules count from 1"},
           {422, R"({"rule":3})", "its newest is 2"},
           {422, R"({"rule":18446744073709551615})", "its newest is 2"}}) {
    const auto problem = office.expect(status, "PATCH", bandit, body);
    EXPECT_NE(problem["detail"].get<std::string>().find(words), std::string::npos) << problem;
  }
  EXPECT_EQ(office.expect(404, "PATCH", "/v1/bandits/x", R"({"rule":2})")["status"], 404);
  EXPECT_EQ(office.expect(200, "GET", bandit)["rule"], 1);
}

}  // namespace
}  // namespace banker::testing::upgrade_test
