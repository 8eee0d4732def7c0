// Snapshots and logs of version 0.1.0 go on to the last bit (tests/golden/0.1.0). Neither names a rule: it is the first one.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/json.hpp"
#include "agent/rules.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/agent/replay.hpp"

namespace banker::testing::old_files_test {
namespace {

const std::filesystem::path kOld = BANKER_SOURCE_DIR "/tests/golden/0.1.0";

std::string read(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  EXPECT_TRUE(in) << file;
  return content.str();
}

std::string play(Replay& replay, const std::string& log) {
  std::istringstream lines(log);
  std::string answers;
  for (std::string line; std::getline(lines, line);) {
    const auto answer = replay.feed(line);
    EXPECT_TRUE(answer) << line << ": " << answer.error().message;
    if (answer && !answer->empty()) answers += *answer + '\n';
  }
  return answers;
}

TEST(OldSnapshots, OfEveryAgentGoOn) {
  std::vector<std::string> agents;
  for (const auto& entry : std::filesystem::directory_iterator(kOld / "snapshots")) {
    if (entry.path().extension() != ".snapshot") continue;
    SCOPED_TRACE(entry.path());
    Replay replay;
    EXPECT_EQ(play(replay, read(entry.path())), "");
    ASSERT_NE(replay.agent(), nullptr);
    EXPECT_EQ(replay.agent()->identity().rule, 1u);
    agents.push_back(replay.agent()->identity().name);
    std::string answers;
    for (int i = 0; i < 10; ++i) {
      answers += play(replay, R"({"ask":{}})");
      answers += play(replay, Json{{"tell", {{"round", replay.agent()->rounds()}, {"loss", 0.375}}}}.dump());
    }
    EXPECT_EQ(answers, read(std::filesystem::path(entry.path()).replace_extension(".continued.jsonl")));
    // What is saved now has the number.
    const auto again = load_agent(replay.agent()->save());
    ASSERT_TRUE(again) << again.error().message;
    EXPECT_NE((*again)->spec().find(R"(,"rule":1,)"), std::string::npos);
  }
  for (const CatalogEntry& entry : catalog())
    EXPECT_NE(std::find(agents.begin(), agents.end(), entry.name), agents.end()) << entry.name;
}

TEST(OldLogs, AreAuditedAsTheyWereRecorded) {
  int logs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(kOld / "journal")) {
    if (!entry.path().string().ends_with(".log.jsonl")) continue;
    SCOPED_TRACE(entry.path());
    Replay replay;
    play(replay, read(entry.path()));
    ASSERT_NE(replay.agent(), nullptr);
    EXPECT_EQ(replay.agent()->identity().rule, 1u);
    ++logs;
  }
  EXPECT_EQ(logs, 10);
}

TEST(Rules, AreNumbersThatThereAre) {
  const auto expect = [](const std::string& spec, const std::string& words, ErrorCode code) {
    const auto agent = make_agent(spec);
    ASSERT_FALSE(agent) << spec;
    EXPECT_NE(agent.error().message.find(words), std::string::npos) << agent.error().message;
    EXPECT_EQ(agent.error().code, code);
  };
  expect(R"({"agent":"uniform","arms":2,"rule":2})", "\"rule\" is 2: uniform has only rule 1",
         ErrorCode::kBadSpec);
  expect(R"({"agent":"uniform","arms":2,"rule":0})", "\"rule\" is 0", ErrorCode::kBadSpec);
  expect(R"({"agent":"uniform","arms":2,"rule":-1})", "\"rule\" is -1", ErrorCode::kBadSpec);
  expect(R"({"agent":"uniform","arms":2,"rule":"1"})", "\"rule\" must be", ErrorCode::kBadType);
  expect(R"({"agent":"uniform","arms":2,"rul":1})", "did you mean \"rule\"?", ErrorCode::kBadType);
  expect(R"({"agent":"bold","arms":2,"base":{"agent":"exp3","rule":2}})", "\"rule\" is 2: exp3 has",
         ErrorCode::kBadSpec);
}

TEST(Rules, OfEveryAgentAreMadeUpToTheNewest) {
  for (const CatalogEntry& entry : catalog()) {
    Json spec{{"agent", entry.name}};
    if (entry.kind == "arms") spec["arms"] = 3;
    else spec["body"] = {{"type", "ball"}, {"dimension", 2}, {"radius", 1.0}};
    EXPECT_EQ((*make_agent(spec.dump()))->identity().rule, entry.rule) << "by hand the newest is meant";
    for (spec["rule"] = 1; spec["rule"] <= entry.rule; spec["rule"] = spec["rule"].get<int>() + 1) {
      const auto agent = make_agent(spec.dump());
      ASSERT_TRUE(agent) << spec << ": " << agent.error().message;
      EXPECT_EQ((*agent)->identity().name, entry.name);
      EXPECT_EQ((*agent)->identity().rule, spec["rule"]);
      // Every spec says so, also that of a base.
      EXPECT_EQ((*agent)->spec(), with_rules(Json::parse((*agent)->spec()), Unnumbered::kFirst).dump());
      EXPECT_EQ(Json::parse((*agent)->spec())["rule"], spec["rule"]);
    }
  }
}

TEST(Rules, OnlyGoForward) {
  const auto agent = *make_agent(R"({"agent":"uniform","arms":2})");
  for (const std::uint64_t rule : {0, 1, 2}) {
    const auto upgraded = agent->upgraded(rule);
    ASSERT_FALSE(upgraded);
    EXPECT_NE(upgraded.error().message.find("rule"), std::string::npos);
  }
}

}  // namespace
}  // namespace banker::testing::old_files_test
