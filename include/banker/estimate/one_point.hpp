#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "banker/body/body.hpp"

namespace banker {

// Which n directions of the Dikin ellipsoid at x are drawn from: the columns of an M with M M^T = H^-1, H the
// Hessian of the barrier at x (erratum E11: any such M will do).
enum class Sampler : std::uint8_t {
  kCholesky,  ///< M = L^-T with H = L L^T, L lower triangular: the cheapest
  kEigen,     ///< eigenvectors of H over the square root of their eigenvalues, ascending: the paper's
};

inline constexpr std::size_t kMaxEigen = 512;  // the largest n it is offered for

std::string_view name(Sampler sampler);

// The one-point estimate of a linear loss. With i uniform in 0..n-1 and sign = +-1 evenly,
//   A = x + sign M e_i    and    l~ = n <l, A> sign H M e_i
// satisfy E[A] = x and E[l~] = n H E[M e_i e_i^T M^T] l = l.

// step = M e_i and lift = H M e_i, in the coordinates of the body. O(n^3) for kEigen.
void dikin_direction(Sampler sampler, const Body& body, ConstPointView at, std::size_t i,
                     std::span<double> step, std::span<double> lift);

// phi becomes phi - l~ / sigma, unless that is longer than `most` and longer than phi: false, and phi is as it
// was. `lift` has the sign of the draw. A dual beyond kMaxDual is a point nearer to the boundary than a part in
// 1e9 of the body; its coordinates cannot say where along the boundary it is.
inline constexpr double kMaxDual = 1e9;
bool charge_one_point(std::span<const double> lift, double loss, double scale, std::span<double> phi,
                      double most = kMaxDual);

}  // namespace banker
