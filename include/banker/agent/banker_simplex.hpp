#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "banker/agent/simplex.hpp"
#include "banker/estimate/reduced_variance.hpp"
#include "banker/mirror/half_tsallis.hpp"

namespace banker {

// The geometry of the agent `banker`: arms under half-Tsallis, with estimates of reduced variance, certified costs,
// and an informed default action: what is borrowed at t has the dual of the last point, no deeper than G,
//   theta_0 = max(theta_{t-1}, -G),   G = sqrt(K / (1 - lambda)) - sqrt(K),   max_i theta_{t-1,i} = 0,
// so that a loan forgets little. Its x_0 = mirror(theta_0) has x_{0,i} >= (1 - lambda) / K, and so
//   D(y, x_0) <= sqrt(K / (1 - lambda)) + sqrt(K) - 2 = C1.
class BankerSimplex : public Simplex<HalfTsallis> {
 public:
  static constexpr bool kImputes = true;
  struct Draw {
    double probability = 0;
    std::uint32_t arm = 0;
    std::uint32_t level = 0;  // of the notes of its row
  };

  BankerSimplex(std::size_t arms, double memory);

  std::string name() const { return Simplex::name() + " reduced-variance"; }
  double c1(double) const { return c1_; }
  bool mirror(double top, std::span<double> theta, const Point& last, Hint hint, Point& x) const {
    hint.weight += hint.loan;  // a loan is nearly what is there
    x.reduce_at(first_level(hint.scale));
    return Simplex::mirror(top, theta, last, hint, x);
  }
  std::optional<Error> draw(const Point& x, Uniforms u, const Forced& forced, Draw& draw) const;
  static Decision decision(RoundId round, const Draw& draw) { return {round, draw.arm, draw.probability}; }
  static std::span<const double> action(const Draw&) { return {}; }

  // A level of the row serves a round while b = sigma level is near 1/2; otherwise the round adds its own.
  Price appraise(const Point& x, double scale, LossSpan, RowNotes& notes, Draw& draw) const;
  static Charge estimate(const Draw& draw, double scale, double loss, const RowNotes& notes);
  double merge(const Merger& merger, std::span<const double> mean, std::span<double> out,
               const Point& x) const;
  double lend(const Loan& loan, std::span<const double> mean, std::span<double> out) const;

  static void save_draw(const Draw& draw, ByteWriter& out);
  std::optional<Draw> load_draw(ByteReader& in) const;

 private:
  double c1_;
  double depth_;  // G
};

static_assert(Sparse<BankerSimplex>);

}  // namespace banker
