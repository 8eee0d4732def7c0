// Statements: how open rounds were paid. The agents without a bank, and the one that cannot wait.

#include <cmath>

#include "agent/player.hpp"

namespace banker::testing::statement_test {
namespace {

std::vector<Case> bank_cases() {
  std::vector<Case> cases = catalog_cases(true);
  std::erase_if(cases, [](const Case& c) { return !make(c.spec)->total_invested(); });
  return cases;
}

class Statements : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    Random random(11);
    Player play(*agent_, GetParam().takes_delay);
    play.steps(random, 200);
    if (play.open().empty()) play.ask();
    open_ = play.open();
  }
  bool is_open(RoundId round) const { return std::find(open_.begin(), open_.end(), round) != open_.end(); }

  std::unique_ptr<Agent> agent_ = make(GetParam().spec);
  std::vector<RoundId> open_;
};
INSTANTIATE_TEST_SUITE_P(Catalog, Statements, ::testing::ValuesIn(bank_cases()), case_name);

TEST_P(Statements, AddUpToTheScale) {
  for (const RoundId round : open_) {
    const Statement statement = agent_->statement(round).value();
    EXPECT_GT(statement.scale, 0);
    EXPECT_GE(statement.borrowed, 0);
    EXPECT_GE(statement.from_pool, 0);
    double sum = statement.borrowed + statement.from_pool;
    for (const Payment& payment : statement.payments) {
      EXPECT_GT(payment.amount, 0);
      EXPECT_LT(number(payment.round), number(round));
      EXPECT_FALSE(is_open(payment.round)) << "an open round paid";
      sum += payment.amount;
    }
    EXPECT_NEAR(sum, statement.scale, 1e-14 * statement.scale);
  }
}

TEST_P(Statements, ExistForOpenRoundsOnly) {
  for (std::uint64_t t = 0; t <= agent_->rounds() + 1; ++t) {
    const RoundId round{t};
    const auto statement = agent_->statement(round);
    if (t == 0 || t > agent_->rounds()) expect_error(statement, ErrorCode::kUnknownRound, {"unknown round"});
    else if (!is_open(round)) expect_error(statement, ErrorCode::kClosedRound, {"closed", std::to_string(t)});
    else EXPECT_TRUE(statement) << statement.error().message;
  }
}

TEST_P(Statements, BorrowedAmountsAddUpToTheTotalInvested) {
  const auto agent = make(GetParam().spec);
  EXPECT_EQ(*agent->total_invested(), 0);
  Random random(12);
  Player play(*agent, GetParam().takes_delay);
  double sum = 0;
  for (int i = 0; i < 200; ++i) {
    const std::uint64_t rounds = agent->rounds();
    play.step(random());
    if (agent->rounds() > rounds) sum += agent->statement(RoundId{agent->rounds()}).value().borrowed;
    ASSERT_NEAR(*agent->total_invested(), sum, 1e-12 * sum);
  }
}

TEST_P(Statements, TheCertificateRisesByTheImmediateCostOfATell) {
  const double before = *agent_->certificate();
  const Receipt receipt = agent_->tell(open_.front(), loss_for(*agent_, 0.625)).value();
  ASSERT_TRUE(receipt.immediate_cost);
  EXPECT_GE(*receipt.immediate_cost, 0);
  EXPECT_NEAR(*agent_->certificate(), before + *receipt.immediate_cost, 1e-12 * before);
}

TEST(Omd, HasNoBankSoNoStatementNoCertificateAndNoCost) {
  const auto agent = make(R"({"agent":"omd","arms":3})");
  const RoundId round = agent->ask().value().round;
  EXPECT_FALSE(agent->total_invested());
  EXPECT_FALSE(agent->certificate());
  expect_error(agent->statement(round), ErrorCode::kBadValue, {"omd has no bank"});
  const Receipt told = agent->tell(round, 0.5).value();
  EXPECT_EQ(told.state, RoundState::kSettled);
  EXPECT_FALSE(told.immediate_cost);
  EXPECT_FALSE(agent->drop(agent->ask().value().round).value().immediate_cost);
  expect_error(agent->statement(round), ErrorCode::kClosedRound, {"round 1 is closed"});
}

TEST(LinearBaselines, HaveNoBankSoNoStatementNoCertificateAndNoCostAndTakeAnyDelay) {
  for (const std::string name : {"bolo", "delayed-scrible"}) {
    const auto agent = make_from(Json{{"agent", name}, {"actions", {{0, 1}, {1, 0}, {0, 0}}}});
    (void)agent->ask_many(3).value();
    EXPECT_EQ(agent->outstanding(), 3u);
    EXPECT_FALSE(agent->total_invested());
    EXPECT_FALSE(agent->certificate());
    expect_error(agent->statement(RoundId{2}), ErrorCode::kBadValue, {name + " has no bank", "round 2"});
    const Receipt told = agent->tell(RoundId{3}, 0.5).value();
    EXPECT_EQ(told.state, RoundState::kSettled);
    EXPECT_FALSE(told.immediate_cost);
    EXPECT_FALSE(agent->drop(RoundId{1}).value().immediate_cost);
    expect_error(agent->statement(RoundId{1}), ErrorCode::kClosedRound, {"round 1 is closed"});
  }
}

TEST(Omd, AskingWhileARoundIsOpenNamesTheRoundAndSuggestsBankerOmd) {
  const auto agent = make(R"({"agent":"omd","arms":3})");
  for (int t = 1; t <= 7; ++t) (void)agent->tell(agent->ask().value().round, 0.5).value();
  const std::string idle = agent->save();
  expect_error(agent->ask_many(2), ErrorCode::kRoundOpen, {"round 8", "banker-omd"});
  EXPECT_EQ(agent->save(), idle);
  (void)agent->ask().value();
  const std::string busy = agent->save();
  expect_error(agent->ask(), ErrorCode::kRoundOpen, {"round 8", "tell or drop", "banker-omd"});
  expect_error(agent->ask_arm(1), ErrorCode::kRoundOpen, {"round 8", "banker-omd"});
  expect_error(agent->ask_many(1), ErrorCode::kRoundOpen, {"round 8", "banker-omd"});
  EXPECT_EQ(agent->save(), busy);
  (void)agent->drop(RoundId{8}).value();
  EXPECT_EQ(number(agent->ask().value().round), 9u);
}

}  // namespace
}  // namespace banker::testing::statement_test
