#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/bank/pool.hpp"
#include "banker/core/bytes.hpp"
#include "banker/core/random.hpp"
#include "banker/core/result.hpp"
#include "banker/mirror/certified_cost.hpp"
#include "banker/scale/scale_rule.hpp"

namespace banker {

// Where actions live: how a dual becomes a point, how an action is drawn from it, and what its outcome says.
// Borrowed mass has the dual of the default action, theta_0 = 0 unless lend() says otherwise.
//
// Axioms: (1) mirror(0) is the default action x_0; (2) the estimate l~ of an outcome is unbiased
// when the action was drawn; (3) its price is no less than sigma D(x, z), z the projected point; (4) c1(n) is no less than D(y, x_0) for the
// extreme points y, moved to (1-1/n) y + x_0/n where that is infinite.
template <class G>
concept Geometry = requires(const G g, typename G::Point x, typename G::Draw draw, std::span<const double> in,
                            std::span<double> out, double v, Uniforms u, Forced forced, RoundId round,
                            std::vector<double> list, ByteWriter writer, ByteReader reader, Hint hint) {
  { g.name() } -> std::convertible_to<std::string>;
  { g.dimension() } -> std::same_as<std::size_t>;
  { g.c1(v) } -> std::same_as<double>;
  { g.default_action() } -> std::same_as<typename G::Point>;
  // (top, theta, last x, hint, x): x = mirror(theta), searched from the last one; theta may be recentred.
  { g.mirror(v, out, x, hint, x) } -> std::same_as<bool>;  // false: not found. REQUIRES: top = max_i theta_i
  { G::kAlwaysFound } -> std::convertible_to<bool>;
  { g.draw(x, u, forced, draw) } -> std::same_as<std::optional<Error>>;
  { g.decision(round, draw) } -> std::same_as<Decision>;
  { g.action(draw) } -> std::same_as<std::span<const double>>;  // empty: it is the arm
  { g.probabilities(x) } -> std::same_as<std::vector<double>>;
  g.coordinates(x, list);

  { g.admits(in) } -> std::same_as<bool>;  // whether theta can be a dual of a round or a saving
  g.save_point(x, writer);
  { g.load_point(reader, x) } -> std::same_as<bool>;
  g.save_draw(draw, writer);
  { g.load_draw(reader) } -> std::same_as<std::optional<typename G::Draw>>;
};

// What an outcome does to the dual of its round, and its price.
struct Charge {
  Fall fall;
  Price price;
};

// A geometry whose estimates are one coordinate, and what the notes of a row say of all: rounds can share a row, and
// the pool takes their outcomes when it is asked for the next dual.
template <class G>
concept Sparse = Geometry<G> &&
    requires(const G g, typename G::Draw draw, double v, RowNotes notes, typename G::Point x,
             std::span<const double> in, std::span<double> out, Merger merger, Loan loan) {
  { g.estimate(draw, v, v, notes) } -> std::same_as<Charge>;  // (draw, sigma, loss, notes of theta_s)
  // As of PlainMixer; x is the point of the last round.
  { g.merge(merger, in, out, x) } -> std::same_as<double>;
  { g.lend(loan, in, out) } -> std::same_as<double>;
};

// How a pool mixes duals of a geometry: as PlainMixer, knowing the point of the last round.
template <Sparse G>
struct Mixer {
  const G& geometry;
  const typename G::Point& x;
  double merge(const Merger& merger, std::span<const double> mean, std::span<double> out) const {
    return geometry.merge(merger, mean, out, x);
  }
  double lend(const Loan& loan, std::span<const double> mean, std::span<double> out) const {
    return geometry.lend(loan, mean, out);
  }
};

// A geometry whose estimates are vectors: every round has a row of its own.
template <class G>
concept Dense = Geometry<G> && requires(const G g, typename G::Draw draw, double v, std::span<double> theta) {
  // (draw, sigma, loss, theta): theta -= l~ / sigma. Nothing: theta is as it was, the round is skipped.
  { g.charge(draw, v, v, theta) } -> std::same_as<std::optional<double>>;
};

// The draws of a round; an arm needs one.
template <Geometry G>
Uniforms draws(std::uint64_t seed, RoundId round) {
  if constexpr (Dense<G>) return uniforms(seed, round);
  else return {uniform(seed, round), 0, 0};
}

// A geometry that does not draw from x_t itself: explore(t, x) follows mirror().
template <class G>
concept Explores = requires(const G g, RoundId round, typename G::Point x) {
  g.explore(round, x);
};

// A geometry that certifies what a round costs. appraise(x, sigma, losses, notes, draw) completes the draw, and the
// notes of its row, and returns no less than the price of any loss in the span.
template <class G>
concept Prices = requires(const G g, typename G::Point x, typename G::Draw draw, double v, LossSpan losses,
                          RowNotes notes) {
  { g.appraise(x, v, losses, notes, draw) } -> std::same_as<Price>;
};

// A geometry whose estimates are not 0 at loss 0: a round that is given up or dropped counts as told with loss 0.
template <class G>
concept Imputes = Prices<G> && G::kImputes;

}  // namespace banker
