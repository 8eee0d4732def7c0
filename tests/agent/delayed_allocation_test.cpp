// What the delayed baselines allocate in a steady state: nothing, or little.
#include "agent/player.hpp"
#include "support/allocations.hpp"

namespace banker::testing::delayed_allocation_test {
namespace {

// A ring of open rounds: the oldest is told before the next is asked. Returns the allocations of 4000 rounds.
std::size_t allocations_of(const std::string& spec, std::size_t open) {
  const auto agent = make(spec);
  std::vector<RoundId> rounds(open);
  for (RoundId& round : rounds) round = agent->ask()->round;
  std::size_t before = 0;
  for (std::size_t i = 0; i < 10'000; ++i) {
    if (i == 6'000) before = allocations();
    (void)agent->tell(rounds[i % open], i % 3 == 0 ? 1.0 : 0.25).value();
    rounds[i % open] = agent->ask()->round;
  }
  return allocations() - before;
}

TEST(SteadyState, OfADelayedBaselineAllocatesNothing) {
  for (const char* spec : {R"({"agent":"zimmert-seldin","arms":7})", R"({"agent":"delayed-ucb","arms":7})",
                           R"({"agent":"delayed-thompson","arms":7})", R"({"agent":"dew","arms":7})",
                           R"({"agent":"zimmert-seldin","arms":7,"tuning":"advanced"})"}) {
    for (const std::size_t open : {1, 100}) EXPECT_EQ(allocations_of(spec, open), 0u) << spec << ", " << open;
  }
}

// A vector for the probabilities of the copy, and what the copy needs to return them: no more with more copies.
TEST(SteadyState, OfBoldAllocatesProbabilitiesOnly) {
  for (const std::size_t open : {1, 100}) {
    EXPECT_EQ(allocations_of(R"({"agent":"bold","arms":7})", open), 4000u) << open;
    EXPECT_EQ(allocations_of(R"({"agent":"bold","arms":7,"base":{"agent":"omd"}})", open), 16000u) << open;
  }
}

}  // namespace
}  // namespace banker::testing::delayed_allocation_test
