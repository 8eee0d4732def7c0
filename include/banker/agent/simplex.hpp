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

// The first arm whose running sum of x exceeds u times the whole sum. Never one with x = 0. (Of a list of numbers; a
// SimplexPoint has its own.)
ArmDraw draw_arm(std::span<const double> x, double u);
// The arm that is drawn, or the one named by the caller; an error if there is none, or if it is less probable than
// kLeastPlayed.
std::optional<Error> draw_or_force(std::span<const double> x, double u, const Forced& forced, ArmDraw& draw);
std::optional<Error> draw_or_force(const SimplexPoint& x, double u, const Forced& forced, ArmDraw& draw);
// False if the bytes are no point.
bool load_simplex_point(ByteReader& in, bool squared, SimplexPoint& x);

// The geometry of arms: points of the simplex under a regularizer, drawn by their probabilities, estimated by
// importance weighting. Duals are modulo a constant vector; the default action is uniform, with dual 0.
template <Regularizer R>
class Simplex {
 public:
  using Point = SimplexPoint;
  using Draw = ArmDraw;
  static constexpr bool kAlwaysFound = true;

  Simplex(R psi, std::size_t arms) : psi_(std::move(psi)), arms_(arms) {}

  std::string name() const { return std::string(psi_.name()); }
  const R& regularizer() const { return psi_; }
  std::size_t dimension() const { return arms_; }
  double c1(double n) const { return psi_.c1(arms_, n); }

  Point default_action() const {
    Point x(arms_);
    PaddedVector theta(padded(arms_));
    psi_.solve(0, {theta.data(), arms_}, x);
    return x;
  }
  // theta recentred, x = mirror(theta).
  bool mirror(double top, std::span<double> theta, const Point& last, const Hint& hint, Point& x) const {
    x.start_from(last, hint);
    psi_.solve(top, theta, x);
    return true;
  }
  std::optional<Error> draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const {
    return draw_or_force(x, u.first, forced, draw);
  }
  static Decision decision(RoundId round, const Draw& draw) { return {round, draw.arm, draw.probability}; }
  static std::span<const double> action(const Draw&) { return {}; }
  static std::vector<double> probabilities(const Point& x) {
    std::vector<double> list;
    x.copy_to(list);
    return list;
  }
  static void coordinates(const Point& x, std::vector<double>& out) { x.copy_to(out); }
  // The dual of z_s is theta_s - (l / x_A) e_A / sigma_s: one coordinate.
  Charge estimate(const Draw& draw, double scale, double loss, const RowNotes&) const {
    const double cost = psi_.immediate_cost(scale, draw.probability, loss);
    const double fall = importance_weighted(loss, draw.probability) / scale;
    return {{static_cast<std::uint32_t>(draw.arm), 0, fall}, {cost, cost}};
  }
  static double merge(const Merger& merger, std::span<const double> mean, std::span<double> out,
                      const Point&) {
    return PlainMixer::merge(merger, mean, out);
  }
  static double lend(const Loan& loan, std::span<const double> mean, std::span<double> out) {
    return PlainMixer::lend(loan, mean, out);
  }

  static bool admits(std::span<const double>) { return true; }
  static void save_point(const Point& x, ByteWriter& out) {
    out.number(x.u());
    out.number(x.fourth());
    out.numbers(x.coordinates());
  }
  bool load_point(ByteReader& in, Point& x) const { return load_simplex_point(in, psi_.squared(), x); }
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
