#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace banker {

// Dense linear algebra with the same bits on every CPU: the order of every sum is written down here, and does
// not follow the vector width or the cache (docs/decisions/0006-own-linear-algebra.md).

// Row-major. A lower triangular matrix uses the entries up to the diagonal and ignores the others.
class Matrix {
 public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns) : columns_(columns), entries_(rows * columns) {}

  std::size_t rows() const { return columns_ == 0 ? 0 : entries_.size() / columns_; }
  std::size_t columns() const { return columns_; }
  double& operator()(std::size_t i, std::size_t j) { return entries_[i * columns_ + j]; }
  double operator()(std::size_t i, std::size_t j) const { return entries_[i * columns_ + j]; }
  std::span<double> row(std::size_t i) { return {entries_.data() + i * columns_, columns_}; }
  std::span<const double> row(std::size_t i) const { return {entries_.data() + i * columns_, columns_}; }
  std::span<double> entries() { return entries_; }

 private:
  std::size_t columns_ = 0;
  std::vector<double> entries_;
};

// y += c x.
inline void add_scaled(double c, std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) y[i] += c * x[i];
}

// H = L L^T in place, L lower triangular with a positive diagonal, computed with twice the digits of a double:
// entries are right to a part in 1e16 up to condition numbers of 1e14. (In plain doubles L L^T would be as
// right, but L itself not.) False: a pivot is not above `least` times the diagonal entry it came from (H is not
// positive definite), and the content is lost.
[[nodiscard]] bool cholesky(Matrix& h, double least);

// The same factor of H = B B^T, in the lower triangle of B, from B itself by Householder reflections: H is
// never formed, so half the digits that squaring would lose are kept. False: a diagonal entry is not above
// `least` times the length of its row.
[[nodiscard]] bool factor_gram(Matrix& b, double least);

// v <- L v, L^-1 v, L^T v, L^-T v.
void multiply_lower(const Matrix& l, std::span<double> v);
void solve_lower(const Matrix& l, std::span<double> v);
void multiply_transposed(const Matrix& l, std::span<double> v);
void solve_transposed(const Matrix& l, std::span<double> v);

}  // namespace banker
