#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "support/slow_banker.hpp"

// `banker-scale-free` as docs/banker_agent.md states it, on the bank of slow_banker.hpp.
namespace banker::testing::slow {

struct ScaleFreeRule {
  static inline const Psi kPsi{Psi::Kind::kLogBarrier};
  static constexpr Real kGivenUp = 0;    // nothing is said of what a round may cost
  static constexpr Real kDrift = 0.75L;  // rho

  Terms terms;
  Real factor = 0.7L, floor = 0.25L, head_start = 16, exploration = 0.5L;  // c, beta, w_0, gamma

  // Of the vertex moved to (1 - 1/n) e_i + 1/(n K), n = max(t, 3).
  Real c1(Real t) const {
    const std::size_t arms = static_cast<std::size_t>(terms.arms);
    const Real inverse = 1 / std::max<Real>(t, 3);
    return reference::Bregman(kPsi, reference::uniform(kPsi, arms))
        .to_moved_vertex(reference::psi_of_moved_vertex(kPsi, arms, inverse), 0, inverse);
  }
  Real explored(Real t) const { return std::min(0.5L, exploration * std::sqrt(terms.arms / t)); }  // g_t
  // L-hat, the largest |l|, and N, the largest -l, told so far.
  static Real loss_size(const Rounds& rounds) {
    Real size = 0;
    for (const Round& s : rounds) size = std::max(size, std::abs(s.loss));
    return size;
  }
  static Real gain_size(const Rounds& rounds) {
    Real size = 0;
    for (const Round& s : rounds) size = std::max(size, -s.loss);
    return size;
  }

  Real scale(const Moment& now, const Rounds& rounds) const {
    const Real size = loss_size(rounds),
               logarithms = terms.logarithm(now.smooth) * std::log(std::max<Real>(now.t, 3));
    const Real usual = factor *
                       std::sqrt((head_start * size * size + now.costs) / (logarithms * terms.arms)) /
                       (now.smooth + 1);
    const bool few = now.open <= std::sqrt((1 + now.total) / terms.arms);
    return few ? std::max(usual, gain_size(rounds) / (kDrift * (1 - explored(now.t)))) : usual;
  }
  Reals loan(const Rounds&) const { return Reals(static_cast<std::size_t>(terms.arms), 0); }
  Reals drawn_from(const Reals& x, Real t) const {
    Reals p;
    for (const Real v : x) p.push_back((1 - explored(t)) * v + explored(t) / terms.arms);
    return p;
  }

  // (r - ln(1 + r)) / r^2.
  static Real excess(Real r) {
    if (std::abs(r) < 1e-5L) return 0.5L - r * (1 / 3.0L - r * (0.25L - r / 5));
    return (r - std::log1p(r)) / (r * r);
  }
  // The smaller of the costs of l~ and of a bound for l~ - c 1, c the mean of l~ with weights x_i^2, but at most
  // sigma / (2 max x). Of the arms that were not played, r_i^2 is multiplied by what the least r_i they can have
  // has, taken to be -1e-6 or less.
  static Price price(const Round& s, Real loss) {
    const Real r = loss * s.x[s.arm] / s.probability / s.scale,
               top = *std::max_element(s.x.begin(), s.x.end());
    Real volume = 0, others = 0;
    for (const Real v : s.x) volume += v * v;
    const Real c = std::min(r * s.x[s.arm] / volume, 0.5L / top);  // / sigma
    const Real each = excess(-std::max(c * top, 1e-6L));
    for (std::size_t i = 0; i < s.x.size(); ++i) others += i == s.arm ? 0 : each * c * s.x[i] * c * s.x[i];
    const Real own = r - c * s.x[s.arm], plain = s.scale * excess(r) * r * r;
    return {std::min(plain, s.scale * (excess(own) * own * own + others)), plain};
  }
  Real booked(const Round& s, const Price& p) const {
    return 2 * s.scale * std::max(p.certified, floor * p.plain);
  }

  Real truncated(const Round& s, Real loss) const {
    return std::max(loss, -kDrift * (1 - explored(s.t)) * s.scale);
  }
  // Carried at +-L-hat_s.
  void open(Round& s, const Rounds& rounds) const {
    s.loss_size = loss_size(rounds);
    if (s.scale == 0) return;
    s.cost = std::max(booked(s, price(s, truncated(s, -s.loss_size))), booked(s, price(s, s.loss_size)));
  }
  void close(Round& s, Real loss) const {
    if (s.scale == 0) return;
    const Real learned = truncated(s, loss);
    s.dual[s.arm] -= learned / s.probability / s.scale;
    s.certified = price(s, learned).certified;
    s.cost = booked(s, price(s, learned));
  }
};

}  // namespace banker::testing::slow
