// Next to a face, immediate costs of small losses against long double: a certificate must not miss them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <vector>

#include "banker/agent/banker_bolo.hpp"
#include "body/faces.hpp"
#include "support/effort.hpp"

namespace banker::testing::linear_cost_test {
namespace {

struct Named {
  std::string name;
  Shape shape;
};
std::ostream& operator<<(std::ostream& out, const Named& body) { return out << body.name; }

// A Banker-BOLO with sigma_t = 2n that plays one direction forwards for ever.
class AgentNearAFace : public ::testing::TestWithParam<Named> {
 protected:
  void SetUp() override { start(); }
  void start() {
    BankerBoloOptions options;
    options.body = GetParam().shape;
    options.nu = 1e9;
    options.floor = 2.0 * static_cast<double>(make_body(GetParam().shape).value()->dimension());
    options.spending = Spending::kNewestFirst;  // the dual of a round is that of the one before
    agent_ = make_agent(options).value();
  }
  const BankerBolo& bolo() const { return dynamic_cast<const BankerBolo&>(*agent_); }

  struct Round {
    Decision decision;
    double scale;
    Vector dual, lift;
  };
  Round ask(std::size_t direction) {
    Round round{agent_->ask({.arm = {}, .direction = direction, .sign = 1}).value(), 0, {}, {}};
    bolo().for_each_open([&](RoundId id, double scale, std::span<const double> dual) {
      if (id != round.decision.round) return;
      round.scale = scale;
      round.dual.assign(dual.begin(), dual.end());
    });
    const Body& body = bolo().geometry().body();
    BodyPoint x = body.centre();
    std::vector<double> step(body.dimension());
    round.lift = step;
    EXPECT_TRUE(body.mirror(round.dual, x.view()));
    body.direction(x.view(), direction, step, round.lift);
    return round;
  }

  std::unique_ptr<Agent> agent_;
};

// sigma D(x, z), grad z = grad x - n l / sigma lift. The move is t = n |l| / sigma long, and its ends are
// known to 2e-12; in a box, which needs no search, to rounding. Losses are -1 until the dual is as long as
// `depth`, then 1e-2 to 1e-6, of either sign.
TEST_P(AgentNearAFace, CostsOfSmallLossesKeepTheirDigits) {
  for (const Real depth : {1e6L, 1e8L}) {
    start();
    const Body& body = bolo().geometry().body();
    const bool box = body.name() == "box";
    const Faces faces = box ? Faces::cube(body.dimension()) : Faces(body);
    const Real n = static_cast<Real>(body.dimension());
    int near = 0;
    for (int t = 0; t < effort(2000, 400); ++t) {
      const Round round = ask(static_cast<std::size_t>(t) % body.dimension());
      const bool small = length(converted<Real>(round.dual)) > depth;
      const double loss = small ? (t % 2 == 0 ? -1 : 1) * std::pow(10, -2 - t / 2 % 5) : -1;
      const Receipt receipt = agent_->tell(round.decision.round, loss).value();
      ASSERT_EQ(receipt.state, RoundState::kSettled) << t;
      Reals delta;
      for (const double v : round.lift) delta.push_back(-n * loss / round.scale * v);
      const Real want = round.scale * faces.divergence(faces.slacks(round.dual), delta);
      const Real error = (box ? 4e-15L : 4e-12L) / (n * std::fabs(loss) / round.scale);
      EXPECT_GE(*receipt.immediate_cost, want * (1 - error)) << t << ": a loss of " << loss;
      EXPECT_LE(*receipt.immediate_cost, want * (1 + error)) << t << ": a loss of " << loss;
      near += small;
    }
    EXPECT_GT(near, effort(1500, 200));
  }
}

std::vector<Named> bodies() {
  Dice dice(63);
  return {{"box", Box{{-1, 0, 5}, {1, 1e-3, 6}}},
          {"triangle", Polytope{{{-1, 0}, {0, -1}, {1, 1}}, {0, 0, 1}}},
          {"polytope", random_polytope(dice, 12, dice.normals(3))}};
}
INSTANTIATE_TEST_SUITE_P(Bodies, AgentNearAFace, ::testing::ValuesIn(bodies()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace banker::testing::linear_cost_test
