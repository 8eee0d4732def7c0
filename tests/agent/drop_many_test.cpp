#include <gtest/gtest.h>

#include <vector>

#include "banker/banker.hpp"

namespace banker::drop_many_test {
namespace {

std::unique_ptr<Agent> asked(const char* name, std::size_t rounds) {
  auto agent = *make_agent(std::string(R"({"agent":")") + name + R"(","arms":3,"seed":5})");
  EXPECT_EQ(agent->ask_many(rounds)->size(), rounds);
  return agent;
}

TEST(DropMany, IsManyDrops) {
  for (const char* name : {"banker", "banker-tinf", "exp3"}) {
    const auto many = asked(name, 6), single = asked(name, 6);
    const std::vector<RoundId> rounds{RoundId{5}, RoundId{2}, RoundId{3}};
    const auto receipts = many->drop_many(rounds);
    ASSERT_TRUE(receipts) << name;
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const Receipt receipt = *single->drop(rounds[i]);
      EXPECT_EQ((*receipts)[i].round, receipt.round);
      EXPECT_EQ((*receipts)[i].state, receipt.state);
      EXPECT_EQ((*receipts)[i].immediate_cost, receipt.immediate_cost);
    }
    EXPECT_EQ(many->save(), single->save()) << name;
    EXPECT_TRUE(many->drop_many({})->empty());
  }
}

TEST(DropMany, IsAllOfThemOrNone) {
  const auto agent = asked("banker", 4);
  ASSERT_TRUE(agent->tell(RoundId{2}, 0.5));
  const std::string before = agent->save();
  for (const std::vector<RoundId>& rounds :
       {std::vector{RoundId{1}, RoundId{2}}, {RoundId{1}, RoundId{9}}, {RoundId{3}, RoundId{3}}}) {
    const auto error = agent->drop_many(rounds);
    ASSERT_FALSE(error);
    EXPECT_NE(error.error().message.find("nothing was dropped"), std::string::npos) << error.error().message;
    EXPECT_EQ(agent->save(), before);
  }
}

}  // namespace
}  // namespace banker::drop_many_test
