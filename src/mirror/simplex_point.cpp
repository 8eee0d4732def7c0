#include "banker/mirror/simplex_point.hpp"

#include <algorithm>
#include <cmath>

#include "../core/kernels.hpp"
#include "banker/core/assert.hpp"
#include "banker/core/kernels.hpp"

namespace banker {

namespace {

struct HalfTsallisKernels {  // p = 2
  static constexpr double kPower = 2;
  static constexpr auto kPass = reciprocals_squared;
  static constexpr auto kPolish = polish_squared;
  static double root(double sum) { return std::sqrt(sum); }
};
struct LogBarrierKernels {  // p = 1
  static constexpr double kPower = 1;
  static constexpr auto kPass = reciprocals;
  static constexpr auto kPolish = polish;
  static double root(double sum) { return sum; }
};

// Of g(u) = S_p^(-1/p), S_k = sum_i (u - theta_i)^-k, the Newton step to g = 1/w and the next term, of third order:
//   n = S_p (S_p^(1/p) / w - 1) / S_(p+1),   h = n - n^2 g''/(2 g'),   g''/g' = (p+1) (S_(p+1)/S_p - S_(p+2)/S_(p+1)).
struct Steps {
  double newton, third;
};
template <class Kernels>
Steps steps(const Sums3& s, double weight = 1) {
  const double inverse = 1 / s.second;
  const double newton = s.first * (Kernels::root(s.first) / weight - 1) * inverse;
  const double curvature = (Kernels::kPower + 1) * (s.second / s.first - s.third * inverse);
  return {newton, newton - 0.5 * newton * newton * curvature};
}

}  // namespace

template <class Kernels>
void SimplexPoint::finish_solve(double step) {
  double* const values = values_.data();
  Sums2 sums;
  if (reduced_.level > 0) {
    const Sums4 s = polish_reduced(step, reduced_.level, values, cells_.data(), arms_);
    sums = {s.first, s.second};
    reduced_.first = s.third;
    reduced_.second = s.fourth;
  } else {
    sums = Kernels::kPolish(step, values, cells_.data(), arms_);
  }
  volume_ = sums.second;
  changed(sums.first);
}

// The root u of g(u) = 1; g is concave, increasing and nearly linear, and g(1) <= 1. From the left of the root Newton's
// iterates rise to it, from the right the first one falls to its left; below 1 there is nothing. Near the root one step
// of third order ends the search, and the coordinates follow it as a polynomial, without another division.
template <class Kernels>
void SimplexPoint::solve(double top, std::span<double> theta) {
  constexpr int kMaxPasses = 200;
  constexpr double kNear = 0.05, kLast = 3e-6;
  SolveCounters& counters = solve_counters();
  counters.solves += 1;
  double u = std::max(hinted_ > 0 ? hinted_ - top : u_, 1.0);
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    counters.passes += 1;
    const Sums3 sums = Kernels::kPass(pass == 0 ? top : 0, u, theta.data(), values_.data(), theta.size());
    const auto [newton, third] = steps<Kernels>(sums);
    if (std::fabs(newton) <= kLast * u) {
      u_ = u + third;
      fourth_ = sums.third;  // nearly
      return finish_solve<Kernels>(third);
    }
    u = std::max(1.0, u + (std::fabs(newton) <= kNear * u ? third : newton));
  }
  BANKER_ASSERT(false);
  u_ = u;
  finish_solve<Kernels>(0);
}

void SimplexPoint::solve_half_tsallis(double top, std::span<double> theta) {
  squared_ = true;
  solve<HalfTsallisKernels>(top, theta);
}

void SimplexPoint::solve_log_barrier(double top, std::span<double> theta) {
  solve<LogBarrierKernels>(top, theta);
}

void SimplexPoint::solve_negative_entropy(double top, std::span<double> theta) {
  for (double& v : theta) v -= top;
  divide_row(exponentials(0, theta.data(), values_.data(), arms_), values_.data(), arms_);
  finish();
}

// Few arms are passed over again as fast as a start is worked out.
constexpr std::size_t kFewArms = 32;

// The dual w (theta - shift 1 - fall e_A) has the point whose u is w (v - shift), where S_2(v) with A moved is w^2: one
// step of third order from the last u, with sums that are known.
void SimplexPoint::start_from(const SimplexPoint& last, const Hint& hint) {
  u_ = last.u_;
  hinted_ = 0;
  if (!hint.any || !last.squared_ || arms_ <= kFewArms) return;
  const double r = last.values_[hint.arm], moved = r / (1 + hint.fall * r), x = r * r,
               x_moved = moved * moved;
  const Sums3 sums{1 - x + x_moved, last.volume_ - x * r + x_moved * moved,
                   last.fourth_ - x * x + x_moved * x_moved};
  const double v = u_ + steps<HalfTsallisKernels>(sums, hint.weight).third;
  hinted_ = hint.weight * (v - hint.shift);
}

LevelSums SimplexPoint::level_sums(double level) const {
  if (level == reduced_.level) return reduced_;
  const Sums3 sums = reduced_sums(level, values_.data(), arms_);
  return {level, sums.second, sums.third};
}

void SimplexPoint::finish() {
  const auto sum_up = squared_ ? cell_sums_squared : cell_sums;
  changed(sum_up(values_.data(), cells_.data(), arms_));
}

void SimplexPoint::restore(double u, double fourth, bool squared) {
  u_ = u;
  fourth_ = fourth;
  squared_ = squared;
  const auto sum_up = squared_ ? polish_squared : polish;
  const Sums2 sums = sum_up(0, values_.data(), cells_.data(), arms_);
  volume_ = sums.second;
  changed(sums.first);
}

void SimplexPoint::changed(double total) {
  total_ = total;
  drawn_ = guided_ = false;
}

void SimplexPoint::copy_to(std::vector<double>& x) const {
  x.resize(arms_);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = (*this)[i];
}

std::size_t SimplexPoint::pick(double v) const {
  const double target = v * total_;
  const Cell cell = !drawn_ || cells_.size() <= 4 ? walk(target) : look_up(v, target);
  drawn_ = true;
  const std::size_t begin = cell.index * kCell, arms = std::min(kCell, arms_ - begin);
  const auto in_cell = squared_ ? pick_squared : banker::pick;
  return begin + in_cell(values_.data() + begin, arms, cell.before, target);
}

SimplexPoint::Cell SimplexPoint::walk(double target) const {
  double before = 0;
  std::size_t last = 0;
  double before_last = 0;
  for (std::size_t c = 0; c < cells_.size(); ++c) {
    const double next = before + cells_[c];
    if (next > target) return {c, before};
    if (cells_[c] > 0) last = c, before_last = before;
    before = next;
  }
  return {last, before_last};  // rounding walked past the end
}

SimplexPoint::Cell SimplexPoint::look_up(double v, double target) const {
  const std::size_t n = cells_.size();
  if (!guided_) {
    running_.resize(n);
    guide_.resize(n);
    double sum = 0;
    for (std::size_t c = 0; c < n; ++c) running_[c] = sum += cells_[c];
    std::uint32_t c = 0;
    for (std::size_t j = 0; j < n; ++j) {
      while (c + 1 < n && running_[c] <= static_cast<double>(j) / static_cast<double>(n) * total_) ++c;
      guide_[j] = c;
    }
    guided_ = true;
  }
  std::size_t c = guide_[std::min(static_cast<std::size_t>(v * static_cast<double>(n)), n - 1)];
  while (c > 0 && running_[c - 1] > target) --c;  // rounding
  while (c < n && running_[c] <= target) ++c;
  if (c == n) return walk(target);
  return {c, c == 0 ? 0 : running_[c - 1]};
}

}  // namespace banker
