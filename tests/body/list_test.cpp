// Listed actions against their definition: the weights, the subspace they span, lists far from 0.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string>
#include <variant>
#include <vector>

#include "body/every_body.hpp"

namespace banker::list_test {
namespace {

using testing::effort;
using testing::EveryBody;
using testing::length;
using testing::Real;
using testing::Reals;

// v becomes orthogonal to the rows.
void remove(const std::vector<Reals>& rows, Reals& v) {
  for (const Reals& row : rows) {
    Real along = 0;
    for (std::size_t j = 0; j < v.size(); ++j) along += row[j] * v[j];
    for (std::size_t j = 0; j < v.size(); ++j) v[j] -= along * row[j];
  }
}

class EveryList : public EveryBody {};

// locate(y) finds the weights of mirror(phi) = y.
TEST_P(EveryList, LocateFindsTheWeightsOfTheMirror) {
  visit(located_lengths(), effort(150, 30), [&](const Spot& s) {
    BodyPoint p{s.at.y, Vector(body_->kept())};
    ASSERT_TRUE(body_->locate(p.view()));
    for (std::size_t j = 0; j < p.kept.size(); ++j)
      EXPECT_NEAR(p.kept[j] / s.at.kept[j], 1, static_cast<double>(1e-12L + 100 * s.k.grain()));
    EXPECT_NEAR(body_->value(p.view()), body_->value(s.at.view()), 1e-11);
  });
}

INSTANTIATE_TEST_SUITE_P(Axioms, EveryList, ::testing::ValuesIn(testing::all_lists()), testing::body_name);

// An orthonormal basis of the span of (1, ..., 1) and of the coordinates of the points.
std::vector<Reals> basis(const Rows& points) {
  std::vector<Reals> rows;
  for (std::size_t i = 0; i <= points[0].size(); ++i) {
    Reals row(points.size(), 1);
    for (std::size_t j = 0; j < row.size() && i > 0; ++j) row[j] = points[j][i - 1];
    const Real before = length(row);
    for (int again = 0; again < 2; ++again) remove(rows, row);
    const Real after = length(row);
    if (after < 1e-9L * before) continue;
    for (Real& entry : row) entry /= after;
    rows.push_back(row);
  }
  return rows;
}

// Lists with more points than their hull has dimensions, and one more: others have one choice of weights.
std::vector<testing::TestBody> dependent_lists() {
  std::vector<testing::TestBody> lists = testing::all_lists();
  std::erase_if(lists, [](const testing::TestBody& list) {
    const Rows& points = std::get<Actions>(list.what).points;
    return basis(points).size() == points.size();
  });
  return lists;
}
class DependentList : public EveryBody {};

TEST(DependentLists, AreMostOfThem) { EXPECT_EQ(dependent_lists().size(), testing::all_lists().size() - 2); }

// The weights minimise -sum ln w among those with the same sum and mean: along v, sum v_j = 0 and
// sum v_j a_j = 0, the slope -sum v_j / w_j is 0 and the value only grows.
TEST_P(DependentList, WeightsMinimiseTheBarrier) {
  const std::vector<Reals> rows = basis(std::get<Actions>(GetParam().what).points);
  const std::size_t atoms = body_->atoms();
  ASSERT_LT(rows.size(), atoms);
  visit([&](const Spot& s) {
    Reals v = testing::converted<Real>(dice_.normals(atoms)), ratio(atoms);
    remove(rows, v);
    ASSERT_GT(length(v), 1e-3L);
    Real slope = 0;
    for (std::size_t j = 0; j < atoms; ++j) slope -= ratio[j] = v[j] / s.at.kept[j];
    EXPECT_LE(std::fabs(slope), 1e-10L * length(ratio));
    for (const Real t : {0.5L, -0.5L, 1e-3L, -1e-3L}) {
      Real growth = 0;
      for (const Real r : ratio) growth -= std::log1p(t * r / length(ratio));
      EXPECT_GT(growth, t * t / 4);
    }
  });
}
INSTANTIATE_TEST_SUITE_P(Axioms, DependentList, ::testing::ValuesIn(dependent_lists()), testing::body_name);

// An offset is no reason to lose a dimension: differences of 1e-5 around 1e6 have five digits left.
TEST(Lists, DimensionsAreFoundFarFrom0) {
  const auto dimension = [](const Rows& points) {
    const auto body = make_body(Actions(points));
    return body ? (*body)->dimension() : 0;
  };
  EXPECT_EQ(dimension({{1000000, 0}, {1000000.00001, 1}, {1000000.00002, 0}}), 2u);
  EXPECT_EQ(dimension({{1000000}, {1000000.00001}}), 1u);
  EXPECT_EQ(dimension({{1000000, 5}, {1000000.00001, 5}, {1000000.00002, 5}}), 1u);
  EXPECT_EQ(dimension({{1e6, -1e6}, {1e6 + 1e-5, -1e6 - 1e-5}, {1e6 + 3e-5, -1e6 - 3e-5}}), 1u);
  EXPECT_EQ(dimension({{0, 0}, {1e6, 1e-6}, {2e6, 0}}), 2u);
  EXPECT_EQ(dimension({{1000000}, {1000000}}), 0u);
  EXPECT_EQ(dimension({{1e6, 1e6}, {1e6 + 1e-10, 1e6}}), 0u);  // the last bit
}

// The point of a list is in its hull, wherever it lies; without tilt it is the mean.
TEST(Lists, PointsAreInBetweenFarFrom0) {
  const double low = 1000000, high = 1000000.00001;
  const auto body = make_body(Actions(Rows{{low}, {high}})).value();
  const double rounding = 0x1p-32;  // two units in the last place of 1e6
  BodyPoint p = body->centre();
  Vector x(1);
  for (const double phi : {-1e6, -100.0, -1.0, 0.0, 1.0, 100.0, 1e6}) {
    ASSERT_TRUE(body->mirror(Vector{phi}, p.view()));
    body->place(p.y, x);
    EXPECT_GE(x[0], low - rounding) << phi;
    EXPECT_LE(x[0], high + rounding) << phi;
    EXPECT_NEAR(x[0], low + (high - low) * p.kept[1], rounding) << phi;
  }
  ASSERT_TRUE(body->mirror(Vector{0}, p.view()));
  body->place(p.y, x);
  EXPECT_NEAR(x[0], (low + high) / 2, rounding);
  EXPECT_EQ(p.kept, (Vector{0.5, 0.5}));
}

}  // namespace
}  // namespace banker::list_test
