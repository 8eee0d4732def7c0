// A running bandit goes on by a newer rule of its agent: what it would draw stays the same, open decisions are told, the log says when,
// and after a crash everything is where it was.

#include <gtest/gtest.h>

#include <cmath>

#include "../apps/serve.hpp"
#include "banker/agent/replay.hpp"
#include "http/office.hpp"
#include "service/desk.hpp"
#include "support/folder.hpp"
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

// The journal of a server that is stopped, with two bandits of rule 1 and one of the newest.
class Migrate : public ::testing::Test {
 protected:
  Migrate() {
    const auto service = open();
    for (const char* name : {"a", "b"}) create(*service, name, kOldSpec);
    create(*service, "c", R"({"agent":"two-rules","arms":2})");
    for (int i = 0; i < 6; ++i) {
      const auto asked = std::get<Asked>(service->call(Ask{"a", 1, {}}));
      if (i % 2 == 0) service->call(Tell{"a", {{asked.decisions[0].id, 0.5, Outcome::Kind::kLoss}}});
    }
  }

  std::unique_ptr<Service> open() { return *Service::start(*store::open_journal(folder_.file()), {}); }
  static void create(Service& service, const std::string& name, const std::string& spec) {
    EXPECT_TRUE(std::holds_alternative<View>(service.call(Create{name, spec, {}})));
  }
  std::uint64_t rule_of(const std::string& name) {
    return std::get<View>(open()->call(Look{name})).who->rule;
  }
  // What is printed, and the exit status.
  std::pair<std::string, int> run(std::vector<std::string> bandits, bool all,
                                  const std::string& format = "json") {
    ::testing::internal::CaptureStdout();
    const int status = apps::migrate({folder_.file(), std::move(bandits), all, format});
    return {::testing::internal::GetCapturedStdout(), status};
  }

  const Folder folder_;
};

TEST_F(Migrate, ListsWhatIsOldAndChangesNothing) {
  const auto [out, status] = run({}, false);
  EXPECT_EQ(status, 0);
  const Json bandits = Json::parse(out)["bandits"];
  ASSERT_EQ(bandits.size(), 3u);
  EXPECT_EQ(bandits[0],
            (Json{{"bandit", "a"}, {"agent", "two-rules"}, {"rule", 1}, {"newest", 2}, {"moved", false}}));
  EXPECT_EQ(bandits[2]["rule"], 2);
  EXPECT_EQ(rule_of("a"), 1u);
  EXPECT_EQ(run({}, false, "csv").first.substr(0, 31), "bandit,agent,rule,newest,moved\n");
}

TEST_F(Migrate, MovesThoseThatAreNamed) {
  const auto [out, status] = run({"a"}, false);
  EXPECT_EQ(status, 0);
  const Json bandits = Json::parse(out)["bandits"];
  ASSERT_EQ(bandits.size(), 1u);
  EXPECT_EQ(bandits[0]["moved"], true);
  EXPECT_EQ(bandits[0]["rule"], 2);
  EXPECT_EQ(rule_of("a"), 2u);
  EXPECT_EQ(rule_of("b"), 1u);
  const auto service = open();
  const auto open_rounds = std::get<OpenRounds>(service->call(Oldest{"a", 10}));
  for (const RoundId round : open_rounds.rounds)
    EXPECT_TRUE(std::holds_alternative<Heard>(
        service->call(Tell{"a", {{concat("r", round), 1, Outcome::Kind::kLoss}}})));
}

TEST_F(Migrate, MovesAllAndThenThereIsNothingToDo) {
  EXPECT_EQ(run({}, true).second, 0);
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(rule_of(name), 2u);
  const Json again = Json::parse(run({}, true).first)["bandits"];
  for (const Json& bandit : again) EXPECT_EQ(bandit["moved"], false);
}

TEST_F(Migrate, RefusesWhatIsNotThereBeforeAnythingIsDone) {
  EXPECT_EQ(run({"a", "x"}, false).second, 2);
  EXPECT_EQ(rule_of("a"), 1u);
}

}  // namespace
}  // namespace banker::testing::upgrade_test
