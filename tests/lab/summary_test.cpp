// Means, error bars and ranks, on results made by hand.

#include "banker/lab/summary.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace banker::lab::summary_test {
namespace {

using Numbers = std::vector<double>;

TEST(MeanOf, IsTheMeanWithTheDeviationOverTheRootOfN) {
  const Mean mean = mean_of(Numbers{1, 2, 3, 6});
  EXPECT_DOUBLE_EQ(mean.mean, 3);
  ASSERT_TRUE(mean.standard_error);
  EXPECT_DOUBLE_EQ(*mean.standard_error, std::sqrt((4 + 1 + 0 + 9) / 3.0 / 4));  // sd^2 = 14/3
  EXPECT_DOUBLE_EQ(*mean_of(Numbers{-5, 5}).standard_error, 5);
}

TEST(MeanOf, OneNumberHasNoErrorAndEqualNumbersHaveNone) {
  EXPECT_EQ(mean_of(Numbers{7}).mean, 7);
  EXPECT_FALSE(mean_of(Numbers{7}).standard_error);
  EXPECT_EQ(mean_of(Numbers{3, 3, 3}).standard_error, 0);
}

TEST(MeanOf, KeepsTheSpreadOfLargeNumbers) {
  EXPECT_NEAR(*mean_of(Numbers{1e9 + 1, 1e9 + 2, 1e9 + 3}).standard_error, std::sqrt(1 / 3.0), 1e-6);
}

// Against tables: to 1 %.
TEST(Student, HasTheKnownValues) {
  const std::pair<std::size_t, double> table[] = {{1, 12.706}, {2, 4.303},   {3, 3.182},     {4, 2.776},
                                                  {5, 2.571},  {7, 2.365},   {10, 2.228},    {15, 2.131},
                                                  {30, 2.042}, {100, 1.984}, {100000, 1.960}};
  for (const auto& [degrees, value] : table) EXPECT_NEAR(student(degrees), value, 0.01 * value) << degrees;
}

TEST(Student, FallsWithTheDegreesAndStaysAboveTheNormal) {
  for (std::size_t degrees = 1; degrees < 300; ++degrees) EXPECT_GT(student(degrees), student(degrees + 1));
  EXPECT_GT(student(1'000'000), 1.9599);
}

// Regrets by agent and run; NaN: did not finish.
struct Made {
  Study study;
  Results results;
};
constexpr double kMissing = NAN;
Made make(const std::vector<Numbers>& regrets) {
  Made made;
  made.study.runs = regrets[0].size();
  made.study.cells.resize(1);
  for (std::size_t agent = 0; agent < regrets.size(); ++agent)
    made.study.agents.push_back(std::string(1, static_cast<char>('a' + agent)));
  made.results.resize(made.study.jobs());
  for (std::size_t agent = 0; agent < regrets.size(); ++agent) {
    for (std::size_t run = 0; run < made.study.runs; ++run) {
      if (std::isnan(regrets[agent][run])) continue;
      RunResult result;
      result.regret = regrets[agent][run];
      made.results[made.study.index(0, agent, run)] = result;
    }
  }
  return made;
}
std::vector<std::size_t> ranks(const std::vector<Numbers>& regrets) {
  const Made made = make(regrets);
  std::vector<std::size_t> list;
  for (const Summary& summary : summarize(made.study, made.results, 0))
    list.push_back(summary.rank.value_or(0));
  return list;
}
using Ranks = std::vector<std::size_t>;

TEST(Ranks, ClearDifferencesAreRanked) {
  EXPECT_EQ(ranks({{30, 31, 32, 33}, {10, 11, 12, 13}, {20, 21, 22, 23}}), (Ranks{3, 1, 2}));
}

TEST(Ranks, TheSameRegretsAreATie) {
  EXPECT_EQ(ranks({{1, 2, 3}, {1, 2, 3}}), (Ranks{1, 1}));
  EXPECT_EQ(ranks({{1, 2, 3}, {1, 2, 3}, {9, 10, 11}}), (Ranks{1, 1, 3}));
}

// The difference is always 1 where the regrets go from 0 to 1000: only pairs show it.
TEST(Ranks, RunsAreComparedInPairs) {
  EXPECT_EQ(ranks({{1, 101, 501, 1001}, {0, 100, 500, 1000}}), (Ranks{2, 1}));
}

// b - a has the mean 2 and the standard error 1: 2 degrees want 4.303, 30 want 2.042.
TEST(Ranks, NoiseIsATie) {
  EXPECT_EQ(ranks({{0, 0, 0}, {2 + std::sqrt(3.0), 2, 2 - std::sqrt(3.0)}}), (Ranks{1, 1}));
  EXPECT_EQ(ranks({{0, 0, 0}, {4.2 + std::sqrt(3.0), 4.2, 4.2 - std::sqrt(3.0)}}), (Ranks{1, 1}));
  EXPECT_EQ(ranks({{0, 0, 0}, {4.4 + std::sqrt(3.0), 4.4, 4.4 - std::sqrt(3.0)}}), (Ranks{1, 2}));
}

TEST(Ranks, OneRunShowsNothing) { EXPECT_EQ(ranks({{1}, {1000}}), (Ranks{0, 0})); }

TEST(Ranks, OnlyRunsThatBothFinishedCount) {
  EXPECT_EQ(ranks({{5, 6, kMissing, 8}, {1, 2, 3, kMissing}}), (Ranks{2, 1}));
  EXPECT_EQ(ranks({{5, 6, kMissing}, {kMissing, 1, 2}}), (Ranks{1, 1}));  // one pair
}

// Behind the best: b - a is 4, 6 in the two runs that both finished, though b has three; t of one degree is 12.706.
TEST(Behind, IsOverTheRunsThatBothFinished) {
  const Made made = make({{1, 2, kMissing}, {5, 8, 90}, {1, 1, 1.5}});
  const auto list = summarize(made.study, made.results, 0);
  EXPECT_FALSE(list[2].behind) << "the least mean";
  const Made two = make({{1, 2, kMissing}, {5, 8, 90}});
  const auto behind = summarize(two.study, two.results, 0)[1].behind;
  ASSERT_TRUE(behind);
  EXPECT_DOUBLE_EQ(behind->mean, 5);
  EXPECT_NEAR(*behind->half, 12.706 * 1, 1e-3);
}

TEST(Behind, OfOnePairHasNoInterval) {
  const Made made = make({{1, kMissing}, {5, 8}});
  const auto behind = summarize(made.study, made.results, 0)[1].behind;
  ASSERT_TRUE(behind);
  EXPECT_EQ(behind->mean, 4);
  EXPECT_FALSE(behind->half);
}

TEST(Summarize, AgentsWithoutAFinishedRunAreLeftOut) {
  const Made made = make({{kMissing, kMissing}, {4, 8}, {3, kMissing}});
  const auto list = summarize(made.study, made.results, 0);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].agent, "b");
  EXPECT_EQ(list[0].runs, 2u);
  EXPECT_EQ(list[0].regret.mean, 6);
  EXPECT_EQ(list[0].regret.standard_error, 2);
  EXPECT_EQ(list[0].worst, 8);
  EXPECT_EQ(list[1].agent, "c");
  EXPECT_EQ(list[1].runs, 1u);
  EXPECT_FALSE(list[1].regret.standard_error);
  EXPECT_EQ(list[1].worst, 3);
}

TEST(Summarize, TheWorstRunHasTheLargestRegretAlsoBelowZero) {
  const Made made = make({{-7, -2, -5}});
  EXPECT_EQ(summarize(made.study, made.results, 0)[0].worst, -2);
}

TEST(Summarize, SharesAreOfTheMeanRegretOfTheReference) {
  const Made made = make({{1, 3}, {4, 12}, {-1, -3}, {kMissing, kMissing}});
  for (const Summary& summary : summarize(made.study, made.results, 0)) EXPECT_FALSE(summary.share);
  const auto list = summarize(made.study, made.results, 0, 1);
  EXPECT_EQ(list[0].share, 0.25);
  EXPECT_EQ(list[1].share, 1);
  EXPECT_EQ(list[2].share, -0.25);
  for (const std::size_t bad : {2u, 3u}) {  // not positive, not there
    for (const Summary& summary : summarize(made.study, made.results, 0, bad)) EXPECT_FALSE(summary.share);
  }
}

TEST(Summarize, TakesTheCellAndTheMeansOfEverything) {
  Study study;
  study.agents = {"bank", "none"};
  study.cells.resize(2);
  study.runs = 2;
  Results results(study.jobs());
  for (std::size_t run = 0; run < 2; ++run) {
    const double r = static_cast<double>(run);
    results[study.index(1, 0, run)] =
        RunResult{10 + r, 100 + 10 * r, 7 + 2 * r, 0, 40 + 20 * r, {1, 2 + 2 * r}};
    results[study.index(1, 1, run)] = RunResult{1, {}, {}, 0, 5, {}};
    results[study.index(0, 0, run)] = RunResult{-1, {}, {}, 0, 0, {}};
  }
  const auto list = summarize(study, results, 1);
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(list[0].regret.mean, 10.5);
  EXPECT_EQ(list[0].certificate, 105);
  EXPECT_EQ(list[0].total_invested, 8);
  EXPECT_EQ(list[0].ns_per_round, 50);
  EXPECT_EQ(list[0].curve, (Numbers{1, 3}));
  EXPECT_EQ(list[1].certificate, std::nullopt);
  EXPECT_EQ(list[1].total_invested, std::nullopt);
  ASSERT_EQ(summarize(study, results, 0).size(), 1u);
  EXPECT_EQ(summarize(study, results, 0)[0].regret.mean, -1);
}

}  // namespace
}  // namespace banker::lab::summary_test
