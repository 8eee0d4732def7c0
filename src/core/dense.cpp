#include "dense.hpp"

#include <cmath>
#include <vector>

#include "sums.hpp"
#include "twofold.hpp"

namespace banker {

bool cholesky(Matrix& h, double least) {
  const std::size_t n = h.rows();
  std::vector<Amount> l(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    Amount pivot(h(i, i));
    for (std::size_t j = 0; j < i; ++j) {
      Amount entry(h(i, j));
      for (std::size_t k = 0; k < j; ++k) entry -= product(l[i * n + k], l[j * n + k]);
      entry = quotient(entry, l[j * n + j]);
      pivot -= product(entry, entry);
      l[i * n + j] = entry;
      h(i, j) = entry.value();
    }
    if (!(pivot.value() > least * h(i, i)) || !(pivot.value() > 0)) return false;
    l[i * n + i] = root(pivot);
    h(i, i) = l[i * n + i].value();
  }
  return true;
}

// Reflection k maps row k to (L_k0, ..., L_kk, 0, ..., 0); the rows below it turn with it.
bool factor_gram(Matrix& b, double least) {
  const std::size_t n = b.rows();
  for (std::size_t k = 0; k < n; ++k) {
    const std::span<double> tail = b.row(k).subspan(k);
    const double rest = dot(tail, tail), head = dot(b.row(k).first(k), b.row(k).first(k));
    const double diagonal = std::sqrt(rest);
    if (!(diagonal > least * std::sqrt(rest + head)) || !(diagonal > 0)) return false;
    const double alpha = tail[0] > 0 ? -diagonal : diagonal;
    tail[0] -= alpha;
    const double scale = 1 / (alpha * tail[0]);  // -2 / |v|^2
    for (std::size_t i = k + 1; i < n; ++i) {
      const std::span<double> row = b.row(i).subspan(k);
      add_scaled(scale * dot(tail, row), tail, row);
      if (alpha < 0) row[0] = -row[0];
    }
    tail[0] = diagonal;
  }
  return true;
}

void multiply_lower(const Matrix& l, std::span<double> v) {
  for (std::size_t i = v.size(); i-- > 0;) v[i] = dot(l.row(i).first(i + 1), v.first(i + 1));
}

void solve_lower(const Matrix& l, std::span<double> v) {
  for (std::size_t i = 0; i < v.size(); ++i) v[i] = (v[i] - dot(l.row(i).first(i), v.first(i))) / l(i, i);
}

void multiply_transposed(const Matrix& l, std::span<double> v) {
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double factor = v[i];
    v[i] *= l(i, i);
    add_scaled(factor, l.row(i), v.first(i));
  }
}

void solve_transposed(const Matrix& l, std::span<double> v) {
  for (std::size_t i = v.size(); i-- > 0;) {
    v[i] /= l(i, i);
    add_scaled(-v[i], l.row(i), v.first(i));
  }
}

}  // namespace banker
