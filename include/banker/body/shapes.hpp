#pragma once

#include <concepts>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "banker/body/body.hpp"
#include "banker/core/result.hpp"

namespace banker {

using Vector = std::vector<double>;
using Rows = std::vector<Vector>;  // a matrix, row by row

// |x| <= radius. Psi = -ln(1 - |x|^2 / radius^2), nu = 1.
struct Ball {
  std::size_t dimension = 0;
  double radius = 1;
};

// lower_i <= x_i <= upper_i. Psi = -sum ln(slack), nu = n (not 2n: both sides of one coordinate share it).
struct Box {
  Vector lower, upper;
};

// (x - center)^T matrix (x - center) <= 1. Psi = -ln(1 - that), nu = 1.
struct Ellipsoid {
  Vector center;
  Rows matrix;
};

// A x <= b, bounded, with an interior. Psi = -sum ln(slack), nu = the number of rows.
struct Polytope {
  Rows a;
  Vector b;
};

struct Shape;

// The first coordinates are in the first body, the next in the second, ... Psi and nu are the sums.
struct Product {
  std::vector<Shape> bodies;
};

// What a body looks like, as data.
struct Shape {
  using Variant = std::variant<Ball, Box, Ellipsoid, Polytope, Product>;

  Shape() = default;
  template <std::convertible_to<Variant> Kind>
  Shape(Kind kind) : variant(std::move(kind)) {}

  Variant variant;
};

// A finite set of actions: the body is their convex hull, in the subspace they span.
// Psi(x) = min of -sum ln w_j over w > 0 with sum w_j = 1, sum w_j a_j = x; nu = the number of points.
struct Actions {
  Actions() = default;
  Actions(Rows list) : points(std::move(list)) {}
  Actions(Rows list, std::vector<std::string> called) : points(std::move(list)), names(std::move(called)) {}

  Rows points;
  std::vector<std::string> names;  // empty, or one per point
};

// The largest dimension of a body whose cost per round is O(n), the most entries of a matrix, and the most
// multiplications of one factorisation: what is larger would take minutes per round.
inline constexpr std::size_t kMaxDimension = std::size_t{1} << 20;
inline constexpr std::size_t kMaxEntries = std::size_t{1} << 22;
inline constexpr std::size_t kMaxWork = std::size_t{1} << 27;

// The body, or what is wrong with it and where: `where` is how messages call it.
Result<std::unique_ptr<const Body>> make_body(const Shape& shape, const std::string& where = "body");
Result<std::unique_ptr<const Body>> make_body(const Actions& actions, const std::string& where = "actions");

}  // namespace banker
