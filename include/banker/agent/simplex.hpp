#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/geometry.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/regularizer.hpp"

namespace banker {

// An arm with the probability it was drawn with.
struct ArmDraw {
  std::size_t arm = 0;
  double probability = 0;
};

// An arm less probable than this is never played: its estimate might not be a number.
inline constexpr double kLeastPlayed = 1e-150;

// Whether a sum over a point of the simplex can be this, but for rounding.
constexpr bool is_share(double v) { return v > 0 && v <= 1 + 1e-9; }

// theta - max(theta) 1: the same point of the simplex, and numbers that do not drift away.
void recentre(std::span<double> theta);
// The first arm whose running sum of x exceeds u times the whole sum. Never one with x = 0.
ArmDraw draw_arm(std::span<const double> x, double u);
// The arm named by the caller; an error if there is none, or if it is less probable than kLeastPlayed.
Result<ArmDraw> force_arm(std::span<const double> x, std::size_t arm);
// One of the two.
std::optional<Error> draw_or_force(std::span<const double> x, double u, const Forced& forced, ArmDraw& draw);

// The geometry of arms: points of the simplex under a regularizer, drawn by their probabilities, estimated by
// importance weighting. Duals are modulo a constant vector; the default action is uniform, with dual 0.
template <Regularizer R>
class Simplex {
 public:
  using Point = std::vector<double>;
  using Draw = ArmDraw;
  static constexpr bool kAlwaysFound = true;

  Simplex(R psi, std::size_t arms) : psi_(std::move(psi)), arms_(arms) {}

  std::string name() const { return std::string(psi_.name()); }
  const R& regularizer() const { return psi_; }
  std::size_t dimension() const { return arms_; }
  double c1(double n) const { return psi_.c1(arms_, n); }

  Point default_action() const { return Point(arms_, 1 / static_cast<double>(arms_)); }

  // theta recentred, x = mirror(theta).
  bool mirror(std::span<double> theta, const Point&, Point& x) const {
    recentre(theta);
    psi_.mirror(theta, x);
    return true;
  }
  std::optional<Error> draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const {
    return draw_or_force(x, u.first, forced, draw);
  }
  static Decision decision(RoundId round, const Draw& draw) { return {round, draw.arm, draw.probability}; }
  static std::span<const double> action(const Draw&) { return {}; }
  static std::vector<double> probabilities(const Point& x) { return x; }
  static void coordinates(const Point& x, std::vector<double>& out) { out = x; }
  // theta_s - l~_s / sigma_s, the dual of z_s: one coordinate. Returns the immediate cost.
  std::optional<double> charge(const Draw& draw, double scale, double loss, std::span<double> theta) const {
    theta[draw.arm] -= importance_weighted(loss, draw.probability) / scale;
    return psi_.immediate_cost(scale, draw.probability, loss);
  }

  static bool admits(std::span<const double>) { return true; }
  static void save_point(const Point&, ByteWriter&) {}
  static bool load_point(ByteReader&, Point&) { return true; }
  static void save_draw(const Draw& draw, ByteWriter& out) {
    out.integer(draw.arm);
    out.number(draw.probability);
  }
  // Nothing if the bytes are no draw of this geometry.
  std::optional<Draw> load_draw(ByteReader& in) const {
    const Draw draw{in.integer(), in.number()};
    if (draw.arm >= arms_ || !(draw.probability >= kLeastPlayed && draw.probability <= 1))
      return std::nullopt;
    return draw;
  }

 private:
  R psi_;
  std::size_t arms_;
};

}  // namespace banker
