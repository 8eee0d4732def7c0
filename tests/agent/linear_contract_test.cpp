// The agent contract where linear agents say more: actions, points, directions and signs.

#include <cmath>
#include <map>

#include "agent/player.hpp"
#include "support/effort.hpp"

namespace banker::testing::linear_contract_test {
namespace {

// Rounding, relative to bodies of the size of 1 to 6.
constexpr double kRounding = 1e-12;

std::vector<Case> linear_catalog_cases() {
  std::vector<Case> cases = catalog_cases(true);
  std::erase_if(cases, [](const Case& c) { return !is_linear(*make(c.spec)); });
  return cases;
}

class LinearContract : public ::testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<Agent> fresh() const { return make(GetParam().spec); }
  // The directions are the coordinates of the subspace that actions lie in.
  static std::size_t directions(const Agent& agent) { return agent.arms() > 0 ? 2 : agent.dimension(); }
};
INSTANTIATE_TEST_SUITE_P(Catalog, LinearContract, ::testing::ValuesIn(linear_catalog_cases()), case_name);

// Without a list: the action itself is drawn around the point.
std::vector<Case> body_cases() {
  std::vector<Case> cases = linear_catalog_cases();
  std::erase_if(cases, [](const Case& c) { return make(c.spec)->arms() > 0; });
  return cases;
}
class BodyContract : public LinearContract {};
INSTANTIATE_TEST_SUITE_P(Catalog, BodyContract, ::testing::ValuesIn(body_cases()), case_name);

TEST(LinearCases, AreEveryBodyInEverySpending) {
  EXPECT_EQ(linear_catalog_cases().size(), 5u * 3 + 1 + 5 + 5);
}

TEST_P(LinearContract, EveryActionIsAPointOfTheBodyAndStaysWhileTheRoundIsOpen) {
  const auto agent = fresh();
  Random random(71);
  Player play(*agent, true);
  std::map<RoundId, std::vector<double>> actions;
  for (int i = 0; i < effort(400, 200); ++i) {
    play.step(random());
    const std::vector<double> x = agent->point();
    ASSERT_EQ(x.size(), agent->dimension());
    if (agent->arms() == 0) {
      ASSERT_LE(outside(*agent, x), kRounding);
    }
    for (const RoundId round : play.open()) {
      const std::vector<double> action = agent->action(round).value();
      ASSERT_EQ(action.size(), agent->dimension());
      ASSERT_LE(outside(*agent, action), kRounding);
      ASSERT_EQ(actions.try_emplace(round, action).first->second, action);
    }
  }
  EXPECT_GT(actions.size(), effort(100u, 50u));
}

TEST_P(BodyContract, EveryDirectionAndSignHasTheSameChance) {
  const auto agent = fresh();
  Random random(72);
  Player play(*agent, true);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t bits = random();
    const bool asks = play.asks(bits);
    play.step(bits);
    if (!asks) continue;
    const Decision& decision = play.last();
    ASSERT_LT(decision.direction, directions(*agent));
    ASSERT_TRUE(decision.sign == 1 || decision.sign == -1);
    ASSERT_EQ(decision.arm, 0u);
    ASSERT_EQ(decision.probability, 1 / (2.0 * static_cast<double>(directions(*agent))));
    ASSERT_TRUE(agent->probabilities().empty());
  }
}

// x + step and x - step: the point is in the middle of both.
TEST_P(BodyContract, ThePointIsInTheMiddleOfTheActionsOfOppositeSigns) {
  const auto forwards = fresh(), backwards = fresh();
  Random random(73);
  Player play(*forwards, true), same(*backwards, true);
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t bits = random();
    play.step(bits), same.step(bits);
  }
  for (std::size_t direction = 0; direction < directions(*forwards); ++direction) {
    ASSERT_EQ(forwards->save(), backwards->save());
    const std::vector<double> x = forwards->point();
    const RoundId a = forwards->ask({.arm = {}, .direction = direction, .sign = 1}).value().round;
    const RoundId b = backwards->ask({.arm = {}, .direction = direction, .sign = -1}).value().round;
    const std::vector<double> ahead = forwards->action(a).value(), behind = backwards->action(b).value();
    double moved = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      EXPECT_NEAR((ahead[i] + behind[i]) / 2, x[i], kRounding);
      moved += std::fabs(ahead[i] - behind[i]);
    }
    EXPECT_GT(moved, 1e-3);
    (void)forwards->drop(a).value(), (void)backwards->drop(b).value();
  }
}

// The estimate is odd: what costs l there costs -l in the opposite direction.
TEST_P(LinearContract, ALossInADirectionTeachesWhatAGainTeachesInTheOpposite) {
  const auto forwards = fresh(), backwards = fresh();
  const std::vector<double> start = forwards->point();
  for (std::size_t i = 0; i < 3 * directions(*forwards); ++i) {
    const std::size_t direction = i % directions(*forwards);
    const double loss = 0.75 - 0.125 * static_cast<double>(i);
    const RoundId round = forwards->ask({.arm = {}, .direction = direction, .sign = 1}).value().round;
    (void)backwards->ask({.arm = {}, .direction = direction, .sign = -1}).value();
    const Receipt receipt = forwards->tell(round, loss).value();
    EXPECT_EQ(receipt.state, RoundState::kSettled);
    EXPECT_EQ(text(receipt), text(backwards->tell(round, -loss).value()));
    EXPECT_EQ(forwards->point(), backwards->point());
  }
  EXPECT_NE(forwards->point(), start);
}

// At the centre the body is round in its own coordinates, so a loss pushes the point straight back.
TEST_P(BodyContract, ALossMovesThePointAwayFromTheAction) {
  for (const double loss : {0.75, -0.75}) {
    const auto agent = fresh();
    const std::vector<double> x = agent->point();
    const RoundId round = agent->ask().value().round;
    const std::vector<double> action = agent->action(round).value();
    EXPECT_EQ(agent->tell(round, loss).value().state, RoundState::kSettled);
    const std::vector<double> next = agent->point();
    double product = 0;
    for (std::size_t i = 0; i < x.size(); ++i) product += (action[i] - x[i]) * (next[i] - x[i]);
    EXPECT_LT(product * loss, 0);
  }
}

// The part that is not forced is drawn as ever: forcing part of what was drawn changes nothing.
TEST_P(LinearContract, ForcingPartOfADecisionDrawsTheRest) {
  const auto drawn = fresh(), same = fresh();
  Random random(74);
  Player draws(*drawn, true), forces(*same, true);
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t bits = random();
    const bool asks = draws.asks(bits);
    const std::string answer = draws.step(bits);
    Forced part = forced(*drawn, draws.last());
    if (bits >> 32 & 1) part.arm.reset();
    if (bits >> 33 & 1) part.direction.reset();
    if (bits >> 34 & 1) part.sign.reset();
    ASSERT_EQ(asks ? forces.ask(part) : forces.step(bits), answer);
    ASSERT_EQ(drawn->save(), same->save());
  }
}

TEST_P(LinearContract, AForcedDirectionAndSignArePlayed) {
  const auto agent = fresh();
  for (std::size_t direction = 0; direction < directions(*agent); ++direction) {
    for (const int sign : {1, -1}) {
      const Decision decision = agent->ask({.arm = {}, .direction = direction, .sign = sign}).value();
      EXPECT_EQ(decision.direction, direction);
      EXPECT_EQ(decision.sign, sign);
      (void)agent->tell(decision.round, 0.5).value();
    }
  }
}

// With every loss the largest, in one direction, the point runs to the boundary as fast as it can. Whatever
// the agent cannot compute it skips: it decides, inside the body, and its snapshots can be loaded.
TEST_P(LinearContract, TheWorstLossesLeadToTheBoundaryAndNoFurther) {
  for (const std::size_t open : {0, 1, 5}) {
    for (const int sign : {1, -1}) {
      const auto agent = fresh(), copy = fresh();
      std::vector<RoundId> ring;
      for (int t = 0; t < effort(600, 100); ++t) {
        const auto decision = agent->ask({.arm = {}, .direction = 0, .sign = sign});
        ASSERT_TRUE(decision) << t << ' ' << decision.error().message;
        ASSERT_LE(outside(*agent, agent->action(decision->round).value()), kRounding) << t;
        ring.push_back(decision->round);
        if (ring.size() <= open) continue;
        const Receipt receipt = agent->tell(ring.front(), -1).value();
        ring.erase(ring.begin());
        ASSERT_TRUE(std::isfinite(receipt.immediate_cost.value_or(0))) << t;
        const auto error = copy->load(agent->save());
        ASSERT_FALSE(error) << "open " << open << ", round " << t << ": " << error->message;
      }
    }
  }
}

}  // namespace
}  // namespace banker::testing::linear_contract_test
