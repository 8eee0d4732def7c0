// A listed action that the caller draws from probabilities() teaches as much as one that the agent draws.

#include <cmath>

#include "agent/player.hpp"
#include "support/effort.hpp"

namespace banker::testing::forced_list_test {
namespace {

// Six actions of the plane and a loss <l, v> from -1 to 1, by which the last is best.
const std::vector<std::vector<double>> kActions{{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {0.3, -0.4}, {-0.8, -0.6}};
double loss_of(std::size_t arm) { return 0.8 * kActions[arm][0] + 0.6 * kActions[arm][1]; }

struct Play {
  double mean_loss;    // of the last half
  double from_caller;  // share of rounds in which the caller's draw was not the agent's
};

// Outcomes come a few rounds late, with noise that keeps them in [-1, 1].
Play play(const std::string& name, std::uint64_t seed, bool caller_draws) {
  const auto agent = make_from(Json{{"agent", name}, {"actions", kActions}, {"seed", seed}});
  const auto twin = make_from(Json{{"agent", name}, {"actions", kActions}, {"seed", seed}});
  Random random(seed + 100);
  const int rounds = effort(20'000, 8'000);
  double sum = 0;
  int differ = 0;
  std::vector<std::pair<RoundId, double>> open;
  for (int t = 0; t < rounds; ++t) {
    Decision decision{};
    if (caller_draws) {
      const std::vector<double> p = agent->probabilities();
      std::discrete_distribution<std::size_t> draw(p.begin(), p.end());
      const std::size_t arm = draw(random);
      EXPECT_FALSE(twin->load(agent->save()));
      differ += twin->ask().value().arm != arm;
      decision = agent->ask_arm(arm).value();
      EXPECT_EQ(decision.arm, arm);
      EXPECT_EQ(decision.probability, p[arm]);
    } else {
      decision = agent->ask().value();
    }
    const double loss = loss_of(decision.arm);
    if (t >= rounds / 2) sum += loss;
    const double chance = (1 + loss) / 2;  // an outcome of -1 or 1 with this mean
    open.emplace_back(decision.round, std::bernoulli_distribution(chance)(random) ? 1 : -1);
    if (open.size() <= 5) continue;
    (void)agent->tell(open.front().first, open.front().second).value();
    open.erase(open.begin());
  }
  return {sum / (rounds - rounds / 2), double(differ) / rounds};
}

class ForcedList : public ::testing::TestWithParam<std::string> {};

// The best action loses -1, an even choice -0.16 on average; an estimate that does not know the sign learns
// nothing.
TEST_P(ForcedList, LearnsAsWellAsADrawnOne) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Play drawn = play(GetParam(), seed, false), forced = play(GetParam(), seed, true);
    EXPECT_LT(drawn.mean_loss, effort(-0.8, -0.7)) << seed;
    EXPECT_LT(forced.mean_loss, effort(-0.8, -0.7)) << seed;
    EXPECT_NEAR(forced.mean_loss, drawn.mean_loss, effort(0.05, 0.1)) << seed;
    EXPECT_GT(forced.from_caller, 0.2) << seed;
  }
}

INSTANTIATE_TEST_SUITE_P(Agents, ForcedList, ::testing::Values("banker-bolo", "bolo", "delayed-scrible"),
                         [](const auto& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace banker::testing::forced_list_test
