// Long runs: nothing drifts, overflows, or stops being a distribution.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "support/effort.hpp"

namespace banker::numerics_test {
namespace {

using testing::effort;

const int kMillion = effort(1000000, 10000);
constexpr std::size_t kRing = 10;

void expect_healthy(const Agent& agent) {
  long double sum = 0;
  for (const double p : agent.probabilities()) {
    ASSERT_TRUE(std::isfinite(p) && p >= 0) << p;
    sum += p;
  }
  ASSERT_LE(std::fabs(sum - 1), 1e-12L);
  ASSERT_TRUE(std::isfinite(*agent.certificate()));
  ASSERT_TRUE(std::isfinite(*agent.total_invested()));
  ASSERT_GT(*agent.total_invested(), 0);
}

// Asks with ten rounds open; the oldest is told loss(arm). Healthy at every thousandth round.
template <class Loss>
void run(Agent& agent, int rounds, Loss loss) {
  std::vector<Decision> ring;
  for (int t = 0; t < rounds; ++t) {
    const auto decision = agent.ask();
    ASSERT_TRUE(decision) << decision.error().message;
    ASSERT_GT(decision->probability, 0);
    if (ring.size() < kRing) {
      ring.push_back(*decision);
    } else {
      const Decision old = std::exchange(ring[t % kRing], *decision);
      const auto receipt = agent.tell(old.round, loss(old.arm));
      ASSERT_TRUE(receipt) << receipt.error().message;
      ASSERT_TRUE(std::isfinite(*receipt->immediate_cost) && *receipt->immediate_cost >= 0);
    }
    if (t % 1000 == 0) expect_healthy(agent);
    if (::testing::Test::HasFatalFailure()) return;
  }
  expect_healthy(agent);
  EXPECT_EQ(agent.rounds(), static_cast<std::uint64_t>(rounds));
  EXPECT_EQ(agent.outstanding(), kRing);
}

TEST(Numerics, TenMillionRoundsOfBankerTinfStayADistribution) {
  struct Share {
    const char* spending;
    int millions;
  };
  for (const auto& [spending, millions] :
       {Share{"oldest-first", 10}, {"newest-first", 3}, {"proportional", 3}}) {
    SCOPED_TRACE(spending);
    auto agent = *make_agent(R"({"agent":"banker-tinf","arms":10,"seed":1,"spending":")" +
                             std::string(spending) + "\"}");
    std::mt19937_64 bits(2);
    run(*agent, millions * kMillion,
        [&](std::size_t arm) { return bits() % 1000 < (arm == 3 ? 400u : 500u); });
    // It has learned: the best arm is the likeliest by far.
    EXPECT_GT(agent->probabilities()[3], effort(0.5, 0.1));
  }
}

// Losses of 1e-140 to 1e140: log-uniform, then small for long, then large for long.
class WildLosses {
 public:
  double operator()(std::size_t) {
    ++calls_;
    const double low = calls_ / 1000 % 3 == 1 ? 0 : -140, high = calls_ / 1000 % 3 == 2 ? 0 : 140;
    // The largest comes late: most of the run knows only up to what was seen.
    const double ceiling = std::min(high, -140 + 281.0 * static_cast<double>(calls_) / kMillion);
    const double unit = static_cast<double>(bits_() >> 11) * 0x1p-53;
    const double magnitude = std::pow(10, low + (std::max(ceiling, low) - low) * unit);
    return std::min(magnitude, 1e140);
  }
  bool negative() { return bits_() % 2 == 0; }

 private:
  std::mt19937_64 bits_{4};
  int calls_ = 0;
};

TEST(Numerics, BankerSftinfTakesLossesOfEverySize) {
  for (const char* spec : {R"({"agent":"banker-sftinf","arms":10,"seed":1})",
                           R"({"agent":"banker-sftinf","arms":10,"seed":1,"spending":"proportional",)"
                           R"("initial_loss_size":1e-140})"}) {
    SCOPED_TRACE(spec);
    auto agent = *make_agent(spec);
    WildLosses losses;
    run(*agent, kMillion, [&](std::size_t arm) { return losses(arm); });
  }
}

TEST(Numerics, BankerSflbinfTakesLossesOfEverySizeAndSign) {
  for (const char* spec : {R"({"agent":"banker-sflbinf","arms":10,"seed":1,"horizon":1000000})",
                           R"({"agent":"banker-sflbinf","arms":10,"seed":1,"spending":"proportional",)"
                           R"("initial_loss_size":1e-140})"}) {
    SCOPED_TRACE(spec);
    auto agent = *make_agent(spec);
    WildLosses losses;
    run(*agent, kMillion, [&](std::size_t arm) { return losses.negative() ? -losses(arm) : losses(arm); });
  }
}

// The loss of an action is <l, action>, least where the body ends in the direction -l.
TEST(Numerics, LongRunsOfLinearAgentsStayInTheBodyAndLearn) {
  struct Run {
    const char* spec;
    double best;  // the least loss in the body
  };
  const std::vector<double> l{0.6, -0.3};
  const auto loss = [&](const std::vector<double>& x) { return l[0] * x[0] + l[1] * x[1]; };
  for (const Run& r :
       {Run{R"({"agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})", -std::sqrt(0.45)},
        Run{R"({"agent":"banker-bolo","body":{"type":"box","lower":[-1,0],"upper":[1,0.25]},)"
            R"("spending":"newest-first"})",
            -0.675},
        Run{R"({"agent":"banker-bolo","body":{"type":"polytope","A":[[-1,0],[0,-1],[1,3]],"b":[0,0,1]},)"
            R"("spending":"proportional"})",
            -0.1},
        Run{R"({"agent":"banker-bolo","actions":[[1,0],[0,1],[-1,0],[0,-1],[0.25,0.25]]})", -0.6}}) {
    SCOPED_TRACE(r.spec);
    auto agent = *make_agent(r.spec);
    const double start = loss(agent->point());
    std::vector<Decision> ring;
    for (int t = 0; t < kMillion / 10; ++t) {
      const auto decision = agent->ask();
      ASSERT_TRUE(decision) << decision.error().message;
      if (ring.size() < kRing) {
        ring.push_back(*decision);
        continue;
      }
      const Decision old = std::exchange(ring[t % kRing], *decision);
      const double told = loss(*agent->action(old.round));
      ASSERT_GE(told, r.best - 1e-12);
      const auto receipt = agent->tell(old.round, told);
      ASSERT_TRUE(receipt) << receipt.error().message;
      ASSERT_EQ(receipt->state, RoundState::kSettled);
      ASSERT_TRUE(std::isfinite(*receipt->immediate_cost) && *receipt->immediate_cost >= 0);
    }
    ASSERT_TRUE(std::isfinite(*agent->certificate()));
    ASSERT_GT(*agent->total_invested(), 0);
    const double gap = loss(agent->point()) - r.best;
    EXPECT_LT(gap, (start - r.best) * effort(0.5, 0.999));
    EXPECT_GE(gap, -1e-12);
  }
}

TEST(Numerics, AMillionRoundsWithAFixedBestArmStayADistributionForEveryRegularizer) {
  for (const char* regularizer : {R"("log-barrier")", R"("negentropy")", R"({"tsallis":0.9})"}) {
    SCOPED_TRACE(regularizer);
    auto agent = *make_agent(R"({"agent":"banker-omd","arms":10,"seed":1,"regularizer":)" +
                             std::string(regularizer) + "}");
    run(*agent, kMillion, [](std::size_t arm) { return arm == 3 ? 0 : 1; });
    EXPECT_GT(agent->probabilities()[3], 0.9);
  }
}

}  // namespace
}  // namespace banker::numerics_test
