#include "banker/agent/linear.hpp"

#include <algorithm>

#include "../core/sums.hpp"
#include "../core/text.hpp"
#include "banker/agent/simplex.hpp"

namespace banker {

namespace {
template <class... Parts>
Error impossible(const Parts&... parts) {
  return Error{ErrorCode::kImpossibleArm, concat(parts...)};
}

std::optional<Error> check_forced(const Body& body, const Forced& forced) {
  const std::size_t n = body.dimension();
  if (forced.direction && *forced.direction >= n)
    return impossible("there is no direction ", *forced.direction, ": directions are 0 to ", n - 1);
  if (forced.sign && *forced.sign != 1 && *forced.sign != -1)
    return impossible("the sign is ", *forced.sign, ": it must be 1 or -1");
  if (forced.arm && body.atoms() == 0)
    return impossible("this agent has no list of actions to choose from: force a direction and a sign");
  if (forced.arm && *forced.arm >= body.atoms())
    return impossible("there is no action ", *forced.arm, ": actions are 0 to ", body.atoms() - 1);
  return std::nullopt;
}
}  // namespace

LinearSpace::LinearSpace(std::unique_ptr<const Body> body, Sampler sampler)
    : body_(std::move(body)),
      sampler_(sampler),
      step_(body_->dimension()),
      weights_(body_->atoms()),
      x_(body_->centre()),
      z_(x_) {}

// One of 2n actions, evenly; then one of the listed ones with that mean.
std::optional<Error> LinearSpace::draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const {
  if (auto error = check_forced(*body_, forced)) return error;
  const std::size_t n = dimension();
  const double choices = 2 * static_cast<double>(n);
  const std::size_t drawn = std::min(static_cast<std::size_t>(u.first * choices), 2 * n - 1);
  draw.direction = forced.direction.value_or(drawn / 2);
  draw.sign = forced.sign.value_or(drawn % 2 == 0 ? 1 : -1);
  draw.probability = 1 / choices;
  draw.y = x.y;
  draw.lift.resize(n);
  dikin_direction(sampler_, *body_, x.view(), draw.direction, step_, draw.lift);
  if (draw.sign < 0) {
    for (double& v : draw.lift) v = -v;
  }
  if (body_->atoms() > 0) return draw_choice(x, u, forced, draw);
  for (std::size_t i = 0; i < n; ++i) step_[i] = x.y[i] + draw.sign * step_[i];
  draw.action.resize(body_->ambient());
  body_->place(step_, draw.action);
  return std::nullopt;
}

// Over all directions and signs the chance of action j is its weight w_j in x_t. A j that was forced, and not
// drawn here, is taken for a draw from w: its direction is then even, and its sign has the chance
// w'_j / (2 w_j).
std::optional<Error> LinearSpace::draw_choice(const Point& x, Uniforms u, const Forced& forced,
                                              Draw& draw) const {
  body_->mixture(x.view(), draw.lift, weights_);
  draw.choice = draw_arm(weights_, u.second).arm;
  if (forced.arm && *forced.arm != draw.choice) {
    draw.choice = *forced.arm;
    double chance = weights_[draw.choice] / (2 * x.kept[draw.choice]);
    if (!forced.sign && u.third >= chance) {
      draw.sign = -draw.sign;
      for (double& v : draw.lift) v = -v;
      chance = 1 - chance;
    }
    if (!(chance > 0)) {
      return impossible("action ", *forced.arm, " is never played in direction ", draw.direction,
                        " with sign ", draw.sign, ", so it cannot be forced");
    }
  }
  draw.probability = x.kept[draw.choice];
  return std::nullopt;
}

void LinearSpace::coordinates(const Point& x, std::vector<double>& out) const {
  out.resize(body_->ambient());
  body_->place(x.y, out);
}

std::optional<double> LinearSpace::charge(const Draw& draw, double scale, double loss,
                                          std::span<double> phi) const {
  x_.y = draw.y;
  if (!body_->mirror(phi, x_.view())) return std::nullopt;
  std::copy(phi.begin(), phi.end(), step_.begin());
  if (!charge_one_point(draw.lift, loss, scale, step_)) return std::nullopt;
  z_.y = x_.y;
  if (!body_->mirror(step_, z_.view())) return std::nullopt;
  std::copy(step_.begin(), step_.end(), phi.begin());
  return scale * body_->bregman(x_.view(), z_.view());
}

// Mixes of duals are no longer than they are, but for rounding.
bool LinearSpace::admits(std::span<const double> phi) const {
  return dot(phi, phi) <= 1.0001 * kMaxDual * kMaxDual;
}

void LinearSpace::save_draw(const Draw& draw, ByteWriter& out) const {
  out.integer(draw.direction);
  out.number(draw.sign);
  out.integer(draw.choice);
  out.number(draw.probability);
  out.numbers(draw.y);
  out.numbers(draw.lift);
  out.numbers(draw.action);
}

std::optional<LinearDraw> LinearSpace::load_draw(ByteReader& in) const {
  Draw draw;
  draw.direction = in.integer();
  const double sign = in.number();
  draw.choice = in.integer();
  draw.probability = in.number();
  draw.y.resize(dimension());
  draw.lift.resize(dimension());
  draw.action.resize(body_->atoms() > 0 ? 0 : body_->ambient());
  in.numbers(draw.y);
  in.numbers(draw.lift);
  in.numbers(draw.action);
  const bool good = in.ok() && draw.direction < dimension() && (sign == 1 || sign == -1) &&
                    draw.choice < std::max<std::size_t>(body_->atoms(), 1) && draw.probability > 0 &&
                    draw.probability <= 1;
  draw.sign = sign > 0 ? 1 : -1;
  return good ? std::optional(std::move(draw)) : std::nullopt;
}

}  // namespace banker
