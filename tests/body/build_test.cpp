// What make_body() refuses, and what it says: the place, and what is wrong there.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

#include "banker/body/shapes.hpp"
#include "body/random_bodies.hpp"

namespace banker::build_test {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

// The message begins with "where" in quotes and contains `what`.
template <class Kind>
void expect_refused(const Kind& kind, const std::string& where, const std::string& what) {
  const auto body = make_body(kind);
  ASSERT_FALSE(body) << "accepted, expected: \"" << where << "\" ... " << what;
  EXPECT_EQ(body.error().code, ErrorCode::kBadSpec);
  EXPECT_TRUE(body.error().message.starts_with("\"" + where + "\"")) << body.error().message;
  EXPECT_NE(body.error().message.find(what), std::string::npos) << body.error().message;
}

template <class Kind>
void expect_accepted(const Kind& kind) {
  const auto body = make_body(kind);
  EXPECT_TRUE(body) << body.error().message;
}

TEST(Build, BallsHaveADimensionAndARadius) {
  expect_refused(Shape(Ball{0, 1}), "body.dimension", "is 0");
  expect_refused(Shape(Ball{kMaxDimension + 1, 1}), "body.dimension", "must be from 1");
  for (const double radius : {0.0, -1.0, kNan, kInf, 1e200, 1e-200})
    expect_refused(Shape(Ball{3, radius}), "body.radius", "must be from");
  expect_accepted(Shape(Ball{kMaxDimension, 1}));
}

TEST(Build, BoxesHaveTwoOrderedEnds) {
  expect_refused(Shape(Box{}), "body.lower", "is empty");
  expect_refused(Shape(Box{{0}, {}}), "body.upper", "is empty");
  expect_refused(Shape(Box{{0, 0}, {1}}), "body.lower", "has 2 numbers");
  expect_refused(Shape(Box{{0, 2}, {1, 1}}), "body", "is empty: lower[1] = 2 is above upper[1] = 1");
  expect_refused(Shape(Box{{0, 1}, {1, 1}}), "body", "is flat: lower[1] and upper[1] are both 1");
  expect_refused(Shape(Box{{0, kNan}, {1, 1}}), "body.lower[1]", "is nan");
  expect_refused(Shape(Box{{0}, {kInf}}), "body.upper[0]", "is inf");
  expect_refused(Shape(Box{{-1e101}, {0}}), "body.lower[0]", "must be from");
}

TEST(Build, EllipsoidsHaveASymmetricPositiveDefiniteMatrix) {
  const Rows good = {{2, 1}, {1, 2}};
  expect_accepted(Shape(Ellipsoid{{0, 0}, good}));
  expect_refused(Shape(Ellipsoid{{}, good}), "body.center", "is empty");
  expect_refused(Shape(Ellipsoid{{0, kNan}, good}), "body.center[1]", "is nan");
  expect_refused(Shape(Ellipsoid{{0, 0}, {}}), "body.matrix", "has no rows");
  expect_refused(Shape(Ellipsoid{{0, 0}, {{1, 0}}}), "body.matrix", "has 1 rows");
  expect_refused(Shape(Ellipsoid{{0, 0}, {{1, 0}, {0, 1}, {0, 0}}}), "body.matrix", "has 3 rows");
  expect_refused(Shape(Ellipsoid{{0, 0}, {{1, 0}, {0}}}), "body.matrix[1]", "has 1 numbers, it must have 2");
  expect_refused(Shape(Ellipsoid{{0, 0}, {{1, 0}, {0, kInf}}}), "body.matrix[1][1]", "is inf");
  expect_refused(Shape(Ellipsoid{{0, 0}, {{2, 1}, {1.001, 2}}}), "body.matrix", "not symmetric");
  for (const Rows& bad :
       {Rows{{1, 2}, {2, 1}}, Rows{{1, 1}, {1, 1}}, Rows{{-1, 0}, {0, -1}}, Rows{{0, 0}, {0, 1}}})
    expect_refused(Shape(Ellipsoid{{0, 0}, bad}), "body.matrix", "not positive definite");
}

// v v^T has rank one. Its entries are rounded, so that its determinant is not exactly 0.
TEST(Build, EllipsoidsOfRankOneAreRefused) {
  const auto expect_flat = [](const Vector& v) {
    Rows matrix(v.size(), Vector(v.size()));
    for (std::size_t i = 0; i < v.size(); ++i)
      for (std::size_t j = 0; j < v.size(); ++j) matrix[i][j] = v[i] * v[j];
    expect_refused(Shape(Ellipsoid{Vector(v.size()), matrix}), "body.matrix", "not positive definite");
  };
  expect_flat({0.1, 0.3});
  expect_flat({0.2, 0.7});
  testing::Dice dice(33);
  for (int trial = 0; trial < 2000; ++trial) expect_flat(dice.normals(2 + trial % 6));
}

// Points of a body are doubles: it must be wider than 1e-10 of where it lies, in every coordinate.
TEST(Build, BodiesTooNarrowForWhereTheyLieAreRefused) {
  const auto cube = [](const Vector& lower, const Vector& upper) {  // the box, written as a polytope
    Polytope p;
    for (std::size_t i = 0; i < lower.size(); ++i) {
      p.a.emplace_back(lower.size())[i] = 1;
      p.b.push_back(upper[i]);
      p.a.emplace_back(lower.size())[i] = -1;
      p.b.push_back(-lower[i]);
    }
    return p;
  };
  const Vector lower[] = {{1}, {1e6}, {0, 1e6, 0}},
               upper[] = {{1.0000000000000002}, {1e6 + 1e-9}, {1, 1e6 + 1e-9, 1}};
  const std::string narrow[] = {"x[0]", "x[0]", "x[1]"};
  for (int k = 0; k < 3; ++k) {
    expect_refused(Shape(Box{lower[k], upper[k]}), "body", narrow[k]);
    expect_refused(Shape(cube(lower[k], upper[k])), "body", "is flat");  // to rounding
  }
  // Of a polytope in which a centre is found the message is the same.
  expect_refused(Shape(cube({0, 1e6}, {1, 1e6 + 1e-5})), "body", "x[1] moves by");
  expect_refused(Shape(Ellipsoid{{1e9}, {{1e6}}}), "body", "x[0] moves by 0.001 around 1e+09");
  expect_refused(Shape(Ellipsoid{{0, 1e9}, {{1, 0}, {0, 1e6}}}), "body", "x[1] moves by 0.001");
  for (const double factor : {0.99, 1.01}) {  // half a side of 1e-4 around 1e6
    const double half = 1e-4 * factor;
    EXPECT_EQ(static_cast<bool>(make_body(Shape(Box{{1e6 - half}, {1e6 + half}}))), factor > 1);
    EXPECT_EQ(static_cast<bool>(make_body(Shape(Ellipsoid{{1e6}, {{1 / (half * half)}}}))), factor > 1);
    // From the centre of |x - c| <= half the Dikin ellipsoid reaches half / sqrt(2).
    EXPECT_EQ(
        static_cast<bool>(make_body(Shape(cube({1e6 - std::sqrt(2) * half}, {1e6 + std::sqrt(2) * half})))),
        factor > 1);
  }
}

TEST(Build, PolytopesHaveRowsThatFit) {
  const Rows a = {{1}, {-1}};
  expect_refused(Shape(Polytope{{}, {}}), "body.A", "has no rows");
  expect_refused(Shape(Polytope{{{}}, {1}}), "body.A[0]", "is empty");
  expect_refused(Shape(Polytope{{{1, 0}, {1}}, {1, 1}}), "body.A[1]", "has 1 numbers, it must have 2");
  expect_refused(Shape(Polytope{a, {1}}), "body.A", "has 2 rows, \"body.b\" has 1");
  expect_refused(Shape(Polytope{a, {}}), "body.b", "is empty");
  expect_refused(Shape(Polytope{a, {1, kNan}}), "body.b[1]", "is nan");
  expect_refused(Shape(Polytope{{{1}, {-kInf}}, {1, 1}}), "body.A[1][0]", "is -inf");
  expect_refused(Shape(Polytope{{{1}, {-1e101}}, {1, 1}}), "body.A[1][0]", "must be from");
  expect_refused(Shape(Polytope{{{1}, {0}, {-1}}, {1, 1, 1}}), "body.A[1]", "is all zeros");
}

TEST(Build, ProductsNameThePartThatIsWrong) {
  expect_refused(Shape(Product{}), "body.bodies", "is empty");
  const Ball good{2, 1};
  expect_refused(Shape(Product{{good, Ball{2, -1}}}), "body.bodies[1].radius", "is -1");
  expect_refused(Shape(Product{{good, Box{{0}, {0}}}}), "body.bodies[1]", "is flat");
  expect_refused(Shape(Product{{good, Product{{good, good, Polytope{{{1}}, {1}}}}}}),
                 "body.bodies[1].bodies[2]", "is unbounded");
  expect_refused(Shape(Product{{Ball{kMaxDimension, 1}, Ball{1, 1}}}), "body", "dimensions in all");
}

TEST(Build, ProductsAreNestedUpToSixteenDeep) {
  Shape shape = Ball{1, 1};
  for (int depth = 1; depth <= 16; ++depth) {
    shape = Product{{shape}};
    expect_accepted(shape);
  }
  shape = Product{{shape}};
  expect_refused(shape, "body", "nested 17 deep: at most 16");
  for (int depth = 0; depth < 1000; ++depth) shape = Product{{Ball{1, 1}, shape}};
  expect_refused(shape, "body", "nested 1017 deep");
}

TEST(Build, ActionListsHaveDifferentPoints) {
  expect_refused(Actions{}, "actions", "has 0 points");
  expect_refused(Actions(Rows{{1, 2}}), "actions", "has 1 points");
  expect_refused(Actions(Rows{{}, {}}), "actions[0]", "is empty");
  expect_refused(Actions(Rows{{1, 2}, {1}}), "actions[1]", "has 1 numbers, it must have 2");
  expect_refused(Actions(Rows{{1, 2}, {1, kNan}}), "actions[1][1]", "is nan");
  expect_refused(Actions(Rows{{1, 2}, {1e101, 2}}), "actions[1][0]", "must be from");
  expect_refused(Actions(Rows{{0.1, 2}, {0.1, 2}, {0.1, 2}}), "actions", "all the same point");
  expect_refused(Actions(Rows{{1}, {1.0000000000000002}}), "actions", "all the same point, to rounding");
  expect_refused(Actions(Rows{{1e6, 3e-9}, {1e6 + 1e-10, 3e-9}}), "actions", "all the same point");
}

// A factorisation takes (vectors) n^2 steps: at most kMaxWork, and at most kMaxEntries numbers.
TEST(Build, BodiesTooLargeToFactorAreRefused) {
  constexpr std::size_t n = [] {  // the least n whose cube is too much
    std::size_t least = 1;
    while (least * least * least <= kMaxWork) ++least;
    return least;
  }();
  static_assert(n * n <= kMaxEntries);
  const Rows zeros(n, Vector(n));
  expect_refused(Shape(Ellipsoid{Vector(n), zeros}), "body", "is too large");
  expect_refused(Shape(Polytope{zeros, Vector(n)}), "body", "is too large");
  expect_refused(Actions(zeros), "actions", "is too large");
  Rows many(kMaxEntries / n + 1);
  many[0].resize(n);
  expect_refused(Shape(Polytope{many, Vector(many.size())}), "body.A", "numbers in all");
}

TEST(Build, MessagesUseTheNameOfTheCaller) {
  const auto body = make_body(Shape(Ball{0, 1}), "agent.body");
  ASSERT_FALSE(body);
  EXPECT_TRUE(body.error().message.starts_with("\"agent.body.dimension\"")) << body.error().message;
  const auto list = make_body(Actions{}, "agent.actions");
  ASSERT_FALSE(list);
  EXPECT_TRUE(list.error().message.starts_with("\"agent.actions\"")) << list.error().message;
}

}  // namespace
}  // namespace banker::build_test
