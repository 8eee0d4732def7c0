#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "banker/agent/simplex.hpp"
#include "banker/mirror/certified_cost.hpp"
#include "banker/mirror/log_barrier.hpp"
#include "banker/scale/scale_free.hpp"

namespace banker {

// The geometry of arms under the log-barrier with exploration: the arm is drawn from
//   p_t = (1 - g_t) x_t + g_t / K,
// its estimate is l / p_A, and the cost is certified, as of banker_simplex.hpp.
class ExploredSimplex {
 public:
  static constexpr bool kAlwaysFound = true;
  struct Point {
    SimplexPoint x;
    std::vector<double> p;
  };
  struct Draw : ArmDraw {  // with p_A
    double weight = 0;     // x_A
    BarrierSums sums{};    // of x_s
  };

  ExploredSimplex(std::size_t arms, Exploration exploration)
      : simplex_(LogBarrier{}, arms), exploration_(exploration) {}

  std::string name() const { return "explored " + simplex_.name(); }
  std::size_t dimension() const { return simplex_.dimension(); }
  double c1(double n) const { return simplex_.c1(n); }
  Point default_action() const {
    SimplexPoint x = simplex_.default_action();
    return {x, Simplex<LogBarrier>::probabilities(x)};
  }

  bool mirror(double top, std::span<double> theta, const Point& last, const Hint& hint, Point& point) const {
    return simplex_.mirror(top, theta, last.x, hint, point.x);
  }
  void explore(RoundId round, Point& point) const {
    const double g = exploration_.at(number(round)), each = g / static_cast<double>(dimension());
    point.p.resize(dimension());
    for (std::size_t i = 0; i < point.p.size(); ++i) point.p[i] = (1 - g) * point.x[i] + each;
  }
  std::optional<Error> draw(const Point& point, Uniforms u, const Forced& forced, Draw& draw) const {
    auto error = draw_or_force(point.p, u.first, forced, draw);
    if (error) return error;
    draw.weight = point.x[draw.arm];
    return std::nullopt;
  }
  static Decision decision(RoundId round, const Draw& draw) { return {round, draw.arm, draw.probability}; }
  static std::span<const double> action(const Draw&) { return {}; }
  static std::vector<double> probabilities(const Point& point) { return point.p; }
  static void coordinates(const Point& point, std::vector<double>& out) { out = point.p; }
  Charge estimate(const Draw& draw, double scale, double loss, const RowNotes& notes) const {
    return {simplex_.estimate(draw, scale, loss, notes).fall, price(draw, scale, loss)};
  }
  static double merge(const Merger& merger, std::span<const double> mean, std::span<double> out,
                      const Point&) {
    return PlainMixer::merge(merger, mean, out);
  }
  static double lend(const Loan& loan, std::span<const double> mean, std::span<double> out) {
    return PlainMixer::lend(loan, mean, out);
  }
  // REQUIRES: the loss is truncated.
  static Price price(const Draw& draw, double scale, double loss) {
    return barrier_price(scale, draw.weight, loss * (draw.weight / draw.probability), draw.sums);
  }
  // It grows with |loss|, on both sides of 0.
  static Price appraise(const Point& point, double scale, LossSpan losses, RowNotes&, Draw& draw) {
    draw.sums = barrier_sums(point.x.coordinates());
    if (scale == 0) return {0, 0};
    const Price least = price(draw, scale, losses.least), largest = price(draw, scale, losses.largest);
    return {std::max(least.certified, largest.certified), std::max(least.plain, largest.plain)};
  }

  static bool admits(std::span<const double>) { return true; }
  static void save_point(const Point& point, ByteWriter& out) {
    Simplex<LogBarrier>::save_point(point.x, out);
  }
  bool load_point(ByteReader& in, Point& point) const { return simplex_.load_point(in, point.x); }
  static void save_draw(const Draw& draw, ByteWriter& out) {
    Simplex<LogBarrier>::save_draw(draw, out);
    for (const double v : {draw.weight, draw.sums.volume, draw.sums.largest}) out.number(v);
  }
  std::optional<Draw> load_draw(ByteReader& in) const {
    const auto arm = simplex_.load_draw(in);
    const double weight = in.number(), volume = in.number(), largest = in.number();
    const bool possible =
        arm && weight >= 0 && weight <= 2 * arm->probability && is_share(volume) && is_share(largest);
    if (!possible) return std::nullopt;
    return Draw{*arm, weight, {volume, largest}};
  }

 private:
  Simplex<LogBarrier> simplex_;
  Exploration exploration_;
};

static_assert(Sparse<ExploredSimplex>);

}  // namespace banker
