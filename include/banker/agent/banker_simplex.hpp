#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>

#include "banker/agent/simplex.hpp"
#include "banker/estimate/reduced_variance.hpp"
#include "banker/mirror/half_tsallis.hpp"

namespace banker {

// The geometry of the agent `banker`: arms under half-Tsallis, with estimates of reduced variance, certified costs,
// and an informed default action: what is borrowed at t has the dual of
//   x_0 = (1 - lambda) / K + lambda x_{t-1},   D(y, x_0) <= sqrt(K / (1 - lambda)) + sqrt(K) - 2 = C1,
// so that a loan forgets little.
class BankerSimplex : public Simplex<HalfTsallis> {
 public:
  static constexpr bool kImputes = true;
  struct Draw : ArmDraw {
    TsallisSums sums{};  // of x_s
  };

  BankerSimplex(std::size_t arms, double memory) : Simplex(HalfTsallis{}, arms), memory_(memory) {}

  std::string name() const { return Simplex::name() + " reduced-variance"; }
  double c1(double) const {
    const double arms = static_cast<double>(dimension());
    return std::sqrt(arms / (1 - memory_)) + std::sqrt(arms) - 2;
  }
  // theta += share times the dual of x_0, in which the uniform point has dual 0.
  void inform(const Point& last, double share, std::span<double> theta) const;

  static Price price(const Draw& draw, double scale, double loss) {
    const double root = std::sqrt(draw.probability);
    return tsallis_price(scale, root, baseline(scale, root), loss, draw.sums);
  }
  static Price appraise(const Point& x, double scale, LossSpan, Draw& draw) {
    draw.sums = tsallis_sums(scale, x);
    const double root = std::sqrt(draw.probability);
    return worst_tsallis_price(scale, root, baseline(scale, root), draw.sums);
  }
  std::optional<double> charge(const Draw& draw, double scale, double loss, std::span<double> theta) const {
    charge_reduced(scale, draw.arm, draw.probability, loss, draw.sums.top, theta);
    return price(draw, scale, loss).certified;
  }

  // x_{t-1} is state: the next loan remembers it.
  static void save_point(const Point& x, ByteWriter& out) { out.numbers(x); }
  static bool load_point(ByteReader& in, Point& x);
  static void save_draw(const Draw& draw, ByteWriter& out);
  std::optional<Draw> load_draw(ByteReader& in) const;

 private:
  double memory_;  // lambda
};

static_assert(Geometry<BankerSimplex>);

}  // namespace banker
