// Which polytopes are empty, flat, unbounded or good: where rounding could say otherwise.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "body/bodies.hpp"
#include "body/verdict.hpp"
#include "support/effort.hpp"

namespace banker::polytope_limits_test {
namespace {

using testing::Dice;
using testing::effort;
using testing::inner;
using testing::random_polytope;
using testing::verdict;

// A cube stretched to sides with the ratio 1e12, axis-parallel or sheared, is no flat set.
TEST(Polytope, ThinPolytopesAreGood) {
  const auto cube = [](const Vector& sides) {
    Polytope p;
    for (std::size_t j = 0; j < 2 * sides.size(); ++j) {
      p.a.emplace_back(sides.size())[j / 2] = j % 2 == 0 ? 1 : -1;
      p.b.push_back(sides[j / 2]);
    }
    return p;
  };
  EXPECT_EQ(verdict(cube({1e-6, 1e6})), "good");
  EXPECT_EQ(verdict(cube({1e-12, 1, 1e-3})), "good");
  EXPECT_EQ(verdict(cube({1e6, 1, 1e-6})), "good");
  Polytope sheared = cube({1, 1e-12});
  sheared.a[2][0] = 1, sheared.a[3][0] = -1;  // |x + y| <= 1e-12
  EXPECT_EQ(verdict(sheared), "good");
  for (const double height : {1e-3, 1e-6, 1e-9}) {  // a needle: (0,0), (1/height, 0), (0, 1)
    EXPECT_EQ(verdict(Polytope{{{-1, 0}, {0, -1}, {height, 1}}, {0, 0, 1}}), "good") << height;
  }
}

// A longer needle, and a polytope with sides from 1e-6 to 1e6, none of whose faces is parallel to an axis.
TEST(Polytope, ThinSkewPolytopesAreGood) {
  EXPECT_EQ(verdict(Polytope{{{-1, 0}, {0, -1}, {1e-10, 1}}, {0, 0, 1}}), "good");
  Dice dice(12);
  for (int trial = 0; trial < 20; ++trial) {
    const Polytope round = random_polytope(dice, 20, Vector(5));
    EXPECT_EQ(verdict(testing::stretched(round, testing::decades(-6, 6, 5))), "good");
  }
}

// x <= q and x >= q among other faces, where the search finds a slack that rounding made: the centre would be
// on the wrong side of q.
TEST(Polytope, AnEquationIsFlatWhateverRoundingMakesOfIt) {
  const double a = 0.0067955033326926742, b = 0.04233156276509889;
  const Rows rows = {
      {-1.1206834197350108}, {-0.63045404665617832}, {-1.6054186602546523}, {3.3565561266458417}};
  Polytope p{rows, {-6.2289121662528881, -2.6945459243647005, -6.8158493043811159, 25.66721245799414}};
  p.a.insert(p.a.end(), {{-a}, {a}});
  p.b.insert(p.b.end(), {-b, b});
  EXPECT_EQ(verdict(p), "flat");
}

// A cone with its apex 1e6 or more times as far away as its faces are: not flat, not empty.
TEST(Polytope, ConesFarAwayAreUnbounded) {
  for (const double slope : {1e-6, 1e-8})
    EXPECT_EQ(verdict(Polytope{{{-slope, 1}, {-slope, -1}}, {-1, -1}}), "unbounded") << slope;
}

// A x <= b with A of rank r < n and more than n rows: unbounded, and rounding must not make a face of the
// direction in which nothing holds it.
struct Deficient {
  Polytope p;
  std::size_t n, rank;
};

// Integers to 9: every number, and every product of A = U V, is exact.
Deficient random_deficient(Dice& dice, bool integers) {
  const auto draw = [&] { return integers ? std::floor(dice.uniform(-9, 10)) : dice.normal(); };
  Deficient d;
  d.n = 2 + static_cast<std::size_t>(dice.uniform(0, 5));
  d.rank = 1 + static_cast<std::size_t>(dice.uniform(0, static_cast<double>(d.n - 1)));
  Rows v(d.rank, Vector(d.n));
  for (Vector& row : v) {
    for (double& entry : row) entry = draw();
    row[0] += row[0] == 0;
  }
  const std::size_t pairs = d.n + static_cast<std::size_t>(dice.uniform(0, static_cast<double>(d.n)));
  while (d.p.a.size() < 2 * pairs) {
    Vector a(d.n);
    bool zero = true;
    for (const Vector& row : v) {
      const double u = draw();
      for (std::size_t i = 0; i < d.n; ++i) a[i] += u * row[i];
    }
    for (const double entry : a) zero = zero && entry == 0;
    if (zero) continue;
    d.p.a.push_back(a);  // |<a, x>| <= b, with 0 inside
    for (double& entry : a) entry = -entry;
    d.p.a.push_back(std::move(a));
    for (int both = 0; both < 2; ++both) d.p.b.push_back(integers ? 1 : dice.uniform(0.5, 2));
  }
  return d;
}

TEST(Polytope, StripsAreUnbounded) {
  EXPECT_EQ(verdict(Polytope{{{2, 3}, {-2, -3}, {4, 6}, {-4, -6}}, {1, 1, 1, 1}}), "unbounded");
  EXPECT_EQ(verdict(Polytope{{{0.1, 0.3}, {-0.1, -0.3}, {0.2, 0.6}, {-0.7, -2.1}}, {1, 1, 1, 1}}),
            "unbounded");
  EXPECT_EQ(verdict(Polytope{{{1, 1, 1}, {-1, -1, -1}, {3, 3, 3}, {-3, -3, -3}, {7, 7, 7}}, {1, 2, 3, 4, 5}}),
            "unbounded");
}

// Rows are divided by their lengths, and A = U V of real numbers is rounded before: to the last bit they may
// have full rank, and the polytope be 1e14 or more times as long as wide. Then the word may be "flat", once in
// fifty times at most; it is never accepted.
TEST(Polytope, RowsWithoutFullRankAreUnbounded) {
  for (const bool integers : {true, false}) {
    Dice dice(31);
    const int trials = effort(3000, 500);
    int flat = 0;
    for (int trial = 0; trial < trials; ++trial) {
      const Deficient d = random_deficient(dice, integers);
      const std::string word = verdict(d.p);
      flat += word == "flat";
      ASSERT_TRUE(word == "unbounded" || word == "flat")
          << word << ": trial " << trial << ", n " << d.n << ", rank " << d.rank;
    }
    EXPECT_LE(flat, trials / 50) << (integers ? "integers" : "reals");
  }
}

// {x_0 <= 0, x_0 >= gap} with x_1 free is empty, however small the gap.
TEST(Polytope, ASmallGapBesideAFreeCoordinateIsEmpty) {
  for (const double gap : {1.0, 1e-3, 1e-5, 1e-7}) {
    EXPECT_EQ(verdict(Polytope{{{1, 0}, {-1, 0}}, {0, -gap}}), "empty") << gap;
    EXPECT_EQ(verdict(Polytope{{{3, 4}, {-3, -4}}, {0, -gap}}), "empty") << gap;
  }
}

// b over the length of its row is a distance: at most 1e100, and the message names the row.
TEST(Polytope, FacesFartherThanDoublesReachAreRefused) {
  const auto message = [](double length) {
    const auto body = make_body(Shape(Polytope{{{1}, {-length}}, {1, 1e60}}));
    return body ? std::string("good") : body.error().message;
  };
  EXPECT_TRUE(message(1e-50).starts_with("\"body.b[1]\"")) << message(1e-50);
  EXPECT_NE(message(1e-50).find("row 1 of A"), std::string::npos) << message(1e-50);
  EXPECT_EQ(message(1e60), "good");
}

}  // namespace
}  // namespace banker::polytope_limits_test
