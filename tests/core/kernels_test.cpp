#include "core/kernels.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <random>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "banker/core/kernels.hpp"
#include "banker/core/padded.hpp"
#include "core/kernels/scalar.hpp"
#include "hwy/targets.h"

namespace banker::kernels_test {
namespace {

using std::size_t;

// A row on the heap with room for whole vectors and no more: the sanitizer sees what is read or written beyond it.
class Row {
 public:
  template <class Draw>
  Row(size_t n, Draw draw) : n_(n), data_(new double[padded(n)]) {
    for (size_t i = 0; i < n; ++i) data_[i] = draw();
  }
  Row(const Row& other) : n_(other.n_), data_(new double[padded(other.n_)]) {
    std::copy_n(other.data_.get(), n_, data_.get());
  }
  operator double*() const { return data_.get(); }
  bool operator==(const Row& other) const {
    return n_ == other.n_ && std::memcmp(data_.get(), other.data_.get(), n_ * sizeof(double)) == 0;
  }

 private:
  size_t n_;
  std::unique_ptr<double[]> data_;
};

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

bool same(double a, double b) { return bits(a) == bits(b); }
bool same(const Sums3& a, const Sums3& b) {
  return same(a.first, b.first) && same(a.second, b.second) && same(a.third, b.third);
}

bool same(const Sums2& a, const Sums2& b) { return same(a.first, b.first) && same(a.second, b.second); }
bool same(const Sums4& a, const Sums4& b) {
  return same(a.first, b.first) && same(a.second, b.second) && same(a.third, b.third) &&
         same(a.fourth, b.fourth);
}

std::vector<size_t> sizes() {
  std::vector<size_t> result;
  for (size_t n = 1; n <= 40; ++n) result.push_back(n);
  for (const size_t n : {63, 64, 65, 511, 512, 513, 1000, 5000}) result.push_back(n);
  return result;
}

// Has the kernels of one instruction set used, if they were compiled; 0 for the best of this CPU.
void use(std::int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  choose_kernels();
}

// Runs check(n, random bits) at every size, for every instruction set of this CPU that was compiled.
template <class Check>
void on_every_target(Check check) {
  use(0);
  std::set<std::string> seen;
  for (std::int64_t rest = hwy::SupportedTargets(); rest != 0; rest &= rest - 1) {
    use(rest & -rest);
    if (!seen.insert(simd_target()).second) continue;
    std::mt19937_64 random(11);
    for (const size_t n : sizes()) {
      for (int round = 0; round < 5; ++round) {
        SCOPED_TRACE(simd_target() + ", n = " + std::to_string(n));
        ASSERT_NO_FATAL_FAILURE(check(n, random));
      }
    }
  }
  use(0);
  EXPECT_TRUE(seen.contains(simd_target()));
}

double unit(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }
// Of either sign and many magnitudes; a tenth is zero, of either sign.
double real(std::mt19937_64& random) {
  const double sign = random() % 2 ? 1 : -1;
  return random() % 10 ? sign * std::ldexp(1 + unit(random), static_cast<int>(random() % 40) - 30)
                       : sign * 0.0;
}

// The kernel and its twin, as f(a, b, out), into `out`, which is `a` or a row of its own.
template <class Kernel, class Twin>
void compare_rows(size_t n, std::mt19937_64& random, Kernel kernel, Twin twin) {
  Row a(n, [&] { return real(random); }), b(n, [&] { return real(random); });
  Row out(n, [&] { return real(random); });
  for (const bool in_place : {false, true}) {
    Row mine = in_place ? a : out, twins = mine;
    const double x = kernel(in_place ? mine : a, b, mine), y = twin(in_place ? twins : a, b, twins);
    ASSERT_TRUE(same(x, y)) << x << " " << y;
    ASSERT_EQ(mine, twins);
  }
}

TEST(Kernels, RowsAreTheirTwins) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    const double w = real(random), share = real(random), u = 5000;
    compare_rows(
        n, random, [=](double* a, double*, double* out) { return scale_row(w, a, out, n); },
        [=](double* a, double*, double* out) { return scalar::scale_row(w, a, out, n); });
    compare_rows(
        n, random, [=](double*, double* b, double* out) { return add_row(w, b, out, n); },
        [=](double*, double* b, double* out) { return scalar::add_row(w, b, out, n); });
    for (const double level : {1e-4, 3.0}) {
      const MixRow mix{.share = share,
                       .lowering = real(random),
                       .level = level,
                       .u = u,
                       .arm = random() % (2 * n),
                       .fall = real(random),
                       .keep = w,
                       .loan = random() % 2 ? unit(random) : 0,
                       .cut = -unit(random) - 1e-6};
      const Row last(n, [&] { return real(random); });
      compare_rows(
          n, random, [=](double* a, double* b, double* out) { return mix_rows(mix, b, a, out, n); },
          [=](double* a, double* b, double* out) { return scalar::mix_rows(mix, b, a, out, n); });
      compare_rows(
          n, random, [&](double* a, double* b, double* out) { return mix_roots(mix, b, a, last, out, n); },
          [&](double* a, double* b, double* out) { return scalar::mix_roots(mix, b, a, last, out, n); });
      compare_rows(
          n, random,
          [&](double* a, double* b, double* out) { return mix_reciprocals(mix, b, a, last, out, n); },
          [&](double* a, double* b, double* out) {
            return scalar::mix_reciprocals(mix, b, a, last, out, n);
          });
    }
  });
}

TEST(Kernels, TheLargestIsNotBelowAnyAndNeverMinusZero) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    Row a(n, [&] { return random() % 2 ? 0.0 : -0.0; });
    ASSERT_EQ(bits(scale_row(1, a, a, n)), bits(0.0));
    Row b(n, [&] { return -1 - unit(random); });
    b[random() % n] = -0.5;
    ASSERT_EQ(scale_row(1, b, b, n), -0.5);
  });
}

TEST(Kernels, ReciprocalsAreTheirTwins) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    const Row start(n, [&] { return -std::ldexp(unit(random), static_cast<int>(random() % 20)); });
    const Row empty(n, [] { return 0.0; });
    const double top = -unit(random), u = std::ldexp(1 + unit(random), static_cast<int>(random() % 8));
    Row theta = start, r = empty, twin_theta = start, twin_r = empty;
    ASSERT_TRUE(
        same(reciprocals(top, u, theta, r, n), scalar::reciprocals<1>(top, u, twin_theta, twin_r, n)));
    ASSERT_EQ(theta, twin_theta);
    ASSERT_EQ(r, twin_r);
    ASSERT_TRUE(same(reciprocals_squared(top, u, theta, r, n),
                     scalar::reciprocals<2>(top, u, twin_theta, twin_r, n)));
    ASSERT_EQ(theta, twin_theta);
    ASSERT_EQ(r, twin_r);
  });
}

TEST(Kernels, PolishAndItsCellsAreTheirTwins) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    Row r(n, [&] { return std::ldexp(1 + unit(random), -static_cast<int>(random() % 12)); });
    Row twin_r = r, cells((n + 63) / 64, [] { return 0.0; }), twin_cells = cells;
    const double step = 4e-6 * (unit(random) - 0.5);
    ASSERT_TRUE(same(polish(step, r, cells, n), scalar::polish<1>(step, twin_r, twin_cells, n)));
    ASSERT_EQ(r, twin_r);
    ASSERT_EQ(cells, twin_cells);
    ASSERT_TRUE(same(polish_squared(step, r, cells, n), scalar::polish<2>(step, twin_r, twin_cells, n)));
    ASSERT_EQ(r, twin_r);
    ASSERT_EQ(cells, twin_cells);

    const double level = 0.3 * unit(random);
    ASSERT_TRUE(same(polish_reduced(step, level, r, cells, n),
                     scalar::polish_reduced(step, level, twin_r, twin_cells, n)));
    ASSERT_EQ(r, twin_r);
    ASSERT_EQ(cells, twin_cells);

    // Step 0 changes nothing, and the cells of a stored r are those of polish.
    const double squares = polish_squared(0, r, cells, n).first;
    ASSERT_EQ(r, twin_r);
    ASSERT_TRUE(same(squares, cell_sums_squared(r, twin_cells, n)));
    ASSERT_EQ(cells, twin_cells);
    ASSERT_TRUE(same(polish(0, r, cells, n).first, cell_sums(r, twin_cells, n)));
    ASSERT_EQ(cells, twin_cells);
  });
}

TEST(Kernels, PolishIsTheReciprocalAtTheNextPoint) {
  std::mt19937_64 random(13);
  for (int round = 0; round < 10000; ++round) {
    const double x = 1 + 9 * unit(random), step = 4e-6 * x * (2 * unit(random) - 1);
    double r[8] = {1 / x}, cell;
    polish(step, r, &cell, 1);
    // Three roundings of at most an ulp each matter, and the rest of the series is below 1e-16.
    ASSERT_NEAR(r[0] * (x + step), 1, 4 * 0x1p-52);
    ASSERT_EQ(cell, r[0]);
  }
}

TEST(Kernels, SumsAreTheirTwins) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    Row v(n, [&] { return real(random); });
    ASSERT_TRUE(same(sum_row(v, n), scalar::sum_row(v, n)));
    double* const data = v;
    ASSERT_TRUE(same(sum_row(std::span<const double>(data, n)), sum({data, n})));
    Row r(n, [&] { return std::ldexp(1 + unit(random), -static_cast<int>(random() % 12)); });
    for (const double level : {0.0, 0.01, 0.3, 1e9})
      ASSERT_TRUE(same(reduced_sums(level, r, n), scalar::reduced_sums(level, r, n)));
  });
}

TEST(Kernels, ExponentialsAreTheirTwins) {
  on_every_target([](size_t n, std::mt19937_64& random) {
    const double top = real(random);
    // To 0, through the subnormal numbers, and beyond.
    Row theta(n, [&] { return top - (random() % 2 ? 800 : 3) * unit(random); });
    theta[random() % n] = top;
    theta[random() % n] = -HUGE_VAL;
    Row x = theta, twin_x = theta;
    const double total = scalar::exponentials(top, theta, twin_x, n);
    ASSERT_TRUE(same(exponentials(top, theta, x, n), total));
    ASSERT_EQ(x, twin_x);
    ASSERT_TRUE(same(exponentials(top, theta, theta, n), total));
    ASSERT_EQ(theta, x);
    divide_row(3.7, x, n);
    scalar::divide_row(3.7, twin_x, n);
    ASSERT_EQ(x, twin_x);
  });
}

TEST(Kernels, APickIsItsTwinAndNeverAnArmOfValueZero) {
  on_every_target([](size_t size, std::mt19937_64& random) {
    const size_t n = std::min<size_t>(size, 64);
    Row r(n, [&] {
      return random() % 3 ? std::ldexp(1 + unit(random), -static_cast<int>(random() % 12)) : 0.0;
    });
    r[random() % n] = 0.5;
    double total = 0, squares = 0;
    cell_sums(r, &total, n);
    cell_sums_squared(r, &squares, n);
    const double before = unit(random);
    for (const double share : {-1.0, 0.0, unit(random), unit(random), unit(random), 1.0, 2.0}) {
      const size_t arm = pick(r, n, before, before + share * total);
      ASSERT_EQ(arm, scalar::pick<1>(r, n, before, before + share * total));
      ASSERT_GT(r[arm], 0);
      const size_t arm_squared = pick_squared(r, n, before, before + share * squares);
      ASSERT_EQ(arm_squared, scalar::pick<2>(r, n, before, before + share * squares));
      ASSERT_GT(r[arm_squared], 0);
    }
  });
}

TEST(Kernels, APickFollowsTheRunningSum) {
  double x[24];
  for (size_t i = 0; i < 20; ++i) x[i] = i % 2 ? 1 : 0;
  for (size_t i = 0; i < 10; ++i) {
    EXPECT_EQ(pick(x, 20, 3, 3 + static_cast<double>(i)), 2 * i + 1);
    EXPECT_EQ(pick_squared(x, 20, 3, 3.5 + static_cast<double>(i)), 2 * i + 1);
  }
  EXPECT_EQ(pick(x, 20, 3, 13), 19u);
  EXPECT_EQ(pick(x, 19, 3, 13), 17u);
}

TEST(Kernels, CountersAreOfTheThread) {
  solve_counters() = {};
  ++solve_counters().solves;
  EXPECT_EQ(solve_counters().solves, 1u);
  EXPECT_EQ(solve_counters().passes, 0u);
}

}  // namespace
}  // namespace banker::kernels_test
