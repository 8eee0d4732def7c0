#include "banker/lab/losses.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "banker/core/ids.hpp"
#include "lab/losses.hpp"
#include "lab/written_file.hpp"
#include "support/allocations.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

// Statistical tests have fixed seeds and fail with probability 1e-6 each on a right generator.
namespace banker::lab::losses_test {
namespace {

using banker::testing::effort;
using banker::testing::pearson;
using testing::WrittenFile;

Setting setting(std::size_t arms, std::uint64_t rounds, std::uint64_t seed) {
  return {.arms = arms, .rounds = rounds, .seed = seed};
}
std::unique_ptr<Losses> start(const std::string& text, const Setting& setting) {
  return make_losses(text)->start(setting);
}

const std::vector<std::string> kForAnyArms{"bernoulli",
                                           "gaussian",
                                           "stochastically-constrained",
                                           "switching:period=50",
                                           "trap:period=50",
                                           "drifting:50",
                                           "scale-jump",
                                           "signed-jump",
                                           "bernoulli:gap=0",
                                           "switching:period=1",
                                           "drifting:1",
                                           "gaussian:1e-3",
                                           "scale-jump:factor=0.5",
                                           "trap:1"};

// The sums over t of m_t.
std::vector<double> total_means(Losses& losses, std::uint64_t rounds) {
  std::vector<double> sums(losses.mean().size());
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    losses.advance(t);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += losses.mean()[i];
  }
  return sums;
}
// Of playing every arm with the same probability.
double uniform_regret(const std::vector<double>& sums) {
  const double all = std::accumulate(sums.begin(), sums.end(), 0.0);
  return all / static_cast<double>(sums.size()) - *std::min_element(sums.begin(), sums.end());
}

// Uniform play has the regret that the definition gives, to 1e-9 of it (drifting: 1 %, its periods are not
// multiples of the arms).
TEST(Losses, UniformPlayHasPositiveRegret) {
  const double rounds = 6000;
  for (const std::size_t arms : {2, 5, 20}) {
    const double k = static_cast<double>(arms), others = 1 - 1 / k;
    const std::map<std::string, double> per_round{
        {"bernoulli", 0.1 * others},
        {"bernoulli:0.25", 0.25 * others},
        {"gaussian", 0.2 * others},
        {"gaussian:scale=50,gap=1", 50 * others},
        {"stochastically-constrained", 0.1 * others},
        {"switching:period=500", 0.2 * (2.0 / 3 - 1 / k)},
        {"trap:period=500", (0.425 + 0.475 + 0.55 * (k - 2)) / k - 0.425},
        {"drifting:period=500", 0.1 * others},
        {"scale-jump", 0.2 * others * (1 + 100) / 2},
        {"signed-jump", others * (10 - 1) / 2}};
    for (const auto& [text, expected] : per_round) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto losses = start(text, setting(arms, 6000, seed));
        const double regret = uniform_regret(total_means(*losses, 6000)) / rounds;
        ASSERT_GT(regret, 0.02) << text;
        EXPECT_NEAR(regret, expected, expected * (text[0] == 'd' ? 1e-2 : 1e-9)) << text << ", " << arms;
      }
    }
  }
}

// The loss of (seed, t, arm) does not depend on what was asked before.
TEST(Losses, AnOutcomeIsAFunctionOfSeedRoundAndArm) {
  for (const std::string& text : kForAnyArms) {
    const auto all = start(text, setting(4, 200, 9)), backwards = start(text, setting(4, 200, 9)),
               seldom = start(text, setting(4, 200, 9)), other = start(text, setting(4, 200, 10));
    bool differs = false;
    for (std::uint64_t t = 1; t <= 200; ++t) {
      const bool changed = all->advance(t);
      EXPECT_EQ(backwards->advance(t), changed);
      seldom->advance(t);
      other->advance(t);
      for (std::size_t i = 0; i < 4; ++i) {
        const double loss = all->outcome(i);
        EXPECT_EQ(all->outcome(i), loss);
        differs = differs || other->outcome(i) != loss;
      }
      for (std::size_t i = 4; i-- > 0;) EXPECT_EQ(backwards->outcome(i), all->outcome(i)) << text;
      EXPECT_TRUE(t % 7 != 3 || seldom->outcome(t % 4) == all->outcome(t % 4)) << text;
    }
    EXPECT_EQ(differs, text != "signed-jump") << text;
  }
}

// advance() says false exactly where m_t stays, and every loss is within [low, high].
TEST(Losses, ChangesAreAnnouncedAndLossesAreBounded) {
  for (const std::string& text : kForAnyArms) {
    for (const std::size_t arms : {1, 2, 3, 20}) {
      const auto source = *make_losses(text);
      const auto losses = source.start(setting(arms, 1001, 5));
      std::vector<double> before;
      for (std::uint64_t t = 1; t <= 1001; ++t) {
        const bool changed = losses->advance(t);
        const std::vector<double> now(losses->mean().begin(), losses->mean().end());
        ASSERT_EQ(now.size(), arms);
        ASSERT_EQ(changed, now != before) << text << ", " << arms << ", " << t;
        before = now;
        for (std::size_t i = 0; i < arms; ++i) {
          const double loss = losses->outcome(i);
          EXPECT_TRUE(loss >= source.low && loss <= source.high) << text;
          EXPECT_TRUE(now[i] >= source.low && now[i] <= source.high) << text;
        }
      }
    }
  }
}

TEST(Losses, NothingIsAllocatedInARound) {
  for (const std::string& text : kForAnyArms) {
    const auto losses = start(text, setting(10, 5000, 5));
    const std::size_t before = testing::allocations();
    double sum = 0;
    for (std::uint64_t t = 1; t <= 5000; ++t) {
      losses->advance(t);
      sum += losses->outcome(t % 10);
    }
    EXPECT_EQ(testing::allocations(), before) << text << sum;
  }
}

// sum over arms of z^2, z = sum (loss - m_t)/sqrt(sum m_t (size - m_t)), is chi-square; losses are 0 or `size`.
TEST(Losses, OutcomesHaveTheMeanTheySay) {
  const std::uint64_t rounds = effort(100000, 10000);
  for (const std::string& text : kForAnyArms) {
    if (text.starts_with("gaussian") || text == "signed-jump") continue;
    const double factor = text == "scale-jump" ? 100 : text == "scale-jump:factor=0.5" ? 0.5 : 1;
    const auto losses = start(text, setting(5, rounds, 3));
    std::vector<double> error(5), variance(5);
    for (std::uint64_t t = 1; t <= rounds; ++t) {
      losses->advance(t);
      const double size = t > rounds / 2 ? factor : 1;
      for (std::size_t i = 0; i < 5; ++i) {
        const double loss = losses->outcome(i), mean = losses->mean()[i];
        ASSERT_TRUE(loss == 0 || loss == size) << text;
        error[i] += loss - mean;
        variance[i] += mean * (size - mean);
      }
    }
    double statistic = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      statistic += variance[i] > 0 ? error[i] * error[i] / variance[i] : 0;
    }
    EXPECT_GT(banker::testing::chi_square_survival(statistic, 5), 1e-6) << text << " " << statistic;
  }
}

// Pairs of losses of two arms, and of two rounds, above the median or not: a 2 x 2 table.
TEST(Losses, ArmsAndRoundsAreIndependent) {
  const std::uint64_t rounds = effort(200000, 20000);
  for (const auto& [text, median] : {std::pair{"bernoulli:gap=0", 0.5}, {"gaussian:gap=0", 0.0}}) {
    const auto losses = start(text, setting(2, rounds, 11));
    std::vector<double> arms(4), next(4), expected(4, static_cast<double>(rounds) / 4);
    std::size_t last = 0;
    for (std::uint64_t t = 1; t <= rounds; ++t) {
      losses->advance(t);
      const std::size_t a = losses->outcome(0) > median, b = losses->outcome(1) > median;
      ++arms[2 * a + b];
      ++next[2 * last + a];
      last = a;
    }
    EXPECT_GT(pearson(arms, expected), 1e-6) << text;
    EXPECT_GT(pearson(next, expected), 1e-6) << text;
  }
}

// In 64 cells as likely as each other, and in their first four moments: five standard errors.
TEST(Losses, GaussianLossesAreNormal) {
  constexpr std::size_t kCells = 64;
  const int rounds = effort(200000, 20000);
  for (const double scale : {1.0, 25.0}) {
    const auto source = *make_losses("gaussian:scale=" + std::to_string(scale) + ",gap=0.5");
    EXPECT_EQ(source.high, 9.5 * scale);
    EXPECT_EQ(source.low, -9.5 * scale);
    const auto losses = source.start(setting(3, 10, 4));
    const auto best = std::min_element(losses->mean().begin(), losses->mean().end()) - losses->mean().begin();
    for (std::size_t arm = 0; arm < 3; ++arm) {
      const double mean = arm == static_cast<std::size_t>(best) ? -0.5 * scale : 0;
      EXPECT_EQ(losses->mean()[arm], mean);
      std::vector<double> count(kCells), expected(kCells, rounds / static_cast<double>(kCells)), moment(5);
      for (int t = 1; t <= rounds; ++t) {
        losses->advance(static_cast<std::uint64_t>(t));
        const double z = (losses->outcome(arm) - mean) / scale;
        ++count[static_cast<std::size_t>(kCells * 0.5 * std::erfc(-z / std::sqrt(2.0)))];
        for (int k = 1; k <= 4; ++k) moment[static_cast<std::size_t>(k)] += std::pow(z, k) / rounds;
      }
      EXPECT_NEAR(moment[1], 0, 5 * std::sqrt(1.0 / rounds));
      EXPECT_NEAR(moment[2], 1, 5 * std::sqrt(2.0 / rounds));
      EXPECT_NEAR(moment[3], 0, 5 * std::sqrt(15.0 / rounds));
      EXPECT_NEAR(moment[4], 3, 5 * std::sqrt(96.0 / rounds));
      EXPECT_GT(pearson(count, expected), 1e-6) << scale << ", " << arm;
    }
  }
  EXPECT_LT(std::sqrt(-2 * std::log(0x1p-58L)), 9);  // the bound of normals()
}

// The two normals of a draw are independent: their angle is uniform.
TEST(Losses, TheSecondNormalIsIndependentOfTheFirst) {
  constexpr std::size_t kCells = 32;
  const int draws = effort(200000, 20000);
  std::vector<double> count(kCells), expected(kCells, draws / static_cast<double>(kCells));
  for (int t = 0; t < draws; ++t) {
    const Normals z = normals(8, static_cast<std::uint64_t>(t), Stream::kProblem, 3);
    const double turn = (std::atan2(z.second, z.first) + M_PI) / (2 * M_PI);
    ++count[std::min(kCells - 1, static_cast<std::size_t>(turn * kCells))];
  }
  EXPECT_GT(pearson(count, expected), 1e-6);
}

TEST(Losses, TheBestArmIsDrawnFromTheSeed) {
  const int seeds = 5000;
  for (const std::string text :
       {"bernoulli", "gaussian", "stochastically-constrained", "switching", "trap:10"}) {
    std::vector<double> count(5), expected(5, seeds / 5.0);
    for (int seed = 0; seed < seeds; ++seed) {
      const auto losses = start(text, setting(5, 100, static_cast<std::uint64_t>(seed)));
      losses->advance(1);
      ++count[static_cast<std::size_t>(std::min_element(losses->mean().begin(), losses->mean().end()) -
                                       losses->mean().begin())];
    }
    EXPECT_GT(pearson(count, expected), 1e-6) << text;
  }
}

// Lengths 1, 1, 2, 4, 6, 10: floor(1.6^p).
TEST(Losses, StochasticallyConstrainedPhasesGrow) {
  const auto losses = start("stochastically-constrained:0.25", setting(3, 100, 2));
  const std::vector<std::uint64_t> begins{1, 2, 3, 5, 9, 15, 25, 41};
  std::vector<std::uint64_t> found;
  for (std::uint64_t t = 1; t <= 41; ++t) {
    if (losses->advance(t)) found.push_back(t);
    const bool upper = found.size() % 2 == 0;
    auto means = std::vector<double>(losses->mean().begin(), losses->mean().end());
    std::sort(means.begin(), means.end());
    EXPECT_EQ(means, upper ? std::vector<double>({0.75, 1, 1}) : std::vector<double>({0, 0.25, 0.25}));
  }
  EXPECT_EQ(found, begins);
}

TEST(Losses, SwitchingLeavesHomeInEveryThirdPhase) {
  const auto losses = start("switching:period=10,gap=0.3", setting(6, 3000, 8));
  std::size_t home = 6;
  std::vector<double> away(6);
  for (std::uint64_t t = 1; t <= 3000; ++t) {
    losses->advance(t);
    const auto good = static_cast<std::size_t>(
        std::find(losses->mean().begin(), losses->mean().end(), 0.5 - 0.3) - losses->mean().begin());
    ASSERT_LT(good, 6u);
    EXPECT_EQ(std::count(losses->mean().begin(), losses->mean().end(), 0.5), 5);
    if (t == 1) home = good;
    const std::uint64_t phase = (t - 1) / 10;
    EXPECT_EQ(good == home, phase % 3 != 2) << t;
    if (phase % 3 == 2 && t % 10 == 1) ++away[good];
  }
  away.erase(away.begin() + static_cast<std::ptrdiff_t>(home));
  EXPECT_GT(pearson(away, std::vector<double>(5, 20)), 1e-6);
}

TEST(Losses, TheTrapTurns) {
  const auto losses = start("trap:period=3", setting(4, 12, 8));
  for (std::uint64_t t = 1; t <= 12; ++t) {
    losses->advance(t);
    auto means = std::vector<double>(losses->mean().begin(), losses->mean().end());
    const bool first = (t - 1) / 3 % 2 == 0;
    const auto a = std::find(means.begin(), means.end(), first ? 0.25 : 0.6) - means.begin();
    const auto b = std::find(means.begin(), means.end(), first ? 0.65 : 0.3) - means.begin();
    ASSERT_TRUE(a < 4 && b < 4);
    static const auto a_at_first = a, b_at_first = b;
    EXPECT_EQ(a, a_at_first);
    EXPECT_EQ(b, b_at_first);
    EXPECT_EQ(std::count(means.begin(), means.end(), 0.55), 2);
  }
}

// m_{t,i} = 1/2 + w(t/4 + i/2)/4 of two arms: w is 1 at 0, 0 at 1/4, -1 at 1/2.
TEST(Losses, DriftingIsATriangle) {
  const auto losses = start("drifting:period=4,gap=0", setting(2, 8, 1));
  const double expected[] = {0.5, 0.25, 0.5, 0.75, 0.5, 0.25, 0.5, 0.75};
  for (std::uint64_t t = 1; t <= 8; ++t) {
    losses->advance(t);
    EXPECT_EQ(losses->mean()[0], expected[t - 1]);
    EXPECT_EQ(losses->mean()[1], 1 - expected[t - 1]);
  }
}

TEST(Losses, TheJumpsComeAfterHalfOfTheRounds) {
  const auto source = *make_losses("signed-jump:size=7");
  EXPECT_EQ(source.low, -7);
  EXPECT_EQ(source.high, 1);
  const auto jump = source.start(setting(3, 9, 1));
  const auto scale = start("scale-jump:10", setting(3, 9, 1));
  for (std::uint64_t t = 1; t <= 9; ++t) {
    EXPECT_EQ(jump->advance(t), t == 1 || t == 5);
    EXPECT_EQ(jump->outcome(0), 0);
    EXPECT_EQ(jump->outcome(1), t <= 4 ? 1 : -7);
    EXPECT_EQ(jump->outcome(2), 0);
    EXPECT_EQ(scale->advance(t), t == 1 || t == 5);
    const double best = *std::min_element(scale->mean().begin(), scale->mean().end());
    EXPECT_DOUBLE_EQ(best, t <= 4 ? 0.3 : 3);
  }
  EXPECT_EQ(make_losses("scale-jump:0.5")->high, 1);
  EXPECT_EQ(make_losses("scale-jump:50")->high, 50);
}

TEST(Losses, GivenMeansFixTheArms) {
  const auto source = *make_losses("bernoulli:means=0.5:0:1");
  EXPECT_EQ(source.arms, 3u);
  const auto losses = source.start(setting(3, 10, 1));
  for (std::uint64_t t = 1; t <= 10; ++t) {
    losses->advance(t);
    EXPECT_EQ(losses->mean()[0], 0.5);
    EXPECT_EQ(losses->outcome(1), 0);
    EXPECT_EQ(losses->outcome(2), 1);
  }
  EXPECT_FALSE(make_losses("bernoulli")->arms.has_value());
}

TEST(Losses, AMatrixIsPlayedRowByRow) {
  const WrittenFile file("t,red,green\n1,0.5,-2\n2,0,3\n");
  const auto losses = *make_losses("matrix:" + file.path());
  const auto rewards = *make_losses("matrix:file=" + file.path() + ",reward=true");
  EXPECT_EQ(losses.arms, 2u);
  EXPECT_EQ(losses.rounds, 2u);
  EXPECT_EQ(losses.arm_names, (std::vector<std::string>{"red", "green"}));
  EXPECT_EQ(losses.low, -2);
  EXPECT_EQ(losses.high, 3);
  EXPECT_EQ(rewards.low, -3);
  EXPECT_EQ(rewards.high, 2);
  const auto cost = losses.start(setting(2, 2, 1)), gain = rewards.start(setting(2, 2, 1));
  const double table[2][2] = {{0.5, -2}, {0, 3}};
  for (std::uint64_t t = 1; t <= 2; ++t) {
    EXPECT_TRUE(cost->advance(t));
    gain->advance(t);
    for (std::size_t i = 0; i < 2; ++i) {
      EXPECT_EQ(cost->outcome(i), table[t - 1][i]);
      EXPECT_EQ(gain->outcome(i), -table[t - 1][i]);
      EXPECT_FALSE(std::signbit(gain->outcome(0)) && t == 2);  // no -0
    }
  }
  const WrittenFile narrow("1\n2\n");
  EXPECT_EQ(make_losses("matrix:" + narrow.path()).error().message,
            narrow.path() + " has one column of losses: give one for each of two or more arms");
  EXPECT_EQ(make_losses("matrix:/no/such.csv").error().message,
            "cannot read /no/such.csv: No such file or directory");
}

TEST(Losses, UniformPlayOnRealStockReturns) {
  const std::string path = BANKER_SOURCE_DIR "/../shared/data/stock_returns/sp10_rewards.csv";
  if (!std::filesystem::exists(path)) GTEST_SKIP() << "the stock returns are not there";
  const auto source = *make_losses("matrix:file=" + path + ",reward=true");
  EXPECT_EQ(source.rounds, 1258u);
  EXPECT_EQ(source.arm_names.front(), "CHK");
  const auto losses = source.start(setting(10, 1258, 1));
  EXPECT_NEAR(uniform_regret(total_means(*losses, 1258)), 485.53, 0.005);
}

}  // namespace
}  // namespace banker::lab::losses_test
