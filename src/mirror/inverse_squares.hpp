#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "../core/sums.hpp"
#include "banker/core/bytes.hpp"

namespace banker {

// S(u) = sum_i (u + gap_i)^-2 over any number of arms, gap_i = origin - theta_i >= 0, by a few numbers that one arm's
// change updates. With everything in units of a reference u_0 ("unit") and
//   z = (u - 1) / (u + 1),   r_i = 1 / (1 + gap_i),   y_i = 2 r_i - 1 in (-1, 1],
//   (u + gap_i)^-2 = (1 - z)^2 r_i^2 (1 + z y_i)^-2 = (1 - z)^2 sum_k (k + 1) (-z)^k r_i^2 y_i^k,
// so the 20 sums H_k = sum_i r_i^2 y_i^k are all there is to know. For u in [u_0 / sqrt 2, u_0 sqrt 2], |z| is at most
// 0.1716, and what is cut off is below 21 |z|^20 = 1e-14 of S.
//
// Invariant: H_k is what rebuild() would compute, but for the rounding of the moves since.
class InverseSquares {
 public:
  static constexpr std::size_t kTerms = 20;
  static constexpr double kReach = 1.41421;  // just below sqrt 2

  // The sums for this origin and unit. REQUIRES: theta_i <= origin, unit > 0.
  void rebuild(std::span<const double> theta, double origin, double unit);
  // theta of one arm changes. REQUIRES: to <= origin.
  void move(double from, double to);

  // The way from u towards the root of sigma^2 S(u) = 1.
  struct Step {
    double size;
    double slope;  // du / dS
    bool last;     // the root is there, but for rounding
  };
  Step step(double u, double sigma) const;

  bool reaches(double u) const { return u * kReach >= unit_ && u <= unit_ * kReach; }
  double origin() const { return origin_; }
  double unit() const { return unit_; }
  double gap(double theta) const { return origin_ - theta; }
  // 1 + gap / unit >= 1.
  double ratio(double theta) const { return 1 + gap(theta) * inverse_unit_; }

  void save(ByteWriter& out) const;
  // False: the numbers are not those of theta.
  bool load(ByteReader& in, std::span<const double> theta);

 private:
  void add_powers(std::span<const double> theta, std::array<std::array<double, kLanes>, kTerms>& sums) const;

  double origin_ = 0, unit_ = 1, inverse_unit_ = 1;
  alignas(16) std::array<double, kTerms> sums_{};  // H_k
};

}  // namespace banker
