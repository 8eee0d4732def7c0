// How told outcomes are mapped to the losses an agent learns from.

#include <cmath>

#include "agent/player.hpp"
#include "agent/snapshot.hpp"
#include "support/effort.hpp"

namespace banker::testing::outcome_test {
namespace {

// What the agent learned, without its spec: two agents of different ranges can be compared.
std::string state(const Agent& agent) {
  const std::string bytes = agent.save();
  return std::string(read_snapshot(bytes).value().state);
}

std::vector<Case> cases_with(LossDomain::Kind kind) {
  std::vector<Case> cases = catalog_cases(false);
  std::erase_if(cases, [&](const Case& c) { return make(c.spec)->identity().domain.kind != kind; });
  return cases;
}
std::vector<Case> cases_with_a_range() {
  std::vector<Case> cases = catalog_cases(false);
  std::erase_if(cases, [](const Case& c) { return !has_range(*make(c.spec)); });
  return cases;
}

std::unique_ptr<Agent> with_range(const Case& c, double low, double high) {
  Json spec = Json::parse(make(c.spec)->spec());
  Json& owner = spec.contains("base") ? spec["base"] : spec;  // the range of bold is that of its base
  owner["loss_range"] = {low, high};
  return make_from(spec);
}

// Agents that play arms map their range to [0, 1], linear ones to [-1, 1].
class Range : public ::testing::TestWithParam<Case> {
 protected:
  double least() const { return is_linear(*make(GetParam().spec)) ? -1 : 0; }
};
INSTANTIATE_TEST_SUITE_P(Catalog, Range, ::testing::ValuesIn(cases_with_a_range()), case_name);

TEST_P(Range, EveryAgentWithARangeHasTheKeyAndTheDefaultItIsMappedTo) {
  const auto agent = make(GetParam().spec), unit = with_range(GetParam(), least(), 1);
  EXPECT_EQ(agent->spec(), unit->spec());
  EXPECT_EQ(agent->identity().domain.low, least());
  EXPECT_EQ(agent->identity().domain.high, 1);
}

TEST_P(Range, ALossIsMappedAndThenLearned) {
  struct Limits {
    double low, high;
  };
  for (const auto [low, high] :
       {Limits{-2, 6}, Limits{0, 0.25}, Limits{-1, 2}, Limits{10, 17}, Limits{-5e100, 5e100}}) {
    const auto unit = make(GetParam().spec), ranged = with_range(GetParam(), low, high);
    Random random(21);
    for (int t = 0; t < effort(200, 60); ++t) {
      const Decision decision = unit->ask().value();
      ASSERT_EQ(text(*unit, decision), text(*ranged, ranged->ask().value()));
      const double u = static_cast<double>(random() >> 52) / 4095;
      const double loss = std::min(low + u * (high - low), high);
      const double mapped = least() == 0   ? (loss - low) / (high - low)
                            : low == -high ? loss / high
                                           : ((loss - low) - (high - loss)) / (high - low);
      ASSERT_EQ(text(unit->tell(decision.round, mapped).value()),
                text(ranged->tell(decision.round, loss).value()));
    }
    EXPECT_EQ(state(*unit), state(*ranged)) << low << ' ' << high;
  }
}

// The ends of any range, however narrow, become the ends of [-1, 1]; no loss leaves it.
TEST(SymmetricRange, MapsEndsToEnds) {
  for (const auto& [low, high] :
       {std::pair(1.0, 1 + 0x1p-52), std::pair(1e6, 1e6 + 1e-9), std::pair(0.0, 5e-324),
        std::pair(100.0, 100.01), std::pair(-1.0, 1.0), std::pair(-8e307, 8e307)}) {
    const LossDomain domain = LossDomain::symmetric(low, high);
    EXPECT_EQ(*domain.map_loss(low), -1);
    EXPECT_EQ(*domain.map_loss(high), 1);
    EXPECT_EQ(*domain.map_reward(high), -1);
    EXPECT_LE(std::abs(*domain.map_loss(low / 2 + high / 2)), 1);
  }
}

TEST_P(Range, ARangeOfAPowerOfTwoChangesNoBit) {
  const auto unit = make(GetParam().spec), ranged = with_range(GetParam(), -2, 6);
  Random random(22);
  for (int t = 0; t < effort(200, 60); ++t) {
    const RoundId round = unit->ask().value().round;
    (void)ranged->ask().value();
    const double u = static_cast<double>(random() >> 48) / 65536;
    (void)unit->tell(round, least() + (1 - least()) * u).value();
    (void)ranged->tell(round, -2 + 8 * u).value();
  }
  EXPECT_EQ(state(*unit), state(*ranged));
}

TEST_P(Range, ARewardIsTheLossLowPlusHighMinusIt) {
  const auto told_loss = with_range(GetParam(), -2, 6), told_reward = with_range(GetParam(), -2, 6);
  Random random(23);
  for (int t = 0; t < effort(200, 60); ++t) {
    const RoundId round = told_loss->ask().value().round;
    (void)told_reward->ask().value();
    const double reward = -2 + 8 * (static_cast<double>(random() >> 48) / 65536);
    (void)told_loss->tell(round, -2 + 6 - reward).value();
    (void)told_reward->tell_reward(round, reward).value();
  }
  EXPECT_EQ(told_loss->save(), told_reward->save());
}

TEST_P(Range, BothEndsOfTheRangeAreTakenAndNothingBeyond) {
  const auto agent = with_range(GetParam(), 10, 17);
  for (const double loss : {10.0, 17.0}) (void)agent->tell(agent->ask().value().round, loss).value();
  for (const double reward : {10.0, 17.0})
    (void)agent->tell_reward(agent->ask().value().round, reward).value();
  const RoundId round = agent->ask().value().round;
  const std::string before = agent->save();
  for (const double value : {std::nextafter(10.0, 0.0), std::nextafter(17.0, 20.0), 0.5}) {
    expect_error(agent->tell(round, value), ErrorCode::kBadValue, {"loss", "outside [10, 17]", "loss_range"});
    expect_error(agent->tell_reward(round, value), ErrorCode::kBadValue, {"reward", "outside [10, 17]"});
  }
  EXPECT_EQ(agent->save(), before);
}

class Signed : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Catalog, Signed, ::testing::ValuesIn(cases_with(LossDomain::Kind::kSigned)),
                         case_name);

TEST_P(Signed, ARewardIsTheLossMinusIt) {
  const auto told_loss = make(GetParam().spec), told_reward = make(GetParam().spec);
  Random random(24);
  for (int t = 0; t < effort(200, 60); ++t) {
    const RoundId round = told_loss->ask().value().round;
    (void)told_reward->ask().value();
    const double reward = loss_for(*told_loss, static_cast<double>(random() >> 11) * 0x1p-53);
    ASSERT_EQ(text(told_loss->tell(round, -reward).value()),
              text(told_reward->tell_reward(round, reward).value()));
  }
  EXPECT_EQ(told_loss->save(), told_reward->save());
}

class NonNegative : public ::testing::TestWithParam<Case> {};
INSTANTIATE_TEST_SUITE_P(Catalog, NonNegative,
                         ::testing::ValuesIn(cases_with(LossDomain::Kind::kNonNegative)), case_name);

TEST_P(NonNegative, RewardsAreRefusedWhateverTheyAre) {
  const auto agent = make(GetParam().spec);
  const RoundId round = agent->ask().value().round;
  const std::string before = agent->save();
  for (const double reward : {-1.0, 0.0, 0.5, 1.0}) {
    expect_error(agent->tell_reward(round, reward), ErrorCode::kBadValue, {"no rewards", "tell a loss"});
  }
  EXPECT_EQ(agent->save(), before);
}

TEST(LossDomains, AreARangeUnlessTheAgentIsScaleFree) {
  EXPECT_EQ(make(R"({"agent":"banker-sftinf","arms":2})")->identity().domain.kind,
            LossDomain::Kind::kNonNegative);
  EXPECT_EQ(make(R"({"agent":"banker-sflbinf","arms":2})")->identity().domain.kind,
            LossDomain::Kind::kSigned);
  for (const char* name : {"omd", "banker-omd", "banker-tinf"}) {
    EXPECT_EQ(make_from(Json{{"agent", name}, {"arms", 2}})->identity().domain.kind, LossDomain::Kind::kRange)
        << name;
  }
  for (const char* name : {"banker-bolo", "bolo", "delayed-scrible"}) {
    const auto agent = make_from(Json{{"agent", name}, {"actions", {{1}, {2}}}});
    EXPECT_EQ(agent->identity().domain.kind, LossDomain::Kind::kSymmetric) << name;
  }
}

TEST(LossSize, AnUnboundedAgentTakesLossesUpTo1e140) {
  for (const char* name : {"banker-sftinf", "banker-sflbinf"}) {
    const auto agent = make_from(Json{{"agent", name}, {"arms", 3}});
    for (int t = 0; t < 20; ++t) (void)agent->tell(agent->ask().value().round, 1e140).value();
    const Decision decision = agent->ask().value();
    EXPECT_GT(decision.probability, 0);
    EXPECT_TRUE(std::isfinite(agent->certificate().value()));
    EXPECT_TRUE(std::isfinite(agent->statement(decision.round).value().scale));
  }
}

}  // namespace
}  // namespace banker::testing::outcome_test
