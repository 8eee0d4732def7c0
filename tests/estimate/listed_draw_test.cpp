// Draws from listed actions: the estimate stays unbiased, also if the caller draws the action.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "banker/core/random.hpp"
#include "estimate/every_sampler.hpp"

namespace banker::listed_draw_test {
namespace {

using testing::converted;
using testing::difference;
using testing::inner;
using testing::length;
using testing::Real;
using testing::Reals;

class OnLists : public testing::EverySampler {
 protected:
  // Everything that LinearSpace::draw() decides.
  LinearDraw draw(const Spot& s, Uniforms u, const Forced& forced = {}) {
    LinearDraw drawn;
    const auto error = space_.draw(s.at, u, forced, drawn);
    EXPECT_FALSE(error) << error->message;
    return drawn;
  }
  static Forced arm(std::size_t j) { return {.arm = j, .direction = {}, .sign = {}}; }
  // The u.first that draws direction i with this sign.
  double first(std::size_t i, int sign) const {
    return (2 * static_cast<double>(i) + (sign > 0 ? 0.5 : 1.5)) / (2 * static_cast<double>(n_));
  }
  // The weights of the actions in direction i with this sign.
  Vector mixture(const Spot& s, std::size_t i, int sign) {
    Vector lift = s.lifts[i], weights(body().atoms());
    for (double& v : lift) v *= sign;
    body().mixture(s.at.view(), lift, weights);
    return weights;
  }
  // A u.second that draws action j from these weights; or, if not `same`, another. Nothing: there is none.
  static std::optional<double> second(const Vector& weights, std::size_t j, bool same) {
    Real whole = 0, before = 0;
    for (const double w : weights) whole += w;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if ((k == j) == same && weights[k] > 1e-12L * whole)
        return static_cast<double>((before + weights[k] / 2) / whole);
      before += weights[k];
    }
    return std::nullopt;
  }
  // The share of u.third for which a forced action keeps the sign that was drawn, by bisection.
  double share_kept(const Spot& s, Uniforms u, std::size_t j, int sign) {
    double low = 0, high = 1;  // kept below, not above
    for (int i = 0; i < 40; ++i) {
      u.third = (low + high) / 2;
      (draw(s, u, arm(j)).sign == sign ? low : high) = u.third;
    }
    return low;
  }
};

// A list: the mixture of every direction and sign is a distribution with the mean A; over all of them it is
// probabilities(); and sum of (1/2n) weight n <l, v> sign H M e_i = l, v the action of the draw.
TEST_P(OnLists, ActionsKeepTheEstimateUnbiased) {
  visit([&](const Spot& s) {
    const Loss loss = random_loss();
    const std::vector<double> probabilities = space_.probabilities(s.at);
    Reals average(body().atoms()), mean(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      for (const int sign : {1, -1}) {
        LinearDraw draw;
        ASSERT_FALSE(space_.draw(s.at, {0.5, 0.5, 0.5}, {.arm = {}, .direction = i, .sign = sign}, draw));
        Vector weights(body().atoms());
        body().mixture(s.at.view(), draw.lift, weights);
        const Vector a = place(moved(s.at.y, sign, s.steps[i]));
        Reals centre(a.size());
        Real sum = 0;
        for (std::size_t j = 0; j < weights.size(); ++j) {
          EXPECT_GE(weights[j], 0);
          sum += weights[j];
          average[j] += Real{weights[j]} / (2 * n_);
          if (weights[j] == 0) continue;
          ASSERT_FALSE(space_.draw(s.at, {0.5, 0.5, 0.5}, {.arm = j, .direction = i, .sign = sign}, draw))
              << j;
          EXPECT_EQ(draw.choice, j);
          EXPECT_EQ(draw.probability, probabilities[j]);
          const auto v = space_.action(draw);
          for (std::size_t k = 0; k < a.size(); ++k) centre[k] += Real{weights[j]} * v[k];
          // n/2n <l, v> sign H M e_i; the space has put the sign into the lift.
          for (std::size_t k = 0; k < n_; ++k) mean[k] += weights[j] * inner(loss.l, v) / 2 * draw.lift[k];
        }
        EXPECT_NEAR(static_cast<double>(sum), 1, 1e-12);
        for (std::size_t k = 0; k < a.size(); ++k)
          EXPECT_NEAR(static_cast<double>(centre[k]), a[k], 1e-12 * (1 + std::fabs(a[k])));
      }
    }
    for (std::size_t j = 0; j < average.size(); ++j)
      EXPECT_NEAR(static_cast<double>(average[j] / probabilities[j]), 1, 1e-12);
    const Real size = length(s.k.solve(converted<Real>(loss.l_y)));
    const Real error = 4 * n_ * rounding(loss, place(s.at.y)) + s.rounding() * size;
    EXPECT_LE(length(s.k.solve(difference(mean, loss.l_y))), error);
  });
}

// An action j drawn by the caller from w: the direction is even, and the sign has the chance w'_j / (2 w_j).
// So sum_j w_j (1/n) sum_i sum_sign (chance) n <l, v_j> sign H M e_i = l: integrated over all u, where
// draw() changes its mind.
TEST_P(OnLists, ActionsDrawnByTheCallerKeepTheEstimateUnbiased) {
  int spots = 0;
  visit([&](const Spot& s) {
    if (spots++ % 10 != 0) return;
    const Loss loss = random_loss();
    const Vector w = space_.probabilities(s.at);
    Reals mean(n_);
    for (std::size_t j = 0; j < w.size(); ++j) {
      const Real value = inner(loss.l, body().atom(j));
      for (std::size_t i = 0; i < n_; ++i) {
        Real plus = 0;  // the chance of direction i with sign +, given j and i
        for (const int sign : {1, -1}) {
          const Vector weights = mixture(s, i, sign);
          Real whole = 0;
          for (const double v : weights) whole += v;
          const Real anyway = weights[j] / whole;  // drawn without being forced
          Real kept = anyway;
          if (const auto u = second(weights, j, false))
            kept += (1 - anyway) * share_kept(s, {first(i, sign), *u, 0}, j, sign);
          plus += (sign > 0 ? kept : 1 - kept) / 2;
        }
        EXPECT_NEAR(static_cast<double>(plus), mixture(s, i, 1)[j] / (2 * w[j]), 1e-11);
        for (std::size_t k = 0; k < n_; ++k) mean[k] += w[j] * value * (2 * plus - 1) * s.lifts[i][k];
      }
    }
    // Chances are known to 1e-11, and each is multiplied by a value and a lift.
    const Real size = length(s.k.solve(converted<Real>(loss.l_y)));
    Real most = 0;
    for (std::size_t j = 0; j < w.size(); ++j) most += w[j] * std::fabs(inner(loss.l, body().atom(j)));
    const Real error = 4 * n_ * rounding(loss, place(s.at.y)) + s.rounding() * size + 1e-11L * n_ * most;
    EXPECT_LE(length(s.k.solve(difference(mean, loss.l_y))), error);
  });
}

// Forcing the action that would have been drawn is no change: the same direction, sign and lift.
TEST_P(OnLists, ForcingTheDrawnActionDrawsTheSame) {
  visit([&](const Spot& s) {
    for (std::uint64_t t = 1; t <= 20; ++t) {
      const Uniforms u = uniforms(9, RoundId{t});
      const LinearDraw drawn = draw(s, u), same = draw(s, u, arm(drawn.choice));
      EXPECT_EQ(same.choice, drawn.choice);
      EXPECT_EQ(same.direction, drawn.direction);
      EXPECT_EQ(same.sign, drawn.sign);
      EXPECT_EQ(same.lift, drawn.lift);
      EXPECT_EQ(same.probability, drawn.probability);
    }
  });
}

// Any other has its probability, the direction that was drawn, and the lift of its sign.
TEST_P(OnLists, AForcedActionHasItsProbabilityAndTheLiftOfItsSign) {
  visit([&](const Spot& s) {
    const Vector w = space_.probabilities(s.at);
    for (std::size_t j = 0; j < w.size(); ++j) {
      const Uniforms u = uniforms(10, RoundId{j + 1});
      const LinearDraw drawn = draw(s, u), forced = draw(s, u, arm(j));
      EXPECT_EQ(forced.choice, j);
      EXPECT_EQ(forced.probability, w[j]);
      EXPECT_EQ(forced.direction, drawn.direction);
      for (std::size_t k = 0; k < n_; ++k)
        EXPECT_EQ(forced.lift[k], forced.sign * s.lifts[forced.direction][k]);
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Draws, OnLists,
                         ::testing::Combine(::testing::ValuesIn(testing::all_lists()),
                                            testing::kBothSamplers),
                         testing::sampler_name);

}  // namespace
}  // namespace banker::listed_draw_test
