#include "core/dense.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>
#include <random>
#include <span>
#include <vector>

#include "support/real.hpp"

namespace banker::dense_test {
namespace {

using testing::Real;
constexpr Real kEpsilon = 0x1p-52L;
constexpr std::size_t kSizes[] = {1, 2, 3, 7, 8, 9, 17, 40};  // around the eight lanes of dot()

std::mt19937_64 bits(20230723);
double uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(bits() >> 11) * 0x1p-53);
}

Matrix random_matrix(std::size_t rows, std::size_t columns) {
  Matrix m(rows, columns);
  for (double& v : m.entries()) v = uniform(-1, 1);
  return m;
}

// Lower triangular, well conditioned, NaN above the diagonal: those entries must not be read.
Matrix random_lower(std::size_t n) {
  Matrix l = random_matrix(n, n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < i; ++j) l(i, j) /= static_cast<double>(n);
    l(i, i) = uniform(0.5, 2);
    for (std::size_t j = i + 1; j < n; ++j) l(i, j) = std::numeric_limits<double>::quiet_NaN();
  }
  return l;
}

// B B^T = L L^T, in long double from the rows of B: Gram-Schmidt, each row twice. Nothing is squared.
std::vector<std::vector<Real>> exact_factor(const Matrix& b) {
  std::vector<std::vector<Real>> basis, l;
  for (std::size_t i = 0; i < b.rows(); ++i) {
    std::vector<Real> row(b.row(i).begin(), b.row(i).end()), known(b.rows());
    for (int again = 0; again < 2; ++again) {
      for (std::size_t k = 0; k < basis.size(); ++k) {
        Real along = 0;
        for (std::size_t j = 0; j < row.size(); ++j) along += basis[k][j] * row[j];
        for (std::size_t j = 0; j < row.size(); ++j) row[j] -= along * basis[k][j];
        known[k] += along;
      }
    }
    Real square = 0;
    for (const Real v : row) square += v * v;
    known[i] = std::sqrt(square);
    for (Real& v : row) v /= known[i];
    basis.push_back(row);
    l.push_back(known);
  }
  return l;
}

Real row_length(const std::vector<Real>& row) {
  Real square = 0;
  for (const Real v : row) square += v * v;
  return std::sqrt(square);
}

// Every entry of L, to `error` of the length of its row.
void expect_factor(const Matrix& got, const std::vector<std::vector<Real>>& want, Real error) {
  for (std::size_t i = 0; i < want.size(); ++i) {
    const Real size = row_length(want[i]);
    for (std::size_t j = 0; j <= i; ++j) EXPECT_LE(std::fabs(got(i, j) - want[i][j]), error * size) << i << j;
    EXPECT_GT(got(i, i), 0);
  }
}

TEST(Dense, CholeskyOfAProductIsItsFactor) {
  for (const std::size_t n : kSizes) {
    const Matrix l = random_lower(n);
    Matrix h(n, n);
    std::vector<std::vector<Real>> want(n, std::vector<Real>(n));
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        want[i][j] = l(i, j);
        Real sum = 0;
        for (std::size_t k = 0; k <= j; ++k) sum += Real{l(i, k)} * l(j, k);
        h(i, j) = static_cast<double>(sum);
        if (j < i) h(j, i) = std::numeric_limits<double>::quiet_NaN();  // above the diagonal: not read
      }
    }
    ASSERT_TRUE(cholesky(h, 1e-15));
    expect_factor(h, want, 100 * static_cast<Real>(n) * kEpsilon);
  }
}

TEST(Dense, CholeskyOfAHilbertMatrixMultipliesBack) {
  // |L L^T - H| <= n eps sqrt(H_ii H_jj) even where L itself has no digits left.
  const std::size_t n = 10;
  Matrix h(n, n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) h(i, j) = 1 / static_cast<double>(i + j + 1);
  Matrix l = h;
  ASSERT_TRUE(cholesky(l, 1e-16));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      Real sum = 0;
      for (std::size_t k = 0; k <= j; ++k) sum += Real{l(i, k)} * l(j, k);
      EXPECT_LE(std::fabs(sum - h(i, j)), n * kEpsilon * std::sqrt(Real{h(i, i)} * h(j, j)));
    }
  }
}

TEST(Dense, CholeskyRefusesWhatIsNotPositiveDefinite) {
  const auto factors = [](std::vector<double> entries, double least = 1e-15) {
    Matrix h(2, 2);
    std::copy(entries.begin(), entries.end(), h.entries().begin());
    return cholesky(h, least);
  };
  EXPECT_TRUE(factors({1, 0, 0, 1}));
  EXPECT_FALSE(factors({1, 2, 2, 1}));     // indefinite
  EXPECT_FALSE(factors({1, 1, 1, 1}));     // singular
  EXPECT_FALSE(factors({-1, 0, 0, 1}));    // negative
  EXPECT_FALSE(factors({1, 0, 0, -1}));    // negative in the last pivot
  EXPECT_FALSE(factors({0, 0, 0, 0}));     // zero
  EXPECT_FALSE(factors({0, 0, 0, 1}, 0));  // a zero pivot at `least` 0
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factors({nan, 0, 0, 1}));
  EXPECT_FALSE(factors({1, nan, nan, 1}));
  // The second pivot is 1 - c^2 times its diagonal entry.
  EXPECT_TRUE(factors({1, 0.8, 0.8, 1}, 0.35));
  EXPECT_FALSE(factors({1, 0.8, 0.8, 1}, 0.37));
}

TEST(Dense, FactorGramIsTheCholeskyFactorOfTheGramMatrix) {
  for (const std::size_t n : kSizes) {
    for (const std::size_t m : {n, n + 1, 3 * n}) {
      Matrix b = random_matrix(n, m);
      for (std::size_t i = 0; i < n; ++i) b(i, i) += 2;  // not nearly singular
      const auto want = exact_factor(b);
      ASSERT_TRUE(factor_gram(b, 1e-13));
      expect_factor(b, want, 100 * static_cast<Real>(n) * kEpsilon);
    }
  }
}

TEST(Dense, FactorGramDoesNotMixTheSizesOfRows) {
  // Scaling row i by d_i scales row i of L by d_i: no digits are lost by sizes from 1e-60 to 1e60.
  for (const std::size_t n : {2, 5, 9}) {
    Matrix b = random_matrix(n, 2 * n);
    for (std::size_t i = 0; i < n; ++i) {
      b(i, i) += 2;
      const double size = std::pow(10, uniform(-60, 60));
      for (double& v : b.row(i)) v *= size;
    }
    const auto want = exact_factor(b);
    ASSERT_TRUE(factor_gram(b, 1e-13));
    expect_factor(b, want, 1000 * kEpsilon);
  }
}

TEST(Dense, FactorGramKeepsTheDigitsThatSquaringLoses) {
  // Rows that agree to 1e-6: the last diagonal entry is 1e-6 of its row, and keeps nine digits. The Gram
  // matrix knows its square to 1e-4.
  Matrix b(2, 4);
  for (std::size_t j = 0; j < 4; ++j) {
    b(0, j) = uniform(0.5, 1);
    b(1, j) = b(0, j) * (1 + uniform(-1e-6, 1e-6));
  }
  const auto want = exact_factor(b);
  Matrix squared(2, 2);
  for (std::size_t i = 0; i < 2; ++i) {
    for (std::size_t j = 0; j < 2; ++j) {
      for (std::size_t k = 0; k < 4; ++k) squared(i, j) += b(i, k) * b(j, k);
    }
  }
  ASSERT_TRUE(factor_gram(b, 1e-13));
  EXPECT_LE(std::fabs(b(1, 1) / want[1][1] - 1), 16 * kEpsilon / 1e-7L);
  const bool positive = cholesky(squared, 0);
  EXPECT_TRUE(!positive || std::fabs(squared(1, 1) / want[1][1] - 1) > 1e-6L);
}

TEST(Dense, FactorGramKeepsSmallColumnsBesideHugeOnes) {
  // Columns of size 1e8 to 1e-8, as of faces near to a point and far from it. Rounding is relative to rows.
  const std::size_t n = 4, m = 12;
  Matrix b = random_matrix(n, m);
  for (std::size_t j = 0; j < m; ++j) {
    const double size = std::pow(10, 8 - 16 * static_cast<double>(j) / static_cast<double>(m - 1));
    for (std::size_t i = 0; i < n; ++i) b(i, j) *= size;
  }
  const auto want = exact_factor(b);
  ASSERT_TRUE(factor_gram(b, 0));
  expect_factor(b, want, 1000 * kEpsilon);
}

TEST(Dense, FactorGramRefusesDependentRows) {
  const auto factors = [](std::vector<double> entries, std::size_t rows, double least) {
    Matrix b(rows, entries.size() / rows);
    std::copy(entries.begin(), entries.end(), b.entries().begin());
    return factor_gram(b, least);
  };
  EXPECT_TRUE(factors({1, 0, 0, 0, 1, 0}, 2, 1e-13));
  EXPECT_FALSE(factors({0, 0, 0}, 1, 0));                 // a zero row
  EXPECT_FALSE(factors({1, 2, 3, 0, 0, 0}, 2, 0));        // a zero row below
  EXPECT_FALSE(factors({1, 2, 3, 2, 4, 6}, 2, 1e-13));    // parallel
  EXPECT_FALSE(factors({1, 0, 0, 1, 1e-6, 0}, 2, 2e-6));  // the diagonal entry is 1e-6 of its row
  EXPECT_TRUE(factors({1, 0, 0, 1, 1e-6, 0}, 2, 5e-7));
  EXPECT_FALSE(factors({1, std::numeric_limits<double>::quiet_NaN()}, 1, 0));
}

TEST(Dense, SolvesInvertProducts) {
  struct Pair {
    const char* name;
    std::function<void(const Matrix&, std::span<double>)> multiply, solve;
    bool transposed;
  };
  for (const Pair& pair : {Pair{"L", multiply_lower, solve_lower, false},
                           Pair{"L^T", multiply_transposed, solve_transposed, true}}) {
    for (const std::size_t n : kSizes) {
      const Matrix l = random_lower(n);
      std::vector<double> v(n), product, back;
      for (double& entry : v) entry = uniform(-1, 1);
      product = v;
      pair.multiply(l, product);
      for (std::size_t i = 0; i < n; ++i) {
        Real want = 0;
        for (std::size_t j = 0; j < n; ++j) {
          if (pair.transposed ? j >= i : j <= i) want += Real{pair.transposed ? l(j, i) : l(i, j)} * v[j];
        }
        EXPECT_LE(std::fabs(product[i] - want), 4 * n * kEpsilon) << pair.name << ' ' << n;
      }
      back = product;
      pair.solve(l, back);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(back[i], v[i], 1e-12) << pair.name << ' ' << n;
    }
  }
}

TEST(Dense, AddScaledAddsAMultiple) {
  std::vector<double> y = {1, 2, 3};
  add_scaled(2, std::vector<double>{10, 20, 30, 99}, y);  // x may be longer
  EXPECT_EQ(y, (std::vector<double>{21, 42, 63}));
}

TEST(Dense, AMatrixIsRowMajorAndStartsAtZero) {
  Matrix m(2, 3);
  EXPECT_EQ(m.rows(), 2u);
  EXPECT_EQ(m.columns(), 3u);
  for (const double v : m.entries()) EXPECT_EQ(v, 0);
  m(1, 2) = 5;
  EXPECT_EQ(m.entries()[5], 5);
  EXPECT_EQ(m.row(1)[2], 5);
  EXPECT_EQ(Matrix().rows(), 0u);
}

}  // namespace
}  // namespace banker::dense_test
