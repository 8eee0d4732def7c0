#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "banker/core/assert.hpp"
#include "banker/core/padded.hpp"
#include "banker/mirror/certified_cost.hpp"
#include "banker/mirror/hint.hpp"

namespace banker {

// x = mirror(theta) as it is drawn from: its coordinates, their sums over cells of 64 arms, and where the search for
// the next point starts.
class SimplexPoint {
 public:
  SimplexPoint() = default;
  explicit SimplexPoint(std::size_t arms)
      : arms_(arms), values_(padded(arms)), cells_((arms + kCell - 1) / kCell) {}

  std::size_t arms() const { return arms_; }
  double operator[](std::size_t i) const { return squared_ ? values_[i] * values_[i] : values_[i]; }
  void copy_to(std::vector<double>& x) const;
  // Half-Tsallis: sqrt(x_i).
  std::span<const double> roots() const {
    BANKER_ASSERT(squared_);
    return coordinates();
  }
  double total() const { return total_; }  // the sum of x as it is drawn from, 1 but for rounding
  double u() const { return u_; }  // x_i = (u - theta_i)^-p; 0 before the first solve, or where there is none
  double fourth() const { return fourth_; }
  double volume() const { return volume_; }  // half-Tsallis: sum_i x_i^(3/2)

  // Half-Tsallis: what the rounds drawn from x need of its baselines at a level. Without a pass if the solve was told.
  void reduce_at(double level) { reduced_.level = level; }
  LevelSums level_sums(double level) const;

  // The first arm whose running sum of x exceeds v times the whole sum, 0 < v < 1; never one with x = 0. Drawing again
  // from the same point takes O(1) instead of O(arms / 64), and is the same arm.
  std::size_t pick(double v) const;

  // The solvers below: x from theta, which becomes theta - top. REQUIRES: top = max_i theta_i, and theta is padded.
  void solve_half_tsallis(double top, std::span<double> theta);
  void solve_log_barrier(double top, std::span<double> theta);
  void solve_negative_entropy(double top, std::span<double> theta);
  // The coordinates were written.
  std::span<double> coordinates() { return {values_.data(), arms_}; }
  void finish();

  // The search starts where that of the last point ended, or where the hint says.
  void start_from(const SimplexPoint& last, const Hint& hint);
  // The coordinates were written, and u and fourth() were these; the rest follows.
  void restore(double u, double fourth, bool squared);
  std::span<const double> coordinates() const { return {values_.data(), arms_}; }

 private:
  struct Cell {
    std::size_t index;
    double before;
  };
  template <class Kernels>
  void solve(double top, std::span<double> theta);
  template <class Kernels>
  void finish_solve(double step);
  Cell walk(double target) const;
  Cell look_up(double v, double target) const;
  void changed(double total);

  std::size_t arms_ = 0;
  PaddedVector values_;        // x_i, or its root
  std::vector<double> cells_;  // sums of x
  double total_ = 1;
  double u_ = 0;
  double volume_ = 0;
  double fourth_ = 0;    // and nearly sum_i x_i^2
  LevelSums reduced_{};  // of the last solve, where it has a level
  double hinted_ = 0;    // u of theta before it is recentred; 0: unknown
  bool squared_ = false;

  // For draws after the first: running sums of the cells, and the first cell worth looking at for floor(v cells).
  mutable bool drawn_ = false, guided_ = false;
  mutable std::vector<double> running_;
  mutable std::vector<std::uint32_t> guide_;
};

}  // namespace banker
