// The verb migrate lets bandits of a stopped server go on by a newer rule.

#include <gtest/gtest.h>
#include <signal.h>

#include <chrono>
#include <random>

#include "../apps/serve.hpp"
#include "banker/agent/replay.hpp"
#include "service/desk.hpp"
#include "support/child.hpp"
#include "support/folder.hpp"
#include "support/server/file_service.hpp"
#include "support/server/two_rules.hpp"

namespace banker::testing::migrating_test {
namespace {

const std::string kOldSpec = R"({"agent":"two-rules","rule":1,"arms":3,"seed":5})";

// The journal of a server that is stopped, with two bandits of rule 1 and one of the newest.
class Migrate : public ::testing::Test {
 protected:
  Migrate() {
    const auto service = open();
    for (const char* name : {"a", "b"}) expect<View>(*service, Create{name, kOldSpec, {}});
    expect<View>(*service, Create{"c", R"({"agent":"two-rules","arms":2})", {}});
    play(*service);
  }

  // Every other decision stays open.
  static void play(Service& service) {
    for (int i = 0; i < 6; ++i) {
      const auto asked = expect<Asked>(service, Ask{"a", 1, {}});
      if (i % 2 == 0) expect<Heard>(service, Tell{"a", {{asked.decisions[0].id, 0.5, Outcome::Kind::kLoss}}});
    }
  }

  std::unique_ptr<Service> open() { return serve(folder_.file()); }
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
  const OpenRounds open_rounds = expect<OpenRounds>(*service, Oldest{"a", 10});
  EXPECT_EQ(open_rounds.rounds.size(), 3u);
  for (const RoundId round : open_rounds.rounds) {
    const auto heard = expect<Heard>(*service, Tell{"a", {{concat("r", round), 1, Outcome::Kind::kLoss}}});
    EXPECT_EQ(heard.results.at(0).verdict, Verdict::kSettled);
  }
}

TEST_F(Migrate, MovesAllAndThenThereIsNothingToDo) {
  EXPECT_EQ(run({}, true).second, 0);
  for (const char* name : {"a", "b", "c"}) EXPECT_EQ(rule_of(name), 2u);
  const Json again = Json::parse(run({}, true).first)["bandits"];
  for (const Json& bandit : again) EXPECT_EQ(bandit["moved"], false);
}

// The log of a bandit, played again, leads to where it is.
void expect_log_replays(Service& service, const std::string& bandit) {
  const View view = expect<View>(service, Look{bandit});
  const std::string log = log_of(service, bandit);
  EXPECT_TRUE(log.starts_with(kOldSpec + '\n')) << "a log begins as the bandit did: " << log;
  Replay replay;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto answer = replay.feed(line);
    ASSERT_TRUE(answer) << line << ": " << answer.error().message;
  }
  EXPECT_EQ(replay.agent()->spec(), *view.summary.spec);
  EXPECT_EQ(replay.agent()->probabilities(), view.probabilities);
}

TEST_F(Migrate, IsReadBackWithWhatWasDoneSinceThen) {
  EXPECT_EQ(run({"a"}, false).second, 0);
  const int status = status_of(in_child([&] {
    const auto service = open();
    play(*service);
    if (!HasFailure()) raise(SIGKILL);
  }));
  ASSERT_TRUE(WIFSIGNALED(status));
  EXPECT_EQ(number_in(folder_.file(),
                      "SELECT max(d.seq) - c.seq FROM decisions d, checkpoints c, bandits b "
                      "WHERE name = 'a' AND d.bandit = b.id AND c.bandit = b.id"),
            9)
      << "there is no tail";
  const auto service = open();
  EXPECT_EQ(expect<View>(*service, Look{"a"}).summary.rounds, 12u);
  EXPECT_NE(log_of(*service, "a").find("\n{\"upgrade\":{\"rule\":2}}\n"), std::string::npos);
  expect_log_replays(*service, "a");
}

// Each bandit plays by one rule or the other, and its log says so.
TEST_F(Migrate, IsDoneOrNotWheneverItIsKilled) {
  const std::string journal = content_of(folder_.file()), head = content_of(folder_.file("banker.db-head"));
  const auto probabilities = expect<View>(*open(), Look{"a"}).probabilities;
  const auto before = std::chrono::steady_clock::now();
  EXPECT_EQ(run({}, true).second, 0);
  const auto took = std::chrono::steady_clock::now() - before;
  const auto longest = std::chrono::duration_cast<std::chrono::microseconds>(took).count() * 5 / 4;
  std::mt19937_64 random(7);
  for (int kill_number = 0; kill_number < 8; ++kill_number) {
    SCOPED_TRACE(kill_number);
    const Folder folder;
    put(folder.file(), journal);
    put(folder.file("banker.db-head"), head);
    const pid_t child = in_child([&] {
      EXPECT_TRUE(std::freopen("/dev/null", "w", stdout) && std::freopen("/dev/null", "w", stderr));
      EXPECT_EQ(apps::migrate({folder.file(), {}, true, "json"}), 0);
    });
    usleep(static_cast<unsigned>(std::uniform_int_distribution<long>(0, longest)(random)));
    kill(child, SIGKILL);
    const int status = status_of(child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    const auto service = serve(folder.file());
    for (const std::string name : {"a", "b"}) {
      SCOPED_TRACE(name);
      const std::uint64_t rule = expect<View>(*service, Look{name}).who->rule;
      EXPECT_TRUE(rule == 1 || rule == 2);
      EXPECT_EQ(
          number_in(folder.file(),
                    "SELECT count(*) FROM changes JOIN bandits ON bandit = id WHERE name = '" + name + "'"),
          rule == 2);
      expect_log_replays(*service, name);
    }
    const auto now = expect<View>(*service, Look{"a"}).probabilities;
    ASSERT_EQ(now.size(), probabilities.size());
    for (std::size_t i = 0; i < now.size(); ++i) EXPECT_NEAR(now[i], probabilities[i], 1e-9);
  }
}

TEST_F(Migrate, RefusesWhatIsNotThereBeforeAnythingIsDone) {
  EXPECT_EQ(run({"a", "x"}, false).second, 2);
  EXPECT_EQ(rule_of("a"), 1u);
}

// One that was read at the start and cannot be read any more: the others go over, and it is not passed over in silence.
TEST(MigrateBroken, IsListedAndTheOthersGoOver) {
  Desk desk;
  for (const char* name : {"a", "b"}) desk.create(name, kOldSpec);
  desk.ask("a");
  {
    const std::lock_guard lock(desk.disk->mutex);
    desk.disk->bandits.begin()->second.decisions.at(1).decision.arm ^= 1;
  }
  desk.disk->fail_commits = 1;
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);  // and so it is read back, which cannot be done
  desk.disk->fail_commits = 0;
  for (const auto& [bandits, all] : {std::pair{std::vector<std::string>{"a"}, false}, {{}, true}}) {
    ::testing::internal::CaptureStdout(), ::testing::internal::CaptureStderr();
    EXPECT_EQ(apps::migrate(*desk.service, {"banker.db", bandits, all, "json"}), 1);
    const Json listed = Json::parse(::testing::internal::GetCapturedStdout())["bandits"];
    const std::string said = ::testing::internal::GetCapturedStderr();
    EXPECT_EQ(listed[0],
              (Json{{"bandit", "a"}, {"agent", {}}, {"rule", {}}, {"newest", {}}, {"moved", false}}));
    EXPECT_NE(said.find("a cannot be read: "), std::string::npos) << said;
    EXPECT_EQ(said.find("nothing to do"), std::string::npos) << said;
    EXPECT_EQ(listed.size(), all ? 2u : 1u);
  }
  EXPECT_EQ(desk.expect<View>(Look{"b"}).who->rule, 2u);
}

}  // namespace
}  // namespace banker::testing::migrating_test
