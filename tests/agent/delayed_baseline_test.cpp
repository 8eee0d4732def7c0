// dew, zimmert-seldin and delayed-ucb against slow transcriptions, on scripts with outcomes in any order, drops and
// rounds that are given up.
#include <deque>

#include "agent/player.hpp"
#include "banker/banker.hpp"
#include "support/delayed_reference.hpp"
#include "support/effort.hpp"

namespace banker::testing::delayed_baseline_test {
namespace {

// How often each thing happened, so that a script without it does not pass for a test.
struct Seen {
  int told = 0, dropped = 0, stale = 0;
};

// Plays a random script; before every ask x_t is the slow one, and every receipt says what the slow one expects.
// `patience`: of 100 events, how many are asks.
template <class Reference>
Seen compare(const std::string& spec, std::uint64_t seed, int events, std::uint64_t patience,
             double tolerance, Reference reference) {
  const auto agent = make(spec);
  const std::size_t arms = agent->arms();
  History history;
  std::vector<RoundId> open;
  Random random(seed);
  Seen seen;
  for (int i = 0; i < events; ++i) {
    if (open.empty() || random() % 100 < patience) {
      const std::vector<double> x = agent->probabilities();
      const Slow slow = reference(history, arms, history.next());
      for (std::size_t k = 0; k < arms; ++k)
        EXPECT_NEAR(x[k], static_cast<double>(slow.x[k]), tolerance) << i;
      const Decision d = agent->ask().value();
      history.rounds.push_back({.arm = d.arm, .probability = static_cast<Real>(d.probability)});
      open.push_back(d.round);
    } else {
      const auto at = open.begin() + static_cast<std::ptrdiff_t>(random() % open.size());
      const RoundId round = *at;
      open.erase(at);
      History::Round& past = history.rounds[number(round) - 1];
      const bool stale = reference(history, arms, history.rounds.size()).stale[number(round)];
      past.closed = history.next();
      if (random() % 10 == 0) {
        EXPECT_EQ(agent->drop(round).value().state, RoundState::kDropped);
        ++seen.dropped;
      } else {
        const double loss = static_cast<double>(random() % 1025) / 1024;
        past.told = true;
        past.loss = loss;
        EXPECT_EQ(agent->tell(round, loss).value().state, stale ? RoundState::kStale : RoundState::kSettled);
        ++(stale ? seen.stale : seen.told);
      }
      expect_error(agent->tell(round, 0), ErrorCode::kClosedRound, {"closed"});
    }
    if (::testing::Test::HasFailure()) break;
  }
  return seen;
}

std::string spec(std::string_view agent, std::size_t arms, const Json& more = Json::object()) {
  Json json{{"agent", agent}, {"arms", arms}, {"seed", 5}};
  json.update(more);
  return json.dump();
}

TEST(Dew, EqualsTheSlowTranscription) {
  for (const std::size_t arms : {2, 3, 9}) {
    for (const std::uint64_t patience : {51, 60, 90}) {
      const Seen seen = compare(spec("dew", arms), 10 * arms + patience, 600, patience, 1e-9, slow_dew);
      ASSERT_FALSE(HasFailure()) << arms << " arms, " << patience;
      EXPECT_GT(seen.told, patience == 90 ? 0 : 10);
      EXPECT_GT(seen.stale, 20);
    }
  }
}

TEST(ZimmertSeldin, EqualsTheSlowTranscription) {
  for (const bool advanced : {false, true}) {
    const auto reference = [&](const History& history, std::size_t arms, std::uint64_t t) {
      return slow_zimmert_seldin(history, arms, t, advanced);
    };
    for (const std::size_t arms : {2, 5}) {
      for (const std::uint64_t patience : {51, 75}) {
        const Json tuning{{"tuning", advanced ? "advanced" : "simple"}};
        const Seen seen = compare(spec("zimmert-seldin", arms, tuning), 10 * arms + patience,
                                  effort(250, 100), patience, 1e-11, reference);
        ASSERT_FALSE(HasFailure()) << arms << " arms, " << patience << (advanced ? ", advanced" : ", simple");
        EXPECT_GT(seen.told, 5);
        EXPECT_EQ(seen.stale > 5, advanced);
      }
    }
  }
}

TEST(DelayedUcb, EqualsTheSlowTranscription) {
  for (const std::size_t arms : {2, 7}) {
    for (const std::uint64_t patience : {51, 75}) {
      const Seen seen = compare(spec("delayed-ucb", arms), arms + patience, 800, patience, 0, slow_ucb);
      ASSERT_FALSE(HasFailure()) << arms << " arms, " << patience;
      EXPECT_GT(seen.told, 100);
      EXPECT_EQ(seen.stale, 0);
    }
  }
}

// The first epoch of two arms has beta = 2^3 / (4 e ln 2) = 1.06: a round of age 2 is given up.
TEST(Dew, ARoundThatIsTooOldIsStaleOnceAndClosedThen) {
  const auto agent = make(spec("dew", 2));
  const RoundId first = agent->ask()->round;
  const RoundId second = agent->ask()->round;
  EXPECT_EQ(agent->outstanding(), 2u);
  const RoundId third = agent->ask()->round;
  EXPECT_EQ(agent->outstanding(), 2u);
  const std::vector<double> x = agent->probabilities();
  const std::string before = agent->save();
  EXPECT_EQ(agent->tell(first, 1)->state, RoundState::kStale);
  EXPECT_EQ(agent->probabilities(), x);
  EXPECT_EQ(agent->outstanding(), 2u);
  EXPECT_NE(agent->save(), before);  // it is no longer kept
  expect_error(agent->tell(first, 1), ErrorCode::kClosedRound, {"closed"});
  EXPECT_EQ(agent->tell(third, 1)->state, RoundState::kSettled);
  EXPECT_EQ(agent->tell(second, 1)->state, RoundState::kSettled);
}

// No delay: T_m <= (4^m / ln K) / (e K / 2), so epoch 3 of two arms has floor(64 / (e ln 2)) = 33 rounds and one
// more, after which x_t is uniform again.
TEST(Dew, StartsAnewWhenTheBudgetOfAnEpochIsSpent) {
  const auto agent = make(spec("dew", 2));
  const std::vector<double> even{0.5, 0.5};
  const auto play = [&] {
    const Decision d = agent->ask().value();
    (void)agent->tell(d.round, d.arm == 0 ? 0.25 : 0.4).value();
  };
  for (int t = 1; t <= 34; ++t) {
    EXPECT_EQ(agent->probabilities() == even, t == 1) << t;
    play();
  }
  EXPECT_EQ(agent->probabilities(), even);
  play();
  EXPECT_NE(agent->probabilities(), even);
}

// With all arms told once, 0 is best: mean 0 against 1.
TEST(DelayedUcb, PlaysEveryArmOnceAndThenByTheBound) {
  const auto agent = make(spec("delayed-ucb", 3));
  for (std::size_t arm = 0; arm < 3; ++arm) EXPECT_EQ(agent->ask()->arm, arm);
  EXPECT_EQ(agent->ask()->arm, 0u);  // none told: the least played again
  (void)agent->tell(RoundId{2}, 1).value();
  EXPECT_EQ(agent->ask()->arm, 2u);
  (void)agent->tell(RoundId{3}, 1).value();
  (void)agent->tell(RoundId{1}, 0).value();
  EXPECT_EQ(agent->probabilities(), (std::vector<double>{1, 0, 0}));
  expect_error(agent->ask_arm(1), ErrorCode::kImpossibleArm, {"never drawn"});
}

// Arm 2 loses 0.3 of the time, the others 0.6; every outcome is ten rounds late.
TEST(DelayedBaselines, LearnTheBestArm) {
  for (const char* name : {"dew", "zimmert-seldin", "delayed-ucb", "delayed-thompson"}) {
    const auto agent = make(spec(name, 5));
    Random random(3);
    std::deque<Decision> open;
    double regret = 0;
    for (int t = 0; t < 20000; ++t) {
      const Decision d = agent->ask().value();
      regret += d.arm == 2 ? 0 : 0.3;
      open.push_back(d);
      if (open.size() <= 10) continue;
      (void)agent->tell(open.front().round, random() % 10 < (open.front().arm == 2 ? 3 : 6)).value();
      open.pop_front();
    }
    EXPECT_LT(regret, 0.5 * 0.24 * 20000) << name;  // half of uniform play
  }
}

}  // namespace
}  // namespace banker::testing::delayed_baseline_test
