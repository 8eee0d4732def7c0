#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "body/bodies.hpp"
#include "support/effort.hpp"

namespace banker::testing {

// Lengths |u| are those of u itself, |h|_y = |K^T h| of steps, |phi|*_y = |K^-1 phi| of duals.
class EveryBody : public ::testing::TestWithParam<TestBody> {
 protected:
  struct Spot {
    Vector phi;
    BodyPoint at;
    Lower k;
  };

  Spot spot(const Vector& phi) {
    Spot s{phi, body_->centre(), {}};
    EXPECT_TRUE(body_->mirror(phi, s.at.view()));
    s.k = Lower::factor(*body_, s.at.view());
    return s;
  }
  // Points with random duals of these lengths. A dual of length r is about 1/r from the boundary.
  template <class Visit>
  void visit(const Vector& lengths, int trials, Visit see) {
    for (const double size : lengths) {
      SCOPED_TRACE("a dual of length " + std::to_string(size));
      for (int i = 0; i < trials; ++i) see(spot(dice_.on_sphere(n_, size)));
    }
  }
  template <class Visit>
  void visit(Visit see) {
    visit({0, 1e-3, 1, 30, 1e3, 1e6}, effort(150, 30), see);
  }
  // locate() of a list of actions asks for a decrement of 1e-13, which rounding allows near its centre only.
  Vector located_lengths() const {
    return GetParam().is_list() ? Vector{0, 1e-3, 1, 5} : Vector{0, 1e-3, 1, 30, 1e3, 1e6};
  }

  Reals direction() { return testing::converted<Real>(dice_.on_sphere(n_, 1)); }
  // The point with the dual phi + t K u, and y + t h.
  Spot moved(const Spot& s, Real t, const Reals& u) {
    const Reals ku = s.k.times(u);
    Vector phi = s.phi;
    for (std::size_t i = 0; i < n_; ++i) phi[i] += static_cast<double>(t * ku[i]);
    return spot(phi);
  }
  BodyPoint located(const Spot& s, Real t, const Reals& h) {
    BodyPoint p = s.at;
    for (std::size_t i = 0; i < n_; ++i) p.y[i] += static_cast<double>(t * h[i]);
    EXPECT_TRUE(body_->locate(p.view()));
    return p;
  }
  Vector gradient(const BodyPoint& at) {
    Vector phi(n_);
    body_->gradient(at.view(), phi);
    return phi;
  }
  Vector place(const Vector& y) {
    Vector x(body_->ambient());
    body_->place(y, x);
    return x;
  }

  std::unique_ptr<const Body> body_ = GetParam().make();
  std::size_t n_ = body_->dimension();
  Dice dice_{42};
};

}  // namespace banker::testing
