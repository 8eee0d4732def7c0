// Losses times a power of two change no decision, bit by bit, of the agents that promise it.
#include <cmath>

#include "agent/bad_spec.hpp"
#include "agent/player.hpp"
#include "support/effort.hpp"

namespace banker::testing::scale_invariance_test {
namespace {

struct Unit {
  std::string name;
  Json spec;
  bool is_signed;
};
std::ostream& operator<<(std::ostream& out, const Unit& unit) { return out << unit.name; }

std::vector<Unit> without_a_unit() {
  const Json reserve{{"rho", 8}, {"kappa", 0.5}, {"hysteresis", 0.5}};
  std::vector<Unit> list;
  const auto add = [&](const std::string& name, Json options) {
    const bool is_signed = options["agent"] != "banker-sftinf";
    options["arms"] = 5;
    list.push_back({name, options, is_signed});
  };
  for (const std::string agent : {"sftinf", "sflbinf"}) {
    Json spec{{"agent", "banker-" + agent}, {"scale_invariant", true}};
    for (const std::string& spending : spendings()) {
      spec["spending"] = spending;
      add(agent + '_' + spending.substr(0, spending.find('-')), spec);
    }
    spec["reserve"] = reserve;
    add(agent + "_with_a_reserve", spec);
    spec["skip_stale"] = 0.5;
    add(agent + "_with_all", spec);
  }
  add("sflbinf_with_a_horizon", {{"agent", "banker-sflbinf"}, {"scale_invariant", true}, {"horizon", 1000}});
  add("scale_free", {{"agent", "banker-scale-free"}});
  add("scale_free_with_little_exploration", {{"agent", "banker-scale-free"}, {"exploration", 0.001}});
  add("scale_free_with_stale_rounds", {{"agent", "banker-scale-free"}, {"skip_stale", 0.5}});
  return list;
}

// Plays a random script with losses times 2^power; what an agent answers, with every amount divided by that.
std::string play(const Unit& unit, std::uint64_t seed, int power) {
  Random random(seed);
  const auto agent = make_from(unit.spec);
  std::vector<RoundId> open;
  std::string trace;
  const auto print = [&](double v) {
    char out[40];
    std::snprintf(out, sizeof out, " %a", v);
    trace += out;
  };
  const auto print_amount = [&](double v) { print(std::ldexp(v, -power)); };
  for (int i = 0; i < 300; ++i) {
    if (open.empty() || random() % 16 < (i / 40 % 3 == 1 ? 13 : 8)) {
      for (const double p : agent->probabilities()) print(p);
      const Decision d = agent->ask().value();
      trace += text(*agent, d);
      print_amount(agent->statement(d.round).value().scale);
      open.push_back(d.round);
    } else {
      std::swap(open[random() % open.size()], open.back());
      const double size = std::pow(10, 4 * static_cast<double>(random() % 1000) / 1000 - 2);
      const double loss = std::ldexp(unit.is_signed && random() % 2 ? -size : size, power);
      const bool drop = random() % 12 == 0;
      const Receipt r = (drop ? agent->drop(open.back()) : agent->tell(open.back(), loss)).value();
      trace += " told " + std::to_string(static_cast<int>(r.state));
      print_amount(r.immediate_cost.value());
      open.pop_back();
    }
    print_amount(agent->total_invested().value());
    print_amount(agent->certificate().value());
    trace += '\n';
  }
  return trace;
}

class Invariant : public ::testing::TestWithParam<Unit> {};
INSTANTIATE_TEST_SUITE_P(Units, Invariant, ::testing::ValuesIn(without_a_unit()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Invariant, UnderPowersOfTwo) {
  for (std::uint64_t seed = 0; seed < effort(10u, 2u); ++seed) {
    const std::string trace = play(GetParam(), seed, 0);
    for (const int power : {-60, -7, 1, 40, 100})
      ASSERT_TRUE(play(GetParam(), seed, power) == trace) << "seed " << seed << ", losses times 2^" << power;
  }
}

// With a first guess there is a unit, and the size of losses matters.
TEST(ScaleInvariance, IsNotThereWithoutTheOption) {
  for (const std::string agent : {"banker-sftinf", "banker-sflbinf"}) {
    const Unit unit{agent, {{"agent", agent}, {"arms", 5}}, agent == "banker-sflbinf"};
    EXPECT_NE(play(unit, 1, -7), play(unit, 1, 0)) << agent;
    const Unit also{agent, {{"agent", agent}, {"arms", 5}, {"scale_invariant", false}}, unit.is_signed};
    EXPECT_EQ(play(also, 1, 0), play(unit, 1, 0)) << agent;
  }
}

TEST(ScaleInvariance, NeedsNoFirstGuess) {
  for (const std::string agent : {"banker-sftinf", "banker-sflbinf"}) {
    const std::string start = R"({"agent":")" + agent + R"(","arms":3,)";
    for (const char* size : {"2", "0.5", "1e-3"})
      expect_bad(start + R"("scale_invariant":true,"initial_loss_size":)" + size + '}',
                 {"\"scale_invariant\"", "\"initial_loss_size\""});
  }
  expect_invalid(BankerSftinfOptions{.arms = 3, .initial_loss_size = 2, .scale_invariant = true},
                 {"scale_invariant", "initial_loss_size"});
}

// Until a loss that is not 0 is told: the uniform distribution, scale 0, and rounds are skipped.
TEST_P(Invariant, AgentsRestUntilTheyKnowASize) {
  const auto agent = make_from(GetParam().spec);
  const std::vector<double> uniform = agent->probabilities();
  for (int i = 0; i < 5; ++i) {
    const Decision d = agent->ask().value();
    EXPECT_EQ(agent->statement(d.round).value().scale, 0);
    EXPECT_EQ(agent->tell(d.round, 0).value().state, RoundState::kSkipped);
    const std::vector<double> next = agent->probabilities();
    for (std::size_t arm = 0; arm < next.size(); ++arm) EXPECT_NEAR(next[arm], uniform[arm], 1e-15);
    EXPECT_EQ(agent->total_invested(), 0);
  }
  EXPECT_EQ(agent->tell(agent->ask().value().round, 3).value().state, RoundState::kSkipped);
  EXPECT_GT(agent->statement(agent->ask().value().round).value().scale, 0);
}

}  // namespace
}  // namespace banker::testing::scale_invariance_test
