// The point of an ask: the same as mirror(), wherever its search starts, and drawn as it is, on the first draw and on
// later ones.
#include "banker/mirror/simplex_point.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "banker/core/padded.hpp"
#include "banker/core/random.hpp"
#include "mirror/duals.hpp"
#include "mirror/exact.hpp"
#include "support/chi_square.hpp"
#include "support/effort.hpp"

namespace banker::testing::simplex_point_test {
namespace {

constexpr double kTolerance = 1e-13;  // relative, of every arm
constexpr double kSmallest = 1e-300;  // below this a probability is made of subnormal numbers
constexpr double kLeastP = 1e-6;      // of a test of chi-square

class EverySolver : public EveryRegularizer {
 protected:
  // solve() from u = `start`; 0 is a point that was never solved.
  SimplexPoint solve(const std::vector<double>& theta, double start = 0) const {
    SimplexPoint x(theta.size()), last(theta.size());
    last.restore(start, 0, psi().squared());
    x.start_from(last, {});
    solve_in(x, theta);
    return x;
  }
  // theta becomes theta - top.
  void solve_in(SimplexPoint& x, const std::vector<double>& theta) const {
    const double top = *std::max_element(theta.begin(), theta.end());
    PaddedVector gaps(padded(theta.size()));
    std::copy(theta.begin(), theta.end(), gaps.begin());
    psi().solve(top, {gaps.data(), theta.size()}, x);
    for (std::size_t i = 0; i < theta.size(); ++i) EXPECT_EQ(gaps[i], theta[i] - top);
  }
};
INSTANTIATE_TEST_SUITE_P(Solvers, EverySolver, ::testing::ValuesIn(all_regularizers()), regularizer_name);

TEST_P(EverySolver, IsTheMirrorMapFromAnyStart) {
  for (const std::size_t arms : arm_counts()) {
    if (arms > effort<std::size_t>(100000, 1000)) continue;
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const std::vector<double> want = mirror(dual.theta);
      const double root = solve(dual.theta).u();
      // Cold; left, right, near and far; the root itself; and where the search for another dual ended.
      std::vector<double> starts{0};
      if (root > 0)
        for (const double factor : {1.0, 1 - 1e-7, 1 + 1e-7, 0.99, 1.01, 0.5, 2.0, 1e-3, 1e6})
          starts.push_back(std::max(1.0, factor * root));
      for (const double start : starts) {
        const SimplexPoint x = solve(dual.theta, start);
        Real sum = 0, volume = 0;
        double worst = 0;
        for (std::size_t i = 0; i < arms; ++i) {
          sum += x[i];
          volume += x[i] * std::sqrt(Real{x[i]});
          if (want[i] < kSmallest) ASSERT_LE(x[i], 2 * kSmallest);
          else worst = std::max(worst, std::fabs(x[i] - want[i]) / want[i]);
        }
        ASSERT_LE(worst, kTolerance) << arms << " arms, " << dual.what << ", from " << start << " to "
                                     << root;
        ASSERT_NEAR(static_cast<double>(sum), 1, 1e-12)
            << arms << " arms, " << dual.what << ", from " << start;
        ASSERT_NEAR(x.total() / static_cast<double>(sum), 1, 1e-12) << arms << " arms, " << dual.what;
        ASSERT_TRUE(root == 0 || std::fabs(x.u() / root - 1) <= kTolerance);
        if (psi().squared()) {
          ASSERT_NEAR(x.volume() / static_cast<double>(volume), 1, kTolerance);
        }
      }
    }
  }
}

// A walk of duals, each search starting where the last one ended: without a hint, with a good one, with a wrong one.
TEST_P(EverySolver, FollowsAWalkOfDuals) {
  for (const std::size_t arms : {2, 65, 1000}) {
    std::vector<double> theta(arms);
    SimplexPoint x(arms), last = solve(theta);
    for (int step = 0; step < effort(600, 90); ++step) {
      Hint hint{true, static_cast<std::uint32_t>(source_.below(arms)), std::pow(10, source_.uniform(-6, 1))};
      hint.shift = source_.uniform(0, 1);
      hint.weight = source_.uniform(0.5, 1);
      theta[hint.arm] -= hint.fall;
      for (double& v : theta) v = hint.weight * (v - hint.shift);
      if (step % 3 == 1)
        hint = {true, static_cast<std::uint32_t>(source_.below(arms)), source_.uniform(0, 1e3)};
      hint.any = step % 3 > 0;
      x.start_from(last, hint);
      solve_in(x, theta);
      const std::vector<double> want = mirror(theta);
      for (std::size_t i = 0; i < arms; ++i) {
        if (want[i] < kSmallest) continue;
        ASSERT_NEAR(x[i] / want[i], 1, kTolerance) << arms << " arms, step " << step;
      }
      std::swap(x, last);
    }
  }
}

// Told the level before, or asked for it after.
TEST(SimplexPoint, KnowsTheSumsOfItsBaselines) {
  Source source;
  for (const std::size_t arms : {2, 9, 64, 1000}) {
    PaddedVector theta(padded(arms));
    for (std::size_t i = 0; i < arms; ++i) theta[i] = -20 * std::pow(source.uniform(0, 1), 3);
    const double top = *std::max_element(theta.begin(), theta.begin() + static_cast<std::ptrdiff_t>(arms));
    for (const double level : {1e-3, 0.05, 0.3, 1.0}) {
      SimplexPoint told(arms), asked(arms);
      PaddedVector again = theta;
      told.reduce_at(level);
      told.solve_half_tsallis(top, {again.data(), arms});
      again = theta;
      asked.solve_half_tsallis(top, {again.data(), arms});
      Real first = 0, second = 0;
      for (std::size_t i = 0; i < arms; ++i) {
        ASSERT_EQ(told[i], asked[i]);
        const Real root = std::sqrt(Real{told[i]}), m = std::min<Real>(level, 2 / 3.0L * root);
        first += told[i] * root * m;
        second += told[i] * root * m * m;
      }
      for (const SimplexPoint* x : {&told, &asked}) {
        EXPECT_EQ(x->level_sums(level).level, level);
        EXPECT_NEAR(x->level_sums(level).first / static_cast<double>(first), 1, kTolerance);
        EXPECT_NEAR(x->level_sums(level).second / static_cast<double>(second), 1, kTolerance);
      }
      EXPECT_EQ(told.level_sums(level).first, asked.level_sums(level).first);
      EXPECT_EQ(told.level_sums(level).second, asked.level_sums(level).second);
      EXPECT_EQ(told.volume(), asked.volume());
    }
  }
}

TEST_P(EverySolver, ARestoredPointIsTheSameBitForBit) {
  for (const std::size_t arms : {3, 64, 1000}) {
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const SimplexPoint x = solve(dual.theta);
      SimplexPoint copy(arms);
      std::copy_n(x.coordinates().begin(), arms, copy.coordinates().begin());
      copy.restore(x.u(), x.fourth(), psi().squared());
      ASSERT_EQ(copy.total(), x.total()) << arms << " arms, " << dual.what;
      ASSERT_TRUE(!psi().squared() || copy.volume() == x.volume()) << arms << " arms, " << dual.what;
      std::vector<double> of_x, of_copy;
      x.copy_to(of_x);
      copy.copy_to(of_copy);
      ASSERT_EQ(of_x, of_copy);
      for (int draw = 0; draw < 200; ++draw) {
        const double v = source_.uniform(0, 1);
        ASSERT_EQ(x.pick(v), copy.pick(v));
      }
    }
  }
}

// The first draw walks over the cells, later ones look the cell up. Never an arm of probability 0, and always the arm
// in whose part of the running sum v times the whole lies, but for the rounding of that sum.
TEST_P(EverySolver, PicksTheSameArmOnEveryDraw) {
  for (const std::size_t arms : {2, 63, 64, 65, 256, 257, 1000, 10000}) {
    if (arms > effort<std::size_t>(10000, 1000)) continue;
    for (const Dual& dual : all_duals(source_, arms, GetParam())) {
      const SimplexPoint untouched = solve(dual.theta), again = untouched;
      std::vector<Real> running(1, 0);
      for (std::size_t i = 0; i < arms; ++i) running.push_back(running.back() + untouched[i]);
      std::vector<double> draws{0x1p-53, 0.5, 1 - 0x1p-53};
      const double cells = std::ceil(static_cast<double>(arms) / kCell);
      for (double c = 1; c < cells; ++c)  // where the table that is looked up has its steps
        for (const double ulp : {-0x1p-53, 0.0, 0x1p-52}) draws.push_back(c / cells * (1 + ulp));
      for (std::size_t i = 1; i < arms; i += 1 + arms / 50)  // and where the next arm begins
        draws.push_back(static_cast<double>(running[i] / running[arms]));
      for (int i = 0; i < 100; ++i) draws.push_back(source_.uniform(0, 1));
      std::erase_if(draws, [](double v) { return !(v > 0 && v < 1); });
      for (const double v : draws) {
        const SimplexPoint first = untouched;
        const std::size_t arm = first.pick(v);
        ASSERT_LT(arm, arms);
        ASSERT_EQ(again.pick(v), arm) << arms << " arms, " << dual.what << ", " << v;
        ASSERT_GT(untouched[arm], 0) << arms << " arms, " << dual.what << ", " << v;
        const Real target = v * running[arms];
        ASSERT_LE(running[arm], target + 1e-13L) << arms << " arms, " << dual.what << ", " << v;
        ASSERT_GE(running[arm + 1], target - 1e-13L) << arms << " arms, " << dual.what << ", " << v;
      }
    }
  }
}

// Whole cells of zeros: first, last and between.
TEST(SimplexPoint, NeverPicksAnArmOfProbabilityZero) {
  constexpr std::size_t kArmsOfTen = 10 * kCell;
  std::vector<double> theta(kArmsOfTen, -1e4);
  for (const std::size_t arm : {100, 130, 131, 400, 500}) theta[arm] = -1e-3 * static_cast<double>(arm);
  SimplexPoint x(theta.size());  // a multiple of eight: the row needs no padding
  x.solve_negative_entropy(*std::max_element(theta.begin(), theta.end()), theta);
  for (int i = 0; i < 20000; ++i) {
    const double v = i == 0   ? 0x1p-53
                     : i == 1 ? 1 - 0x1p-53
                              : uniform(1, RoundId{static_cast<std::uint64_t>(i)});
    ASSERT_GT(x[x.pick(v)], 0) << v;
  }
}

TEST_P(EverySolver, DrawsFollowTheProbabilities) {
  const int draws = effort(400000, 20000);
  std::uint64_t seed = 20;
  for (const std::size_t arms : {5, 300, 1000}) {
    std::vector<double> theta(arms), count(arms), expected;
    for (double& v : theta) v = -3 * std::pow(source_.uniform(0, 1), 2);
    const SimplexPoint x = solve(theta);
    for (std::size_t i = 0; i < arms; ++i) expected.push_back(x[i] * draws);
    ++seed;
    for (int t = 1; t <= draws; ++t) ++count[x.pick(uniform(seed, RoundId{static_cast<std::uint64_t>(t)}))];
    EXPECT_GT(pearson(count, expected), kLeastP) << arms << " arms";
  }
}

}  // namespace
}  // namespace banker::testing::simplex_point_test
