#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <deque>
#include <random>
#include <string>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "banker/agent/simplex.hpp"
#include "banker/core/random.hpp"
#include "banker/mirror/any_regularizer.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

namespace banker::sampling_test {
namespace {

using testing::chi_square_survival;
using testing::effort;
using testing::pearson;

constexpr double kLeastP = 1e-6;

TEST(ChiSquare, SurvivalIsTheTabulatedOne) {
  EXPECT_NEAR(chi_square_survival(3.841458820694124, 1), 0.05, 1e-12);
  EXPECT_NEAR(chi_square_survival(6.634896601021213, 1), 0.01, 1e-12);
  EXPECT_NEAR(chi_square_survival(18.307038053275146, 10), 0.05, 1e-12);
  EXPECT_NEAR(chi_square_survival(124.34211340400407, 100), 0.05, 1e-11);
  for (const double x : {0.1, 1.0, 5.0, 40.0})
    EXPECT_NEAR(chi_square_survival(x, 2) / std::exp(-x / 2), 1, 1e-12);
  for (const double x : {0.1, 1.0, 5.0, 40.0}) {
    EXPECT_NEAR(chi_square_survival(x, 1) / std::erfc(std::sqrt(x / 2)), 1, 1e-9);
  }
  EXPECT_EQ(chi_square_survival(0, 5), 1);
}

TEST(ChiSquare, PearsonMergesRareCellsAndSeesABias) {
  EXPECT_EQ(pearson(std::vector<double>{50, 50}, std::vector<double>{50, 50}), 1);
  EXPECT_NEAR(pearson(std::vector<double>{60, 40}, std::vector<double>{50, 50}), std::erfc(std::sqrt(2)),
              1e-12);
  // Two cells of 9 become one of 18.
  EXPECT_EQ(pearson(std::vector<double>{18, 0, 50, 50}, std::vector<double>{9, 9, 50, 50}), 1);
  EXPECT_LT(pearson(std::vector<double>{600, 400}, std::vector<double>{500, 500}), 1e-9);
}

std::vector<double> weights_to_point(std::vector<double> x) {
  double sum = 0;
  for (const double v : x) sum += v;
  for (double& v : x) v /= sum;
  return x;
}

TEST(Sampling, DrawsFollowTheProbabilities) {
  const int draws = effort(1000000, 20000);
  std::vector<std::vector<double>> points = {
      {0.5, 0.5}, {0.999, 0.001}, {0.2, 0.3, 0.5}, {0, 0.25, 0, 0.75, 0}};
  points.push_back(std::vector<double>(1000, 0.001));
  std::vector<double> geometric, random;
  std::mt19937_64 bits(3);
  for (int i = 0; i < 60; ++i) geometric.push_back(std::exp(-0.7 * i));
  for (int i = 0; i < 64; ++i) random.push_back(static_cast<double>(bits() % 1000));
  points.push_back(weights_to_point(geometric));
  points.push_back(weights_to_point(random));
  std::uint64_t seed = 0;
  for (const std::vector<double>& x : points) {
    ++seed;
    std::vector<double> count(x.size()), expected;
    for (const double p : x) expected.push_back(p * draws);
    for (int t = 1; t <= draws; ++t) {
      const ArmDraw draw = draw_arm(x, uniform(seed, RoundId{static_cast<std::uint64_t>(t)}));
      ASSERT_EQ(draw.probability, x[draw.arm]);
      ASSERT_GT(draw.probability, 0);
      ++count[draw.arm];
    }
    EXPECT_GT(pearson(count, expected), kLeastP) << "point " << seed;
  }
}

TEST(Sampling, TheMirrorMapOfEveryRegularizerIsDrawnAsItIs) {
  const int draws = effort(1000000, 20000);
  const std::vector<double> theta = {0, -0.5, -1, -3, -10, -200, -2, -0.1};
  std::uint64_t seed = 100;
  for (const AnyRegularizer& psi : {AnyRegularizer(HalfTsallis{}), AnyRegularizer(Tsallis(0.9)),
                                    AnyRegularizer(NegativeEntropy{}), AnyRegularizer(LogBarrier{})}) {
    ++seed;
    std::vector<double> x(theta.size()), count(theta.size()), expected;
    psi.mirror(theta, x);
    for (const double p : x) expected.push_back(p * draws);
    for (int t = 1; t <= draws; ++t)
      ++count[draw_arm(x, uniform(seed, RoundId{static_cast<std::uint64_t>(t)})).arm];
    EXPECT_GT(pearson(count, expected), kLeastP) << psi.name();
  }
}

TEST(Sampling, TheFirstArmWhoseRunningSumExceedsTheDrawIsTaken) {
  const std::vector<double> x = {0.25, 0, 0.5, 0.25, 0};
  EXPECT_EQ(draw_arm(x, 0x1p-53).arm, 0u);
  EXPECT_EQ(draw_arm(x, 0.2499).arm, 0u);
  EXPECT_EQ(draw_arm(x, 0.25).arm, 2u);
  EXPECT_EQ(draw_arm(x, 0.7499).arm, 2u);
  EXPECT_EQ(draw_arm(x, 0.75).arm, 3u);
  EXPECT_EQ(draw_arm(x, 1 - 0x1p-53).arm, 3u);
}

TEST(Sampling, AnArmOfProbabilityZeroIsNeverDrawn) {
  // Negative entropy underflows beyond a gap of 745; the zeros lie first, last and between.
  std::vector<double> x(7);
  NegativeEntropy::mirror(std::vector<double>{-800, 0, -1000, -2, -746.5, 0, -1e12}, x);
  for (const std::size_t arm : {0, 2, 4, 6}) EXPECT_EQ(x[arm], 0);
  const auto check = [&](double u) {
    const ArmDraw draw = draw_arm(x, u);
    ASSERT_GT(x[draw.arm], 0) << u;
    ASSERT_EQ(draw.probability, x[draw.arm]);
  };
  for (int t = 1; t <= effort(1000000, 20000); ++t) check(uniform(9, RoundId{static_cast<std::uint64_t>(t)}));
  for (const double u : {0x1p-53, 0.5, 1 - 0x1p-53}) check(u);
}

TEST(Sampling, ForcingAnArmThatIsNeverDrawnIsAnError) {
  const std::vector<double> x = {0, 0.5, 0.5, 1e-200};
  for (const std::size_t arm : {0, 3, 4, 1000}) {
    ArmDraw draw;
    const auto error = draw_or_force(x, 0.5, {.arm = arm, .direction = {}, .sign = {}}, draw);
    ASSERT_TRUE(error) << arm;
    EXPECT_EQ(error->code, ErrorCode::kImpossibleArm);
  }
  ArmDraw draw;
  ASSERT_FALSE(draw_or_force(x, 0.9, {.arm = 1, .direction = {}, .sign = {}}, draw));
  EXPECT_EQ(draw.arm, 1u);
  EXPECT_EQ(draw.probability, 0.5);
}

TEST(Sampling, AnUnderflowedArmOfARealAgentCannotBeForcedAndIsNeverDrawn) {
  auto agent = *make_agent(R"({"agent":"banker-omd","arms":3,"regularizer":"negentropy",)"
                           R"("scale":{"rule":"constant","value":0.0005}})");
  ASSERT_TRUE(agent->tell(agent->ask_arm(1)->round, 1));  // its dual falls by 6000
  EXPECT_EQ(agent->probabilities()[1], 0);
  const std::string before = agent->save();
  const auto forced = agent->ask_arm(1);
  ASSERT_FALSE(forced);
  EXPECT_EQ(forced.error().code, ErrorCode::kImpossibleArm);
  EXPECT_EQ(agent->save(), before);
  for (int t = 0; t < 1000; ++t) {
    const Decision decision = *agent->ask();
    ASSERT_NE(decision.arm, 1u);
    ASSERT_TRUE(agent->tell(decision.round, 0));
  }
}

// Actions 0 to 4: four around 0 and one inside their hull.
constexpr const char* kFiveActions =
    R"({"agent":"banker-bolo","actions":[[1,0],[0,1],[-1,0],[0,-1],[0.25,0.25]],"seed":18})";
constexpr const char* kFiveActionsWithoutABank =
    R"({"agent":"bolo","actions":[[1,0],[0,1],[-1,0],[0,-1],[0.25,0.25]],"seed":19,"sampler":"eigen"})";

// N_i - sum_t x_{t,i} is a martingale with variance sum_t x_{t,i} (1 - x_{t,i}): standardized it is normal,
// and beyond 5.3 with probability 1e-7. The losses move x all the time.
TEST(Sampling, AgentsDrawWhatTheirProbabilitiesSay) {
  const int rounds = effort(200000, 2000);
  for (const char* spec : {R"({"agent":"banker-tinf","arms":5,"seed":11})",
                           R"({"agent":"banker-tinf","arms":5,"seed":12,"spending":"proportional"})",
                           R"({"agent":"banker-sftinf","arms":5,"seed":13,"spending":"newest-first"})",
                           R"({"agent":"banker-sflbinf","arms":5,"seed":14})",
                           R"({"agent":"banker-omd","arms":5,"seed":15,"regularizer":"negentropy"})",
                           R"({"agent":"banker-omd","arms":5,"seed":16,"regularizer":{"tsallis":0.9}})",
                           kFiveActions, kFiveActionsWithoutABank}) {
    auto agent = *make_agent(spec);
    std::mt19937_64 bits(17);
    std::deque<Decision> open;
    std::vector<double> count(5), mean(5), variance(5);
    for (int t = 0; t < rounds; ++t) {
      const std::vector<double> x = agent->probabilities();
      const Decision decision = *agent->ask();
      ASSERT_EQ(decision.probability, x[decision.arm]);
      ++count[decision.arm];
      for (std::size_t i = 0; i < x.size(); ++i) {
        mean[i] += x[i];
        variance[i] += x[i] * (1 - x[i]);
      }
      open.push_back(decision);
      if (open.size() > 7) {
        const bool loss = bits() % 100 < 40 + 2 * open.front().arm;
        ASSERT_TRUE(agent->tell(open.front().round, loss));
        open.pop_front();
      }
    }
    for (std::size_t i = 0; i < 5; ++i) {
      EXPECT_GT(variance[i], 50) << spec;
      EXPECT_LT(std::fabs(count[i] - mean[i]) / std::sqrt(variance[i]), 5.3) << spec << ", arm " << i;
    }
  }
}

// Directions and signs are even whatever the point; E[A_t] = x_t, so sum_t (A_t - x_t) is a martingale, over
// the root of its sum of squares about normal. The losses move x all the time.
TEST(Sampling, ActionsOfALinearAgentLieEvenlyAroundThePoint) {
  const int rounds = effort(50000, 2000);
  const std::string polytope = R"("body":{"type":"polytope","A":[[-1,0],[0,-1],[1,3]],"b":[0,0,1]})";
  for (const std::string& spec :
       {R"({"agent":"banker-bolo","seed":21,)" + polytope + "}",
        R"({"agent":"banker-bolo","seed":22,"sampler":"eigen",)" + polytope + "}",
        R"({"agent":"delayed-scrible","seed":23,)" + polytope + "}", std::string(kFiveActions)}) {
    auto agent = *make_agent(spec);
    std::deque<Decision> open;
    std::vector<double> count(4), expected(4, rounds / 4.0), sum(2), squares(2);
    for (int t = 0; t < rounds; ++t) {
      const std::vector<double> x = agent->point();
      const Decision decision = *agent->ask();
      const std::vector<double> action = *agent->action(decision.round);
      ++count[2 * decision.direction + (decision.sign > 0)];
      for (std::size_t i = 0; i < 2; ++i) {
        sum[i] += action[i] - x[i];
        squares[i] += (action[i] - x[i]) * (action[i] - x[i]);
      }
      open.push_back(decision);
      if (open.size() > 7) {
        const std::vector<double> told = *agent->action(open.front().round);
        ASSERT_TRUE(agent->tell(open.front().round, 0.6 * told[0] - 0.3 * told[1]));
        open.pop_front();
      }
    }
    EXPECT_GT(pearson(count, expected), kLeastP) << spec;
    for (std::size_t i = 0; i < 2; ++i) EXPECT_LT(std::fabs(sum[i]) / std::sqrt(squares[i]), 5.3) << spec;
  }
}

}  // namespace
}  // namespace banker::sampling_test
