// Giving up old rounds: which, how many, and what becomes of them.
#include <bit>
#include <cmath>
#include <map>

#include "agent/player.hpp"
#include "agent/snapshot.hpp"
#include "support/effort.hpp"
#include "support/stale_rounds.hpp"

namespace banker::testing::stale_test {
namespace {

class Stale : public ::testing::TestWithParam<StaleKind> {
 protected:
  // An agent whose next ask gives a round up: one round open for long, all others told at once.
  std::unique_ptr<Agent> about_to_give_up() const {
    auto agent = GetParam().agent(4);
    (void)agent->ask().value();
    SlowAges ages(GetParam().factor, 4);
    for (ages.ask(1); ages.given_up == 0;) {
      SlowAges next = ages;
      next.ask(agent->rounds() + 1);
      if (next.given_up > 0) return agent;
      const Decision d = agent->ask().value();
      (void)agent->tell(d.round, loss_for(*agent, 0.5)).value();
      ages = next;
      ages.waiting.erase(number(d.round));
    }
    return agent;
  }
  // The same, one ask later: round 1 is stale.
  std::unique_ptr<Agent> with_a_stale_round() const {
    auto agent = about_to_give_up();
    (void)agent->ask().value();
    EXPECT_TRUE(is_stale(*agent, 1));
    return agent;
  }
};
INSTANTIATE_TEST_SUITE_P(Kinds, Stale, ::testing::ValuesIn(stale_kinds()),
                         [](const auto& test) { return test.param.name; });

// Random scripts; now and then nothing comes for a while, and some outcomes never come.
TEST_P(Stale, RoundsAreThoseOfTheSlowModel) {
  std::size_t given_up = 0, told_stale = 0;
  for (std::uint64_t seed = 0; seed < effort(30u, 5u); ++seed) {
    Random random(seed);
    const std::size_t arms = 2 + seed % 7;
    const auto agent = GetParam().agent(arms);
    SlowAges slow(GetParam().factor, arms);
    for (int i = 0; i < 300; ++i) {
      const bool outage = i / 50 % 3 == 1;
      if (slow.waiting.empty() || random() % 16 < (outage ? 14 : 8)) {
        const std::vector<double> x = agent->probabilities(), point = agent->point();
        const Decision d = agent->ask().value();
        slow.ask(number(d.round));
        // What was announced is what was drawn from, also when rounds were given up in between.
        ASSERT_TRUE(x.empty() || d.probability == x[d.arm]);
        std::vector<double> played;
        agent->last_point(played);
        ASSERT_EQ(played, point);
      } else {
        const auto waiting =
            std::next(slow.waiting.begin(), static_cast<int>(random() % slow.waiting.size()));
        const auto [round, stale] = *waiting;
        const bool drop = random() % 8 == 0;
        const double loss = loss_for(*agent, static_cast<double>(random() % 17) / 16);
        const Receipt r = (drop ? agent->drop(RoundId{round}) : agent->tell(RoundId{round}, loss)).value();
        ASSERT_EQ(r.state == RoundState::kStale, stale && !drop);
        ASSERT_EQ(r.state == RoundState::kDropped, drop);
        told_stale += stale;
        slow.waiting.erase(waiting);
      }
      ASSERT_EQ(agent->outstanding(), slow.kept());
      for (const auto& [round, stale] : slow.waiting) ASSERT_EQ(is_stale(*agent, round), stale) << round;
    }
    given_up += slow.given_up;
  }
  EXPECT_GT(given_up, 0u);
  EXPECT_GT(told_stale, 0u);
}

std::vector<std::uint64_t> words(const Agent& agent) {
  const std::string bytes = agent.save();
  const std::string_view state = read_snapshot(bytes).value().state;
  std::vector<std::uint64_t> list(state.size() / 8);
  for (std::size_t i = 0; i < state.size(); ++i)
    list[i / 8] |= std::uint64_t{static_cast<unsigned char>(state[i])} << 8 * (i % 8);
  return list;
}

// Nothing changes but that one round less waits: its number and the mark of a stale one go.
void expect_only_round_gone(std::vector<std::uint64_t> before, const std::vector<std::uint64_t>& after,
                            std::uint64_t round) {
  ASSERT_EQ(before.size(), after.size() + 2);
  const auto count = std::mismatch(after.begin(), after.end(), before.begin());
  ASSERT_EQ(*count.second, *count.first + 1);
  --*count.second;
  const auto entry = std::mismatch(after.begin(), after.end(), before.begin()).second;
  ASSERT_EQ(*entry, round);
  ASSERT_EQ(*std::next(entry), 1u);
  before.erase(entry, entry + 2);
  EXPECT_EQ(before, after);
}

TEST_P(Stale, OutcomesAreAnsweredOnceAndChangeNothing) {
  for (const bool drop : {false, true}) {
    const auto agent = with_a_stale_round();
    const auto certificate = agent->certificate(), invested = agent->total_invested();
    const std::vector<double> x = agent->point();
    const std::vector<std::uint64_t> before = words(*agent);
    const double loss = loss_for(*agent, 1);
    const Receipt r = (drop ? agent->drop(RoundId{1}) : agent->tell(RoundId{1}, loss)).value();
    EXPECT_EQ(r.state, drop ? RoundState::kDropped : RoundState::kStale);
    EXPECT_EQ(r.immediate_cost, 0);
    expect_only_round_gone(before, words(*agent), 1);
    EXPECT_EQ(agent->certificate(), certificate);
    EXPECT_EQ(agent->total_invested(), invested);
    EXPECT_EQ(agent->point(), x);
    expect_error(agent->tell(RoundId{1}, loss), ErrorCode::kClosedRound, {"round 1", "closed"});
    expect_error(agent->drop(RoundId{1}), ErrorCode::kClosedRound, {"round 1", "closed"});
  }
}

TEST_P(Stale, RoundsHaveNoStatementAndNoAction) {
  const auto agent = with_a_stale_round();
  const std::string before = agent->save();
  expect_error(agent->statement(RoundId{1}), ErrorCode::kClosedRound, {"round 1", "stale"});
  expect_error(agent->action(RoundId{1}), ErrorCode::kClosedRound, {"round 1", "stale"});
  EXPECT_EQ(agent->save(), before);
}

TEST_P(Stale, AnAskThatFailsGivesNothingUp) {
  const auto agent = about_to_give_up(), twin = about_to_give_up();
  const std::string before = agent->save();
  Forced impossible;
  (is_linear(*agent) ? impossible.direction : impossible.arm) = 4;
  EXPECT_FALSE(agent->ask(impossible));
  EXPECT_FALSE(is_stale(*agent, 1));
  EXPECT_EQ(agent->save(), before);
  EXPECT_EQ(text(*agent, agent->ask().value()), text(*twin, twin->ask().value()));
  EXPECT_TRUE(is_stale(*agent, 1));
  EXPECT_EQ(agent->save(), twin->save());
}

// By one for losses in [0,1], by two for signed ones; nothing is claimed where there is no range.
TEST_P(Stale, RoundsRaiseTheCertificateByWhatTheyMayCost) {
  const auto agent = about_to_give_up(), twin = about_to_give_up();
  (void)twin->drop(RoundId{1}).value();  // the same, but that it was not given up
  const Decision d = agent->ask().value(), same = twin->ask().value();
  ASSERT_TRUE(is_stale(*agent, 1));
  EXPECT_EQ(d.probability, same.probability);
  EXPECT_EQ(agent->total_invested(), twin->total_invested());
  EXPECT_NEAR(*agent->certificate() - *twin->certificate(), GetParam().each, 1e-12 * *agent->certificate());
}

// When outcomes come: d rounds after their ask; 0 is at once, UINT64_MAX never.
using Delay = std::uint64_t (*)(std::uint64_t t);
struct Pattern {
  const char* name;
  Delay delay;
};
const Pattern kPatterns[] = {
    {"stragglers", [](std::uint64_t t) { return t % 20 == 0 ? UINT64_MAX : t % 7; }},
    {"fixed", [](std::uint64_t) { return std::uint64_t{40}; }},
    {"never", [](std::uint64_t) { return UINT64_MAX; }},
    {"all at powers of two", [](std::uint64_t t) { return std::bit_ceil(t + 1) - t; }},
    {"every second at powers of two", [](std::uint64_t t) { return t % 2 ? std::bit_ceil(t + 1) - t : 0; }},
    {"growing", [](std::uint64_t t) { return t / 3; }},
};

// At most (64/15 / f) sqrt(K O_T) + 1.
TEST_P(Stale, RoundsAreFewBesideTheTotalOutstanding) {
  std::size_t most = 0;
  for (const Pattern& pattern : kPatterns) {
    for (const std::size_t arms : {2, 9}) {
      const auto agent = GetParam().agent(arms);
      std::multimap<std::uint64_t, RoundId> due;
      double total = 0;
      std::size_t given_up = 0, stale_before = 0;
      std::size_t waiting = 0;
      for (std::uint64_t t = 1; t <= effort(1500u, 300u); ++t) {
        for (auto next = due.begin(); next != due.end() && next->first <= t; next = due.erase(next)) {
          stale_before -=
              agent->tell(next->second, loss_for(*agent, 0.5)).value().state == RoundState::kStale;
          --waiting;
        }
        (void)agent->ask().value();
        ++waiting;
        const std::size_t stale = waiting - agent->outstanding();
        given_up += stale - stale_before;
        stale_before = stale;
        total += static_cast<double>(agent->outstanding() - 1);
        const std::uint64_t delay = pattern.delay(t);
        if (delay != UINT64_MAX) due.emplace(t + delay, RoundId{t});
        if (delay == 0) {
          (void)agent->tell(RoundId{t}, loss_for(*agent, 0.5)).value();
          due.erase(std::prev(due.upper_bound(t)));
          --waiting;
        }
        ASSERT_LE(static_cast<double>(given_up),
                  64.0 / 15 / GetParam().factor * std::sqrt(static_cast<double>(arms) * total) + 1)
            << pattern.name << ", t = " << t;
      }
      most = std::max(most, given_up);
    }
  }
  EXPECT_GT(most, 10u);
}

}  // namespace
}  // namespace banker::testing::stale_test
