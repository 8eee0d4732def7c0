#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/random.hpp"
#include "banker/core/result.hpp"
#include "banker/mirror/certified_cost.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// Where actions live: how a dual becomes a point, how an action is drawn from it, and what its outcome says.
// Borrowed mass has the dual of the default action, theta_0 = 0 unless the geometry Informs.
//
// Axioms: (1) mirror(0) is the default action x_0; (2) the estimate l~ that charge() subtracts is unbiased
// when the action was drawn; (3) charge() returns no less than sigma D(x, z), z the projected point; (4) c1(n) is no less than D(y, x_0) for the
// extreme points y, moved to (1-1/n) y + x_0/n where that is infinite.
template <class G>
concept Geometry = requires(const G g, typename G::Point x, typename G::Draw draw, std::span<const double> in,
                            std::span<double> out, double v, Uniforms u, Forced forced, RoundId round,
                            std::vector<double> list, ByteWriter writer, ByteReader reader) {
  { g.name() } -> std::convertible_to<std::string>;
  { g.dimension() } -> std::same_as<std::size_t>;
  { g.c1(v) } -> std::same_as<double>;
  { g.default_action() } -> std::same_as<typename G::Point>;
  // (theta, last x, x): x = mirror(theta), searched from the last one if need be; theta may be recentred.
  { g.mirror(out, x, x) } -> std::same_as<bool>;  // false: not found
  { G::kAlwaysFound } -> std::convertible_to<bool>;
  { g.draw(x, u, forced, draw) } -> std::same_as<std::optional<Error>>;
  { g.decision(round, draw) } -> std::same_as<Decision>;
  { g.action(draw) } -> std::same_as<std::span<const double>>;  // empty: it is the arm
  { g.probabilities(x) } -> std::same_as<std::vector<double>>;
  g.coordinates(x, list);
  // (draw, sigma, loss, theta): theta -= l~ / sigma. Nothing: theta is as it was, the round is skipped.
  { g.charge(draw, v, v, out) } -> std::same_as<std::optional<double>>;

  { g.admits(in) } -> std::same_as<bool>;  // whether theta can be a dual of a round or a saving
  g.save_point(x, writer);
  { g.load_point(reader, x) } -> std::same_as<bool>;
  g.save_draw(draw, writer);
  { g.load_draw(reader) } -> std::same_as<std::optional<typename G::Draw>>;
};

// A geometry that does not draw from x_t itself: explore(t, x) follows mirror().
template <class G>
concept Explores = requires(const G g, RoundId round, typename G::Point x) {
  g.explore(round, x);
};

// A geometry whose default action follows what is known: inform(x_{t-1}, share, theta) adds the dual of what was
// borrowed, a share of theta.
template <class G>
concept Informs = requires(const G g, typename G::Point x, double share, std::span<double> theta) {
  g.inform(x, share, theta);
};

// A geometry that certifies what a round costs. appraise(x, sigma, losses, draw) completes the draw and returns no
// less than the price of any loss in the span.
template <class G>
concept Prices = requires(const G g, typename G::Point x, typename G::Draw draw, double v, LossSpan losses) {
  { g.price(draw, v, v) } -> std::same_as<Price>;  // (draw, sigma, loss)
  { g.appraise(x, v, losses, draw) } -> std::same_as<Price>;
};

// A geometry whose estimates are not 0 at loss 0: a round that is given up or dropped counts as told with loss 0.
template <class G>
concept Imputes = Prices<G> && G::kImputes;

}  // namespace banker
