#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "body/random_bodies.hpp"

namespace banker::testing {

struct TestBody {
  std::string name;
  std::variant<Shape, Actions> what;

  std::unique_ptr<const Body> make() const {
    return std::visit([](const auto& kind) { return make_body(kind).value(); }, what);
  }
  bool is_list() const { return std::holds_alternative<Actions>(what); }
};
inline void PrintTo(const TestBody& body, std::ostream* out) { *out << body.name; }
inline std::string body_name(const ::testing::TestParamInfo<TestBody>& info) { return info.param.name; }

inline Vector decades(double low, double high, std::size_t n) {
  Vector v;
  for (std::size_t i = 0; i < n; ++i)
    v.push_back(std::pow(10, low + (high - low) * static_cast<double>(i) / static_cast<double>(n - 1)));
  return v;
}

inline std::vector<TestBody> all_shapes() {
  Dice dice(20230723);
  std::vector<TestBody> all;
  for (const std::size_t n : {1, 2, 7}) {
    const std::string name = "Ball" + std::to_string(n);
    all.push_back({name + "Tiny", Shape(Ball{n, 1e-3})});
    all.push_back({name, Shape(Ball{n, 1})});
    all.push_back({name + "Huge", Shape(Ball{n, 1e6})});
  }
  all.push_back({"BoxInterval", Shape(Box{{-3}, {5}})});
  Box box{dice.on_sphere(7, 3), {}};
  const Vector sides = decades(-6, 6, 7);
  for (std::size_t i = 0; i < sides.size(); ++i) box.upper.push_back(box.lower[i] + sides[i]);
  all.push_back({"BoxOfManySizes", Shape(box)});
  all.push_back({"EllipsoidInterval", Shape(Ellipsoid{{4}, {{0.01}}})});
  all.push_back({"EllipsoidRound", Shape(random_ellipsoid(dice, dice.normals(4), 0.5, 2))});
  all.push_back(
      {"EllipsoidThin", Shape(random_ellipsoid(dice, dice.normals(5), 1e-5, 1))});  // condition 1e10

  all.push_back({"PolytopeInterval", Shape(Polytope{{{2}, {-1}}, {7, 5}})});
  all.push_back({"Triangle", Shape(Polytope{{{-1, 0}, {0, -1}, {1, 1}}, {0, 0, 1}})});
  for (const std::size_t n : {2, 5, 10}) {
    const Polytope p = random_polytope(dice, 4 * n, dice.on_sphere(n, 1));
    all.push_back({"PolytopeRandom" + std::to_string(n), Shape(p)});
  }
  Polytope cut = random_polytope(dice, 20, Vector(5));  // and |x_i| <= 1
  for (std::size_t i = 0; i < 10; ++i) {
    cut.a.emplace_back(5)[i / 2] = i % 2 == 0 ? 1 : -1;
    cut.b.push_back(1);
  }
  all.push_back({"PolytopeThin", Shape(stretched(cut, decades(-6, 6, 5)))});
  const Polytope round = random_polytope(dice, 20, Vector(5));
  all.push_back({"PolytopeSkew", Shape(stretched(round, decades(-3, 3, 5)))});
  all.push_back({"PolytopeFar", Shape(random_polytope(dice, 12, dice.on_sphere(3, 1e5)))});
  Polytope more = random_polytope(dice, 12, dice.normals(3));
  const std::size_t faces = more.a.size();
  for (std::size_t j = 0; j < faces; j += 2) {
    more.a.push_back(more.a[j]);  // twice the same face
    more.b.push_back(more.b[j]);
    more.a.push_back(more.a[j]);  // one that is never met
    more.b.push_back(more.b[j] + 3);
  }
  all.push_back({"PolytopeRedundant", Shape(more)});

  const Product three{{Ball{3, 2}, Box{{0, -1}, {1e3, 1}}, random_polytope(dice, 8, dice.normals(2))}};
  all.push_back({"Product", Shape(three)});
  all.push_back({"ProductNested", Shape(Product{{three, random_ellipsoid(dice, {1, 2}, 0.1, 1),
                                                 Product{{Box{{-1}, {1}}, Ball{1, 1e-3}}}}})});
  return all;
}

inline std::vector<TestBody> all_lists() {
  Dice dice(20230724);
  std::vector<TestBody> all;
  all.push_back({"TwoActions", Actions({{0, 1}, {2, 5}})});
  all.push_back({"ActionsSimplex", Actions({{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}})});
  all.push_back({"ActionsRandom", Actions(random_points(dice, 12, 4))});
  all.push_back({"ActionsFlat", Actions(embedded(dice, random_points(dice, 9, 3), 6, 5))});
  Rows repeated = random_points(dice, 5, 2);
  for (int copy = 0; copy < 2; ++copy) repeated.insert(repeated.end(), {repeated[0], repeated[3]});
  all.push_back({"ActionsRepeated", Actions(repeated)});
  return all;
}

inline std::vector<TestBody> all_bodies() {
  std::vector<TestBody> all = all_shapes();
  for (TestBody& list : all_lists()) all.push_back(std::move(list));
  return all;
}

}  // namespace banker::testing
