// The suites are studies that can be run; that of delays has every agent of the catalog that can play it, and every
// cell has a score.

#include <gtest/gtest.h>

#include <set>

#include "banker/agent/catalog.hpp"
#include "banker/lab/request.hpp"
#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"
#include "support/effort.hpp"

namespace banker::testing::suites_test {
namespace {

std::string path_of(const std::string& suite) { return BANKER_SOURCE_DIR "/suites/" + suite + ".json"; }
Json read(const std::string& suite) { return Json::parse(read_text(path_of(suite))); }

// All that plays arms with losses in [0,1] under delay: omd does not.
TEST(Suites, HaveEveryAgentThatCanPlayThem) {
  std::set<std::string> expected, there;
  for (const CatalogEntry& entry : catalog()) {
    if (entry.kind == "arms" && entry.name != "omd") expected.insert(entry.name);
  }
  const Json suite = read("delay");
  for (const Json& agent : suite["agents"])
    there.insert(agent.is_string() ? agent.get<std::string>() : agent["agent"].get<std::string>());
  EXPECT_EQ(there, expected);
}

TEST(Suites, TheSmallOneIsTheSameWithFewerRounds) {
  Json full = read("delay"), small = read("delay-small");
  EXPECT_EQ(full["rounds"], 100000);
  EXPECT_EQ(full["runs"], 10);
  for (Json* suite : {&full, &small}) {
    suite->erase("rounds");
    suite->erase("runs");
  }
  EXPECT_EQ(full, small);
}

// 9 kinds of delay, 6 of losses, 2 numbers of arms.
TEST(Suites, TheSmallOneRuns) {
  Json suite = read("delay-small");
  suite["runs"] = effort(suite["runs"], Json(1));
  suite["rounds"] = effort(suite["rounds"], Json(500));
  const WrittenFile file(suite.dump());
  const Json json = json_of({"run", file.path(), "--share-of", "uniform"});
  ASSERT_EQ(json["cells"].size(), 108u);
  const std::size_t agents = suite["agents"].size();
  for (const Json& cell : json["cells"]) {
    EXPECT_EQ(cell["agents"].size(), agents);
    for (const Json& agent : cell["agents"]) EXPECT_TRUE(agent["share"].is_number()) << cell;
  }
  EXPECT_EQ(json["scores"].size(), agents);
  for (const Json& score : json["scores"]) EXPECT_TRUE(score["score"].is_number()) << score;
}

struct Size {
  const char* suite;
  std::size_t cells, agents, runs;
  std::uint64_t seed = 21;  // earlier seeds were used to choose constants
};

TEST(Suites, AreValid) {
  for (const Size& size :
       {Size{"delay", 108, 24, 10}, Size{"delay-small", 108, 24, 2}, Size{"tails", 8, 5, 100},
        Size{"signed", 18, 6, 10}, Size{"nonnegative", 6, 7, 10}, Size{"ablation", 108, 6, 10, 1}}) {
    SCOPED_TRACE(size.suite);
    const auto request = lab::read_request(read_text(path_of(size.suite)));
    ASSERT_TRUE(request) << request.error().message;
    const auto study = lab::plan(*request);
    ASSERT_TRUE(study) << study.error().message;
    EXPECT_EQ(study->cells.size(), size.cells);
    EXPECT_EQ(study->agents.size(), size.agents);
    EXPECT_EQ(study->runs, size.runs);
    EXPECT_EQ(study->seed, size.seed);
  }
}

}  // namespace
}  // namespace banker::testing::suites_test
