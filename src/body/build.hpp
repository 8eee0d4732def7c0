#pragma once

#include <memory>
#include <optional>
#include <string>

#include "../core/dense.hpp"
#include "../core/text.hpp"
#include "banker/body/shapes.hpp"

// How bodies are made from shapes: each in its own file.
namespace banker {

using BodyResult = Result<std::unique_ptr<const Body>>;

// The least and the greatest radius, side or coordinate: their squares and quotients are finite.
inline constexpr double kLeastSize = 1e-100;
inline constexpr double kMostSize = 1e100;

BodyResult build(const Ball& ball, const std::string& where);
BodyResult build(const Box& box, const std::string& where);
BodyResult build(const Ellipsoid& ellipsoid, const std::string& where);
BodyResult build(const Polytope& polytope, const std::string& where);
BodyResult build(const Product& product, const std::string& where);

// The message starts with "where, so the rest begins with `" is ...` or `.key" is ...`.
template <class... Parts>
Error bad_body(const std::string& where, const Parts&... parts) {
  return Error{ErrorCode::kBadSpec, concat("\"", where, parts...)};
}

// At least one number, all of them finite and at most kMostSize in size.
std::optional<Error> check_vector(const std::string& where, const Vector& v);
// At least one row, all of them such vectors with `columns` numbers, and not too many in all.
std::optional<Error> check_matrix(const std::string& where, const Rows& rows, std::size_t columns);
// Whether coordinate i of a body can be told from its centre in doubles: `width` around x_0.
std::optional<Error> check_width(const std::string& where, std::size_t i, double centre, double width);
// The same for all coordinates of x_0 + R^-T y, |y| <= 1.
std::optional<Error> check_widths(const std::string& where, const Vector& centre, const Matrix& r);
// Whether a factorisation of so many vectors in dimension n can be afforded.
std::optional<Error> check_work(const std::string& where, std::size_t vectors, std::size_t n);

}  // namespace banker
