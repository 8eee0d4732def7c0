// Draws of LinearSpace: what is forced is played, and what is drawn is even.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/core/random.hpp"
#include "estimate/every_sampler.hpp"
#include "support/chi_square.hpp"

namespace banker::draw_test {
namespace {

using testing::Dice;
using testing::effort;

class OnShapes : public testing::EverySampler {};

// A_t of the space is place(y + sign step); its lift has the sign.
TEST_P(OnShapes, DrawPlaysTheForcedDirection) {
  visit([&](const Spot& s) {
    for (std::size_t i = 0; i < n_; ++i) {
      for (const int sign : {1, -1}) {
        LinearDraw draw;
        ASSERT_FALSE(space_.draw(s.at, {0.3, 0.7, 0.5}, {.arm = {}, .direction = i, .sign = sign}, draw));
        EXPECT_EQ(draw.direction, i);
        EXPECT_EQ(draw.sign, sign);
        EXPECT_EQ(draw.probability, 1 / (2 * static_cast<double>(n_)));
        EXPECT_EQ(draw.action, place(moved(s.at.y, sign, s.steps[i])));
        for (std::size_t k = 0; k < n_; ++k) EXPECT_EQ(draw.lift[k], sign * s.lifts[i][k]);
        EXPECT_LE(body().excess(draw.action), 1e-9);
      }
    }
  });
}

INSTANTIATE_TEST_SUITE_P(Draws, OnShapes,
                         ::testing::Combine(::testing::ValuesIn(testing::all_shapes()),
                                            testing::kBothSamplers),
                         testing::sampler_name);

// Over many rounds the 2n draws are even, and the listed actions have their probabilities: chi-square tests
// at the level 1e-4, of fixed seeds.
TEST(Draws, AreEven) {
  for (const testing::TestBody& what : testing::all_bodies()) {
    const LinearSpace space(what.make(), Sampler::kCholesky);
    const std::size_t n = space.dimension();
    BodyPoint x = space.default_action();
    Dice dice(11);
    ASSERT_TRUE(space.mirror(0, dice.on_sphere(n, 5), space.default_action(), {}, x));
    const int rounds = effort(50000, 5000);
    Vector count(2 * n), expected(2 * n, rounds / (2 * static_cast<double>(n)));
    Vector chosen(space.body().atoms()), due;
    for (const double p : space.probabilities(x)) due.push_back(p * rounds);
    LinearDraw draw;
    for (int t = 0; t < rounds; ++t) {
      ASSERT_FALSE(space.draw(x, uniforms(3, RoundId{static_cast<std::uint64_t>(t)}), {}, draw));
      ++count[2 * draw.direction + (draw.sign > 0)];
      if (!chosen.empty()) ++chosen[draw.choice];
    }
    EXPECT_GT(testing::pearson(count, expected), 1e-4) << what.name;
    if (!chosen.empty()) {
      EXPECT_GT(testing::pearson(chosen, due), 1e-4) << what.name;
    }
  }
}

}  // namespace
}  // namespace banker::draw_test
