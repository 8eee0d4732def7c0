#include "banker/body/shapes.hpp"

#include <algorithm>
#include <cmath>

#include "build.hpp"

namespace banker {

std::optional<Error> check_vector(const std::string& where, const Vector& v) {
  if (v.empty()) return bad_body(where, "\" is empty");
  if (v.size() > kMaxDimension)
    return bad_body(where, "\" has ", v.size(), " numbers: at most ", kMaxDimension);
  for (std::size_t i = 0; i < v.size(); ++i) {
    if (!(std::fabs(v[i]) <= kMostSize))
      return bad_body(where, "[", i, "]\" is ", v[i], ": it must be from ", -kMostSize, " to ", kMostSize);
  }
  return std::nullopt;
}

std::optional<Error> check_matrix(const std::string& where, const Rows& rows, std::size_t columns) {
  if (rows.empty()) return bad_body(where, "\" has no rows");
  if (rows.size() > kMaxEntries / columns) {
    return bad_body(where, "\" has ", rows.size(), " rows of ", columns, " numbers: at most ", kMaxEntries,
                    " numbers in all");
  }
  for (std::size_t j = 0; j < rows.size(); ++j) {
    const std::string row = concat(where, "[", j, "]");
    if (auto error = check_vector(row, rows[j])) return error;
    if (rows[j].size() != columns)
      return bad_body(row, "\" has ", rows[j].size(), " numbers, it must have ", columns);
  }
  return std::nullopt;
}

std::optional<Error> check_width(const std::string& where, std::size_t i, double centre, double width) {
  if (width > kMostSize)
    return bad_body(where, "\" is too wide: x[", i, "] moves by ", width, ", at most ", kMostSize,
                    " is allowed");
  if (width >= kLeastSize && width >= 1e-10 * std::fabs(centre)) return std::nullopt;
  return bad_body(where, "\" is too narrow for doubles: x[", i, "] moves by ", width, " around ", centre,
                  "; subtract an offset, or choose other units");
}

std::optional<Error> check_widths(const std::string& where, const Vector& centre, const Matrix& r) {
  Vector widths(centre.size()), column(centre.size());
  for (std::size_t k = 0; k < column.size(); ++k) {
    std::fill(column.begin(), column.end(), 0.0);
    column[k] = 1;
    solve_transposed(r, column);
    for (std::size_t i = 0; i <= k; ++i) widths[i] = std::max(widths[i], std::fabs(column[i]));
  }
  for (std::size_t i = 0; i < centre.size(); ++i) {
    if (auto error = check_width(where, i, centre[i], widths[i])) return error;
  }
  return std::nullopt;
}

std::optional<Error> check_work(const std::string& where, std::size_t vectors, std::size_t n) {
  const double work = static_cast<double>(vectors) * static_cast<double>(n) * static_cast<double>(n);
  if (work <= static_cast<double>(kMaxWork)) return std::nullopt;
  return bad_body(where, "\" is too large: ", vectors, " vectors in dimension ", n, " need ", work,
                  " multiplications at a time, and at most ", kMaxWork, " are allowed");
}

BodyResult make_body(const Shape& shape, const std::string& where) {
  return std::visit([&](const auto& kind) { return build(kind, where); }, shape.variant);
}

}  // namespace banker
