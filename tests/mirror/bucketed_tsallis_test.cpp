// BucketedTsallis against the map that looks at every arm.
#include "mirror/bucketed_tsallis.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>
#include <string>
#include <vector>

#include "banker/mirror/half_tsallis.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

namespace banker::testing::bucketed_tsallis_test {
namespace {

using Random = std::mt19937_64;
constexpr std::uint64_t kSeed = 7;

double uniform_of(Random& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

// A BucketedTsallis and a plain theta beside it.
class Pair {
 public:
  explicit Pair(std::size_t arms) : bucketed(arms), theta_(arms), x_(arms), exact_(arms) {}

  // The next round, and what was drawn in it.
  BucketedTsallis::Drawn ask(double sigma) {
    ++round_;
    bucketed.settle(bucketed.root(sigma));
    return bucketed.draw(kSeed, RoundId{round_});
  }
  void lower(std::size_t arm, double amount) {
    bucketed.lower(arm, amount);
    theta_[arm] -= amount;
  }
  void compare(double sigma) {
    const BucketedTsallis::Root root = bucketed.root(sigma);
    bucketed.point(root, x_);
    std::vector<double> over(theta_);
    for (double& v : over) v /= sigma;
    HalfTsallis::mirror(over, exact_);
    long double sum = 0;
    for (std::size_t i = 0; i < x_.size(); ++i) {
      ASSERT_NEAR(x_[i], exact_[i], 1e-12) << "arm " << i;
      sum += x_[i];
    }
    ASSERT_NEAR(static_cast<double>(sum), 1, 1e-12);
  }

  BucketedTsallis bucketed;

 private:
  std::vector<double> theta_, x_, exact_;
  std::uint64_t round_ = 0;
};

// What an arm loses in round t.
using Losses = std::function<double(std::size_t arm, std::uint64_t t, Random& random)>;
struct Pattern {
  std::string name;
  Losses loss;
};
std::vector<Pattern> patterns() {
  return {
      {"random",
       [](std::size_t arm, auto, Random& r) { return uniform_of(r) < (arm % 10 == 0 ? 0.3 : 0.7); }},
      {"always 1", [](auto, auto, Random&) { return 1.0; }},
      {"always 0", [](auto, auto, Random&) { return 0.0; }},
      {"one good arm", [](std::size_t arm, auto, Random&) { return arm == 3 ? 0.0 : 1.0; }},
      {"one bad arm", [](std::size_t arm, auto, Random&) { return arm == 3 ? 1.0 : 0.0; }},
      {"a good arm that turns bad", [](std::size_t arm, std::uint64_t t,
                                       Random&) { return (arm == 3) == (t / 3000 % 2 == 0) ? 0.0 : 1.0; }},
      {"of every size", [](auto, auto, Random& r) { return std::pow(10, -12 * uniform_of(r)); }},
  };
}

TEST(BucketedTsallis, IsTheDenseMapOverLongRuns) {
  for (const std::size_t arms : {10, 100, 1000, 10'000, 100'000}) {
    for (const Pattern& pattern : patterns()) {
      SCOPED_TRACE(pattern.name + ", " + std::to_string(arms) + " arms");
      Pair pair(arms);
      Random random(arms);
      const std::uint64_t rounds = effort(100'000, 2'000), looks = arms <= 1000 ? 200 : effort(20, 4);
      for (std::uint64_t t = 1; t <= rounds; ++t) {
        const double sigma = std::sqrt(static_cast<double>(t));
        if (t <= 20 || t % (rounds / looks) == 0) {
          ASSERT_NO_FATAL_FAILURE(pair.compare(sigma)) << "round " << t;
        }
        const auto drawn = pair.ask(sigma);
        pair.lower(drawn.arm, pattern.loss(drawn.arm, t, random) / drawn.probability);
      }
    }
  }
}

// Many outcomes between two rounds, of arms that are not drawn, with estimates of any size up to 1e140; and scales
// that jump.
TEST(BucketedTsallis, IsTheDenseMapWhateverHappensBetween) {
  for (const std::size_t arms : {2, 10, 300, 5000}) {
    for (const double decades : {3.0, 12.0, 140.0}) {
      SCOPED_TRACE(std::to_string(arms) + " arms, 10^" + std::to_string(decades));
      Pair pair(arms);
      Random random(arms);
      for (int i = 0; i < effort(400, 60); ++i) {
        const double sigma = std::pow(10, 4 * uniform_of(random));
        ASSERT_NO_FATAL_FAILURE(pair.compare(sigma)) << "step " << i;
        (void)pair.ask(sigma);
        for (std::uint64_t left = random() % 50; left > 0; --left)
          pair.lower(random() % arms, std::pow(10, decades * uniform_of(random)));
      }
    }
  }
}

TEST(BucketedTsallis, KeepsTiesTied) {
  Pair pair(500);
  for (int turn = 1; turn <= 60; ++turn) {
    for (std::size_t arm = 0; arm < 500; ++arm) pair.lower(arm, 25.0);
    (void)pair.ask(turn);
    std::vector<double> x(500);
    pair.bucketed.settled_point(x);
    EXPECT_EQ(x, std::vector<double>(500, x[0]));
    EXPECT_NEAR(x[0], 0.002, 1e-15);
  }
}

// After different histories, 200,000 draws of one state: p-values above 1e-6 each.
TEST(BucketedTsallis, DrawsFromItsPoint) {
  for (const std::uint64_t before : {0, 100, 3000, 100'000}) {
    Pair pair(200);
    Random random(before);
    for (std::uint64_t t = 1; t <= before; ++t) {
      const auto drawn = pair.ask(std::sqrt(static_cast<double>(t)));
      const bool loses = uniform_of(random) < (drawn.arm % 10 == 0 ? 0.3 : 0.7);
      pair.lower(drawn.arm, loses / drawn.probability);
    }
    (void)pair.ask(std::sqrt(static_cast<double>(before + 1)));
    std::vector<double> expected(200), count(200);
    pair.bucketed.settled_point(expected);
    const int draws = effort(200'000, 50'000);
    for (int i = 1; i <= draws; ++i) {
      const auto drawn = pair.bucketed.draw(kSeed + 1, RoundId{static_cast<std::uint64_t>(i)});
      ASSERT_EQ(drawn.probability, expected[drawn.arm]);
      ++count[drawn.arm];
    }
    for (double& x : expected) x *= draws;
    EXPECT_GT(pearson(count, expected), 1e-6) << "after " << before;
  }
}

// The draw depends on (seed, round) alone, not on what was drawn or foreseen before.
TEST(BucketedTsallis, DrawsTheSameAgain) {
  Pair pair(300), other(300);
  for (std::uint64_t t = 1; t <= 3000; ++t) {
    const double sigma = std::sqrt(static_cast<double>(t));
    const auto drawn = pair.ask(sigma);
    if (t % 3 == 0) other.bucketed.foresee(kSeed, RoundId{t + t % 2});
    (void)other.bucketed.root(2 * sigma);
    const auto again = other.ask(sigma);
    ASSERT_EQ(drawn.arm, again.arm);
    ASSERT_EQ(drawn.probability, again.probability);
    if (t % 7 == 0) (void)other.bucketed.draw(kSeed, RoundId{t + 5});
    pair.lower(drawn.arm, 1 / drawn.probability);
    other.lower(drawn.arm, 1 / drawn.probability);
  }
}

std::string saved(const BucketedTsallis& mirror) {
  ByteWriter out;
  mirror.save(out);
  return std::move(out).take();
}

TEST(BucketedTsallis, ContinuesFromItsBytes) {
  Pair pair(300);
  BucketedTsallis copy(300);
  for (std::uint64_t t = 1; t <= 5000; ++t) {
    const double sigma = std::sqrt(static_cast<double>(t));
    if (t % 50 == 0) {
      copy = BucketedTsallis(300);
      const std::string bytes = saved(pair.bucketed);
      ByteReader in(bytes);
      ASSERT_TRUE(copy.load(in) && in.at_end());
    }
    const auto drawn = pair.ask(sigma);
    copy.settle(copy.root(sigma));
    const auto again = copy.draw(kSeed, RoundId{t});
    ASSERT_EQ(drawn.arm, again.arm);
    ASSERT_EQ(drawn.probability, again.probability);
    const double amount = static_cast<double>(t % 3) / drawn.probability;
    pair.lower(drawn.arm, amount);
    copy.lower(drawn.arm, amount);
    ASSERT_TRUE(saved(pair.bucketed) == saved(copy));
  }
}

// Finding a root and asking for points changes nothing.
TEST(BucketedTsallis, IsNotChangedByLooking) {
  Pair pair(300);
  std::vector<double> x(300);
  for (std::uint64_t t = 1; t <= 1000; ++t) {
    const auto drawn = pair.ask(std::sqrt(static_cast<double>(t)));
    pair.lower(drawn.arm, 1 / drawn.probability);
    const std::string before = saved(pair.bucketed);
    pair.bucketed.point(pair.bucketed.root(1000.0), x);
    pair.bucketed.settled_point(x);
    ASSERT_TRUE(saved(pair.bucketed) == before);
    ASSERT_EQ(x[drawn.arm], drawn.probability);
  }
}

}  // namespace
}  // namespace banker::testing::bucketed_tsallis_test
