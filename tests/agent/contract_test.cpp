// The agent contract, on every agent of the catalog in every spending.

#include <cmath>

#include "agent/player.hpp"
#include "support/banking_cases.hpp"
#include "support/effort.hpp"

namespace banker::testing::contract_test {
namespace {

class Contract : public ::testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<Agent> fresh() const { return make(GetParam().spec); }
  bool takes_delay() const { return GetParam().takes_delay; }
  Player player(Agent& agent) const { return {agent, takes_delay()}; }

  // An agent in the middle of its life: some rounds open, some settled.
  std::unique_ptr<Agent> lived(int steps = 61) const {
    auto agent = fresh();
    Random random(1);
    player(*agent).steps(random, steps);
    return agent;
  }
  // As lived(), with every round closed.
  std::unique_ptr<Agent> settled() const {
    auto agent = fresh();
    Random random(2);
    Player play = player(*agent);
    play.steps(random, 60);
    for (const RoundId round : play.open()) (void)agent->tell(round, loss_for(*agent, 0.125)).value();
    return agent;
  }
};
INSTANTIATE_TEST_SUITE_P(Catalog, Contract, ::testing::ValuesIn(catalog_cases(true)), case_name);
INSTANTIATE_TEST_SUITE_P(Banking, Contract, ::testing::ValuesIn(banking_cases()), case_name);

TEST_P(Contract, RoundsCountFromOne) {
  const auto agent = fresh();
  EXPECT_EQ(agent->rounds(), 0u);
  EXPECT_EQ(agent->outstanding(), 0u);
  for (std::uint64_t t = 1; t <= 20; ++t) {
    const Decision decision = agent->ask().value();
    EXPECT_EQ(number(decision.round), t);
    EXPECT_EQ(agent->rounds(), t);
    EXPECT_EQ(agent->outstanding(), 1u);
    EXPECT_EQ(agent->tell(decision.round, loss_for(*agent, 0.25)).value().round, decision.round);
    EXPECT_EQ(agent->outstanding(), 0u);
  }
}

// Rounds that were given up are open no more (stale_test.cpp counts them).
TEST_P(Contract, OutstandingCountsTheOpenRounds) {
  const auto agent = fresh();
  const bool gives_up = gives_rounds_up(*agent) || skips_stale_rounds(*agent);
  Random random(3);
  Player play = player(*agent);
  for (int i = 0; i < 200; ++i) {
    play.step(random());
    if (gives_up) ASSERT_LE(agent->outstanding(), play.open().size());
    else ASSERT_EQ(agent->outstanding(), play.open().size());
  }
}

TEST_P(Contract, TheProbabilityOfADecisionIsThatOfItsArmBitForBit) {
  const auto agent = fresh();
  Random random(4);
  Player play = player(*agent);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t bits = random();
    const std::vector<double> x = agent->probabilities();
    ASSERT_EQ(x.size(), agent->arms());
    double sum = 0;
    for (const double p : x) sum += p;
    if (agent->arms() > 0) {
      ASSERT_NEAR(sum, 1, 1e-12);
    }
    const bool asks = play.asks(bits);
    play.step(bits);
    if (!asks || agent->arms() == 0) continue;
    ASSERT_LT(play.last().arm, x.size());
    ASSERT_EQ(play.last().probability, x[play.last().arm]);
  }
}

TEST_P(Contract, AskingManyIsAskingOneByOne) {
  const auto many = settled(), single = settled();
  ASSERT_EQ(many->save(), single->save());
  const std::size_t n = takes_delay() ? 50 : 1;
  const auto decisions = many->ask_many(n).value();
  ASSERT_EQ(decisions.size(), n);
  for (const Decision& d : decisions) {  // the actions are in save()
    const Decision alone = single->ask().value();
    EXPECT_EQ(d.round, alone.round);
    EXPECT_EQ(d.arm, alone.arm);
    EXPECT_EQ(d.probability, alone.probability);
    EXPECT_EQ(d.direction, alone.direction);
    EXPECT_EQ(d.sign, alone.sign);
  }
  EXPECT_EQ(many->save(), single->save());
}

TEST_P(Contract, AskingNoneOrTooManyChangesNothing) {
  const auto agent = lived();
  const std::string before = agent->save();
  EXPECT_TRUE(agent->ask_many(0).value().empty());
  expect_error(agent->ask_many(std::size_t{1} << 60), ErrorCode::kBadValue,
               {"1152921504606846976", "at most"});
  EXPECT_EQ(agent->save(), before);
}

TEST_P(Contract, TellingManyIsTellingOneByOneInThatOrder) {
  const auto many = settled(), single = settled();
  const std::size_t n = takes_delay() ? 20 : 1;
  std::vector<Outcome> outcomes;
  const auto decisions = many->ask_many(n).value();
  for (const Decision& d : decisions) {
    outcomes.push_back({d.round, loss_for(*many, static_cast<double>(outcomes.size()) / 32)});
  }
  (void)single->ask_many(n).value();
  std::shuffle(outcomes.begin(), outcomes.end(), Random(5));
  if (many->identity().domain.kind != LossDomain::Kind::kNonNegative) {
    outcomes.front().kind = Outcome::Kind::kReward;
  }
  const auto receipts = many->tell_many(outcomes).value();
  ASSERT_EQ(receipts.size(), n);
  for (std::size_t i = 0; i < n; ++i) {
    const auto& [round, value, kind] = outcomes[i];
    const bool loss = kind == Outcome::Kind::kLoss;
    EXPECT_EQ(text(receipts[i]),
              text((loss ? single->tell(round, value) : single->tell_reward(round, value)).value()));
  }
  EXPECT_EQ(many->save(), single->save());
}

TEST_P(Contract, OneBadOutcomeAmongManyChangesNothing) {
  const auto agent = settled();
  const std::size_t n = takes_delay() ? 5 : 1;
  std::vector<Outcome> good;
  const auto decisions = agent->ask_many(n).value();
  for (const Decision& d : decisions) good.push_back({d.round, loss_for(*agent, 0.5)});
  const std::string before = agent->save();
  const RoundId last = good.back().round;
  const double loss = good.back().value;
  struct Bad {
    Outcome outcome;
    ErrorCode code;
  };
  for (const Bad& bad : {Bad{{RoundId{0}, loss}, ErrorCode::kUnknownRound},
                         Bad{{RoundId{number(last) + 1}, loss}, ErrorCode::kUnknownRound},
                         Bad{{RoundId{1}, loss}, ErrorCode::kClosedRound},
                         Bad{{last, loss}, ErrorCode::kClosedRound},  // told twice
                         Bad{{last, NAN}, ErrorCode::kBadValue},
                         Bad{{last, -INFINITY, Outcome::Kind::kReward}, ErrorCode::kBadValue}}) {
    for (const std::size_t position : {std::size_t{0}, n / 2, n}) {
      std::vector<Outcome> outcomes = good;
      outcomes.insert(outcomes.begin() + static_cast<std::ptrdiff_t>(position), bad.outcome);
      const auto result = agent->tell_many(outcomes);
      ASSERT_FALSE(result);
      EXPECT_EQ(result.error().code, bad.code) << result.error().message;
      EXPECT_EQ(agent->save(), before);
    }
  }
  EXPECT_EQ(agent->tell_many(good).value().size(), n);
}

TEST_P(Contract, ADroppedRoundTeachesNothing) {
  const auto agent = fresh();
  const std::vector<double> x = agent->point();
  const Decision decision = agent->ask().value();
  const auto invested = agent->total_invested(), certificate = agent->certificate();
  const Receipt receipt = agent->drop(decision.round).value();
  EXPECT_EQ(receipt.round, decision.round);
  EXPECT_EQ(receipt.state, RoundState::kDropped);
  EXPECT_EQ(receipt.immediate_cost.value_or(0), 0);
  EXPECT_EQ(agent->outstanding(), 0u);
  EXPECT_EQ(agent->total_invested(), invested);
  // delayed-ucb goes on to an arm that it has played less; banker takes it for a loss of 0, which has a price.
  const std::string& name = agent->identity().name;
  if (name != "banker") {
    EXPECT_EQ(agent->certificate(), certificate);
  }
  if (name == "banker") {
    const auto told = fresh();
    (void)told->tell(told->ask().value().round, loss_for(*told, 0)).value();
    EXPECT_EQ(agent->save(), told->save());
  } else if (name != "delayed-ucb") {
    EXPECT_EQ(agent->point(), x);
  }
}

// Of a linear agent the point moves, away from the action (linear_contract_test.cpp).
TEST_P(Contract, ALossMakesItsArmLessLikely) {
  const auto agent = fresh();
  const std::string& name = agent->identity().name;
  if (name == "uniform") return;  // it learns nothing; ahb learns differences to the first outcome
  if (name == "ahb") (void)agent->tell(agent->ask().value().round, 0).value();
  if (rests_at_first(*agent)) (void)agent->tell(agent->ask().value().round, 1).value();
  const std::vector<double> x = agent->point();
  const Decision decision = agent->ask().value();
  if (decision.probability == 1) return;  // it draws nothing, and may well play the same again
  const bool non_negative = agent->identity().domain.kind == LossDomain::Kind::kNonNegative;
  const double loss = loss_for(*agent, non_negative ? 0.25 : 0.75);  // 1 at most: not skipped
  EXPECT_EQ(agent->tell(decision.round, loss).value().state, RoundState::kSettled);
  if (is_linear(*agent)) EXPECT_NE(agent->point(), x);
  else EXPECT_LT(agent->probabilities()[decision.arm], decision.probability);
}

TEST_P(Contract, ForcingWhatWasDrawnGivesTheSameState) {
  const auto drawn = fresh(), same = fresh();
  Random random(6);
  Player draws = player(*drawn), forces = player(*same);
  for (int i = 0; i < 300; ++i) {
    const std::uint64_t bits = random();
    const bool asks = draws.asks(bits);
    const std::string answer = draws.step(bits);
    ASSERT_EQ(asks ? forces.ask(forced(*drawn, draws.last())) : forces.step(bits), answer);
    ASSERT_EQ(drawn->save(), same->save());
  }
}

TEST_P(Contract, LookingNeverChangesALaterDecision) {
  const auto quiet = fresh(), watched = fresh();
  Random random(7);
  Player plays = player(*quiet), plays_watched = player(*watched);
  for (int i = 0; i < 300; ++i) {
    const std::string before = watched->save();
    (void)watched->probabilities();
    (void)watched->point();
    (void)watched->certificate();
    (void)watched->total_invested();
    for (const RoundId round : plays_watched.open()) {
      (void)watched->statement(round);
      (void)watched->action(round);
    }
    (void)watched->statement(RoundId{0});
    ASSERT_EQ(watched->save(), before);
    const std::uint64_t bits = random();
    ASSERT_EQ(plays.step(bits), plays_watched.step(bits));
  }
  EXPECT_EQ(quiet->save(), watched->save());
}

TEST_P(Contract, TheSameSeedGivesTheSameDecisionsAndAnotherSeedOthers) {
  Json other = Json::parse(GetParam().spec);
  other["seed"] = 8;
  const auto a = fresh(), b = fresh(), c = make_from(other);
  Random random_a(8), random_b(8), random_c(8);
  const std::string trace = player(*a).steps(random_a, 100);
  EXPECT_EQ(player(*b).steps(random_b, 100), trace);
  const bool draws = a->identity().name != "delayed-ucb";
  EXPECT_EQ(player(*c).steps(random_c, 100) != trace, draws);
}

TEST_P(Contract, ClosedRoundsCostNoMemory) {
  const auto agent = fresh();
  std::size_t size = 0;
  for (int t = 1; t <= 10'000; ++t) {
    const Decision decision = agent->ask().value();
    (void)agent->tell(decision.round, loss_for(*agent, decision.arm == 0 ? 0.5 : 0.625)).value();
    if (t <= 200) size = std::max(size, agent->save().size());
    if (t % 500 == 0) {
      ASSERT_LE(agent->save().size(), size) << t;
    }
  }
}

}  // namespace
}  // namespace banker::testing::contract_test
