#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>

#include "agent/slow_baseline.hpp"

// sf-mab, umab-nn, umab-g and ahb as in their papers, slowly.
namespace banker::testing {

// The largest value of a concave f on (low, high), by thirds: exact to rounding although its place is not.
template <class F>
Real maximum(Real low, Real high, F f) {
  for (int i = 0; i < 110; ++i) {
    const Real third = (high - low) / 3;
    if (f(low + third) < f(high - third)) low += third;
    else high -= third;
  }
  return f((low + high) / 2);
}

// M_s straight from its definition, by searching the whole simplex of two or three arms.
class SlowSfMab : public SlowBaseline {
 public:
  using SlowBaseline::SlowBaseline;

  Reals point(std::uint64_t t) const override {
    return mixed(leader(), std::min<Real>(0.5L, std::sqrt(k / static_cast<Real>(t))));
  }
  void tell(const SlowRound& round, Real loss) override {
    const Reals q = leader();
    const Real sigma = (1 + gain_) / k, v = loss / round.p;
    // <l~, q - q'> - sigma D(q', q), of one coordinate.
    const auto term = [&](std::size_t i, Real y) {
      const Real r = y / q[i];
      return (i == round.arm ? v * (q[i] - y) : 0) - sigma * (r - 1 - std::log(r));
    };
    if (q.size() == 2) gain_ += maximum(0, 1, [&](Real y) { return term(0, y) + term(1, 1 - y); });
    else
      gain_ += maximum(0, 1, [&](Real y) {
        const auto rest = [&](Real z) { return term(1, z * (1 - y)) + term(2, (1 - z) * (1 - y)); };
        return term(0, y) + maximum(0, 1, rest);
      });
    sum[round.arm] += v;
  }

 private:
  Reals leader() const { return slow_power_leader(over(sum, (1 + gain_) / k), 1); }
  Real gain_ = 0;
};

class SlowUmab : public SlowBaseline {
 public:
  SlowUmab(std::size_t arms, bool general, std::optional<std::uint64_t> horizon)
      : SlowBaseline(arms), general_(general), horizon_(horizon) {}

  Reals point(std::uint64_t t) const override {
    const Real sigma = std::max(4 * c_, std::sqrt(squares_ / k) / 4);
    Reals q = sigma == 0 ? Reals(sum.size(), 1 / k) : slow_power_leader(over(sum, sigma), 1);
    if (!general_) return q;
    const Real each = 1 / (2 * k * k + std::sqrt(k * static_cast<Real>(horizon_.value_or(t))));
    Real& largest = *std::max_element(q.begin(), q.end());
    Real added = 0;
    for (Real& v : q) {
      if (v >= each) continue;
      v += each;
      added += each;
    }
    largest -= added;
    return q;
  }
  void tell(const SlowRound& round, Real loss) override {
    const Real kept = loss < -2 * c_ ? -2 * c_ : loss;
    sum[round.arm] += kept / round.p;
    squares_ += kept * kept;
    if (-loss > c_) c_ = -loss;
  }

 private:
  bool general_;
  std::optional<std::uint64_t> horizon_;
  Real squares_ = 0, c_ = 0;
};

// The mixability gap from its definition, over all arms; with an infinite learning rate by its limit.
class SlowAhb : public SlowBaseline {
 public:
  using SlowBaseline::SlowBaseline;

  Reals point(std::uint64_t t) const override {
    return mixed(leader(), std::min<Real>(0.5L, std::sqrt(2.5L * k * std::log(k) / static_cast<Real>(t))));
  }
  void tell(const SlowRound& round, Real loss) override {
    if (!first_) first_ = loss;
    const Real v = (loss - *first_) / round.p;
    const Reals q = leader();
    Reals after = sum;
    after[round.arm] += v;
    if (gaps_ == 0) {
      gaps_ = q[round.arm] * v - (least(after) - least(sum));
    } else {
      const Real eta = std::log(k) / gaps_;
      gaps_ += q[round.arm] * v + (log_weight(after, eta) - log_weight(sum, eta)) / eta;
    }
    sum = after;
  }

 private:
  static Real least(const Reals& v) { return *std::min_element(v.begin(), v.end()); }
  static Real log_weight(const Reals& v, Real eta) {  // ln sum e^(-eta v)
    Real total = 0;
    for (const Real x : v) total += std::exp(-eta * (x - least(v)));
    return -eta * least(v) + std::log(total);
  }
  Reals leader() const {
    if (gaps_ > 0) return slow_softmax(over(sum, gaps_ / std::log(k)));
    Reals q;
    for (const Real v : sum) q.push_back(v == least(sum) ? 1 : 0);
    return over(q, static_cast<Real>(std::count(q.begin(), q.end(), 1)));
  }
  std::optional<Real> first_;
  Real gaps_ = 0;
};

}  // namespace banker::testing
