// What is learned late is learned all the same, and no run stays on a wrong arm: K = 5, a gap of 0.1, every
// outcome 100 rounds late. Eight fixed seeds, so nothing is left to chance. Measured: a mean of 227, 291 at worst,
// and a mean of 1357 for banker-tinf.

#include <gtest/gtest.h>

#include "banker/lab/summary.hpp"

namespace banker::lab::banker_tails_test {
namespace {

TEST(Tails, BankerLearnsUnderDelayInEveryRun) {
  const Study study = plan({.agents = {"banker", "banker-tinf"},
                            .losses = {"bernoulli:0.1"},
                            .delays = {"fixed:100"},
                            .arms = {5},
                            .rounds = {20000},
                            .runs = 8})
                          .value();
  const auto all = summarize(study, run(study, {}).value(), 0);
  const Summary &banker = all.at(0), &paper = all.at(1);
  ASSERT_EQ(banker.runs, 8u);
  EXPECT_LE(banker.regret.mean, 0.35 * paper.regret.mean);
  EXPECT_LE(banker.worst, 4 * banker.regret.mean);
}

}  // namespace
}  // namespace banker::lab::banker_tails_test
