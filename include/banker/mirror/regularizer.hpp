#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <string_view>

#include "banker/mirror/simplex_point.hpp"

namespace banker {

// A regularizer Psi on the simplex of K arms, Psi(x) = sum_i f(x_i) with f Legendre on (0, inf).
//
// Everything here lives in the dual, modulo a constant vector: mirror(theta + c 1) = mirror(theta), because
// the multiplier of the constraint sum x_i = 1 absorbs c. The uniform default action x_0 has dual 0.
//
// Axioms (each one runs in tests/mirror/):
//  (1) mirror(gradient(x)) = x for x in the open simplex, and mirror(theta + c 1) = mirror(theta);
//  (2) gradient is strictly increasing in each coordinate, and it is the derivative of Psi;
//  (3) D(y,x) >= 0 and D(x,x) = 0, where D = bregman;
//  (4) D(a,b) + D(b,c) - D(a,c) = <gradient(c) - gradient(b), a - b>;
//  (5) mirror(theta) minimises Psi(x) - <theta,x> over the simplex: gradient(mirror(theta)) = theta mod 1;
//  (6) mirror(theta) sums to 1 within 1e-12, and is positive unless it underflows (negentropy: a gap of 745;
//      tsallis-half: of 1e154): such an arm is never drawn;
//  (7) immediate_cost(sigma, x_A, l) = sigma D(x, z~), z~ = grad Psi*(grad Psi(x) - (l / x_A) e_A / sigma);
//  (8) c1(K, n) = max over vertices y of D(y, x_0); where that is infinite, y is (1-1/n) y + x_0/n;
//  (9) E[immediate_cost] <= c2(K) / sigma for losses in [0,1], A drawn from x.
template <class R>
concept Regularizer = requires(const R psi, std::span<const double> in, std::span<double> out, double v,
                               std::size_t k, SimplexPoint x) {
  { psi.name() } -> std::convertible_to<std::string_view>;
  psi.gradient(in, out);                    // out = grad Psi(in)
  psi.mirror(in, out);                      // out = mirror(in), the constrained map
  psi.solve(v, out, x);                     // (top, theta, x): the same, from where x was, to draw from
  { psi.squared() } -> std::same_as<bool>;  // whether x has roots of the coordinates
  { psi.bregman(in, in) } -> std::same_as<double>;  // D(y, x), x > 0; y may lie on the boundary
  { psi.immediate_cost(v, v, v) } -> std::same_as<double>;
  { psi.c1(k, v) } -> std::same_as<double>;
  { psi.c2(k) } -> std::same_as<double>;
};

}  // namespace banker
