// Mistakes of the user while an agent runs: a clear message, and the agent as it was.

#include <cmath>
#include <limits>

#include "agent/player.hpp"

namespace banker::testing::bad_input_test {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// An agent of every kind with one settled, one dropped and one open round at least, every arm played.
class BadInput : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override {
    for (std::size_t i = 0; i < 8; ++i) {
      const RoundId round = agent_->ask(every_arm(i)).value().round;
      (void)(i == 1 ? agent_->drop(round) : agent_->tell(round, loss_for(*agent_, 0.625))).value();
    }
    open_ = agent_->ask().value().round;
    before_ = agent_->save();
  }
  void TearDown() override { EXPECT_EQ(agent_->save(), before_) << "an error changed the agent"; }

  // All three ways to tell or drop the round fail alike.
  void expect_refused(RoundId round, ErrorCode code, std::initializer_list<std::string_view> words) {
    const double loss = loss_for(*agent_, 0.5);
    expect_error(agent_->tell(round, loss), code, words);
    expect_error(agent_->drop(round), code, words);
    expect_error(agent_->tell_many(std::vector<Outcome>{{round, loss}}), code, words);
    if (agent_->identity().domain.kind != LossDomain::Kind::kNonNegative) {
      expect_error(agent_->tell_reward(round, loss), code, words);
    }
  }
  // An agent that cannot wait is told what it waits for.
  void make_ready() {
    if (GetParam().takes_delay) return;
    (void)agent_->tell(open_, loss_for(*agent_, 0.625)).value();
    before_ = agent_->save();
  }
  // Each arm of four, or each direction of two, forwards and backwards.
  Forced every_arm(std::size_t i) const {
    if (!is_linear(*agent_)) {
      const bool drawn =
          agent_->probabilities()[i % 4] > 0;  // some agents know what to play, and draw nothing
      return drawn ? Forced{.arm = i % 4, .direction = {}, .sign = {}} : Forced{};
    }
    return {.arm = {}, .direction = i % 2, .sign = i % 4 < 2 ? 1 : -1};
  }

  std::unique_ptr<Agent> agent_ = make(GetParam().spec);
  RoundId open_{};
  std::string before_;
};
INSTANTIATE_TEST_SUITE_P(Catalog, BadInput, ::testing::ValuesIn(catalog_cases(true)), case_name);

TEST_P(BadInput, ARoundThatWasNeverAskedIsUnknown) {
  expect_refused(RoundId{10}, ErrorCode::kUnknownRound, {"unknown round 10", "1 to 9"});
  expect_refused(RoundId{~0ull}, ErrorCode::kUnknownRound, {"unknown round 18446744073709551615", "1 to 9"});
}

TEST_P(BadInput, RoundZeroIsUnknown) {
  expect_refused(RoundId{0}, ErrorCode::kUnknownRound, {"unknown round 0", "1 to 9"});
}

TEST_P(BadInput, BeforeTheFirstAskEveryRoundIsUnknown) {
  const auto agent = make(GetParam().spec);
  const std::string before = agent->save();
  expect_error(agent->tell(RoundId{1}, 0.5), ErrorCode::kUnknownRound,
               {"unknown round 1", "no round was asked"});
  expect_error(agent->drop(RoundId{1}), ErrorCode::kUnknownRound, {"unknown round 1", "no round was asked"});
  EXPECT_EQ(agent->save(), before);
}

TEST_P(BadInput, AToldRoundIsClosed) {
  expect_refused(RoundId{1}, ErrorCode::kClosedRound, {"round 1 is closed"});
}

TEST_P(BadInput, ADroppedRoundIsClosed) {
  expect_refused(RoundId{2}, ErrorCode::kClosedRound, {"round 2 is closed", "dropped"});
}

TEST_P(BadInput, ALossThatIsNotANumberIsRefused) {
  for (const double loss : {kNan, -kNan, kInfinity, -kInfinity}) {
    expect_error(agent_->tell(open_, loss), ErrorCode::kBadValue, {"loss", "finite", "drop"});
    expect_error(agent_->tell_many(std::vector<Outcome>{{open_, loss}}), ErrorCode::kBadValue,
                 {"loss", "finite"});
  }
}

TEST_P(BadInput, ARewardThatIsNotANumberIsRefused) {
  for (const double reward : {kNan, kInfinity, -kInfinity}) {
    expect_error(agent_->tell_reward(open_, reward), ErrorCode::kBadValue, {"reward"});
  }
}

TEST_P(BadInput, ALossOutsideTheRangeIsRefused) {
  const LossDomain& domain = agent_->identity().domain;
  for (const double loss :
       {std::nextafter(domain.low, -kInfinity), std::nextafter(domain.high, kInfinity), 1e141, -1e141}) {
    expect_error(agent_->tell(open_, loss), ErrorCode::kBadValue, {"loss", "outside ["});
  }
  if (!has_range(*agent_))
    expect_error(agent_->tell(open_, 1.01e140), ErrorCode::kBadValue, {"1.01e+140", "1e+140]"});
  else
    expect_error(agent_->tell(open_, 1.5), ErrorCode::kBadValue,
                 {"1.5", is_linear(*agent_) ? "[-1, 1]" : "[0, 1]", "loss_range"});
}

TEST_P(BadInput, AForcedArmThatDoesNotExistIsRefused) {
  make_ready();
  for (const std::size_t arm : {std::size_t{4}, std::size_t{5}, ~std::size_t{0}}) {
    if (is_linear(*agent_) && agent_->arms() == 0)
      expect_error(agent_->ask_arm(arm), ErrorCode::kImpossibleArm, {"no list of actions", "a sign"});
    else
      expect_error(agent_->ask_arm(arm), ErrorCode::kImpossibleArm,
                   {(is_linear(*agent_) ? "no action " : "no arm ") + std::to_string(arm), "0 to 3"});
  }
}

TEST_P(BadInput, AForcedDirectionOrSignThatDoesNotExistIsRefused) {
  make_ready();
  if (!is_linear(*agent_)) {
    for (const Forced& forced :
         {Forced{.arm = {}, .direction = 0, .sign = {}}, Forced{.arm = {}, .direction = {}, .sign = 1},
          Forced{.arm = 1, .direction = 1, .sign = 1}})
      expect_error(agent_->ask(forced), ErrorCode::kImpossibleArm, {"plays arms", "no directions"});
    return;
  }
  const std::size_t n = agent_->arms() > 0 ? 2 : agent_->dimension();
  for (const std::size_t direction : {n, n + 1, ~std::size_t{0}}) {
    expect_error(agent_->ask({.arm = {}, .direction = direction, .sign = {}}), ErrorCode::kImpossibleArm,
                 {"no direction " + std::to_string(direction), "0 to " + std::to_string(n - 1)});
  }
  for (const int sign : {0, 2, -2, 1000}) {
    expect_error(agent_->ask({.arm = {}, .direction = {}, .sign = sign}), ErrorCode::kImpossibleArm,
                 {"sign is " + std::to_string(sign), "1 or -1"});
  }
}

TEST_P(BadInput, ActionsAreOfOpenRoundsOfLinearAgents) {
  expect_error(agent_->action(RoundId{0}), ErrorCode::kUnknownRound, {"unknown round 0", "1 to 9"});
  expect_error(agent_->action(RoundId{10}), ErrorCode::kUnknownRound, {"unknown round 10"});
  expect_error(agent_->action(RoundId{1}), ErrorCode::kClosedRound, {"round 1 is closed"});
  if (is_linear(*agent_)) EXPECT_TRUE(agent_->action(open_));
  else expect_error(agent_->action(open_), ErrorCode::kBadValue, {"plays arms", "round 9"});
}

TEST(BadOutcome, ANegativeLossToBankerSftinfSuggestsBankerSflbinf) {
  const auto agent = make(R"({"agent":"banker-sftinf","arms":3})");
  const RoundId round = agent->ask().value().round;
  const std::string before = agent->save();
  for (const double loss : {-1e-300, -0.5, -1e150}) {
    expect_error(agent->tell(round, loss), ErrorCode::kBadValue, {"non-negative", "banker-sflbinf"});
  }
  EXPECT_EQ(agent->save(), before);
  EXPECT_TRUE(agent->tell(round, -0.0));
}

TEST(BadOutcome, ASkippedRoundIsClosed) {
  for (const char* name : {"banker-sftinf", "banker-sflbinf"}) {
    const auto agent = make_from(Json{{"agent", name}, {"arms", 3}});
    const RoundId round = agent->ask().value().round;
    const Receipt receipt = agent->tell(round, 5).value();
    EXPECT_EQ(receipt.state, RoundState::kSkipped);
    EXPECT_EQ(receipt.immediate_cost, 0);
    const std::string before = agent->save();
    expect_error(agent->tell(round, 0.5), ErrorCode::kClosedRound, {"round 1 is closed"});
    expect_error(agent->drop(round), ErrorCode::kClosedRound, {"round 1 is closed"});
    EXPECT_EQ(agent->save(), before);
  }
}

// With negative entropy and a small scale, one loss makes the probability of its arm underflow.
TEST(BadArm, AnArmOfProbabilityZeroIsNeverDrawnAndCannotBeForced) {
  for (const char* name : {"omd", "banker-omd"}) {
    const auto agent = make_from(Json{{"agent", name},
                                      {"arms", 3},
                                      {"regularizer", "negentropy"},
                                      {"scale", {{"rule", "constant"}, {"value", 1e-4}}}});
    (void)agent->tell(agent->ask_arm(1).value().round, 1).value();
    ASSERT_EQ(agent->probabilities()[1], 0);
    const std::string before = agent->save();
    expect_error(agent->ask_arm(1), ErrorCode::kImpossibleArm, {"arm 1", "probability 0", "forced"});
    EXPECT_EQ(agent->save(), before) << name;
    for (int t = 0; t < 1000; ++t) {
      const Decision decision = agent->ask().value();
      ASSERT_NE(decision.arm, 1u);
      ASSERT_GT(decision.probability, 0);
      (void)agent->tell(decision.round, 0).value();
    }
  }
}

// Next to one of two actions, the direction that leads on to it leaves nothing of the other but rounding.
TEST(BadArm, AnActionThatADirectionNeverPlaysCannotBeForced) {
  const auto agent = make(R"({"agent":"banker-bolo","actions":[[0],[1]]})");
  int refused = 0;
  for (int t = 0; t < 400; ++t) {
    const std::string before = agent->save();
    const auto other = agent->ask({.arm = 0, .direction = 0, .sign = 1});
    if (!other) {
      expect_error(other, ErrorCode::kImpossibleArm,
                   {"action 0", "never played in direction 0 with sign 1", "forced"});
      ASSERT_EQ(agent->save(), before);
      ++refused;
    } else {
      (void)agent->drop(other->round).value();
    }
    const Decision decision = agent->ask({.arm = {}, .direction = 0, .sign = 1}).value();
    ASSERT_TRUE(other || decision.arm == 1);
    (void)agent->tell(decision.round, -1).value();
  }
  EXPECT_GT(refused, 10);
}

}  // namespace
}  // namespace banker::testing::bad_input_test
