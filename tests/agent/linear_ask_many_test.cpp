// ask_many() of linear agents where the rounds end: all of them or none.

#include <string>

#include "agent/player.hpp"
#include "agent/snapshot.hpp"
#include "banker/core/bytes.hpp"

namespace banker::testing::linear_ask_many_test {
namespace {

class LinearAskMany : public ::testing::TestWithParam<Case> {
 protected:
  static constexpr std::size_t kLeft = 7;

  // After some events, as if all rounds but kLeft had been played: the round is the first number of a state.
  void SetUp() override {
    const auto agent = make(GetParam().spec);
    Random random(81);
    Player play(*agent, true);
    play.steps(random, 60);
    const std::string bytes = agent->save();
    const Snapshot snapshot = read_snapshot(bytes).value();
    ByteWriter state;
    state.integer(kMaxRound - kLeft);
    const std::string late = std::string(state.bytes()).append(snapshot.state.substr(8));
    late_ = write_snapshot({snapshot.spec, snapshot.parts, late});
    ASSERT_EQ(fresh()->rounds(), kMaxRound - kLeft);
  }
  std::unique_ptr<Agent> fresh() const {
    auto agent = make(GetParam().spec);
    const auto error = agent->load(late_);
    EXPECT_FALSE(error) << error->message;
    return agent;
  }

  std::string late_;
};

TEST_P(LinearAskMany, TakesWhatIsLeftAsOneByOne) {
  for (std::size_t n = 1; n <= kLeft; ++n) {
    const auto many = fresh(), single = fresh();
    const auto decisions = many->ask_many(n).value();
    ASSERT_EQ(decisions.size(), n);
    for (const Decision& d : decisions) EXPECT_EQ(text(*many, d), text(*single, single->ask().value()));
    EXPECT_EQ(many->save(), single->save());
    EXPECT_EQ(many->rounds(), kMaxRound - kLeft + n);
  }
}

TEST_P(LinearAskMany, TakesNothingIfOneRoundIsMissing) {
  const auto agent = fresh();
  for (const std::size_t n : {kLeft + 1, kLeft + 2, std::size_t{1000}}) {
    expect_error(agent->ask_many(n), ErrorCode::kBadValue, {"rounds are played"});
    ASSERT_EQ(agent->save(), late_);
  }
  ASSERT_EQ(agent->ask_many(kLeft).value().size(), kLeft);
  const std::string last = agent->save();
  expect_error(agent->ask_many(1), ErrorCode::kBadValue, {"rounds are played"});
  expect_error(agent->ask(), ErrorCode::kBadValue, {"rounds are played"});
  EXPECT_TRUE(agent->ask_many(0).value().empty());
  EXPECT_EQ(agent->save(), last);
}

std::vector<Case> linear_agents() {
  std::vector<Case> cases = catalog_cases(false);
  std::erase_if(cases, [](const Case& c) { return !is_linear(*make(c.spec)); });
  return cases;
}
INSTANTIATE_TEST_SUITE_P(Catalog, LinearAskMany, ::testing::ValuesIn(linear_agents()), case_name);

}  // namespace
}  // namespace banker::testing::linear_ask_many_test
