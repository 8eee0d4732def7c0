// Rounds asked between two outcomes share a row; what is asked in vain, or looked at, changes nothing; and an agent
// that was saved in the middle of a burst goes on bit by bit.
#include <algorithm>
#include <map>
#include <stdexcept>
#include <string>

#include "agent/player.hpp"
#include "banker/agent/banker.hpp"
#include "banker/agent/banker_omd.hpp"
#include "banker/agent/banker_scale_free.hpp"
#include "banker/agent/banker_tinf.hpp"
#include "support/banking_cases.hpp"
#include "support/effort.hpp"

namespace banker::testing::shared_rows_test {
namespace {

// The rows of the open rounds, by round.
using Rows = std::map<RoundId, const double*>;
template <class A>
Rows open_rows_of(const A& agent) {
  Rows rows;
  agent.for_each_open(
      [&](RoundId round, double, std::span<const double> dual) { rows[round] = dual.data(); });
  return rows;
}
Rows open_rows(const Agent& agent) {
  if (const auto* a = dynamic_cast<const BankerOmd*>(&agent)) return open_rows_of(*a);
  if (const auto* a = dynamic_cast<const BankerTinf*>(&agent)) return open_rows_of(*a);
  if (const auto* a = dynamic_cast<const Banker*>(&agent)) return open_rows_of(*a);
  if (const auto* a = dynamic_cast<const BankerScaleFree*>(&agent)) return open_rows_of(*a);
  throw std::logic_error("an agent without rows that are shared");
}

Json pooled(const char* agent, const Json& options) {
  Json spec{{"agent", agent}, {"spending", "proportional"}};
  spec.update(options);
  return spec;
}

class Sharing : public ::testing::TestWithParam<Json> {
 protected:
  std::unique_ptr<Agent> fresh() const {
    Json spec = GetParam();
    spec["arms"] = 6;
    spec["seed"] = 7;
    return make_from(spec);
  }
};
INSTANTIATE_TEST_SUITE_P(
    Pools, Sharing,
    ::testing::Values(Json{{"agent", "banker"}}, Json{{"agent", "banker"}, {"skip_stale", 0.5}},
                      Json{{"agent", "banker-scale-free"}}, pooled("banker-tinf", Json::object()),
                      pooled("banker-tinf",
                             {{"reserve", {{"rho", nullptr}, {"kappa", 2}, {"hysteresis", 0.5}}}}),
                      pooled("banker-omd", {{"regularizer", "negentropy"}}),
                      pooled("banker-omd", {{"scale", {{"rule", "constant"}, {"value", 8}}}})));

// A round has the row of the round before exactly if nothing was told, dropped or given up since, and nothing is
// borrowed for it; otherwise it has one that no other round has. Either way it is drawn from what was announced.
TEST_P(Sharing, IsOfRoundsWithNothingBetweenThem) {
  const auto agent = fresh();
  Player plays(*agent, true);
  Random random(50);
  bool quiet = false;
  int shared = 0, alone = 0;
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t bits = random();
    const bool burst = i / 15 % 2 == 0;
    if (!plays.asks(burst ? bits & ~std::uint64_t{15} : bits | 8)) {
      plays.step(bits | 8);
      quiet = false;
      continue;
    }
    const std::vector<double> x = agent->probabilities();
    const std::size_t outstanding = agent->outstanding();
    plays.ask();
    const Decision& d = plays.last();
    ASSERT_EQ(d.probability, x[d.arm]);
    quiet = quiet && agent->outstanding() == outstanding + 1;  // nothing was given up
    const Rows rows = open_rows(*agent);
    const double* row = rows.at(d.round);
    const auto owners =
        std::count_if(rows.begin(), rows.end(), [&](const auto& r) { return r.second == row; });
    if (quiet && agent->statement(d.round).value().borrowed == 0) {
      ASSERT_EQ(row, rows.at(RoundId{number(d.round) - 1})) << i;
      ++shared;
    } else {
      ASSERT_EQ(owners, 1) << i;
      ++alone;
    }
    quiet = true;
  }
  EXPECT_GT(shared, 100);
  EXPECT_GT(alone, 10);
}

// The row is in the snapshot once: a round that shares it takes no K numbers more.
TEST_P(Sharing, TakesNoMemoryForEveryRound) {
  Json spec = GetParam();
  spec["arms"] = 1000;
  const auto agent = make_from(spec);
  const auto burst = agent->ask_many(30).value();
  for (const Decision& d : burst) (void)agent->tell(d.round, loss_for(*agent, 0.5)).value();
  std::size_t shared = 0, before = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const std::size_t open = agent->outstanding();
    const Decision d = agent->ask().value();
    const std::size_t size = agent->save().size();
    const bool gave_up = agent->outstanding() <= open;
    if (i > 0 && !gave_up && agent->statement(d.round).value().borrowed == 0) {
      EXPECT_LT(size, before + 8 * 100) << i;
      ++shared;
    }
    before = size;
  }
  EXPECT_GT(shared, 0u);
}

// Every agent that takes delay, in bursts of asks and of outcomes.
class InBursts : public ::testing::TestWithParam<Case> {
 protected:
  // Up to twelve asks, then outcomes and drops of some, in any order.
  static std::uint64_t bits(Random& random, int event) {
    const std::uint64_t any = random() & ~std::uint64_t{15};
    if (event / 12 % 2 == 0) return any;
    return any | (random() % 8 == 0 ? 15u : 8u);
  }
  static Forced impossible(const Agent& agent) {
    Forced forced;
    if (is_linear(agent) && agent.arms() == 0) forced.direction = 1000;
    else forced.arm = 1000;
    return forced;
  }
};

std::vector<Case> delayed_cases() {
  std::vector<Case> cases = catalog_cases(false);
  cases.insert(cases.end(), banking_cases().begin(), banking_cases().end());
  std::erase_if(cases, [](const Case& c) { return !c.takes_delay; });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Catalog, InBursts, ::testing::ValuesIn(delayed_cases()), case_name);

// Between all events: an ask for an arm that does not exist, and a look at the probabilities.
TEST_P(InBursts, AFailedAskAndALookChangeNothing) {
  const auto quiet = make(GetParam().spec), disturbed = make(GetParam().spec);
  Player plays(*quiet, true), plays_on(*disturbed, true);
  Random random(51);
  for (int i = 0; i < 240; ++i) {
    const std::string before = disturbed->save();
    for (int times = 0; times < 2; ++times) {
      ASSERT_FALSE(disturbed->ask(impossible(*disturbed)));
      ASSERT_EQ(disturbed->save(), before) << "a failed ask, event " << i;
      (void)disturbed->probabilities();
      (void)disturbed->point();
      ASSERT_EQ(disturbed->save(), before) << "a look, event " << i;
    }
    const std::uint64_t event = bits(random, i);
    ASSERT_EQ(plays_on.step(event), plays.step(event)) << i;
    ASSERT_EQ(disturbed->save(), quiet->save()) << i;
  }
}

// After every event, in the middle of asks that share a row and with outcomes that wait to be mixed.
TEST_P(InBursts, ASavedAgentGoesOnBitByBit) {
  const auto agent = make(GetParam().spec);
  Player plays(*agent, true);
  Random random(52);
  std::vector<std::uint64_t> events;
  for (int i = 0; i < effort(120, 60); ++i) events.push_back(bits(random, i));
  for (std::size_t i = 0; i < events.size(); ++i) {
    const std::string snapshot = agent->save();
    const auto loaded = make(GetParam().spec), twin = make(GetParam().spec);
    const auto refused = loaded->load(snapshot);
    ASSERT_FALSE(refused) << refused->message << " after event " << i;
    ASSERT_FALSE(twin->load(snapshot));
    ASSERT_EQ(loaded->save(), snapshot) << i;
    ASSERT_EQ(loaded->probabilities(), agent->probabilities()) << i;
    Player goes_on(*loaded, true, plays.open()), follows(*twin, true, plays.open());
    // Both go on through the rest of a burst and the next; the agent itself by one event.
    for (std::size_t k = i; k < std::min(events.size(), i + 15); ++k) {
      const std::string answer = goes_on.step(events[k]);
      ASSERT_EQ(follows.step(events[k]), answer);
      if (k == i) {
        ASSERT_EQ(plays.step(events[k]), answer) << i;
        ASSERT_EQ(loaded->save(), agent->save()) << i;
      }
    }
    ASSERT_EQ(loaded->save(), twin->save()) << i;
  }
}

// One copy, made in the middle of each burst, beside the agent to the end.
TEST_P(InBursts, ACopyFromTheMiddleOfABurstKeepsStep) {
  for (const int stop : {5, 17, 30, 43}) {
    const auto agent = make(GetParam().spec);
    Player plays(*agent, true);
    Random random(53);
    for (int i = 0; i < stop; ++i) plays.step(bits(random, i));
    const auto loaded = make(GetParam().spec);
    ASSERT_FALSE(loaded->load(agent->save()));
    Player goes_on(*loaded, true, plays.open());
    for (int i = stop; i < 200; ++i) {
      const std::uint64_t event = bits(random, i);
      ASSERT_EQ(goes_on.step(event), plays.step(event)) << "saved at " << stop << ", event " << i;
    }
    ASSERT_EQ(loaded->save(), agent->save());
  }
}

}  // namespace
}  // namespace banker::testing::shared_rows_test
