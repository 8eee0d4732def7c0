// Which polytopes are empty, flat, unbounded or good: random ones of which the answer is known.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <vector>

#include "body/bodies.hpp"
#include "body/verdict.hpp"
#include "support/effort.hpp"

namespace banker::polytope_test {
namespace {

using testing::Dice;
using testing::effort;
using testing::inner;
using testing::random_polytope;
using testing::verdict;

// Random polytopes of which the answer is known.
class RandomPolytopes : public ::testing::TestWithParam<std::size_t> {
 protected:
  template <class Check>
  void repeat(Check check) {
    for (int trial = 0; trial < effort(150, 30); ++trial) {
      SCOPED_TRACE("trial " + std::to_string(trial));
      inside_ = dice_.on_sphere(n_, std::pow(10, dice_.uniform(-2, 2)));
      check(n_ + 1 + static_cast<std::size_t>(dice_.uniform(0, 3 * static_cast<double>(n_))));
    }
  }
  // The face <a, x> <= <a, inside> + gap.
  void add(Polytope& p, const Vector& a, double gap) {
    p.a.push_back(a);
    p.b.push_back(static_cast<double>(inner(a, inside_)) + gap);
  }
  // sum_j c_j <a_j, x> >= sum_j c_j b_j + gap with c > 0: no x has that and A x <= b.
  void contradict(Polytope& p, double gap) {
    Vector a(n_);
    double b = -gap;
    for (std::size_t j = 0; j < p.b.size(); ++j) {
      const double c = dice_.uniform(0, 1);
      for (std::size_t i = 0; i < n_; ++i) a[i] -= c * p.a[j][i];
      b -= c * p.b[j];
    }
    p.a.push_back(a);
    p.b.push_back(b);
  }

  std::size_t n_ = GetParam();
  Dice dice_{n_};
  Vector inside_;
};

TEST_P(RandomPolytopes, BoundedOnesAreGood) {
  repeat([&](std::size_t faces) { EXPECT_EQ(verdict(random_polytope(dice_, faces, inside_)), "good"); });
}

// <a, x> <= c and <a, x> >= c + gap.
TEST_P(RandomPolytopes, TwoFacesThatExcludeEachOtherLeaveItEmpty) {
  repeat([&](std::size_t faces) {
    Polytope p = random_polytope(dice_, faces, inside_);
    const double gap = std::pow(10, dice_.uniform(-6, 2));
    Vector a = dice_.on_sphere(n_, 1);
    add(p, a, -gap / 2);
    for (double& v : a) v = -v;
    add(p, a, -gap / 2);
    EXPECT_EQ(verdict(p), "empty") << gap;
  });
}

TEST_P(RandomPolytopes, ACombinationOfFacesThatIsExcludedLeavesItEmpty) {
  repeat([&](std::size_t faces) {
    Polytope p = random_polytope(dice_, faces, inside_);
    contradict(p, dice_.uniform(0.01, 1));
    EXPECT_EQ(verdict(p), "empty");
  });
}

// <a, x> <= c and <a, x> >= c, through a point inside.
TEST_P(RandomPolytopes, AnEquationLeavesItFlat) {
  repeat([&](std::size_t faces) {
    Polytope p = random_polytope(dice_, faces, inside_);
    Vector a = dice_.on_sphere(n_, std::pow(10, dice_.uniform(-3, 3)));
    add(p, a, 0);
    for (double& v : a) v = -v;
    add(p, a, 0);
    EXPECT_EQ(verdict(p), "flat");
  });
}

// No face against the direction d: x + t d never leaves it.
TEST_P(RandomPolytopes, WithoutTheFacesInOneDirectionItIsUnbounded) {
  repeat([&](std::size_t faces) {
    const Vector d = dice_.on_sphere(n_, 1);
    Polytope p;
    for (std::size_t j = 0; j < faces; ++j) {
      Vector a = dice_.on_sphere(n_, 1);
      const double along = static_cast<double>(inner(a, d));
      for (std::size_t i = 0; i < n_ && along > -1e-3; ++i) a[i] -= (along + 0.1) * d[i];  // now -0.1
      add(p, a, dice_.uniform(0.1, 2));
    }
    EXPECT_EQ(verdict(p), "unbounded");
  });
}

// Of -1 <= x_i <= 1 any one face is needed, and in a coordinate without faces both are missing.
TEST_P(RandomPolytopes, AnyFaceOfACubeIsNeeded) {
  for (std::size_t missing = 0; missing <= 2 * n_; ++missing) {
    Polytope p;
    for (std::size_t j = 0; j < 2 * n_; ++j) {
      if (j == missing) continue;
      p.a.emplace_back(n_)[j / 2] = j % 2 == 0 ? 3 : -3;
      p.b.push_back(3);
    }
    if (p.b.empty()) continue;
    EXPECT_EQ(verdict(p), missing < 2 * n_ ? "unbounded" : "good");
    if (n_ == 1) continue;
    for (Vector& a : p.a) a.push_back(0);
    EXPECT_EQ(verdict(p), "unbounded");
  }
}

// Empty comes first: {x_1 <= 0, x_1 >= 1} is empty although the other coordinates are free.
TEST_P(RandomPolytopes, EmptyOnesWithoutLimitsAreEmpty) {
  repeat([&](std::size_t faces) {
    Polytope p = random_polytope(dice_, faces, inside_);
    contradict(p, dice_.uniform(0.01, 1));
    for (Vector& a : p.a) a.push_back(0);  // a cylinder
    EXPECT_EQ(verdict(p), "empty");
    Polytope two;
    Vector a = dice_.on_sphere(n_, 1);
    add(two, a, -0.5);
    for (double& v : a) v = -v;
    add(two, a, -0.5);
    EXPECT_EQ(verdict(two), "empty");
  });
}

INSTANTIATE_TEST_SUITE_P(Dimensions, RandomPolytopes, ::testing::Range<std::size_t>(1, 9));

TEST(Polytope, ManyFacesAreGood) {
  Dice dice(400);
  const Polytope p = random_polytope(dice, 400, dice.on_sphere(20, 3));
  const auto body = make_body(Shape(p));
  ASSERT_TRUE(body) << body.error().message;
  EXPECT_EQ((*body)->dimension(), 20u);
  EXPECT_EQ((*body)->nu(), 400);
  // The centre is where the gradient of -sum ln slack is 0: the library knows only from A and b.
  Vector x0(20), theta(20);
  (*body)->place((*body)->centre().y, x0);
  for (std::size_t j = 0; j < 400; ++j) {
    const testing::Real slack = p.b[j] - inner(p.a[j], x0);
    ASSERT_GT(slack, 0);
    for (std::size_t i = 0; i < 20; ++i) theta[i] += static_cast<double>(p.a[j][i] / slack);
  }
  for (const double v : theta) EXPECT_NEAR(v, 0, 1e-10);
}

}  // namespace
}  // namespace banker::polytope_test
