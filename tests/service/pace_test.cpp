// How fast a bandit is asked and told is not in the journal: it stays when the bandit is read back.

#include <gtest/gtest.h>

#include "desk.hpp"

namespace banker::testing::pace_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

std::string pace(Desk& desk) {
  const Summary summary = desk.look("a");
  return concat(summary.asks_per_minute, " asks, ", summary.tells_per_minute, " tells");
}

TEST(Pace, StaysWhenATransactionIsTakenBackWithoutWhatWasNotDone) {
  Desk desk;
  desk.create("a", kArms);
  for (int i = 0; i < 5; ++i) desk.ask("a");
  for (const char* id : {"r1", "r2"}) desk.tell("a", id, 0.5);
  EXPECT_EQ(pace(desk), "5 asks, 2 tells");
  for (const Request& request : Requests{Ask{"a", 3, {}}, Tell{"a", {{"r3", 0.5, Outcome::Kind::kLoss}}}}) {
    desk.disk->fail_commits = 1000;  // also of the housekeeping, which tries whether the disk is back
    EXPECT_EQ(desk.problem(request), 503);
    desk.disk->fail_commits = 0;
    EXPECT_EQ(pace(desk), "5 asks, 2 tells");
  }
  desk.ask("a");
  EXPECT_EQ(pace(desk), "6 asks, 2 tells");
}

TEST(Pace, StaysWhenABanditCannotBeReadBackForAWhile) {
  Desk desk;
  desk.create("a", kArms);
  desk.expect<Asked>(Ask{"a", 5, {}});
  desk.disk->fail_commits = 1;
  desk.disk->fail_reads.after(1);  // the list of bandits, and no more
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);
  desk.disk->fail_commits = 0;
  desk.disk->fail_reads = 0;
  EXPECT_EQ(pace(desk), "5 asks, 0 tells");
}

// This agent takes one round at a time: of two that are asked together neither is kept.
TEST(Pace, StaysWhenAnAgentWentTooFar) {
  Desk desk;
  desk.create("a", R"({"agent":"omd","arms":3,"seed":8})");
  for (int i = 0; i < 4; ++i) desk.tell("a", desk.ask("a").id, 0.5);
  EXPECT_EQ(desk.problem(Ask{"a", 2, {}}), 409);
  EXPECT_EQ(pace(desk), "4 asks, 4 tells");
  desk.ask("a");
  EXPECT_EQ(pace(desk), "5 asks, 4 tells");
}

}  // namespace
}  // namespace banker::testing::pace_test
