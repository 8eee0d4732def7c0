#pragma once

#include <cstddef>
#include <cstdint>

// The passes over a row of arms, in the widest vectors of the CPU, chosen when the program runs.
//
// The same bits on every CPU: element i belongs to lane i % 8 of eight, whatever the width of a vector; a sum is
// one accumulator per lane, reduced by the tree of core/sums.hpp, in blocks of 512 added without loss; products and
// sums are rounded one by one. Each kernel is its twin in core/kernels/scalar.hpp, bit for bit.
//
// REQUIRES of all: n >= 1, no NaN; rows overlap only where `out` may be `a`, and then entirely; and all but sum_row: rows
// have room for n rounded up to a multiple of eight (core/padded.hpp), and what lies there is overwritten.
// Any alignment will do; fastest are rows that begin at multiples of 64 bytes and share no 64 bytes with another.
namespace banker {

struct Sums3 {
  double first = 0, second = 0, third = 0;
};
struct Sums2 {
  double first, second;
};
struct Sums4 {
  double first, second, third, fourth;
};

// out_i = weight a_i. Returns the largest. `out` may be `a`.
double scale_row(double weight, const double* a, double* out, std::size_t n);

// out_i = out_i + weight a_i. Returns the largest.
double add_row(double weight, const double* a, double* out, std::size_t n);

// mixed_i is what it says below, and then out_i = keep (mixed_i - (i == arm ? fall : 0)) + loan max(cut, last_i).
// REQUIRES: loan = 0, or loan > 0 and cut < 0.
struct MixRow {
  double share = 0;
  double lowering = 0, level = 0, u = 0;
  std::size_t arm = SIZE_MAX;
  double fall = 0;
  double keep = 1, loan = 0, cut = 0;
};
// mixed_i = a_i + share (b_i - a_i), last = a. Returns the largest. `out` may be `a`.
double mix_rows(const MixRow& mix, const double* b, const double* a, double* out, std::size_t n);
// mixed_i = a_i - lowering min(level, (2/3) r_i). Returns the largest. `out` may be `a`.
double mix_roots(const MixRow& mix, const double* r, const double* a, const double* last, double* out,
                 std::size_t n);
// mixed_i = a_i + share (b_i - a_i) - lowering min(level, (2/3) / (u - b_i)). Returns the largest. `out` may be `a`.
double mix_reciprocals(const MixRow& mix, const double* b, const double* a, const double* last, double* out,
                       std::size_t n);

// theta_i <- theta_i - top, r_i = 1 / (u - theta_i). Returns the sums of r^p, r^(p+1) and r^(p+2):
// p = 2 for `squared`, else 1.
Sums3 reciprocals_squared(double top, double u, double* theta, double* r, std::size_t n);
Sums3 reciprocals(double top, double u, double* theta, double* r, std::size_t n);

// 1 / (x + step) from r = 1 / x, to third order: e = step r_i, r_i <- r_i (1 - e (1 - e)).
// cells[j] = the sum of r^p over the 64 arms of cell j. Returns the sums of r^p (the cells one after the other)
// and r^(p+1). REQUIRES: |e| <= 4e-6.
Sums2 polish_squared(double step, double* r, double* cells, std::size_t n);
Sums2 polish(double step, double* r, double* cells, std::size_t n);
// polish_squared, and of reduced_sums the second and the third.
Sums4 polish_reduced(double step, double level, double* r, double* cells, std::size_t n);

// The cells of r as it is: what polish gives for step = 0. Returns their sum, one after the other.
double cell_sums_squared(const double* r, double* cells, std::size_t n);
double cell_sums(const double* x, double* cells, std::size_t n);

// The sums of r^3, m r^3 and m^2 r^3, m_i = min(level, (2/3) r_i).
Sums3 reduced_sums(double level, const double* r, std::size_t n);

// x_i = exp(theta_i - top), with the bits of exp of core/elementary.hpp. Returns the sum. `x` may be `theta`.
// REQUIRES: theta_i <= top.
double exponentials(double top, const double* theta, double* x, std::size_t n);

// x_i <- x_i / total.
void divide_row(double total, double* x, std::size_t n);

// The first arm whose running sum exceeds target. The sum of r_i^2 (or x_i) starts at `before`, goes by groups of
// eight arms while they stay at or below target, then arm by arm. Never an arm of value 0: where rounding
// walks past the end, the last arm of positive value. REQUIRES: n <= 64, some value is positive.
std::size_t pick_squared(const double* r, std::size_t n, double before, double target);
std::size_t pick(const double* x, std::size_t n, double before, double target);

// The sum of v.
double sum_row(const double* v, std::size_t n);

// Chooses the vectors again: for tests that change hwy::SetSupportedTargetsForTest.
void choose_kernels();

}  // namespace banker
