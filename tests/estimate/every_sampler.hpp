#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "banker/agent/linear.hpp"
#include "body/bodies.hpp"
#include "support/effort.hpp"

namespace banker::testing {

// Every body with both samplers. Expectations are sums over all draws.
class EverySampler : public ::testing::TestWithParam<std::tuple<TestBody, Sampler>> {
 protected:
  struct Spot {
    BodyPoint at;
    Lower k;
    Rows steps, lifts;  // of every direction

    // Rounding of K, in the norms |K^T h| and |K^-1 phi|.
    Real rounding() const { return 32 * kEpsilon * k.size() * k.skewness(); }
  };

  const testing::TestBody& shape() const { return std::get<0>(GetParam()); }
  Sampler sampler() const { return std::get<1>(GetParam()); }

  // Points with random duals of length 0 to 1e6: about 1 to 1e-6 from the boundary.
  template <class Visit>
  void visit(Visit see) {
    for (const double size : {0.0, 0.1, 3.0, 100.0, 1e4, 1e6}) {
      SCOPED_TRACE("a dual of length " + std::to_string(size));
      for (int i = 0; i < effort(60, 10); ++i) {
        Spot s{body().centre(), {}, Rows(n_, Vector(n_)), Rows(n_, Vector(n_))};
        ASSERT_TRUE(body().mirror(dice_.on_sphere(n_, size), s.at.view()));
        s.k = Lower::factor(body(), s.at.view());
        for (std::size_t d = 0; d < n_; ++d)
          dikin_direction(sampler(), body(), s.at.view(), d, s.steps[d], s.lifts[d]);
        see(s);
      }
    }
  }
  Vector place(const Vector& y) {
    Vector x(body().ambient());
    body().place(y, x);
    return x;
  }
  Vector moved(const Vector& y, double sign, const Vector& step) {
    Vector to = y;
    for (std::size_t i = 0; i < n_; ++i) to[i] += sign * step[i];
    return to;
  }
  // A loss <l, x> and its coordinates l_y, <l, x> = <l, x_0> + <l_y, y>: l = R l_y, or, for a list, l_y pairs
  // with the steps that coordinates make in x.
  struct Loss {
    Vector l, l_y;
  };
  Loss random_loss() {
    if (!shape().is_list()) {
      Loss loss{Vector(body().ambient()), dice_.normals(n_)};
      body().dual(loss.l_y, loss.l);
      return loss;
    }
    Loss loss{dice_.normals(body().ambient()), {}};
    for (std::size_t k = 0; k < n_; ++k) {
      Vector e(n_);
      e[k] = 1;
      loss.l_y.push_back(static_cast<double>(inner(loss.l, place(e)) - inner(loss.l, place(Vector(n_)))));
    }
    return loss;
  }
  // A rounding of <l, x>.
  Real rounding(const Loss& loss, const Vector& x) {
    Real size = 0;
    const Vector x0 = place(Vector(n_));
    for (std::size_t i = 0; i < x.size(); ++i)
      size += std::fabs(loss.l[i]) * (std::fabs(x[i]) + std::fabs(x0[i]));
    return 8 * kEpsilon * size;
  }

  const Body& body() const { return space_.body(); }
  LinearSpace space_{shape().make(), sampler()};
  std::size_t n_ = space_.dimension();
  Dice dice_{7};
};

inline std::string sampler_name(const ::testing::TestParamInfo<std::tuple<TestBody, Sampler>>& info) {
  const bool cholesky = std::get<1>(info.param) == Sampler::kCholesky;
  return std::get<0>(info.param).name + (cholesky ? "Cholesky" : "Eigen");
}
inline const auto kBothSamplers = ::testing::Values(Sampler::kCholesky, Sampler::kEigen);

}  // namespace banker::testing
