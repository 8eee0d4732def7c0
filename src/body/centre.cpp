#include "centre.hpp"

#include <algorithm>
#include <cmath>

#include "../core/sums.hpp"
#include "newton.hpp"

namespace banker {

namespace {

// {x : A x <= b} with faces of length 1, so that a slack is a distance. Coordinate i of face j is
// columns(i, j).
struct Faces {
  Matrix columns;
  Vector b;
};

enum class Extent {
  kBounded,
  kUnbounded,
  kCone,  ///< unbounded, and some A d < 0: the set is not empty, whatever b is
};

// Whether {d : A d <= 0} = {0}: then every {A x <= b} is bounded. The set {A d <= 1} has 0 inside; it is
// bounded iff it has an analytic centre, and a decrement below 1 proves one, if A has rank n. Otherwise d is
// where the search was led.
Extent extent(const Matrix& columns, Vector& d) {
  constexpr int kMostSteps = 1000;
  constexpr double kFarAway = 1e14;
  const std::size_t n = columns.rows(), m = columns.columns();
  Newton newton(n, m);
  Vector s(m, 1.0);
  const Vector no_tilt(n);
  for (int i = 0; i < kMostSteps; ++i) {
    if (!newton.step(columns, no_tilt, d, s, i == 0 ? 1e-14 : 0)) break;
    if (newton.decrement() < 0.9 && m > n) return Extent::kBounded;
    if (dot(d, d) > kFarAway * kFarAway) break;
  }
  const bool all_grew = std::all_of(s.begin(), s.end(), [](double v) { return v > 1; });
  return all_grew ? Extent::kCone : Extent::kUnbounded;
}

enum class Interior { kFound, kEmpty, kFlat };

// Whether every slack b - A x is positive beyond rounding.
bool is_inside(const Faces& faces, const Vector& x) {
  for (std::size_t j = 0; j < faces.b.size(); ++j) {
    double slack = faces.b[j], size = std::fabs(faces.b[j]);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double term = faces.columns(i, j) * x[i];
      slack -= term;
      size += std::fabs(term);
    }
    if (!(slack > 1e-15 * size)) return false;
  }
  return true;
}

// max t over (x, t) with A x + t <= b: the centre of that set tilted more and more towards t. At the point
// for tilt tau, no t is greater than t + (m + 1) / tau. `size` is that of b. REQUIRES: bounded.
Interior find_interior(const Faces& faces, double size, Vector& x) {
  const std::size_t n = faces.columns.rows(), m = faces.columns.columns();
  const double start = *std::min_element(faces.b.begin(), faces.b.end()) - size;
  Matrix lifted(n + 1, m + 1);  // the faces (a_j, 1), and t >= start - size
  Vector s(m + 1, size), point(n + 1), tilt(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    std::copy(faces.columns.row(i).begin(), faces.columns.row(i).end(), lifted.row(i).begin());
  for (std::size_t j = 0; j < m; ++j) {
    lifted(n, j) = 1;
    s[j] = faces.b[j] - start;
  }
  lifted(n, m) = -1;
  point[n] = start;
  Newton newton(n + 1, m + 1);
  for (tilt[n] = 1 / size; tilt[n] * size < 1e18; tilt[n] *= 8) {
    if (!newton.minimise(lifted, tilt, point, s)) break;
    x.assign(point.begin(), point.end() - 1);
    if (point[n] > 0 && is_inside(faces, x)) return Interior::kFound;
    const double most = point[n] + 1.01 * static_cast<double>(m + 1) / tilt[n];
    if (most < -1e-12 * size) return Interior::kEmpty;
  }
  return Interior::kFlat;
}

// The same faces with |x_i| <= `reach` beside them.
Faces fenced(const Faces& faces, double reach) {
  const std::size_t n = faces.columns.rows(), m = faces.columns.columns();
  Faces all{Matrix(n, m + 2 * n), faces.b};
  for (std::size_t i = 0; i < n; ++i) {
    std::copy(faces.columns.row(i).begin(), faces.columns.row(i).end(), all.columns.row(i).begin());
    all.columns(i, m + 2 * i) = 1;
    all.columns(i, m + 2 * i + 1) = -1;
  }
  all.b.resize(m + 2 * n, reach);
  return all;
}

// Moves x_0 to where the a_j add up to 0, and turns the coordinates so that sum a_j a_j^T = I.
bool look_from_centre(Centre& centre, Newton& newton) {
  const std::size_t n = centre.columns.rows(), m = centre.columns.columns();
  const Vector no_tilt(n);
  Vector y(n), s(m, 1.0);
  if (!newton.minimise(centre.columns, no_tilt, y, s)) return false;
  solve_transposed(centre.frame.r, y);
  add_scaled(1, y, centre.frame.x0);
  for (std::size_t j = 0; j < m; ++j) centre.slack[j] *= s[j];
  Matrix turn(n, m);  // T T^T = D^2 Psi; R <- R T, a_j <- T^-1 a_j / s_j
  if (!barrier_factor(centre.columns, s, turn)) return false;
  for (std::size_t i = 0; i < n; ++i) {
    const std::span<double> row = centre.columns.row(i);
    for (std::size_t j = 0; j < m; ++j) row[j] /= s[j];
    for (std::size_t k = 0; k < i; ++k) add_scaled(-turn(i, k), centre.columns.row(k), row);
    for (double& v : row) v /= turn(i, i);
    multiply_transposed(turn, centre.frame.r.row(i).first(i + 1));
  }
  return true;
}

// Names the coordinate that a far point is farthest in, if there is one.
Error unbounded(const std::string& where, const Vector& far) {
  const auto most = std::max_element(far.begin(), far.end(),
                                     [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  const std::string which = *most == 0
                                ? std::string("some x can grow")
                                : concat("x[", most - far.begin(), "] can ", *most > 0 ? "grow" : "fall");
  return bad_body(where, "\" is unbounded: ", which,
                  " for ever within A x <= b; add the missing rows (x[0] >= 0 ",
                  "is the row [-1, 0, ...] with b = 0)");
}

// The faces of a polytope, and the lengths of its rows.
Result<Faces> unit_faces(const Polytope& polytope, const std::string& where, Vector& lengths) {
  const std::size_t m = polytope.a.size(), n = polytope.a[0].size();
  Faces faces{Matrix(n, m), polytope.b};
  for (std::size_t j = 0; j < m; ++j) {
    lengths[j] = std::sqrt(dot(polytope.a[j], polytope.a[j]));
    if (!(lengths[j] >= kLeastSize)) return bad_body(where, ".A[", j, "]\" is all zeros: leave that row out");
    faces.b[j] /= lengths[j];
    if (!(std::fabs(faces.b[j]) <= kMostSize)) {
      return bad_body(where, ".b[", j, "]\" is ", faces.b[j], " times as large as row ", j, " of A: at most ",
                      kMostSize);
    }
    for (std::size_t i = 0; i < n; ++i) faces.columns(i, j) = polytope.a[j][i] / lengths[j];
  }
  return faces;
}

// A point inside, or which of empty, flat and unbounded it is. Empty comes first.
Result<Vector> point_inside(const Faces& faces, const std::string& where) {
  double size = 0;
  for (const double v : faces.b) size = std::max(size, std::fabs(v));
  if (size == 0) size = 1;
  if (size < kLeastSize) return bad_body(where, ".b\" is too small for the rows of A: choose other units");
  Vector x(faces.columns.rows()), far(faces.columns.rows());
  const Extent reach = extent(faces.columns, far);
  if (reach == Extent::kCone) return unbounded(where, far);
  const bool bounded = reach == Extent::kBounded;
  switch (find_interior(bounded ? faces : fenced(faces, 1e6 * size), size, x)) {
    case Interior::kEmpty:
      return bad_body(where, "\" is empty: no x has A x <= b",
                      bounded ? "" : " (and if one were very far away, the set would be unbounded)");
    case Interior::kFlat:
      return bad_body(where,
                      "\" is flat: A x <= b leaves it no interior (an equation, written as two rows?); ",
                      "leave out a coordinate that the others determine");
    case Interior::kFound: break;
  }
  if (!bounded) return unbounded(where, far);
  return x;
}

}  // namespace

Result<Centre> find_centre(const Polytope& polytope, const std::string& where) {
  const std::size_t m = polytope.a.size(), n = polytope.a[0].size();
  Vector lengths(m);
  const auto faces = unit_faces(polytope, where, lengths);
  if (!faces) return faces.error();
  auto inside = point_inside(*faces, where);
  if (!inside) return inside.error();
  Centre centre{{*std::move(inside), Matrix(n, n)}, Vector(m), faces->columns};
  for (std::size_t i = 0; i < n; ++i) centre.frame.r(i, i) = 1;
  for (std::size_t j = 0; j < m; ++j) {
    centre.slack[j] = faces->b[j];
    for (std::size_t i = 0; i < n; ++i) centre.slack[j] -= faces->columns(i, j) * centre.frame.x0[i];
    for (std::size_t i = 0; i < n; ++i) centre.columns(i, j) /= centre.slack[j];
  }
  Newton newton(n, m);
  for (int i = 0; i < 3; ++i) {  // again from there, against rounding
    if (!look_from_centre(centre, newton))
      return bad_body(where, "\" is flat to rounding: its width and its length differ too much");
  }
  if (!is_inside(*faces, centre.frame.x0))
    return bad_body(where, "\" is flat to rounding: its width is lost in x");
  if (auto error = check_widths(where, centre.frame.x0, centre.frame.r)) return *error;
  for (std::size_t j = 0; j < m; ++j) centre.slack[j] *= lengths[j];
  return centre;
}

}  // namespace banker
