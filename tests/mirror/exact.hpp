#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <memory>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "banker/mirror/any_regularizer.hpp"
#include "support/real.hpp"

namespace banker::testing {

// Psi(x) = sum_i f(x_i) in long double, written from the definition alone.
class Exact {
 public:
  virtual ~Exact() = default;
  virtual Real slope(Real x) const = 0;              // f'(x)
  virtual Real curvature(Real x) const = 0;          // f''(x)
  virtual Real inverse_slope(Real slope) const = 0;  // the x with f'(x) = slope
  virtual Real power() const = 0;                    // p of x = (u - theta)^-p; 0 for exp
  // x_i at multiplier w >= 0: f'(x) = f'(1) - w - gap.
  virtual Real at(Real w, Real gap) const = 0;
  virtual Real largest_multiplier(Real arms) const = 0;  // where arms * at(w, 0) = 1

  // f(x + step) - f(x), without cancellation.
  Real rise(Real x, Real step) const { return rise(x, step, std::log1p(step / x)); }
  // D(y, x) = f(y) - f(x) - f'(x) (y - x).
  Real bregman(Real y, Real x) const {
    const Real log_ratio = std::fabs(y - x) < x / 2 ? std::log1p((y - x) / x) : std::log(y / x);
    return rise(x, y - x, log_ratio) - slope(x) * (y - x);
  }

 private:
  virtual Real rise(Real x, Real step, Real log_ratio) const = 0;  // given ln((x + step)/x)
};

// f = -(x^a - 1)/(1-a); the constant is free. f'(1) = -a/(1-a).
class ExactTsallis final : public Exact {
 public:
  explicit ExactTsallis(Real alpha) : a_(alpha), p_(1 / (1 - alpha)) {}
  Real slope(Real x) const override { return -a_ * p_ * std::pow(x, a_ - 1); }
  Real curvature(Real x) const override { return a_ * std::pow(x, a_ - 2); }
  Real inverse_slope(Real s) const override { return std::pow(-s / (a_ * p_), -p_); }
  Real power() const override { return p_; }
  Real at(Real w, Real gap) const override { return std::exp(-p_ * std::log1p((w + gap) / (a_ * p_))); }
  Real largest_multiplier(Real arms) const override { return a_ * p_ * std::expm1(std::log(arms) / p_); }

 private:
  Real rise(Real x, Real, Real log_ratio) const override {
    return -p_ * std::pow(x, a_) * std::expm1(a_ * log_ratio);
  }
  Real a_, p_;
};

class ExactLogBarrier final : public Exact {
 public:
  Real slope(Real x) const override { return -1 / x; }
  Real curvature(Real x) const override { return 1 / (x * x); }
  Real inverse_slope(Real s) const override { return -1 / s; }
  Real power() const override { return 1; }
  Real at(Real w, Real gap) const override { return 1 / (1 + w + gap); }
  Real largest_multiplier(Real arms) const override { return arms - 1; }

 private:
  Real rise(Real, Real, Real log_ratio) const override { return -log_ratio; }
};

class ExactEntropy final : public Exact {
 public:
  Real slope(Real x) const override { return 1 + std::log(x); }
  Real curvature(Real x) const override { return 1 / x; }
  Real inverse_slope(Real s) const override { return std::exp(s - 1); }
  Real power() const override { return 0; }
  Real at(Real w, Real gap) const override { return std::exp(-w - gap); }
  Real largest_multiplier(Real arms) const override { return std::log(arms); }

 private:
  Real rise(Real x, Real step, Real log_ratio) const override {  // y ln y - x ln x, y = x + step
    return step * std::log(x) + (x + step > 0 ? (x + step) * log_ratio : 0);
  }
};

// argmin Psi(x) - <theta, x> over the simplex, by bisection of sum_i at(w, gap_i) = 1 over equal gaps at
// once.
inline std::vector<Real> exact_mirror(const Exact& psi, std::span<const double> theta) {
  const Real top = *std::max_element(theta.begin(), theta.end());
  std::map<double, Real> count;
  for (const double t : theta) ++count[t];
  Real low = 0, high = psi.largest_multiplier(static_cast<Real>(theta.size()));
  for (int i = 0; i < 140; ++i) {
    const Real middle = (low + high) / 2;
    Real sum = 0;
    for (const auto& [t, n] : count) sum += n * psi.at(middle, top - t);
    (sum >= 1 ? low : high) = middle;
  }
  std::vector<Real> x;
  for (const double t : theta) x.push_back(psi.at(low, top - t));
  return x;
}

struct Regular {
  std::string name;
  AnyRegularizer psi;
  std::shared_ptr<const Exact> exact;

  // What a relative error of theta becomes in x = (u - theta)^-p, at most.
  Real condition() const { return std::max<Real>(1, exact->power()); }
  bool is_entropy() const { return exact->power() == 0; }
};
inline void PrintTo(const Regular& r, std::ostream* out) { *out << r.name; }

inline std::vector<Regular> all_regularizers() {
  std::vector<Regular> all = {{"HalfTsallis", HalfTsallis{}, std::make_shared<ExactTsallis>(0.5L)},
                              {"NegativeEntropy", NegativeEntropy{}, std::make_shared<ExactEntropy>()},
                              {"LogBarrier", LogBarrier{}, std::make_shared<ExactLogBarrier>()}};
  for (const double a : {1e-6, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999999}) {
    all.push_back({"Tsallis" + std::to_string(static_cast<int>(a * 1000000)) + "Millionths", Tsallis(a),
                   std::make_shared<ExactTsallis>(a)});
  }
  return all;
}

// Points of the simplex and of its dual, the same every time.
class Source {
 public:
  double uniform(double low, double high) {
    return low + (high - low) * (static_cast<double>(bits_() >> 11) * 0x1p-53);
  }
  std::size_t below(std::size_t n) { return bits_() % n; }
  // Positive, sums to 1 up to rounding; the smallest about 10^-decades / K.
  std::vector<double> point(std::size_t arms, double decades) {
    std::vector<double> x(arms);
    double sum = 0;
    for (double& v : x) sum += v = std::pow(10, uniform(-decades, 0));
    for (double& v : x) v /= sum;
    return x;
  }

 private:
  std::mt19937_64 bits_{20230723};
};

// One test per regularizer.
class EveryRegularizer : public ::testing::TestWithParam<Regular> {
 protected:
  const AnyRegularizer& psi() const { return GetParam().psi; }
  const Exact& exact() const { return *GetParam().exact; }
  std::vector<double> mirror(const std::vector<double>& theta) const {
    std::vector<double> x(theta.size());
    psi().mirror(theta, x);
    return x;
  }
  std::vector<double> gradient(const std::vector<double>& x) const {
    std::vector<double> theta(x.size());
    psi().gradient(x, theta);
    return theta;
  }
  Source source_;
};

inline std::string regularizer_name(const ::testing::TestParamInfo<Regular>& info) { return info.param.name; }

}  // namespace banker::testing
