#include "banker/estimate/one_point.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "../core/dense.hpp"
#include "../core/sums.hpp"

namespace banker {

std::string_view name(Sampler sampler) { return sampler == Sampler::kCholesky ? "cholesky" : "eigen"; }

namespace {

// Rotates rows p and q of both matrices so that those of `rows` become orthogonal. False: they were.
bool make_orthogonal(Matrix& rows, Matrix& turns, std::size_t p, std::size_t q) {
  const double pp = dot(rows.row(p), rows.row(p)), qq = dot(rows.row(q), rows.row(q));
  const double pq = dot(rows.row(p), rows.row(q));
  if (!(std::fabs(pq) > 1e-15 * std::sqrt(pp) * std::sqrt(qq))) return false;
  const double zeta = (qq - pp) / (2 * pq);
  const double tangent = (zeta < 0 ? -1 : 1) / (std::fabs(zeta) + std::sqrt(1 + zeta * zeta));
  const double cosine = 1 / std::sqrt(1 + tangent * tangent), sine = cosine * tangent;
  for (Matrix* matrix : {&rows, &turns}) {
    for (std::size_t k = 0; k < matrix->columns(); ++k) {
      const double a = (*matrix)(p, k), b = (*matrix)(q, k);
      (*matrix)(p, k) = cosine * a - sine * b;
      (*matrix)(q, k) = sine * a + cosine * b;
    }
  }
  return true;
}

// Of the row with the i-th smallest length, its turn, with the sign that makes its largest entry positive.
std::vector<double> ascending_turn(const Matrix& rows, const Matrix& turns, std::size_t i) {
  std::vector<double> lengths(rows.rows());
  for (std::size_t j = 0; j < lengths.size(); ++j) lengths[j] = dot(rows.row(j), rows.row(j));
  std::vector<std::size_t> order(lengths.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] < lengths[b]; });
  const auto row = rows.row(order[i]), turn = turns.row(order[i]);
  const double largest = *std::max_element(row.begin(), row.end(),
                                           [](double a, double b) { return std::fabs(a) < std::fabs(b); });
  std::vector<double> v(turn.begin(), turn.end());
  if (largest < 0) {
    for (double& entry : v) entry = -entry;
  }
  return v;
}

// One-sided Jacobi: with H = L L^T, columns of L are rotated until they are orthogonal. L V then has columns
// sqrt(eigenvalue) times eigenvector, and M = L^-T V. V is orthogonal to rounding whatever is left of the
// angles, so A never leaves the Dikin ellipsoid.
void eigen_direction(const Body& body, ConstPointView at, std::size_t i, std::span<double> step,
                     std::span<double> lift) {
  constexpr int kMostSweeps = 40;
  const std::size_t n = body.dimension();
  Matrix k(n, n), columns(n, body.ambient()), turns(n, n);
  body.factor(at, k.entries());
  for (std::size_t j = 0; j < n; ++j) {
    for (std::size_t row = 0; row < n; ++row) lift[row] = k(row, j);
    body.dual(lift, columns.row(j));  // L e_j = R K e_j
    turns(j, j) = 1;
  }
  bool turned = true;
  for (int sweep = 0; turned && sweep < kMostSweeps; ++sweep) {
    turned = false;
    for (std::size_t p = 0; p + 1 < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) turned = make_orthogonal(columns, turns, p, q) || turned;
    }
  }
  const std::vector<double> v = ascending_turn(columns, turns, i);
  std::copy(v.begin(), v.end(), step.begin());
  std::copy(v.begin(), v.end(), lift.begin());
  solve_transposed(k, step);
  multiply_lower(k, lift);
}

}  // namespace

void dikin_direction(Sampler sampler, const Body& body, ConstPointView at, std::size_t i,
                     std::span<double> step, std::span<double> lift) {
  if (sampler == Sampler::kCholesky) body.direction(at, i, step, lift);
  else eigen_direction(body, at, i, step, lift);
}

bool charge_one_point(std::span<const double> lift, double loss, double scale, std::span<double> phi,
                      double most) {
  const double factor = static_cast<double>(phi.size()) * loss / scale;
  double before = 0, after = 0;  // squares of lengths
  for (std::size_t i = 0; i < phi.size(); ++i) {
    const double next = phi[i] - factor * lift[i];
    before += phi[i] * phi[i];
    after += next * next;
  }
  if (!(after <= most * most) && !(after <= before)) return false;
  add_scaled(-factor, lift, phi);
  return true;
}

}  // namespace banker
