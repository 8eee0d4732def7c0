// Requests that wait together go into one commit, but not more of them than nobody minds to wait for.

#include <gtest/gtest.h>

#include "desk.hpp"

namespace banker::testing::batch_weight_test {
namespace {

constexpr const char* kArms = R"({"agent":"banker","arms":3,"seed":7})";
constexpr const char* kBall =
    R"({"agent":"banker-bolo","body":{"type":"ball","dimension":20000,"radius":1.0},"seed":4})";

// How many commits these requests take, which wait together.
std::uint64_t commits_of(Desk& desk, const Requests& requests) {
  static int made = 0;
  std::uint64_t before = 0;
  for (const Answer& answer :
       desk.batch(Create{concat("new", ++made), kArms, {}}, requests, [&] { before = desk.disk->commits; }))
    EXPECT_FALSE(std::holds_alternative<Problem>(answer)) << show(answer);
  return desk.disk->commits - before - 1;  // without that of the first request
}

TEST(BatchWeight, SmallRequestsShareACommit) {
  Desk desk;
  desk.create("a", kArms);
  EXPECT_EQ(commits_of(desk, Requests(100, Ask{"a", 10, {}})), 1u);
}

TEST(BatchWeight, DecisionsOfManyNumbersDoNot) {
  Desk desk;
  desk.create("a", kBall);
  EXPECT_EQ(commits_of(desk, Requests(2, Ask{"a", 80, {}})), 2u);
}

TEST(BatchWeight, ManyDecisionsDoNot) {
  Desk desk;
  desk.create("a", kArms);
  EXPECT_EQ(commits_of(desk, Requests(2, Ask{"a", 100'000, {}})), 2u);
}

// Between looks at large bandits there is a commit for who asks.
TEST(BatchWeight, LooksAtManyArmsDoNotHoldUpOthers) {
  Desk desk;
  desk.create("large", R"({"agent":"banker","arms":100000,"seed":7})");
  desk.create("a", kArms);
  Requests requests{Ask{"a", 1, {}}};
  for (int i = 0; i < 40; ++i) requests.emplace_back(Look{"large"});
  requests.emplace_back(Ask{"a", 1, {}});
  EXPECT_EQ(commits_of(desk, requests), 2u);
}

}  // namespace
}  // namespace banker::testing::batch_weight_test
