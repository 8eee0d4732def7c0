// Next to a face, where coordinates have lost the slack: divergences of small moves, from the duals alone.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "body/faces.hpp"
#include "support/effort.hpp"

namespace banker::near_faces_test {
namespace {

using testing::Dice;
using testing::effort;
using testing::Faces;
using testing::Real;
using testing::Reals;

struct Named {
  std::string name;
  Shape shape;
  Faces faces;
  double search = 4e-12;  // both ends of a move are known to half of this, in the local norm
  bool simple = true;     // no corner has more faces than dimensions
};

std::vector<Named> bodies() {
  Dice dice(61);
  std::vector<Named> all;
  const auto add = [&](const char* name, const Polytope& p) {
    all.push_back({name, p, Faces(*make_body(Shape(p)).value())});
  };
  add("interval", {{{2}, {-1}}, {7, 5}});
  add("triangle", {{{-1, 0}, {0, -1}, {1, 1}}, {0, 0, 1}});
  add("random", testing::random_polytope(dice, 14, dice.normals(4)));
  add("thin", testing::stretched(testing::random_polytope(dice, 9, Vector(3)), {1e-3, 1, 1e3}));
  Polytope octahedron{{}, Vector(8, 1)};
  for (int j = 0; j < 8; ++j)
    octahedron.a.push_back({j & 1 ? 1.0 : -1.0, j & 2 ? 1.0 : -1.0, j & 4 ? 1.0 : -1.0});
  add("octahedron", octahedron);
  all.back().simple = false;
  all.push_back({"box", Box{{-1, 0, 5}, {1, 1e-3, 6}}, Faces::cube(3), 4e-15});  // in closed form
  return all;
}

class NearFaces : public ::testing::TestWithParam<Named> {
 protected:
  // The D(x, z) of the body and the true one, z the point whose dual is that of x moved by t in the norm of x.
  template <class Check>
  void visit(double size, double t, Check check) {
    const std::size_t n = body_->dimension();
    for (int trial = 0; trial < effort(100, 20); ++trial) {
      const Vector phi = dice_.on_sphere(n, size);
      BodyPoint x = body_->centre();
      ASSERT_TRUE(body_->mirror(phi, x.view()));
      const Reals move =
          testing::Lower::factor(*body_, x.view()).times(testing::converted<Real>(dice_.on_sphere(n, t)));
      Vector next = phi;
      Reals delta(n);
      for (std::size_t i = 0; i < n; ++i) {
        next[i] += static_cast<double>(move[i]);
        delta[i] = Real{next[i]} - phi[i];  // with the rounding of `next`
      }
      BodyPoint z = x;
      ASSERT_TRUE(body_->mirror(next, z.view()));
      check(body_->bregman(x.view(), z.view()),
            GetParam().faces.divergence(GetParam().faces.slacks(phi), delta));
    }
  }

  std::unique_ptr<const Body> body_ = make_body(GetParam().shape).value();
  Dice dice_{62};
};

// Relative to D(x, z) = t^2 / 2 the error is that of the ends over t: D is never lost, not even at a distance
// of 1e-9. Where more faces meet than there are dimensions, their slacks, to a rounding of y, are those of a
// body next to this one, by 1e-16 of its size: D is then that of a slightly other body, and more.
TEST_P(NearFaces, BregmanOfASmallMoveKeepsItsDigits) {
  for (const double size : {1e3, 1e6, 1e7, 1e8, 1e9}) {
    for (const double t : {1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7}) {
      SCOPED_TRACE("a dual of length " + std::to_string(size) + ", a move of 1 / " + std::to_string(1 / t));
      const Real other = GetParam().simple ? 0 : testing::kEpsilon * size;
      const Real relative = GetParam().search / t + other;
      visit(size, t, [&](double got, Real want) {
        EXPECT_GE(got, want * (1 - relative));
        EXPECT_LE(got, want * (1 + relative) + other * other);
      });
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, NearFaces, ::testing::ValuesIn(bodies()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace banker::near_faces_test
