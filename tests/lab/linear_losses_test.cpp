#include <gtest/gtest.h>

#include <cmath>

#include "banker/lab/losses.hpp"
#include "support/allocations.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

// Statistical tests have fixed seeds and fail with probability 1e-6 each on a right generator.
namespace banker::lab::linear_losses_test {
namespace {

using banker::testing::effort;
using banker::testing::pearson;
using Vector = std::vector<double>;

const std::vector<std::string> kAll{"linear-fixed", "linear-switching:period=100", "linear-walk",
                                    "linear-walk:memory=0", "linear-walk:1"};

std::unique_ptr<Losses> start(const std::string& text, std::size_t n, std::uint64_t seed, double reach = 1) {
  return make_losses(text)->start(
      {.arms = n, .rounds = 10000, .seed = seed, .low = -1, .high = 1, .reach = reach});
}
Vector vector_of(const Losses& losses) { return {losses.mean().begin(), losses.mean().end()}; }
double dot(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
double length(const Vector& v) { return std::sqrt(dot(v, v)); }

TEST(LinearLosses, TheSourceSaysSo) {
  for (const std::string& text : kAll) {
    const auto source = *make_losses(text);
    EXPECT_TRUE(source.linear);
    EXPECT_EQ(source.low, -1);
    EXPECT_EQ(source.high, 1);
  }
  EXPECT_FALSE(make_losses("bernoulli")->linear);
}

// |l_t| <= 1/reach always; = 1/reach to 1e-12 but for the walk. <l_t, reach l_t/|l_t|> is not above 1.
TEST(LinearLosses, NoLossVectorIsTooLong) {
  for (const std::string& text : kAll) {
    for (const std::size_t n : {1, 2, 5, 20, 300}) {
      for (const double reach : {1.0, 0.37, 123.0}) {
        const auto losses = start(text, n, n + 7, reach);
        for (std::uint64_t t = 1; t <= 500; ++t) {
          losses->advance(t);
          const Vector l = vector_of(*losses);
          ASSERT_EQ(l.size(), n);
          ASSERT_LE(length(l) * reach, 1) << text;
          if (text.starts_with("linear-walk")) continue;
          ASSERT_NEAR(length(l) * reach, 1, 1e-12) << text;
        }
      }
    }
  }
}

// Playing the centre of a ball costs 0; its best point costs -reach |sum l_t|.
TEST(LinearLosses, TheCentreOfABallHasPositiveRegret) {
  const std::uint64_t rounds = 4000;
  for (const std::size_t n : {1, 2, 5, 20}) {
    struct Case {
      std::string text;
      double regret, tolerance;  // per round
    };
    for (const auto& [text, expected, tolerance] :
         {Case{"linear-fixed", 1, 1e-9},
          {"linear-switching:period=100", n == 1 ? 1 : std::sqrt(0.5), 1e-9},
          {"linear-walk", 0.5, 0.15},
          {"linear-walk:memory=0", 0.5, 0.15}}) {
      for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        const auto losses = start(text, n, seed, 2);
        Vector sum(n);
        for (std::uint64_t t = 1; t <= rounds; ++t) {
          losses->advance(t);
          for (std::size_t i = 0; i < n; ++i) sum[i] += losses->mean()[i];
        }
        EXPECT_NEAR(2 * length(sum) / static_cast<double>(rounds), expected, tolerance) << text << ", " << n;
      }
    }
  }
}

TEST(LinearLosses, SwitchingHasTwoOrthogonalVectors) {
  for (const std::size_t n : {2, 5, 100}) {
    const auto losses = start("linear-switching:period=10", n, 3);
    losses->advance(1);
    const Vector v = vector_of(*losses);
    Vector w;
    for (std::uint64_t t = 2; t <= 100; ++t) {
      EXPECT_EQ(losses->advance(t), t % 10 == 1) << t;
      if (t == 11) w = vector_of(*losses);
      EXPECT_EQ(vector_of(*losses), (t - 1) / 10 % 2 == 0 ? v : w) << t;
    }
    EXPECT_NEAR(dot(v, w), 0, 1e-14);
  }
}

// In the plane the angle is uniform; in space each coordinate is (Archimedes).
TEST(LinearLosses, TheDirectionIsUniformOnTheSphere) {
  constexpr std::size_t kCells = 24;
  const int seeds = effort(20000, 4000);
  Vector angle(kCells), height(kCells), expected(kCells, seeds / static_cast<double>(kCells));
  for (int seed = 0; seed < seeds; ++seed) {
    const Vector plane = vector_of(*start("linear-fixed", 2, static_cast<std::uint64_t>(seed)));
    const Vector space = vector_of(*start("linear-fixed", 3, static_cast<std::uint64_t>(seed)));
    const double turn = (std::atan2(plane[1], plane[0]) + M_PI) / (2 * M_PI);
    ++angle[std::min(kCells - 1, static_cast<std::size_t>(turn * kCells))];
    ++height[std::min(kCells - 1, static_cast<std::size_t>((space[2] + 1) / 2 * kCells))];
  }
  EXPECT_GT(pearson(angle, expected), 1e-6);
  EXPECT_GT(pearson(height, expected), 1e-6);
}

// Of w_t = 2 l_t - v in 50 dimensions, where nothing is cut: over many seeds, coordinates have the deviation
// 1/(2 sqrt(50)) in round 1 and in round 40, and the correlation memory^39 between them. 4000 pairs: the
// tolerances are 5 standard errors.
TEST(LinearLosses, TheWalkIsStationaryAndForgets) {
  const double memory = 0.97, size = 0.5 / std::sqrt(50.0);
  const int seeds = 80;
  const double pairs = 50.0 * seeds;
  double first = 0, last = 0, both = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const auto walk = start("linear-walk:memory=0.97", 50, seed), still = start("linear-fixed", 50, seed);
    const Vector v = vector_of(*still);
    Vector w;
    for (std::uint64_t t = 1; t <= 40; ++t) {
      EXPECT_TRUE(walk->advance(t));
      if (t == 1) w = vector_of(*walk);
    }
    for (std::size_t i = 0; i < 50; ++i) {
      const double a = (2 * w[i] - v[i]) / size, b = (2 * walk->mean()[i] - v[i]) / size;
      first += a * a;
      last += b * b;
      both += a * b;
    }
  }
  EXPECT_NEAR(first / pairs, 1, 5 * std::sqrt(2 / pairs));
  EXPECT_NEAR(last / pairs, 1, 5 * std::sqrt(2 / pairs));
  EXPECT_NEAR(both / pairs, std::pow(memory, 39), 5 * std::sqrt(2 / pairs));
}

TEST(LinearLosses, TheSameSeedGivesTheSameVectors) {
  for (const std::string& text : kAll) {
    const auto a = start(text, 5, 1), b = start(text, 5, 1), c = start(text, 5, 2);
    for (std::uint64_t t = 1; t <= 300; ++t) {
      EXPECT_EQ(a->advance(t), b->advance(t));
      c->advance(t);
      EXPECT_EQ(vector_of(*a), vector_of(*b)) << text;
      EXPECT_NE(vector_of(*a), vector_of(*c)) << text;
    }
  }
}

TEST(LinearLosses, NothingIsAllocatedInARound) {
  for (const std::string& text : kAll) {
    const auto losses = start(text, 10, 5);
    const std::size_t before = testing::allocations();
    for (std::uint64_t t = 1; t <= 1000; ++t) losses->advance(t);
    EXPECT_EQ(testing::allocations(), before) << text;
  }
}

}  // namespace
}  // namespace banker::lab::linear_losses_test
