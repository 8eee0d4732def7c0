// What a spec without the number of its rule means where an agent has two: in what 0.1.0 wrote the first, by hand the newest.

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

#include "agent/base64.hpp"
#include "banker/agent/replay.hpp"
#include "banker/lab/request.hpp"
#include "banker/lab/run_log.hpp"
#include "banker/service/service.hpp"
#include "support/folder.hpp"
#include "support/server/first_format.hpp"
#include "support/server/two_rules.hpp"

namespace banker::testing::unnumbered_test {
namespace {

const std::string kSpec = R"({"agent":"two-rules","arms":3,"seed":5})";
const std::string kFirst = R"({"agent":"two-rules","rule":1,"arms":3,"seed":5})";
const std::string kOption =
    R"({"agent":"two-rules","arms":3,"seed":5,"fault":0})";  // that rule 2 has no more

Result<std::string> play(Replay& replay, const std::string& log) {
  std::istringstream lines(log);
  Result<std::string> answer = std::string();
  for (std::string line; answer && std::getline(lines, line);) answer = replay.feed(line);
  return answer;
}
// 0: the log is refused.
std::uint64_t rule_of(const std::string& log) {
  Replay replay;
  return play(replay, log) ? replay.agent()->identity().rule : 0;
}

// As it was recorded, less its first line.
std::string recorded_events() {
  Replay replay;
  (void)*replay.feed(kFirst);
  std::string log;
  for (int round = 1; round <= 5; ++round) {
    const Json asked = Json::parse(*replay.feed(R"({"ask":{}})"));
    log += Json{{"ask", {{"arm", asked["arm"]}, {"probability", asked["probability"]}}}}.dump() + '\n';
    const std::string tell = Json{{"tell", {{"round", round}, {"loss", 0.25}}}}.dump();
    (void)*replay.feed(tell);
    log += tell + '\n';
  }
  return log;
}

TEST(Unnumbered, ALogThatWasRecordedIsOfTheFirstRule) {
  const std::string events = recorded_events();
  EXPECT_EQ(rule_of(kSpec + '\n' + events), 1u);
  Replay by_the_newest;
  EXPECT_EQ(play(by_the_newest, R"({"agent":"two-rules","rule":2,"arms":3,"seed":5})" + ('\n' + events))
                .error()
                .code,
            ErrorCode::kAuditMismatch)
      << "the rules differ in what was recorded";
}

TEST(Unnumbered, ALogByHandIsOfTheNewestRule) {
  for (const char* events :
       {"", "\n{\"ask\":{}}", "\n{\"ask\":{\"arm\":1}}\n{\"tell\":{\"round\":1,\"loss\":0}}"})
    EXPECT_EQ(rule_of(kSpec + events), 2u) << events;
}

TEST(Unnumbered, ALogMayHaveAnOptionThatTheNewestRuleDropped) {
  EXPECT_EQ(rule_of(kOption + '\n' + recorded_events()), 1u);
  Replay by_hand;
  const auto answer = play(by_hand, kOption + "\n{\"ask\":{}}");
  ASSERT_FALSE(answer);
  EXPECT_NE(answer.error().message.find("\"fault\""), std::string::npos) << answer.error().message;
}

TEST(Unnumbered, ASnapshotOfVersion2IsOfTheFirstRule) {
  const auto agent = *make_agent(kFirst);
  (void)*agent->ask();
  const std::string bytes = first_snapshot(agent->save());
  const auto again = load_agent(bytes);
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ((*again)->save(), agent->save());
  EXPECT_EQ(rule_of(Json{{"snapshot", base64_encode(bytes)}}.dump()), 1u);
}

TEST(Unnumbered, ABanditInAJournalOfFormat1IsOfTheFirstRule) {
  using namespace service;
  const Folder folder;
  const auto open = [&] { return *Service::start(*store::open_journal(folder.file()), {}); };
  {
    const auto service = open();
    (void)service->call(Create{"a", kFirst, {}});
    (void)service->call(Ask{"a", 3, {}});
  }
  to_first_format(folder.file());
  const auto answer = open()->call(Look{"a"});
  EXPECT_EQ(*std::get<View>(answer).summary.spec, kFirst);
}

TEST(Unnumbered, AStudyThatWasKeptIsOfTheFirstRule) {
  const std::string text = R"({"agents":["two-rules"],"arms":3,"rounds":10})";
  EXPECT_EQ(lab::read_kept_request(text)->agents,
            std::vector<std::string>{R"({"agent":"two-rules","rule":1})"});
  EXPECT_EQ(lab::read_request(text)->agents, std::vector<std::string>{"two-rules"});
}

TEST(Unnumbered, ARunThatWasKeptIsOfTheFirstRule) {
  const Folder folder;
  const auto job_by = [](int rule) {
    const auto study = lab::plan({.agents = {Json{{"agent", "two-rules"}, {"rule", rule}}.dump()},
                                  .losses = {"bernoulli:0.2"},
                                  .delays = {"none"},
                                  .arms = {3},
                                  .rounds = {10},
                                  .runs = 1});
    return job(*study, 0);
  };
  lab::RunResult result;
  result.curve.resize(10);
  EXPECT_FALSE(lab::RunLog::open(folder.file("new"), false)->append(job_by(1), result));
  std::string line;
  std::getline(std::ifstream(folder.file("new")), line);
  Json run = Json::parse(line);
  run["job"]["spec"] = without_rules(run["job"]["spec"]);
  std::ofstream(folder.file("old")) << run.dump() << '\n';
  const auto runs = lab::RunLog::read(folder.file("old"));
  ASSERT_TRUE(runs) << runs.error().message;
  EXPECT_TRUE(runs->find(job_by(1)));
  EXPECT_FALSE(runs->find(job_by(2)));
}

}  // namespace
}  // namespace banker::testing::unnumbered_test
