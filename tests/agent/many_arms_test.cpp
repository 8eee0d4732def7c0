// The agents that draw from many arms without a look at each: from 64 arms on, tsallis-inf and delayed-tsallis.
#include <bit>

#include "agent/slow_baseline.hpp"
#include "agent/snapshot.hpp"
#include "support/allocations.hpp"
#include "support/effort.hpp"

namespace banker::testing::many_arms_test {
namespace {

const std::vector<std::string> kAgents{"tsallis-inf", "delayed-tsallis"};

std::string spec_of(const std::string& agent, std::size_t arms) {
  const std::string estimator = agent == "tsallis-inf" ? R"(","estimator":"importance-weighted)" : "";
  return R"({"agent":")" + agent + estimator + R"(","arms":)" + std::to_string(arms) + R"(,"seed":5})";
}
bool is_bucketed(const Agent& agent) {
  const std::string bytes = agent.save();
  return read_snapshot(bytes).value().parts == "tsallis-half bucketed";
}

TEST(ManyArms, AreBucketed) {
  for (const std::string& agent : kAgents) {
    EXPECT_FALSE(is_bucketed(*make(spec_of(agent, 63)))) << agent;
    EXPECT_TRUE(is_bucketed(*make(spec_of(agent, 64)))) << agent;
  }
  EXPECT_FALSE(is_bucketed(*make(R"({"agent":"tsallis-inf","estimator":"reduced-variance","arms":100})")));
}

TEST(ManyArms, PlayWhatTheFormulaSays) {
  for (const std::size_t arms : {64, 200}) {
    SlowDelayedTsallis slow(arms);
    compare(spec_of("delayed-tsallis", arms), slow, arms, effort(2000, 200), Losses::kUsual, 1e-12L);
  }
}

// Plays a random mix of asks, tells and drops; every ask is looked at before and after.
class ManyArmsPlay : public ::testing::TestWithParam<std::string> {};

TEST_P(ManyArmsPlay, DrawsFromProbabilitiesBitByBit) {
  const auto agent = make(spec_of(GetParam(), 300));
  Player player(*agent, true);
  Random random(1);
  std::vector<double> last;
  for (int i = 0; i < effort(6000, 600); ++i) {
    const std::uint64_t bits = random();
    if (!player.asks(bits)) {
      player.step(bits);
      continue;
    }
    const std::string before = agent->save();
    const std::vector<double> x = agent->probabilities();
    ASSERT_TRUE(agent->save() == before) << "looking changed it";
    const auto drawn = load_agent(before).value(), forced = load_agent(before).value();
    player.ask();
    const Decision decision = drawn->ask().value();
    ASSERT_EQ(decision.probability, x[decision.arm]);
    ASSERT_EQ(forced->ask_arm(decision.arm).value().probability, decision.probability);
    ASSERT_TRUE(drawn->save() == agent->save()) << "loaded";
    ASSERT_TRUE(forced->save() == agent->save()) << "forced";
    agent->last_point(last);
    ASSERT_EQ(last, x);
  }
}

TEST_P(ManyArmsPlay, IsAsItWasAfterAnError) {
  const auto agent = make(spec_of(GetParam(), 100));
  for (int i = 0; i < 2; ++i) {  // forced until arm 7 is too improbable to be forced
    for (;;) {
      const std::string before = agent->save();
      const auto decision = agent->ask_arm(7);
      if (!decision) {
        EXPECT_EQ(decision.error().code, ErrorCode::kImpossibleArm);
        ASSERT_TRUE(agent->save() == before);
        break;
      }
      ASSERT_TRUE(agent->tell(decision->round, 1.0));
    }
    const std::string before = agent->save();
    EXPECT_EQ(agent->ask_arm(100).error().code, ErrorCode::kImpossibleArm);
    EXPECT_EQ(agent->ask({.arm = {}, .direction = 1, .sign = {}}).error().code, ErrorCode::kImpossibleArm);
    ASSERT_TRUE(agent->save() == before);
    for (int t = 0; t < 100; ++t) ASSERT_TRUE(agent->tell(agent->ask().value().round, 0.5));
  }
}

// With rounds open, and with the outcomes of many rounds between two asks.
TEST_P(ManyArmsPlay, AllocatesNothingInASteadyState) {
  const auto agent = make(spec_of(GetParam(), 1000));
  std::vector<RoundId> open(64);
  const auto play = [&](int turns) {
    for (int turn = 0; turn < turns; ++turn) {
      for (RoundId& round : open) round = agent->ask()->round;
      for (const RoundId round : open) ASSERT_TRUE(agent->tell(round, turn % 3 == 0 ? 1.0 : 0.25));
    }
  };
  play(100);
  const std::size_t before = allocations();
  play(500);
  EXPECT_EQ(allocations(), before);
}

// One word of the state replaced by one that a careless reader trips over: refused, or an agent that decides.
TEST_P(ManyArmsPlay, RefusesDamagedSnapshotsOrWorks) {
  const auto agent = make(spec_of(GetParam(), 64));
  Player player(*agent, true);
  Random random(2);
  player.steps(random, 200);
  const std::string bytes = agent->save();
  const auto good = read_snapshot(bytes).value();
  std::vector<std::uint64_t> words{0, 1, 63, 64, 1ull << 32, 1ull << 63, ~0ull};
  for (const double v :
       {-0.0, 1.0, -1.0, 1e-320, 1e-150, 1e150, 1e300, -1e300, 1.7e308, double{NAN}, double{INFINITY}})
    words.push_back(std::bit_cast<std::uint64_t>(v));
  int refused = 0, accepted = 0;
  for (std::size_t at = 0; at + 8 <= good.state.size(); at += 8) {
    for (const std::uint64_t word : words) {
      std::string state(good.state);
      for (std::size_t i = 0; i < 8; ++i) state[at + i] = static_cast<char>(word >> 8 * i);
      const auto loaded = load_agent(write_snapshot({good.spec, good.parts, state}));
      loaded ? ++accepted : ++refused;
      if (!loaded) continue;
      for (int i = 0; i < 3; ++i) {
        const auto decision = (*loaded)->ask();
        if (!decision) break;  // no rounds are left
        ASSERT_TRUE(decision->probability > 0 && decision->probability <= 1) << "word " << at / 8;
        ASSERT_TRUE((*loaded)->tell(decision->round, 1.0));
      }
      ASSERT_TRUE(load_agent((*loaded)->save())) << "word " << at / 8;
    }
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(accepted, 10);
}

// An arm twice among the arms, and another not at all.
TEST_P(ManyArmsPlay, HasEveryArmOnce) {
  const auto agent = make(spec_of(GetParam(), 64));
  const std::string bytes = agent->save();
  const auto good = read_snapshot(bytes).value();
  std::string state(good.state);
  const std::size_t last_arm = state.size() - 16;  // then comes the number of open rounds, 0
  for (std::size_t i = 0; i < 8; ++i) state[last_arm + i] = state[last_arm - 8 + i];
  EXPECT_FALSE(load_agent(write_snapshot({good.spec, good.parts, state})));
}

INSTANTIATE_TEST_SUITE_P(Agents, ManyArmsPlay, ::testing::ValuesIn(kAgents));

}  // namespace
}  // namespace banker::testing::many_arms_test
