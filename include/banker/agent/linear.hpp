#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banker/agent/geometry.hpp"
#include "banker/body/body.hpp"
#include "banker/estimate/one_point.hpp"

namespace banker {

// An action beside x_t, and what its outcome will need.
struct LinearDraw {
  std::size_t direction = 0;  // i
  int sign = 1;
  std::size_t choice = 0;  // of the listed actions
  double probability = 0;
  std::vector<double> y;       // of x_t, where the search for z_t starts
  std::vector<double> lift;    // sign H M e_i
  std::vector<double> action;  // A_t; empty if it is a listed one
};

// The geometry of convex bodies: points under a self-concordant barrier, actions on the Dikin ellipsoid
// around them, the one-point estimate of linear losses in [-1,1]. Duals are plain vectors, in the coordinates
// of the body; the default action is the analytic centre, with dual 0.
//
// A body with listed actions plays one of them, drawn so that its mean is A_t: the estimate stays unbiased,
// and its variance grows by what the loss varies around A_t.
class LinearSpace {
 public:
  using Point = BodyPoint;
  using Draw = LinearDraw;
  static constexpr bool kAlwaysFound = false;

  LinearSpace(std::unique_ptr<const Body> body, Sampler sampler);

  std::string name() const { return body_->name() + ' ' + std::string(banker::name(sampler_)); }
  const Body& body() const { return *body_; }
  std::size_t dimension() const { return body_->dimension(); }
  double c1(double n) const { return body_->c1(n); }
  Point default_action() const { return body_->centre(); }

  bool mirror(double, std::span<const double> phi, const Point& last, const Hint&, Point& x) const {
    x.y = last.y;
    return body_->mirror(phi, x.view());
  }
  std::optional<Error> draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const;
  Decision decision(RoundId round, const Draw& draw) const {
    return {round, draw.choice, draw.probability, draw.direction, draw.sign};
  }
  std::span<const double> action(const Draw& draw) const {
    return body_->atoms() > 0 ? body_->atom(draw.choice) : std::span<const double>(draw.action);
  }
  std::vector<double> probabilities(const Point& x) const {
    return body_->atoms() > 0 ? x.kept : std::vector<double>();
  }
  void coordinates(const Point& x, std::vector<double>& out) const;
  // phi_s - l~_s / sigma_s, the dual of z_s, and the immediate cost sigma_s D(x_s, z_s).
  std::optional<double> charge(const Draw& draw, double scale, double loss, std::span<double> phi) const;

  bool admits(std::span<const double> phi) const;
  void save_point(const Point& x, ByteWriter& out) const { out.numbers(x.y); }
  bool load_point(ByteReader& in, Point& x) const {
    in.numbers(x.y);
    return in.ok() && body_->locate(x.view());
  }
  void save_draw(const Draw& draw, ByteWriter& out) const;
  std::optional<Draw> load_draw(ByteReader& in) const;

 private:
  std::optional<Error> draw_choice(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const;

  std::unique_ptr<const Body> body_;
  Sampler sampler_;
  mutable std::vector<double> step_, weights_;  // scratch
  mutable Point x_, z_;                         // scratch
};

static_assert(Dense<LinearSpace>);

}  // namespace banker
