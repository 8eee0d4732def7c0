// The row of one bandit, or what led to it, is damaged while the server runs: that is no matter of the others.

#include <gtest/gtest.h>

#include "desk.hpp"
#include "store/sqlite.hpp"
#include "support/folder.hpp"

namespace banker::testing::damaged_bandit_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

int problem(const Answer& answer) {
  const auto* found = std::get_if<Problem>(&answer);
  return found ? static_cast<int>(found->kind) : 0;
}

TEST(DamagedBandit, CannotBePausedOrRemovedAndTheOthersGoOn) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  const auto service = *Service::start(*store::open_journal(file), {});
  for (const char* name : {"a", "b"}) service->call(Create{name, kArms, {}});
  store::Database database;
  ASSERT_FALSE(database.open(file, store::Database::Access::kWrite));
  ASSERT_FALSE(database.run("UPDATE bandits SET created_at = created_at + 1 WHERE name = 'b'"));
  for (const Request& request : Requests{Pause{"b", true}, Remove{"b"}}) {
    const Answer answer = service->call(request);
    EXPECT_EQ(problem(answer), 503);
    EXPECT_NE(std::get<Problem>(answer).detail.find("damaged"), std::string::npos);
    EXPECT_FALSE(service->trouble());
  }
  EXPECT_EQ(std::get<Measures>(service->call(Measure{})).failures, 0u);
  for (const char* name : {"a", "b"}) {
    EXPECT_FALSE(std::get<View>(service->call(Look{name})).summary.paused_at);
    EXPECT_EQ(problem(service->call(Ask{name, 1, {}})), 0) << name;
  }
  EXPECT_EQ(problem(service->call(Pause{"a", true})), 0);
  EXPECT_EQ(problem(service->call(Remove{"a"})), 0);
  ASSERT_FALSE(database.run("UPDATE bandits SET created_at = created_at - 1 WHERE name = 'b'"));
  EXPECT_EQ(problem(service->call(Pause{"b", true})), 0);
}

// An outcome whose record cannot be read is no matter of the others in the same request, which are counted, and answered so.
TEST(DamagedBandit, AnOutcomeThatCannotBeReadSpoilsNoOther) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  const auto service = *Service::start(*store::open_journal(file), {});
  service->call(Create{"a", kArms, {}});
  service->call(Ask{"a", 3, {}});
  const auto loss = [](const char* id) { return Report{id, 0.5, Outcome::Kind::kLoss}; };
  service->call(Tell{"a", {loss("r1")}});
  store::Database database;
  ASSERT_FALSE(database.open(file, store::Database::Access::kWrite));
  ASSERT_FALSE(database.run("UPDATE outcomes SET value = 0.25 WHERE round = 1"));
  const auto results =
      std::get<Heard>(service->call(Tell{"a", {loss("r2"), loss("r1"), loss("r3")}})).results;
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[0].verdict, Verdict::kSettled);
  EXPECT_EQ(results[1].verdict, Verdict::kUnavailable);
  EXPECT_NE(results[1].detail.find("damaged"), std::string::npos) << results[1].detail;
  EXPECT_EQ(results[2].verdict, Verdict::kSettled);
  EXPECT_EQ(std::get<View>(service->call(Look{"a"})).summary.tally.settled, 3u);
}

TEST(DamagedBandit, IsListedOnItsTerms) {
  Desk desk;
  Terms terms;
  terms.expire_after = 60;
  terms.max_open = 7;
  desk.create("a", kArms, terms);
  desk.ask("a");
  {
    const std::lock_guard lock(desk.disk->mutex);
    desk.disk->bandits.begin()->second.decisions.at(1).decision.arm ^= 1;
  }
  desk.disk->fail_commits = 1;
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);  // and so it is read back, which cannot be done
  desk.disk->fail_commits = 0;
  EXPECT_EQ(desk.problem(Look{"a"}), 503);
  const Summary summary = desk.expect<Summaries>(List{}).bandits.at(0);
  EXPECT_FALSE(summary.who);
  EXPECT_EQ(write_terms(summary.terms), write_terms(terms));
  ASSERT_TRUE(summary.spec);
  EXPECT_NE(summary.spec->find("\"banker\""), std::string::npos);
}

}  // namespace
}  // namespace banker::testing::damaged_bandit_test
