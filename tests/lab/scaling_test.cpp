// Growth rates: what is planned, what a straight line through known points gives, and every refusal.

#include "banker/lab/scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "agent/json_library.hpp"
#include "apps/program.hpp"
#include "lab/lab_support.hpp"

namespace banker::lab::scaling_test {
namespace {

using testing::expect_refused;
using Texts = std::vector<std::string>;

ScalingRequest small(Texts agents, Texts variables) {
  return {.agents = std::move(agents), .variables = std::move(variables), .rounds = 4096, .runs = 8};
}
std::vector<Fit> measured(const ScalingRequest& request) {
  std::vector<Fit> fits;
  const std::vector<Sweep> sweeps = plan(request).value();
  for (const Sweep& sweep : sweeps) {
    const auto more = measure(sweep, {}).value();
    fits.insert(fits.end(), more.begin(), more.end());
  }
  return fits;
}

// Results made by hand: regret = 3 x^a (1 + noise of the run), where the noise is the same at every x.
std::vector<Fit> fit_known(const std::string& variable, double exponent, double noise) {
  Sweep sweep = plan(small({"uniform"}, {variable}))->front();
  sweep.agent = "nobody";
  // Every job of every point is known before it is run.
  std::size_t at = 0;
  RunnerOptions options;
  options.known = [&](std::size_t index) {
    const Study& study = sweep.points[at];
    RunResult result;
    const double run = static_cast<double>(index / study.cells.size());
    result.regret = 3 * std::pow(sweep.values[at], exponent) * (1 + noise * (run - 3.5));
    if (index + 1 == study.jobs()) ++at;
    return result;
  };
  return measure(sweep, options).value();
}

TEST(Scaling, APowerIsFoundExactly) {
  for (const double exponent : {0.0, 0.5, 1.0, -0.25, 1.5}) {
    for (const char* variable : {"T", "K"}) {
      const std::vector<Fit> fits = fit_known(variable, exponent, 0.05);
      ASSERT_EQ(fits.size(), 1u);
      EXPECT_EQ(fits[0].quantity, "regret");
      EXPECT_EQ(fits[0].variable, variable);
      EXPECT_FALSE(fits[0].theory);
      EXPECT_NEAR(fits[0].exponent, exponent, 1e-12);
      EXPECT_NEAR(fits[0].low, exponent, 1e-6);  // a straight line, and the same in every group
      EXPECT_NEAR(fits[0].high, exponent, 1e-6);
      for (const auto& [x, y] : fits[0].points) EXPECT_NEAR(y, 3 * std::pow(x, exponent), 1e-12 * y);
    }
  }
}

// B_T of banker-tinf without delay is a sum of sqrt(t) - sqrt(t - 1), whatever the losses: exponent 1/2 to
// 1e-3.
TEST(Scaling, InvestmentWithoutDelayGrowsLikeTheRootOfT) {
  const std::vector<Fit> fits = measured(small({"banker-tinf"}, {"T"}));
  ASSERT_EQ(fits.size(), 2u);
  EXPECT_EQ(fits[0].quantity, "regret");
  EXPECT_EQ(fits[1].quantity, "total_invested");
  EXPECT_NEAR(fits[1].exponent, 0.5, 1e-3);
  EXPECT_NEAR(fits[1].low, 0.5, 1e-3);
  EXPECT_NEAR(fits[1].high, 0.5, 1e-3);
  EXPECT_EQ(fits[1].theory, 0.5);
  EXPECT_EQ(fits[0].theory, 0.5);
  ASSERT_EQ(fits[0].points.size(), 6u);  // 128, 256, ..., 4096
  EXPECT_EQ(fits[0].points.front().first, 128);
  EXPECT_EQ(fits[0].points.back().first, 4096);
}

// Who learns nothing pays a share of every round: the exponent of T is 1, which is also what is printed as
// theory.
TEST(Scaling, UniformPlayGrowsLikeT) {
  const std::vector<Fit> fits = measured(small({"uniform"}, {"T"}));
  ASSERT_EQ(fits.size(), 1u);
  EXPECT_EQ(fits[0].theory, 1);
  EXPECT_NEAR(fits[0].exponent, 1, 0.1);
  EXPECT_LE(fits[0].low, fits[0].exponent);
  EXPECT_GE(fits[0].high, fits[0].exponent);
}

// The losses of banker-sftinf are in proportion to L, and so is what it invests.
TEST(Scaling, LossesOfUnknownSize) {
  const std::vector<Fit> fits = measured(small({"banker-sftinf"}, {"L"}));
  ASSERT_EQ(fits.size(), 2u);
  EXPECT_EQ(fits[0].theory, 1);
  EXPECT_NEAR(fits[0].exponent, 1, 0.2);
  EXPECT_NEAR(fits[1].exponent, 1, 0.2);
}

Texts variables_of(const std::string& agent) {
  Texts list;
  const auto sweeps = plan(ScalingRequest{.agents = {agent}, .variables = {}});
  EXPECT_TRUE(sweeps) << sweeps.error().message;
  if (!sweeps) return list;
  for (const Sweep& sweep : *sweeps) {
    list.push_back(sweep.variable);
    EXPECT_EQ(sweep.agent, agent);
    EXPECT_GE(sweep.values.size(), 4u);
    EXPECT_EQ(sweep.values.size(), sweep.points.size());
    for (const Study& study : sweep.points) EXPECT_GE(study.cells.size(), 2u) << "several difficulties";
  }
  return list;
}

TEST(Scaling, AnAgentHasItsVariables) {
  EXPECT_EQ(variables_of("banker-tinf"), (Texts{"T", "D", "K"}));
  EXPECT_EQ(variables_of("omd"), (Texts{"T", "K"}));
  EXPECT_EQ(variables_of("banker-sftinf"), (Texts{"T", "D", "K", "L"}));
  EXPECT_EQ(variables_of("banker-sflbinf"), (Texts{"T", "D", "K", "L"}));
}

TEST(Scaling, ALinearAgentHasADimension) {
  EXPECT_EQ(variables_of("banker-bolo"), (Texts{"T", "D", "n"}));
  EXPECT_EQ(variables_of("delayed-scrible"), (Texts{"T", "D", "n"}));
}

// Every number of rounds that is taken is good for every variable.
TEST(Scaling, TheFewestRoundsAreEnoughForEveryVariable) {
  for (const std::uint64_t rounds : {4096u, 8192u, 16384u}) {
    ScalingRequest request{.agents = {"banker-tinf", "banker-sftinf"}, .variables = {}, .rounds = rounds};
    const auto sweeps = plan(request);
    EXPECT_TRUE(sweeps) << rounds << ": " << sweeps.error().message;
  }
}

TEST(Scaling, AStoppedSweepIsNothing) {
  Watch watch;
  watch.stop = true;
  const Sweep sweep = plan(small({"uniform"}, {"T"}))->front();
  EXPECT_TRUE(measure(sweep, {.watch = &watch})->empty());
}

TEST(ScalingRefuses, WhatCannotBeMeasured) {
  expect_refused(plan(small({}, {})), {"no agents", "--agents"});
  ScalingRequest request = small({"uniform"}, {});
  request.runs = 7;
  expect_refused(plan(request), {"at least 8 runs", "7"});
  for (const std::uint64_t rounds : {0u, 1u, 2048u, 4095u, 5000u, 12288u}) {
    request = small({"uniform"}, {});
    request.rounds = rounds;
    expect_refused(plan(request), {"power of 2", "4096", std::to_string(rounds)});
  }
  expect_refused(plan(small({"uniform"}, {"T", "Q"})), {"\"Q\"", "T, D, K, L and n"});
  expect_refused(plan(small({"uniform"}, {"t"})), {"\"t\"", "T, D, K, L and n"});
  expect_refused(plan(small({"uniform"}, {"n"})), {"none of these agents", "variables"});
  expect_refused(plan(small({"banker-tnif"}, {})), {"banker-tnif", "banker-tinf"});
}

// A regret that is not positive has no logarithm.
TEST(ScalingRefuses, ARegretThatDoesNotGrow) {
  const Sweep sweep = plan(small({"uniform"}, {"T"}))->front();
  RunnerOptions options;
  options.known = [](std::size_t) {
    RunResult result;
    result.regret = -1;
    return result;
  };
  expect_refused(measure(sweep, options), {"regret", "uniform", "-1", "more runs or rounds"});
}

Texts keys(const Json& object) {
  Texts names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

TEST(ScalingVerb, PrintsFitsAsJson) {
  const testing::Finished done = testing::run({"scaling", "--agents", "banker-tinf,uniform", "--variables",
                                               "T", "--rounds", "4096", "--runs", "8", "--format", "json"});
  ASSERT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(done.err, "");
  const Json json = Json::parse(done.out);
  EXPECT_EQ(keys(json), Texts{"fits"});
  ASSERT_EQ(json["fits"].size(), 3u);
  for (const Json& fit : json["fits"]) {
    EXPECT_EQ(keys(fit), (Texts{"agent", "quantity", "variable", "exponent", "low", "high", "theory"}));
    EXPECT_TRUE(fit["exponent"].is_number());
    EXPECT_TRUE(fit["theory"].is_number());
    EXPECT_LE(fit["low"], fit["exponent"]);
    EXPECT_LE(fit["exponent"], fit["high"]);
  }
  EXPECT_EQ(json["fits"][1]["quantity"], "total_invested");
  EXPECT_NEAR(json["fits"][1]["exponent"].get<double>(), 0.5, 1e-3);
}

TEST(ScalingVerb, OneAndTwoThreadsPrintTheSame) {
  const auto printed = [](const std::string& threads, const std::string& format) {
    return testing::run({"scaling", "--agents", "uniform,exp3", "--variables", "T", "--rounds", "4096",
                         "--runs", "8", "--format", format, "--threads", threads})
        .out;
  };
  for (const std::string format : {"json", "csv", "table"}) {
    const std::string one = printed("1", format);
    EXPECT_EQ(one, printed("2", format));
    EXPECT_NE(one, "");
  }
}

TEST(ScalingVerb, BadInputIsRefused) {
  for (const Texts& arguments : std::vector<Texts>{{},
                                                   {"--agents", "uniform", "--runs", "4"},
                                                   {"--agents", "uniform", "--rounds", "5000"},
                                                   {"--agents", "uniform", "--rounds", "many"},
                                                   {"--agents", "uniform", "--variables", "X"},
                                                   {"--agents", "unifrom"},
                                                   {"--agents", "uniform", "--losses", "bernoulli"}}) {
    Texts all{"scaling"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    const testing::Finished done = testing::run(all);
    EXPECT_EQ(done.status, 2);
    EXPECT_EQ(done.out, "");
    EXPECT_GT(done.err.size(), 10u);
  }
}

}  // namespace
}  // namespace banker::lab::scaling_test
