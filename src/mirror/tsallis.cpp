#include "banker/mirror/tsallis.hpp"

#include "../core/elementary_inline.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/regularizer.hpp"
#include "ratio.hpp"
#include "secular.hpp"

namespace banker {

static_assert(Regularizer<Tsallis>);

namespace {
// u + gap = 1 + w/p in the notation of secular.hpp, so that large p loses nothing:
// x_i = (1 + w/p)^-p = exp(-p ln(1 + w/p)), and the Newton step in w is p (S^(1/p) - 1) S / S'.
struct Power {
  double p;
  TwoSums terms(double w, double gap) const {
    const double y = (w + gap) / p;
    const double x = inlined::exp(-p * inlined::log1p(y));
    return {x, x / (1 + y)};
  }
  double step(double s, double slope) const { return p * expm1(log(s) / p) * s / slope; }
};

double power(double x, double exponent) { return exp(exponent * log(x)); }
}  // namespace

Tsallis::Tsallis(double alpha) : alpha_(alpha), p_(1 / (1 - alpha)) {}

void Tsallis::gradient(std::span<const double> x, std::span<double> theta) const {
  for (std::size_t i = 0; i < x.size(); ++i) theta[i] = -(alpha_ * p_) * power(x[i], alpha_ - 1);
}

void Tsallis::mirror(std::span<const double> theta, std::span<double> x) const {
  gaps(theta, x);
  for (double& v : x) v /= alpha_;
  const Power kernel{p_};
  const double w = secular_root(x, 0, kernel);
  for (double& v : x) v = kernel.terms(w, v).first;
}

void Tsallis::solve(double top, std::span<double> theta, SimplexPoint& x) const {
  for (double& v : theta) v -= top;
  mirror(theta, x.coordinates());
  x.finish();
}

// With h = y/x - 1 and L = ln(1+h): 1 - r^a + a(r-1) = a (h - L) - (e^(aL) - 1 - aL).
double Tsallis::bregman(std::span<const double> y, std::span<const double> x) const {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double bracket = 1 - alpha_;
    if (y[i] > 0) {
      const Ratio r = ratio(y[i], x[i]);
      bracket = alpha_ * r.excess - excess_exp(-alpha_ * r.log);
    }
    sum += power(x[i], alpha_) * bracket * p_;
  }
  return sum;
}

// With q = p-1 = a/(1-a) and L = ln(1+r): (1+r)^-q - 1 + q r = [e^(-qL) - 1 + qL] + q [r - L].
double Tsallis::immediate_cost(double scale, double probability, double loss) const {
  const double q = alpha_ * p_;
  const double r = loss / (probability * scale) / q * power(probability, 1 - alpha_);
  return scale * power(probability, alpha_) * (excess_exp(q * log1p(r)) + q * excess_log(r));
}

double Tsallis::c1(std::size_t arms, double) const {
  return p_ * expm1((1 - alpha_) * log(static_cast<double>(arms)));
}

double Tsallis::c2(std::size_t arms) const { return power(static_cast<double>(arms), alpha_) / (2 * alpha_); }

}  // namespace banker
