#include "actions.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "build.hpp"

namespace banker {

namespace {

// One coordinate of every point, around its mean, of length 1; `noise` is what rounding did to that.
struct Column {
  Vector entries;
  double noise = 0;
};

// A coordinate this close to a mix of the others is one.
constexpr double kDependent = 1e-10;

double length(const Vector& v) { return std::sqrt(dot(v, v)); }

void divide(Vector& v, double by) {
  for (double& entry : v) entry /= by;
}

// Coordinate i of the points; nothing if it is the same for all of them, to rounding. Differences to the first
// point lose nothing if the points are close together.
std::optional<Column> column(const Rows& points, std::size_t i) {
  Column made{Vector(points.size()), 0};
  double size = 0, largest = 0;
  for (std::size_t j = 0; j < points.size(); ++j) {
    made.entries[j] = points[j][i] - points[0][i];
    size = std::max(size, std::fabs(points[j][i]));
    largest = std::max(largest, std::fabs(made.entries[j]));
  }
  if (!(largest > 0)) return std::nullopt;
  divide(made.entries, largest);
  const double mean = sum(made.entries) / static_cast<double>(points.size());
  for (double& entry : made.entries) entry -= mean;
  const double spread = length(made.entries);
  made.noise = 0x1p-50 * (size / largest) * std::sqrt(static_cast<double>(points.size())) / spread;
  if (!(made.noise < 1)) return std::nullopt;
  divide(made.entries, spread);
  return made;
}

// Directions that the coordinates of the points span: vectors of length N, orthogonal to each other and to
// (1, ..., 1). The coordinate farthest from those before it comes first.
std::vector<Vector> span_of(const Rows& points) {
  std::vector<Column> columns;
  for (std::size_t i = 0; i < points[0].size(); ++i) {
    if (auto made = column(points, i)) columns.push_back(*std::move(made));
  }
  std::vector<Vector> basis;
  while (true) {
    std::erase_if(columns,
                  [](const Column& c) { return length(c.entries) <= std::max(kDependent, c.noise); });
    if (columns.empty()) return basis;
    const auto farthest = std::max_element(
        columns.begin(), columns.end(),
        [](const Column& a, const Column& b) { return length(a.entries) < length(b.entries); });
    Vector next = std::move(farthest->entries);
    columns.erase(farthest);
    divide(next, length(next));
    for (const Vector& known : basis) add_scaled(-dot(known, next), known, next);  // again: rounding
    divide(next, length(next));
    for (Column& c : columns) add_scaled(-dot(next, c.entries), next, c.entries);
    basis.push_back(std::move(next));
  }
}

}  // namespace

BodyResult make_body(const Actions& actions, const std::string& where) {
  const Rows& points = actions.points;
  if (points.size() < 2)
    return bad_body(where, "\" has ", points.size(), " points: a choice needs at least 2");
  if (points[0].empty()) return bad_body(where, "[0]\" is empty");
  if (auto error = check_matrix(where, points, points[0].size())) return *error;
  const std::size_t count = points.size(), ambient = points[0].size();
  if (auto error = check_work(where, std::max(count, ambient), std::min(count, ambient))) return *error;
  const double n = static_cast<double>(count);
  Vector mean(ambient);
  for (std::size_t i = 0; i < ambient; ++i) {
    Vector differences(count);
    for (std::size_t j = 0; j < count; ++j) differences[j] = points[j][i] - points[0][i];
    mean[i] = points[0][i] + sum(differences) / n;
  }
  const std::vector<Vector> basis = span_of(points);
  if (basis.empty())
    return bad_body(where, "\" are all the same point, to rounding: there is nothing to choose");
  Matrix y(basis.size(), count), map(basis.size(), ambient);  // y = N basis, map = (x - mean) y^T / N^2
  for (std::size_t k = 0; k < basis.size(); ++k) {
    for (std::size_t j = 0; j < count; ++j) {
      y(k, j) = n * basis[k][j];
      for (std::size_t i = 0; i < ambient; ++i) map(k, i) += basis[k][j] * (points[j][i] - mean[i]) / n;
    }
  }
  return std::make_unique<ActionsBody>(points, std::move(y), std::move(map), std::move(mean));
}

}  // namespace banker
