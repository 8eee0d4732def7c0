#include "ground.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "../agent/fields.hpp"
#include "../agent/json.hpp"
#include "../core/sums.hpp"
#include "bad.hpp"

namespace banker::lab {

Result<Ground> Ground::of(std::string_view spec) {
  const auto json = parse_json(spec);
  if (!json) return json.error();
  std::optional<double> radius;
  Result<std::unique_ptr<const Body>> body = [&]() -> Result<std::unique_ptr<const Body>> {
    if (json->contains("body")) {
      MaybeShape shape;
      if (auto error = fields::read("body", (*json)["body"], shape)) return *error;
      if (const Ball* ball = std::get_if<Ball>(&shape->variant)) radius = ball->radius;
      return make_body(*shape);
    }
    MaybeActions actions;
    if (auto error = fields::read("actions", json->value("actions", Json()), actions)) return *error;
    return make_body(*actions);
  }();
  if (!body) return body.error();
  return Ground(*std::move(body), radius);
}

Ground::Ground(std::unique_ptr<const Body> body, std::optional<double> radius)
    : body_(std::move(body)), origin_(body_->ambient()), radius_(radius) {
  std::vector<double> y(body_->dimension()), x(body_->ambient());
  body_->place(y, origin_);
  for (std::size_t i = 0; i < y.size(); ++i) {
    y[i] = 1;
    body_->place(y, x);
    y[i] = 0;
    for (std::size_t j = 0; j < x.size(); ++j) x[j] -= origin_[j];
    axes_.push_back(x);
  }
}

std::optional<double> Ground::least(std::span<const double> sum) const {
  constexpr double kSharp = 1e8;
  if (body_->atoms() > 0) {
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < body_->atoms(); ++i) best = std::min(best, dot(sum, body_->atom(i)));
    return best;
  }
  std::vector<double> phi(axes_.size());
  double square = 0;
  for (std::size_t i = 0; i < phi.size(); ++i) {
    phi[i] = -dot(sum, axes_[i]);
    square += phi[i] * phi[i];
  }
  if (square > 0) {
    const double sharpen = kSharp / std::sqrt(square);
    for (double& v : phi) v *= sharpen;
  }
  BodyPoint at = body_->centre();
  if (!body_->mirror(phi, at.view())) return std::nullopt;
  std::vector<double> x(origin_.size());
  body_->place(at.y, x);
  return dot(sum, x);
}

// Of a ball its radius, of listed actions the longest; otherwise the largest coordinates, together.
Result<double> Ground::reach() const {
  if (radius_) return *radius_;
  double square = 0;
  for (std::size_t i = 0; i < body_->atoms(); ++i)
    square = std::max(square, dot(body_->atom(i), body_->atom(i)));
  if (body_->atoms() > 0) return std::sqrt(square);
  std::vector<double> axis(origin_.size());
  for (double& coordinate : axis) {
    coordinate = 1;
    const auto low = least(axis);
    coordinate = -1;
    const auto high = least(axis);
    coordinate = 0;
    if (!low || !high)
      return bad("the body is too thin for its extreme points to be found: describe it in other units");
    const double most = std::max(std::fabs(*low), std::fabs(*high));
    square += most * most;
  }
  return std::sqrt(square) * (1 + 1e-6);
}

}  // namespace banker::lab
