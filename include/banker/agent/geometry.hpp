#pragma once

#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <string>

#include "banker/core/bytes.hpp"
#include "banker/core/result.hpp"

namespace banker {

// Where actions live: how a dual becomes a point, how an action is drawn from it, and what its outcome says.
// Borrowed mass has the dual of the default action, theta_0 = 0.
//
// Axioms: (1) mirror(0) is the default action x_0; (2) the estimate l~ that charge() subtracts is unbiased
// when the action was drawn; (3) charge() returns sigma D(x, z~); (4) c1(n) is the largest D(y, x_0) over the
// extreme points y, moved to (1-1/n) y + x_0/n where that is infinite.
template <class G>
concept Geometry = requires(const G g, typename G::Draw draw, std::span<const double> in,
                            std::span<double> out, double v, std::size_t i, ByteWriter writer,
                            ByteReader reader) {
  { g.name() } -> std::convertible_to<std::string>;
  { g.dimension() } -> std::same_as<std::size_t>;
  { g.c1(v) } -> std::same_as<double>;
  g.mirror(out, out);  // (theta, x): x = mirror(theta); theta may be recentred
  { g.draw(in, v) } -> std::same_as<typename G::Draw>;           // (x, uniform number)
  { g.force(in, i) } -> std::same_as<Result<typename G::Draw>>;  // (x, the caller's choice)
  { g.charge(draw, v, v, out) } -> std::same_as<double>;  // (draw, sigma, loss, theta): theta -= l~ / sigma
  G::save_draw(draw, writer);
  { g.load_draw(reader) } -> std::same_as<std::optional<typename G::Draw>>;
};

}  // namespace banker
