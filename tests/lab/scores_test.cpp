// Shares and scores, on results made by hand.

#include "banker/lab/scores.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "lab/lab_support.hpp"

namespace banker::lab::scores_test {
namespace {

using testing::expect_refused;
using Numbers = std::vector<double>;
using Shares = std::vector<std::optional<double>>;
constexpr double kMissing = NAN;  // a run that did not finish

// Regrets by cell, agent and run; the agents are called a, b, c, ...
class Scores : public ::testing::Test {
 protected:
  void make(const std::vector<std::vector<Numbers>>& regrets) {
    study_ = {};
    study_.runs = regrets[0][0].size();
    study_.cells.resize(regrets.size());
    for (std::size_t agent = 0; agent < regrets[0].size(); ++agent)
      study_.agents.push_back(std::string(1, static_cast<char>('a' + agent)));
    results_.assign(study_.jobs(), std::nullopt);
    for (std::size_t cell = 0; cell < regrets.size(); ++cell) {
      for (std::size_t agent = 0; agent < regrets[cell].size(); ++agent) {
        for (std::size_t run = 0; run < study_.runs; ++run) {
          const double regret = regrets[cell][agent][run];
          if (!std::isnan(regret))
            results_[study_.index(cell, agent, run)] = RunResult{regret, {}, {}, 0, 0, {}};
        }
      }
    }
  }
  std::vector<Score> of(std::size_t reference) { return score(study_, results_, reference); }

  Study study_;
  Results results_;
};

TEST_F(Scores, AreMeansOfSharesOverCells) {
  make({{{10, 30}, {1, 3}}, {{100, 300}, {150, 350}}});
  const auto scores = of(0);
  ASSERT_EQ(scores.size(), 2u);
  EXPECT_EQ(scores[0].agent, "b");
  EXPECT_EQ(scores[0].shares, (Shares{0.1, 1.25}));
  EXPECT_DOUBLE_EQ(scores[0].score->mean, (0.1 + 1.25) / 2);
  EXPECT_EQ(scores[0].worst, 1u);
  EXPECT_EQ(scores[1].agent, "a");
  EXPECT_EQ(scores[1].score->mean, 1);
}

// Run by run: b has (1/20 + 150/200) / 2 = 0.4 and (3/20 + 350/200) / 2 = 0.95.
TEST_F(Scores, ErrorsAreOverRuns) {
  make({{{10, 30}, {1, 3}}, {{100, 300}, {150, 350}}});
  EXPECT_NEAR(*of(0)[0].score->standard_error, (0.95 - 0.4) / 2, 1e-15);
  make({{{10}, {1}}});
  EXPECT_DOUBLE_EQ(of(0)[0].score->mean, 0.1);
  EXPECT_FALSE(of(0)[0].score->standard_error);
}

TEST_F(Scores, TheBestComesFirstAlsoBelowZero) {
  make({{{10}, {30}, {-5}, {2}}});
  std::string order;
  for (const Score& one : of(0)) order += one.agent;
  EXPECT_EQ(order, "cdab");
  EXPECT_EQ(of(0)[0].score->mean, -0.5);
}

TEST_F(Scores, CellsWhereTheReferenceHasNoPositiveRegretAreLeftOut) {
  make({{{-10, 10}, {1, 1}}, {{4, 4}, {1, 1}}, {{-3, -3}, {1, 1}}});
  const auto scores = of(0);
  EXPECT_EQ(scores[0].shares, (Shares{std::nullopt, 0.25, std::nullopt}));
  EXPECT_EQ(scores[0].score->mean, 0.25);
  EXPECT_EQ(scores[0].score->standard_error, 0);
  EXPECT_EQ(scores[0].worst, 1u);
  make({{{0, 0}, {1, 1}}});
  for (const Score& one : of(0)) {
    EXPECT_FALSE(one.score);
    EXPECT_FALSE(one.worst);
  }
}

TEST_F(Scores, AnAgentThatIsNotFinishedSomewhereHasNoneAndComesLast) {
  make({{{10, 10}, {kMissing, kMissing}, {20, 20}}, {{10, 10}, {1, 1}, {40, kMissing}}});
  const auto scores = of(0);
  EXPECT_EQ(scores[2].agent, "b");
  EXPECT_FALSE(scores[2].score);
  EXPECT_EQ(scores[2].shares, (Shares{std::nullopt, 0.1}));
  EXPECT_EQ(scores[1].agent, "c");
  EXPECT_EQ(scores[1].score->mean, 3);
  EXPECT_FALSE(scores[1].score->standard_error) << "one run is finished in both cells";
}

TEST_F(Scores, AnAgentIsFoundByItsTitle) {
  study_.agents = {"uniform", "bold base={\"agent\":\"exp3\"}"};
  EXPECT_EQ(*find_agent(study_, "uniform"), 0u);
  EXPECT_EQ(*find_agent(study_, "bold base={\"agent\":\"exp3\"}"), 1u);
  expect_refused(find_agent(study_, "unifrom"), {"unifrom", "did you mean \"uniform\""});
  expect_refused(find_agent(study_, ""), {"known", "uniform", "bold"});
}

}  // namespace
}  // namespace banker::lab::scores_test
