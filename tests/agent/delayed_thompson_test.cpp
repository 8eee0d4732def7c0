// Thompson sampling with queues: its random numbers, its queues, and plain Thompson sampling without delay.
#include <cmath>
#include <deque>
#include <map>

#include "agent/baseline/beta_draw.hpp"
#include "agent/baseline/loss_queues.hpp"
#include "agent/player.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

namespace banker::testing::delayed_thompson_test {
namespace {

constexpr double kLeastP = 1e-6;

struct Shape {
  double a, b;
};

// The mean and the variance of n draws, within five standard errors; for the variance that of a normal number, an
// upper bound for these shapes but for a factor below 2.
TEST(BetaDraw, HasTheMeanAndTheVarianceOfItsShape) {
  const int n = effort(200000, 20000);
  for (const auto& [a, b] : {Shape{1, 1}, {1, 2}, {2.5, 1.25}, {30, 4}, {1, 900}, {4000, 5000}}) {
    double sum = 0, squares = 0;
    const double mean = a / (a + b), variance = a * b / ((a + b) * (a + b) * (a + b + 1));
    for (int i = 0; i < n; ++i) {
      const double theta = draw_beta(a, b, 3, static_cast<std::uint64_t>(i), 1, 4);
      ASSERT_TRUE(theta > 0 && theta < 1);
      sum += theta - mean;
      squares += (theta - mean) * (theta - mean);
    }
    EXPECT_LT(std::fabs(sum / n), 5 * std::sqrt(variance / n)) << a << ' ' << b;
    EXPECT_NEAR(squares / n / variance, 1, 5 * 2 * std::sqrt(2.0 / n)) << a << ' ' << b;
  }
}

// Beta(1,1), Beta(2,1) and Beta(1,3) have the distribution functions x, x^2 and 1 - (1-x)^3.
TEST(BetaDraw, FollowsTheDistributionFunction) {
  const int n = effort(200000, 20000);
  constexpr std::size_t kCells = 50;
  for (int shape = 0; shape < 3; ++shape) {
    std::vector<double> count(kCells), expected(kCells, static_cast<double>(n) / kCells);
    for (int i = 0; i < n; ++i) {
      const double x =
          draw_beta(shape == 1 ? 2 : 1, shape == 2 ? 3 : 1, 9, static_cast<std::uint64_t>(i), 0, 1);
      const double f = shape == 0 ? x : shape == 1 ? x * x : 1 - std::pow(1 - x, 3);
      ++count[std::min(kCells - 1, static_cast<std::size_t>(f * kCells))];
    }
    EXPECT_GT(pearson(count, expected), kLeastP) << shape;
  }
}

// P(theta_i is the largest) = int f_i prod_j F_j, by the midpoint rule; F_j is the running sum of f_j.
std::vector<double> best_arm(const std::vector<Shape>& shapes) {
  constexpr int kSteps = 20000;
  std::vector<double> below(shapes.size()), best(shapes.size()), mass(shapes.size());
  for (int step = 0; step < kSteps; ++step) {
    const double x = (step + 0.5) / kSteps;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const auto& [a, b] = shapes[i];
      mass[i] = std::exp(std::lgamma(a + b) - std::lgamma(a) - std::lgamma(b) + (a - 1) * std::log(x) +
                         (b - 1) * std::log1p(-x)) /
                kSteps;
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      double product = mass[i];
      for (std::size_t j = 0; j < shapes.size(); ++j) product *= j == i ? 1 : below[j] + mass[j] / 2;
      best[i] += product;
    }
    for (std::size_t i = 0; i < shapes.size(); ++i) below[i] += mass[i];
  }
  return best;
}

TEST(BetaDraw, TheLargestOfSeveralIsEachAsOftenAsTheIntegralSays) {
  const int n = effort(100000, 10000);
  const std::vector<Shape> shapes{{3, 4}, {10, 12}, {1, 1}, {2, 6.5}};
  std::vector<double> count(4), expected = best_arm(shapes);
  for (double& p : expected) p *= n;
  for (int i = 0; i < n; ++i) {
    std::size_t best = 0;
    double most = 0;
    for (std::size_t arm = 0; arm < 4; ++arm) {
      const double theta =
          draw_beta(shapes[arm].a, shapes[arm].b, 12, static_cast<std::uint64_t>(i), arm, shapes.size());
      if (theta > most) most = theta, best = arm;
    }
    ++count[best];
  }
  EXPECT_GT(pearson(count, expected), kLeastP);
}

std::string spec(std::uint64_t seed, std::size_t arms) {
  return Json{{"agent", "delayed-thompson"}, {"arms", arms}, {"seed", seed}}.dump();
}

// The agent itself, one draw per seed: before any outcome, and after the failure of its first arm.
TEST(DelayedThompson, WantsEachArmAsOftenAsThePosteriorSays) {
  const int n = effort(20000, 3000);
  std::vector<double> first(3), again(2), expected_first(3, n / 3.0);
  const double same = best_arm({{1, 2}, {1, 1}, {1, 1}})[0];
  for (int seed = 0; seed < n; ++seed) {
    const auto agent = make(spec(static_cast<std::uint64_t>(seed), 3));
    const Decision d = agent->ask().value();
    ++first[d.arm];
    (void)agent->tell(d.round, 1).value();
    ++again[agent->ask()->arm == d.arm];
  }
  EXPECT_GT(pearson(first, expected_first), kLeastP);
  EXPECT_GT(pearson(again, std::vector<double>{n * (1 - same), n * same}), kLeastP);
}

// Thompson sampling on its own: it takes one outcome of the arm it wants at a time.
struct Plain {
  Plain(std::uint64_t s, std::size_t arms) : seed(s), shapes(arms, {1, 1}) {}
  std::size_t wanted() const {
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const double theta = draw_beta(shapes[i].a, shapes[i].b, seed, step, i, shapes.size());
      if (theta > most) most = theta, best = i;
    }
    return best;
  }
  void take(std::size_t arm, double loss) {
    shapes[arm].a += 1 - loss;
    shapes[arm].b += loss;
    ++step;
  }
  std::uint64_t seed, step = 0;
  std::vector<Shape> shapes;
};

TEST(DelayedThompson, WithoutDelayIsPlainThompsonSampling) {
  const auto agent = make(spec(4, 5));
  Plain plain(4, 5);
  Random random(5);
  int changes = 0;
  std::size_t last = 0;
  for (int t = 0; t < 2000; ++t) {
    const Decision d = agent->ask().value();
    ASSERT_EQ(d.arm, plain.wanted()) << t;
    ASSERT_EQ(d.probability, 1);
    changes += d.arm != last;
    last = d.arm;
    const double loss = random() % 10 < 4 + d.arm ? (random() % 2 == 0 ? 1 : 0.5) : 0;
    (void)agent->tell(d.round, loss).value();
    plain.take(d.arm, loss);
  }
  EXPECT_GT(changes, 20);
}

TEST(DelayedThompson, UsesWaitingOutcomesBeforeItPlaysForThem) {
  const auto agent = make(spec(6, 4));
  Plain plain(6, 4);
  std::map<std::size_t, std::deque<double>> waiting;
  std::vector<Decision> open;
  Random random(7);
  std::size_t most_waiting = 0;
  for (int i = 0; i < 4000; ++i) {
    if (open.empty() || random() % 2 == 0) {
      open.push_back(agent->ask().value());
      ASSERT_EQ(open.back().arm, plain.wanted()) << i;
      continue;
    }
    const auto at = open.begin() + static_cast<std::ptrdiff_t>(random() % open.size());
    const Decision d = *at;
    open.erase(at);
    if (random() % 20 == 0) {
      (void)agent->drop(d.round).value();
      continue;
    }
    const double loss = random() % 10 < 4 + d.arm ? 1 : 0;
    (void)agent->tell(d.round, loss).value();
    waiting[d.arm].push_back(loss);
    for (std::size_t arm = plain.wanted(); !waiting[arm].empty(); arm = plain.wanted()) {
      plain.take(arm, waiting[arm].front());
      waiting[arm].pop_front();
    }
    for (const auto& [arm, queue] : waiting) most_waiting = std::max(most_waiting, queue.size());
  }
  EXPECT_GT(most_waiting, 3u);
}

// By hand: the wanted arm is played until it is told; the rest of its outcomes then waits.
TEST(DelayedThompson, PlaysTheWantedArmUntilAnOutcomeOfItComes) {
  const auto agent = make(spec(1, 3));
  const std::size_t wanted = agent->ask()->arm;
  for (int i = 0; i < 9; ++i) EXPECT_EQ(agent->ask()->arm, wanted);
  (void)agent->drop(RoundId{3}).value();
  EXPECT_EQ(agent->ask()->arm, wanted);
  RoundId next{1};
  Plain plain(1, 3);
  (void)agent->tell(next, 1).value();
  plain.take(wanted, 1);
  const std::size_t second = agent->ask()->arm;
  EXPECT_EQ(second, plain.wanted());
  ASSERT_NE(second, wanted) << "choose another seed";
  (void)agent->tell(RoundId{2}, 1).value();  // waits: another arm is wanted
  EXPECT_EQ(agent->ask()->arm, second);
}

TEST(LossQueues, ServeEveryArmInTheOrderOfArrival) {
  LossQueues queues(3);
  std::vector<std::deque<double>> slow(3);
  Random random(8);
  for (int i = 0; i < 3000; ++i) {
    const std::size_t arm = random() % 3;
    if (random() % 2 == 0) {
      const double loss = static_cast<double>(random() % 100) / 100;
      queues.push(arm, loss);
      slow[arm].push_back(loss);
    } else if (!slow[arm].empty()) {
      ASSERT_EQ(queues.pop(arm), slow[arm].front());
      slow[arm].pop_front();
    }
    ASSERT_EQ(queues.empty(arm), slow[arm].empty());
    ASSERT_EQ(queues.size(), slow[0].size() + slow[1].size() + slow[2].size());
  }
}

}  // namespace
}  // namespace banker::testing::delayed_thompson_test
