// The least of <sum, x> over a body, against closed forms, and a length that no action exceeds.

#include "lab/ground.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

#include "agent/json_library.hpp"
#include "agent/places.hpp"
#include "lab/lab_support.hpp"

namespace banker::lab::ground_test {
namespace {

using Point = std::vector<double>;

Ground ground_of(const std::string& key, const Json& value) {
  return *Ground::of(Json{{"agent", "banker-bolo"}, {key, value}}.dump());
}
double length(const Point& v) {
  double square = 0;
  for (const double x : v) square += x * x;
  return std::sqrt(square);
}
double inner(const Point& a, const Point& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// 40 sums of every size, from 1e-6 to 1e9.
std::vector<Point> sums(std::size_t dimension) {
  std::mt19937_64 random(dimension);
  std::normal_distribution<double> normal;
  std::vector<Point> list;
  for (int i = 0; i < 40; ++i) {
    Point sum(dimension);
    for (double& v : sum) v = normal(random) * std::pow(10, i % 16 - 6);
    list.push_back(sum);
  }
  return list;
}
// Not below the least, and at most 1e-8 nu |sum| times the size of the body above it; both but for rounding.
template <class Closed>
void expect_least(const Ground& ground, double nu, double size, const Closed& closed) {
  for (const Point& sum : sums(ground.dimension())) {
    const double exact = closed(sum), unit = length(sum) * size;
    EXPECT_GE(*ground.least(sum), exact - 1e-13 * unit);
    EXPECT_LE(*ground.least(sum), exact + 1.00001e-8 * nu * unit);
  }
}

// min over |x| <= r of <s, x> = -r |s|.
TEST(Ground, LeastOfABall) {
  for (const std::size_t n : {1, 2, 3, 17}) {
    for (const double r : {1e-3, 1.0, 2.5, 1e4}) {
      const Ground ground = ground_of("body", {{"type", "ball"}, {"dimension", n}, {"radius", r}});
      EXPECT_EQ(ground.dimension(), n);
      expect_least(ground, 1, r, [r](const Point& s) { return -r * length(s); });
    }
  }
}

// Every coordinate at its own end: sum of min(s_i lower_i, s_i upper_i).
TEST(Ground, LeastOfABox) {
  const Point lower{-1, 0, 5}, upper{1, 0.25, 7};
  const Ground ground = ground_of("body", {{"type", "box"}, {"lower", lower}, {"upper", upper}});
  expect_least(ground, 3, 8, [&](const Point& s) {
    double least = 0;
    for (std::size_t i = 0; i < 3; ++i) least += std::min(s[i] * lower[i], s[i] * upper[i]);
    return least;
  });
}

// min over (x - c)^T M (x - c) <= 1 is <s, c> - sqrt(s^T M^-1 s); M = [[4,1],[1,1]], M^-1 =
// [[1,-1],[-1,4]]/3.
TEST(Ground, LeastOfAnEllipsoid) {
  const Ground ground = ground_of(
      "body", {{"type", "ellipsoid"}, {"center", {0.5, -1.0}}, {"matrix", {{4.0, 1.0}, {1.0, 1.0}}}});
  expect_least(ground, 1, 2, [](const Point& s) {
    const double square = (s[0] * s[0] - 2 * s[0] * s[1] + 4 * s[1] * s[1]) / 3;
    return 0.5 * s[0] - s[1] - std::sqrt(square);
  });
}

// A linear function is least in a corner.
TEST(Ground, LeastOfAPolytopeIsInACorner) {
  const Ground ground = ground_of("body", {{"type", "polytope"},
                                           {"A", {{-1.0, 0.0}, {0.0, -1.0}, {1.0, 1.0}, {-0.5, 1.0}}},
                                           {"b", {-1.0, -2.0, 6.0, 2.0}}});
  // x >= 1, y >= 2, x + y <= 6, y <= 2 + x/2: the corners are (1,2), (4,2), (8/3,10/3), (1,2.5).
  const std::vector<Point> corners{{1, 2}, {4, 2}, {8.0 / 3, 10.0 / 3}, {1, 2.5}};
  expect_least(ground, 4, 6, [&](const Point& s) {
    double least = std::numeric_limits<double>::infinity();
    for (const Point& corner : corners) least = std::min(least, inner(s, corner));
    return least;
  });
}

// Of a product: the sum of the least of its parts.
TEST(Ground, LeastOfAProductIsTheSumOfItsParts) {
  const Json ball{{"type", "ball"}, {"dimension", 2}, {"radius", 3}},
      box{{"type", "box"}, {"lower", {-2.0}}, {"upper", {1.0}}};
  const Ground ground = ground_of("body", {{"type", "product"}, {"bodies", {ball, box}}});
  EXPECT_EQ(ground.dimension(), 3u);
  expect_least(ground, 2, 4,
               [](const Point& s) { return -3 * std::hypot(s[0], s[1]) + std::min(-2 * s[2], s[2]); });
}

// Listed actions: exactly the least of them, in the coordinates of the list though they span a plane only.
TEST(Ground, LeastOfListedActionsIsExact) {
  const testing::Place place = testing::actions_place();
  const Ground ground = ground_of(place.key, place.value);
  EXPECT_EQ(ground.dimension(), 3u);
  for (const Point& sum : sums(3)) {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& [name, action] : place.value.items())
      least = std::min(least, inner(sum, action.get<Point>()));
    EXPECT_NEAR(*ground.least(sum), least, 1e-15 * length(sum) * 4);
  }
}

TEST(Ground, TheSumOfNothingIs0) {
  for (const testing::Place& place : testing::linear_places()) {
    const Ground ground = ground_of(place.key, place.value);
    EXPECT_EQ(ground.least(Point(ground.dimension())), 0) << place.name;
  }
}

// -least(-v) is how far the body reaches along the unit vector v. No action is longer than reach(), and it is
// not more than sqrt(n) times too long.
TEST(Ground, ReachIsAtLeastTheLongestAction) {
  for (const testing::Place& place : testing::linear_places()) {
    SCOPED_TRACE(place.name);
    const Ground ground = ground_of(place.key, place.value);
    double longest = 0;
    for (Point v : sums(ground.dimension())) {
      const double size = length(v);
      for (double& x : v) x /= -size;
      longest = std::max(longest, -*ground.least(v));
    }
    EXPECT_GE(*ground.reach(), longest);
    EXPECT_LE(*ground.reach(), 1.3 * std::sqrt(static_cast<double>(ground.dimension())) * longest);
  }
}

TEST(Ground, ReachOfKnownBodies) {
  const Ground box = ground_of("body", {{"type", "box"}, {"lower", {-3.0, 0.0}}, {"upper", {1.0, 4.0}}});
  EXPECT_NEAR(*box.reach(), 5, 1e-5);  // the corner (-3, 4)
  EXPECT_GE(*box.reach(), 5);
  const Ground ball = ground_of("body", {{"type", "ball"}, {"dimension", 1}, {"radius", 7}});
  EXPECT_NEAR(*ball.reach(), 7, 1e-4);
  EXPECT_GE(*ball.reach(), 7);
  const Ground list = ground_of("actions", {{3.0, 0.0}, {0.0, 4.0}});
  EXPECT_GE(*list.reach(), 4);
  EXPECT_NEAR(*list.reach(), 4, 1e-12);  // the longest
}

TEST(Ground, AWrongBodyIsRefused) {
  testing::expect_refused(Ground::of("{"), {});
  testing::expect_refused(Ground::of(R"({"body":{"type":"bal","dimension":3}})"), {"bal"});
  testing::expect_refused(Ground::of(R"({"actions":7})"), {"actions"});
}

}  // namespace
}  // namespace banker::lab::ground_test
