#include "banker/lab/delays.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "banker/core/ids.hpp"
#include "lab/written_file.hpp"
#include "support/allocations.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

// Statistical tests have fixed seeds and fail with probability 1e-6 each on a right generator.
namespace banker::lab::delays_test {
namespace {

using banker::testing::effort;
using banker::testing::pearson;
using testing::WrittenFile;
using Rounds = std::vector<std::uint64_t>;

std::unique_ptr<Delays> start(const std::string& text, std::uint64_t rounds = 100, std::uint64_t seed = 1,
                              std::size_t arms = 3) {
  return make_delays(text)->start({.arms = arms, .rounds = rounds, .seed = seed});
}
Rounds first(const Delays& delays, std::uint64_t count) {
  Rounds list;
  for (std::uint64_t t = 1; t <= count; ++t) list.push_back(delays.of(t, 0, 0));
  return list;
}

// The p-value of delays of arm `arm` against P(d = k) = chance(k) for k < cells - 1, and the rest.
template <class Chance>
double fit(const Delays& delays, std::size_t cells, const Chance& chance, std::size_t arm = 0) {
  const auto draws = effort<std::uint64_t>(200000, 20000);
  std::vector<double> count(cells), expected(cells);
  for (std::uint64_t t = 1; t <= draws; ++t) {
    ++count[std::min<std::uint64_t>(cells - 1, delays.of(t, arm, 0))];
  }
  double rest = 1;
  for (std::size_t k = 0; k + 1 < cells; ++k) {
    expected[k] = static_cast<double>(draws) * chance(static_cast<double>(k));
    rest -= chance(static_cast<double>(k));
  }
  expected[cells - 1] = static_cast<double>(draws) * std::max(0.0, rest);
  return pearson(count, expected);
}

TEST(Delays, FixedOnesAreFixed) {
  EXPECT_EQ(first(*start("none"), 3), (Rounds{0, 0, 0}));
  EXPECT_EQ(first(*start("fixed:7"), 3), (Rounds{7, 7, 7}));
  EXPECT_TRUE(make_delays("none")->none);
  EXPECT_TRUE(make_delays("fixed:0")->none);
  EXPECT_FALSE(make_delays("fixed:1")->none);
}

TEST(Delays, UniformFrom0ToMax) {
  const auto delays = start("uniform:max=40");
  EXPECT_GT(fit(*delays, 42, [](double) { return 1 / 41.0; }), 1e-6);
  for (std::uint64_t t = 1; t <= 10000; ++t) ASSERT_LE(delays->of(t, 0, 0), 40u);
  EXPECT_EQ(first(*start("uniform:0"), 3), (Rounds{0, 0, 0}));
  EXPECT_LE(start("uniform:9007199254740992")->of(5, 0, 0), kMaxRound);
}

TEST(Delays, GeometricWithThisMean) {
  for (const double mean : {0.25, 3.0, 50.0}) {
    const double q = mean / (1 + mean);
    const auto delays = start("geometric:mean=" + std::to_string(mean));
    EXPECT_GT(fit(*delays, 200, [&](double k) { return (1 - q) * std::pow(q, k); }), 1e-6) << mean;
    const auto draws = effort<std::uint64_t>(200000, 20000);
    double sum = 0;
    for (std::uint64_t t = 1; t <= draws; ++t) sum += static_cast<double>(delays->of(t, 0, 0));
    const double n = static_cast<double>(draws);
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(mean * (1 + mean) / n));  // five standard errors
  }
  EXPECT_EQ(first(*start("geometric:0"), 3), (Rounds{0, 0, 0}));
  EXPECT_LT(start("geometric:1e12")->of(1, 0, 0), kMaxRound);
}

TEST(Delays, ParetoWithAHeavyTail) {
  for (const double shape : {0.5, 1.0, 2.5}) {
    const auto delays = start("pareto:shape=" + std::to_string(shape));
    const auto chance = [&](double k) { return std::pow(k + 1, -shape) - std::pow(k + 2, -shape); };
    EXPECT_GT(fit(*delays, 100, chance), 1e-6) << shape;
  }
  // So heavy that most delays are cut: they are large and not kNever, and adding a round does not overflow.
  const auto heavy = start("pareto:0.001");
  std::uint64_t longest = 0;
  for (std::uint64_t t = 1; t <= 1000; ++t) longest = std::max(longest, heavy->of(t, 0, 0));
  EXPECT_GT(longest, std::uint64_t{1} << 51);
  EXPECT_LT(longest, kMaxRound);
  for (std::uint64_t t = 1; t <= 1000; ++t) EXPECT_EQ(start("pareto:1000")->of(t, 0, 0), 0u);
}

TEST(Delays, ABlockComesAtItsEnd) {
  EXPECT_EQ(first(*start("blocks:4"), 9), (Rounds{3, 2, 1, 0, 3, 2, 1, 0, 3}));
  EXPECT_EQ(first(*start("blocks:1"), 3), (Rounds{0, 0, 0}));
}

TEST(Delays, StragglersAreAQuarterOfTheRunLate) {
  const auto delays = start("stragglers:0.3", 103);
  std::vector<double> count(2);
  const auto draws = effort<std::uint64_t>(100000, 10000);
  for (std::uint64_t t = 1; t <= draws; ++t) {
    const std::uint64_t d = delays->of(t, 0, 0);
    ASSERT_TRUE(d == 0 || d == 25);
    ++count[d == 25];
  }
  const double n = static_cast<double>(draws);
  EXPECT_GT(pearson(count, std::vector<double>{0.7 * n, 0.3 * n}), 1e-6);
  EXPECT_EQ(first(*start("stragglers:1", 9), 2), (Rounds{2, 2}));
  EXPECT_EQ(first(*start("stragglers:0", 9), 2), (Rounds{0, 0}));
}

// T = 10: rounds 5, 6 and 7 can be told from round 8 on.
TEST(Delays, AnOutageEndsForAllAtOnce) {
  EXPECT_EQ(first(*start("outage:3", 10), 10), (Rounds{0, 0, 0, 0, 2, 1, 0, 0, 0, 0}));
  EXPECT_EQ(first(*start("outage:5", 7), 7), (Rounds{0, 0, 4, 3, 2, 1, 0}));
  EXPECT_EQ(first(*start("outage:2", 1), 2), (Rounds{0, 0}));
}

TEST(Delays, LaterArmsAreLater) {
  const auto delays = start("arm-dependent:max=10", 100, 1, 4);  // up to 0, 3, 6 and 10
  for (const auto& [arm, max] : {std::pair{0, 0}, {1, 3}, {2, 6}, {3, 10}}) {
    const double chance = 1 / (max + 1.0);
    EXPECT_GT(fit(
                  *delays, static_cast<std::size_t>(max) + 2, [&](double) { return chance; },
                  static_cast<std::size_t>(arm)),
              1e-6)
        << arm;
    for (std::uint64_t t = 1; t <= 5000; ++t)
      ASSERT_LE(delays->of(t, static_cast<std::size_t>(arm), 0), static_cast<std::uint64_t>(max));
  }
  EXPECT_EQ(start("arm-dependent:10", 100, 1, 1)->of(1, 0, 0), 0u);
  // floor(max i/(K-1)) without overflow: the last of many arms has the whole range.
  const auto long_ones = start("arm-dependent:9007199254740992", 100, 1, 100001);
  std::uint64_t longest = 0;
  for (std::uint64_t t = 1; t <= 100; ++t) longest = std::max(longest, long_ones->of(t, 100000, 0));
  EXPECT_GT(longest, kMaxRound / 2);
  EXPECT_LE(longest, kMaxRound);
}

TEST(Delays, GoodNewsIsLate) {
  const auto delays = make_delays("loss-dependent:10")->start({.rounds = 10, .low = -1, .high = 3});
  for (const auto& [loss, expected] :
       {std::pair{-1.0, 10}, {3.0, 0}, {1.0, 5}, {2.9, 0}, {2.8, 1}, {2.7, 1}, {-5.0, 10}, {9.0, 0}}) {
    EXPECT_EQ(delays->of(1, 0, loss), static_cast<std::uint64_t>(expected)) << loss;
  }
  const auto constant = make_delays("loss-dependent:10")->start({.rounds = 10, .low = 2, .high = 2});
  EXPECT_EQ(constant->of(1, 0, 2), 0u);
}

TEST(Delays, SomeNeverCome) {
  const auto delays = start("never:0.2");
  std::vector<double> count(2);
  const auto draws = effort<std::uint64_t>(100000, 10000);
  for (std::uint64_t t = 1; t <= draws; ++t) {
    const std::uint64_t d = delays->of(t, 0, 0);
    ASSERT_TRUE(d == 0 || d == kNever);
    ++count[d == kNever];
  }
  const double n = static_cast<double>(draws);
  EXPECT_GT(pearson(count, std::vector<double>{0.8 * n, 0.2 * n}), 1e-6);
  EXPECT_EQ(first(*start("never:1"), 1), (Rounds{kNever}));
}

TEST(Delays, ATraceIsPlayedRowByRow) {
  const WrittenFile plain("3\n0\n12\n"), named("round,delay\n1,3\n2,0\n3,12\n");
  for (const WrittenFile* file : {&plain, &named}) {
    const auto source = make_delays("trace:file=" + file->path());
    ASSERT_TRUE(source) << source.error().message;
    EXPECT_EQ(source->rounds, 3u);
    EXPECT_EQ(first(*source->start({.rounds = 3}), 3), (Rounds{3, 0, 12}));
  }
}

TEST(Delays, AWrongTraceIsRefused) {
  const auto message = [](std::string_view text) {
    const WrittenFile file(text);
    const auto source = make_delays("trace:" + file.path());
    const std::string found = source ? "no error" : source.error().message;
    return found.starts_with(file.path()) ? found.substr(file.path().size()) : found;
  };
  EXPECT_EQ(message("1,2\n"), " has 2 columns: a trace has one, the delay of every round");
  const std::string advice =
      " is no delay: write the whole number of decisions made before the outcome came, or never";
  EXPECT_EQ(message("1\n-1\n"), ": line 2" + advice);
  EXPECT_EQ(message("delay\n1\n1.5\n"), ": line 3" + advice);
  EXPECT_EQ(message("1\n1e16\n"), ": line 2" + advice);
  EXPECT_EQ(message("1\nx\n"), ": line 2, column 1: \"x\" is not a number");
}

const std::vector<std::string> kAll{
    "none",     "fixed:3",        "uniform:9",       "geometric:4",      "pareto:1", "blocks:7",
    "outage:5", "stragglers:0.5", "arm-dependent:9", "loss-dependent:9", "never:0.5"};

// d_t is a function of (seed, t, arm, loss); of all but two, of (seed, t).
TEST(Delays, TheyDoNotDependOnWhatWasAskedBefore) {
  for (const std::string& text : kAll) {
    const auto a = start(text), b = start(text), c = start(text, 100, 2);
    const bool by_arm = text.starts_with("arm-dependent"), by_loss = text.starts_with("loss-dependent");
    bool differs = false;
    for (std::uint64_t t = 1; t <= 100; ++t) {
      const std::uint64_t back = 101 - t;
      b->of(back, 1, 0.5);
      for (std::size_t arm = 0; arm < 3; ++arm) {
        EXPECT_EQ(a->of(t, arm, 0.25), b->of(t, arm, 0.25)) << text;
        EXPECT_TRUE(by_arm || by_loss || a->of(t, arm, 0.25) == b->of(t, 0, 1)) << text;
        differs = differs || a->of(t, arm, 0.25) != c->of(t, arm, 0.25);
      }
    }
    const bool drawn = text.starts_with("uniform") || text.starts_with("geometric") ||
                       text.starts_with("pareto") || text.starts_with("stragglers") ||
                       text.starts_with("never") || by_arm;
    EXPECT_EQ(differs, drawn) << text;
  }
}

TEST(Delays, NothingIsAllocatedInARound) {
  for (const std::string& text : kAll) {
    const auto delays = start(text);
    const std::size_t before = testing::allocations();
    std::uint64_t sum = 0;
    for (std::uint64_t t = 1; t <= 1000; ++t) sum += delays->of(t, t % 3, 0.5);
    EXPECT_EQ(testing::allocations(), before) << text << sum;
  }
}

}  // namespace
}  // namespace banker::lab::delays_test
