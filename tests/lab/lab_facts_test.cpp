// What is known about whole experiments, through the program.

#include <gtest/gtest.h>

#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"
#include "lab/verb_support.hpp"
#include "lab/written_file.hpp"

namespace banker::testing::lab_facts_test {
namespace {

double regret(const Json& json, const std::string& agent) {
  for (const Json& one : json["agents"]) {
    if (one["name"] == agent) return one["regret"]["mean"];
  }
  ADD_FAILURE() << agent << " is not there";
  return 0;
}

// Ten stocks over 1258 days: who buys every stock alike earns 485.53 less than the best stock.
TEST(Facts, UniformPlayOnTheStocks) {
  const std::string file = BANKER_SOURCE_DIR "/../shared/data/stock_returns/sp10_rewards.csv";
  if (!std::filesystem::exists(file)) GTEST_SKIP() << "the stock returns are not there: " << file;
  const Texts arguments{"compare",
                        "--losses",
                        "matrix:file=" + file + ",reward=true",
                        "--delays",
                        "none",
                        "--agents",
                        "uniform,banker-sflbinf,sf-mab,umab-g,ahb",
                        "--rounds",
                        "1258",
                        "--runs",
                        "4"};
  const Json json = json_of(arguments);
  EXPECT_NEAR(regret(json, "uniform"), 485.53, 0.005);
  ASSERT_EQ(json["agents"].size(), 5u);
  EXPECT_EQ(json["settings"]["arms"], 10);
  bool found = false;
  for (const std::string& line : lines_of(printed(arguments)))
    found = found || (line.find(" uniform ") != line.npos && line.find(" 485.53 ") != line.npos);
  EXPECT_TRUE(found) << "485.53 is what the table prints";
}

// Erratum E1. Arm 1 costs 1, then -10 from T/2 on; arm 0 costs 0. After the first half arm 1 has a
// probability of about 8/T, and no round shows that it changed but those that play it: the learner waits
// about T/8 rounds and loses 10 in each. So the regret is near 10 T/8, and not of the order of 10 sqrt(T), as
// the theorem says. Its proof leaves out what skipped rounds cost the comparator. With a first guess that
// bounds the losses nothing is wrong.
TEST(Facts, SignedJumpBreaksTheTheoremOfSflbinf) {
  const double size = 10, rounds = 100000;
  const Texts jump{"compare", "--losses", "signed-jump:10", "--delays", "none", "--arms",
                   "2",       "--rounds", "100000",         "--runs",   "8"};
  const Json printed_guess = json_of(jump + Texts{"--agents", "banker-sflbinf"});
  EXPECT_GT(regret(printed_guess, "banker-sflbinf"), 0.04 * size * rounds);
  const Json good_guess =
      json_of(jump + Texts{"--agent", R"({"agent":"banker-sflbinf","initial_loss_size":10})"});
  EXPECT_LT(regret(good_guess, "banker-sflbinf initial_loss_size=10"), 0.02 * size * rounds);
}

// Nobody who learns nothing is as good as the best arm.
TEST(Facts, UniformPlayLosesOnEveryGenerator) {
  const WrittenFile table("a,b,c\n0,1,1\n1,0,1\n0,1,0\n1,1,1\n");
  std::size_t met = 0;
  for (const lab::Generator& generator : lab::loss_generators()) {
    if (generator.name.starts_with("linear-")) continue;  // not for arms
    SCOPED_TRACE(generator.name);
    const Texts with = generator.name == "matrix" ? Texts{"--losses", "matrix:file=" + table.path()}
                       : generator.name == "trap" ? Texts{"--losses", "trap:100", "--rounds", "1000"}
                                                  : Texts{"--losses", generator.name, "--rounds", "1000"};
    const Json json = json_of(Texts{"compare", "--agents", "uniform", "--runs", "2"} + with);
    EXPECT_GT(json["agents"][0]["regret"]["mean"].get<double>(), 0.05);
    ++met;
  }
  EXPECT_GE(met, 9u);
}

// Whatever the delays, they are nothing to who does not listen: regret T gap (1 - 1/K).
TEST(Facts, UniformPlayDoesNotCareAboutDelays) {
  const WrittenFile trace("3\n0\n7\n1\n9\n2\n4\n0\n0\n1\n");
  for (const lab::Generator& generator : lab::delay_generators()) {
    SCOPED_TRACE(generator.name);
    const std::string delays = generator.name == "none"    ? "none"
                               : generator.name == "trace" ? "trace:file=" + trace.path()
                               : generator.name == "never" || generator.name == "stragglers"
                                   ? generator.name + ":0.5"
                                   : generator.name + ":2";
    const Json json = json_of({"compare", "--agents", "uniform", "--losses", "bernoulli:0.2", "--delays",
                               delays, "--arms", "4", "--rounds", "10", "--runs", "2"});
    EXPECT_NEAR(regret(json, "uniform"), 10 * 0.2 * 0.75, 1e-12);
  }
}

// Under delays up to 10, on an easy problem, after 5000 rounds.
TEST(Facts, LearningBeatsNotLearning) {
  const Json json =
      json_of({"compare", "--agents", "uniform,banker-tinf,tsallis-inf,delayed-exp3", "--losses",
               "bernoulli:0.3", "--delays", "uniform:10", "--arms", "4", "--rounds", "5000", "--runs", "4"});
  for (const char* agent : {"banker-tinf", "tsallis-inf", "delayed-exp3"})
    EXPECT_LT(regret(json, agent), 0.7 * regret(json, "uniform")) << agent;
}

}  // namespace
}  // namespace banker::testing::lab_facts_test
