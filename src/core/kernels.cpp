#include "kernels.hpp"

#include <atomic>

#include "banker/core/kernels.hpp"

// One pass over kernels/target.hpp for each instruction set. Without AVX2 the plain loops do; vectors of a length
// that is not known here are not used.
#define HWY_DISABLED_TARGETS \
  (HWY_SSSE3 | HWY_SSE4 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#define HWY_TARGET_INCLUDE "core/kernels/target.hpp"
#include "hwy/foreach_target.h"  // IWYU pragma: keep
//
#include "hwy/highway.h"
#include "kernels/target.hpp"

namespace banker {
namespace {

HWY_EXPORT(table);

// The choice is made on the first call. Threads that race to make it make the same one.
std::atomic<const KernelTable*> chosen{nullptr};

HWY_NOINLINE const KernelTable& choose() {
  const KernelTable* best = HWY_DYNAMIC_DISPATCH(table)();
  chosen.store(best, std::memory_order_relaxed);
  return *best;
}

inline const KernelTable& kernels() {
  const KernelTable* known = chosen.load(std::memory_order_relaxed);
  return known ? *known : choose();
}

}  // namespace

void choose_kernels() { choose(); }

double scale_row(double weight, const double* a, double* out, std::size_t n) {
  return kernels().scale_row(weight, a, out, n);
}
double add_row(double weight, const double* a, double* out, std::size_t n) {
  return kernels().add_row(weight, a, out, n);
}
double mix_rows(const MixRow& mix, const double* b, const double* a, double* out, std::size_t n) {
  return kernels().mix_rows(mix, b, a, out, n);
}
double mix_roots(const MixRow& mix, const double* r, const double* a, const double* last, double* out,
                 std::size_t n) {
  return kernels().mix_roots(mix, r, a, last, out, n);
}
double mix_reciprocals(const MixRow& mix, const double* b, const double* a, const double* last, double* out,
                       std::size_t n) {
  return kernels().mix_reciprocals(mix, b, a, last, out, n);
}
Sums3 reciprocals_squared(double top, double u, double* theta, double* r, std::size_t n) {
  return kernels().reciprocals_squared(top, u, theta, r, n);
}
Sums3 reciprocals(double top, double u, double* theta, double* r, std::size_t n) {
  return kernels().reciprocals(top, u, theta, r, n);
}
Sums2 polish_squared(double step, double* r, double* cells, std::size_t n) {
  return kernels().polish_squared(step, r, cells, n);
}
Sums2 polish(double step, double* r, double* cells, std::size_t n) {
  return kernels().polish(step, r, cells, n);
}
Sums4 polish_reduced(double step, double level, double* r, double* cells, std::size_t n) {
  return kernels().polish_reduced(step, level, r, cells, n);
}
double cell_sums_squared(const double* r, double* cells, std::size_t n) {
  return kernels().cell_sums_squared(r, cells, n);
}
double cell_sums(const double* x, double* cells, std::size_t n) { return kernels().cell_sums(x, cells, n); }
Sums3 reduced_sums(double level, const double* r, std::size_t n) {
  return kernels().reduced_sums(level, r, n);
}
double exponentials(double top, const double* theta, double* x, std::size_t n) {
  return kernels().exponentials(top, theta, x, n);
}
void divide_row(double total, double* x, std::size_t n) { kernels().divide_row(total, x, n); }
std::size_t pick_squared(const double* r, std::size_t n, double before, double target) {
  return kernels().pick_squared(r, n, before, target);
}
std::size_t pick(const double* x, std::size_t n, double before, double target) {
  return kernels().pick(x, n, before, target);
}
double sum_row(const double* v, std::size_t n) { return kernels().sum_row(v, n); }

double sum_row(std::span<const double> v) { return sum_row(v.data(), v.size()); }
std::string simd_target() { return hwy::TargetName(kernels().target); }
SolveCounters& solve_counters() {
  static thread_local SolveCounters counters;
  return counters;
}

}  // namespace banker
