// The verb migrate lets bandits of a stopped server go on by a newer rule.

#include <gtest/gtest.h>

#include "../apps/serve.hpp"
#include "banker/service/service.hpp"
#include "support/folder.hpp"
#include "support/server/two_rules.hpp"

namespace banker::testing::migrating_test {
namespace {

using namespace service;

const std::string kOldSpec = R"({"agent":"two-rules","rule":1,"arms":3,"seed":5})";

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
}  // namespace banker::testing::migrating_test
