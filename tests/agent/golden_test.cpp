// Logs with their answers, and snapshots with what follows, written down once: the bits are the same on every
// machine and in every later version. BANKER_UPDATE_GOLDEN=1 writes them anew.

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "agent/base64.hpp"
#include "agent/player.hpp"
#include "banker/agent/replay.hpp"

namespace banker::testing::golden_test {
namespace {

std::string path(const std::string& name) { return BANKER_SOURCE_DIR "/tests/golden/" + name; }

std::string read(const std::string& name) {
  std::ifstream in(path(name), std::ios::binary);
  std::stringstream content;
  content << in.rdbuf();
  return in ? content.str() : "no file " + name + ": run with BANKER_UPDATE_GOLDEN=1";
}

bool updating() { return std::getenv("BANKER_UPDATE_GOLDEN") != nullptr; }

// The file holds exactly this text; or will, when updating.
void expect_golden(const std::string& name, const std::string& content) {
  if (updating()) std::ofstream(path(name), std::ios::binary) << content;
  EXPECT_EQ(read(name), content) << name;
}

// Every agent in every spending, with names for the arms where spending is proportional; the regularizers of
// banker-omd; linear agents on every kind of body.
std::vector<Case> golden_cases() {
  std::vector<Case> cases = catalog_cases(false);
  for (const Json& regularizer : std::vector<Json>{"negentropy", "log-barrier", {{"tsallis", 0.9}}}) {
    const std::string part = regularizer.is_string() ? regularizer.get<std::string>() : "tsallis-0.9";
    cases.push_back(
        make_case("banker-omd." + part,
                  {{"agent", "banker-omd"}, {"arms", 4}, {"seed", 9}, {"regularizer", regularizer}}));
  }
  for (Case& c : cases) {
    Json spec = Json::parse(c.spec);
    if (spec.value("spending", "") == "proportional" && spec.contains("arms"))
      spec["arms"] = {"north", "east", "south", "west"};
    c.spec = spec.dump();
  }
  return cases;
}

// What a forced ask decides, from random bits: an arm of four; of a linear agent one of two directions, a sign
// and one of four actions, or some of it.
Json forced_ask(const Agent& agent, std::uint64_t bits) {
  // An agent that leaves nothing to chance plays no other arm.
  const auto x = agent.probabilities();
  if (std::find(x.begin(), x.end(), 1.0) != x.end()) return Json::object();
  if (!is_linear(agent)) return {{"arm", bits >> 62}};
  Json ask = Json::object();
  if (bits >> 61 & 1) ask["direction"] = bits >> 62 & 1;
  if (bits >> 60 & 1) ask["sign"] = bits >> 63 ? 1 : -1;
  if (agent.arms() > 0 && bits >> 59 & 1) ask["choice"] = agent.arm_name(bits >> 57 & 3);
  return ask;
}

// A spec and 60 events: asks, forced asks, tells in any order, rewards, drops.
std::string make_log(const Case& c) {
  const auto agent = make(c.spec);
  const LossDomain::Kind kind = agent->identity().domain.kind;
  Random random(51);
  std::vector<std::uint64_t> open;
  std::uint64_t rounds = 0;
  std::string log = c.spec + '\n';
  for (int i = 0; i < 60; ++i) {
    const std::uint64_t bits = random();
    const unsigned choice = bits % 16;
    Json event;
    if (open.empty() || (c.takes_delay && choice < 8)) {
      event["ask"] = choice < 2 ? forced_ask(*agent, bits) : Json::object();
      open.push_back(++rounds);
    } else {
      const std::size_t at = bits / 16 % open.size();
      const double loss = loss_for(*agent, static_cast<double>(bits >> 56) / 256);
      if (choice == 15) event["drop"] = {{"round", open[at]}};
      else if (choice == 14 && kind != LossDomain::Kind::kNonNegative)
        event["tell"] = {{"round", open[at]}, {"reward", loss}};
      else event["tell"] = {{"round", open[at]}, {"loss", loss}};
      open.erase(open.begin() + static_cast<std::ptrdiff_t>(at));
    }
    log += event.dump() + '\n';
  }
  // An agent that cannot wait ends with every outcome told.
  if (!c.takes_delay && !open.empty()) log += Json{{"drop", {{"round", open[0]}}}}.dump() + '\n';
  return log;
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

std::string ten_rounds_more(Replay& replay) {
  std::string answers;
  for (int i = 0; i < 10; ++i) {
    answers += play(replay, R"({"ask":{}})");
    answers += play(replay, Json{{"tell", {{"round", replay.agent()->rounds()}, {"loss", 0.375}}}}.dump());
  }
  return answers;
}

class Golden : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Catalog, Golden, ::testing::ValuesIn(golden_cases()), case_name);

TEST_P(Golden, LogsAreAnsweredAsWrittenDown) {
  const std::string& name = GetParam().name;
  if (updating()) expect_golden(name + ".jsonl", make_log(GetParam()));
  Replay replay;
  expect_golden(name + ".out.jsonl", play(replay, read(name + ".jsonl")));
  ASSERT_NE(replay.agent(), nullptr);
  expect_golden(name + ".snapshot", Json{{"snapshot", base64_encode(replay.agent()->save())}}.dump() + '\n');
  expect_golden(name + ".continued.jsonl", ten_rounds_more(replay));
}

TEST_P(Golden, SnapshotsContinueAsWrittenDown) {
  Replay replay;
  EXPECT_EQ(play(replay, read(GetParam().name + ".snapshot")), "");
  ASSERT_NE(replay.agent(), nullptr);
  EXPECT_EQ(read(GetParam().name + ".continued.jsonl"), ten_rounds_more(replay));
}

TEST(GoldenFiles, ShowEveryStatus) {
  std::string all;
  for (const Case& c : golden_cases()) all += read(c.name + ".out.jsonl");
  for (const char* status : {"settled", "skipped", "dropped", "stale"}) {
    EXPECT_NE(all.find("\"status\":\"" + std::string(status) + '"'), std::string::npos) << status;
  }
}

}  // namespace
}  // namespace banker::testing::golden_test
