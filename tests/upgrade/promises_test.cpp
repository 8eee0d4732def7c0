// What an agent promises when it goes over to a newer rule is looked at: one that would not keep it stays as it is.

#include <gtest/gtest.h>

#include "banker/agent/catalog.hpp"
#include "support/server/two_rules.hpp"

namespace banker::testing::promises_test {
namespace {

// With two rounds open and one told.
std::unique_ptr<Agent> played(const Json& fault) {
  auto agent = *make_agent(Json{{"agent", "two-rules"}, {"rule", 1}, {"arms", 3}, {"fault", fault}}.dump());
  for (int i = 0; i < 3; ++i) (void)*agent->ask();
  (void)*agent->tell(RoundId{2}, 0.25);
  return agent;
}

TEST(Promises, TheDistributionIsTheSameTo1em9) {
  for (const double off : {0.0, 5e-10, -5e-10}) EXPECT_TRUE(played(off)->upgraded(2)) << off;
  for (const double off : {2e-9, -2e-9, 0.1}) EXPECT_FALSE(played(off)->upgraded(2)) << off;
}

TEST(Promises, WhatIsLostIsNoticed) {
  for (const char* fault : {"nothing", "open", "rounds", "rule"}) {
    SCOPED_TRACE(fault);
    const auto agent = played(fault);
    const std::string before = agent->save();
    const auto upgraded = agent->upgraded(2);
    ASSERT_FALSE(upgraded);
    EXPECT_EQ(upgraded.error().code, ErrorCode::kBadValue);
    EXPECT_NE(upgraded.error().message.find("two-rules cannot go over to rule 2"), std::string::npos)
        << upgraded.error().message;
    EXPECT_EQ(agent->save(), before);
  }
}

}  // namespace
}  // namespace banker::testing::promises_test
