// What a journal throws away, and what it leaves where something is damaged.

#include <gtest/gtest.h>

#include "store/player.hpp"
#include "store/scribe.hpp"
#include "store/sqlite.hpp"

namespace banker::store::testing::pruning_test {
namespace {

const std::string kSpec = R"({"agent":"banker","arms":3,"seed":1})";

void run(const std::string& file, const std::string& sql) {
  Database database;
  ASSERT_FALSE(database.open(file, Database::Access::kWrite));
  ASSERT_FALSE(database.run(sql.c_str())) << sql;
}
std::int64_t count(const std::string& file, const std::string& what) {
  Database database;
  EXPECT_FALSE(database.open(file, Database::Access::kRead));
  const std::string sql = "SELECT " + what;
  Query query(database, sql.c_str());
  const auto row = query.next();
  return row && *row ? query.integer(0) : -1;
}

// A bandit with so many rounds, all of them closed, each with an id of this length (0: none).
std::int64_t add_bandit(Journal& journal, const std::string& name, int rounds, std::size_t id_length = 0) {
  Random random(7);
  History history;
  history.row.name = name;
  history.row.spec = "{}";
  const std::int64_t id = *journal.add_bandit(history.row);
  for (int i = 1; i <= rounds; ++i) {
    DecisionRow asked = history.ask(random, i);
    const std::string number = std::to_string(i);
    asked.id = id_length > 0 ? name + number + std::string(id_length, '.') : std::string();
    EXPECT_FALSE(journal.add(id, asked));
    EXPECT_FALSE(journal.add(id, history.close(random, i)));
  }
  return id;
}

class Pruning : public ::testing::Test {
 protected:
  void open() {
    journal_.reset();
    journal_ = *open_journal(folder_.file());
    ASSERT_FALSE(journal_->begin());
  }
  std::int64_t rows(const std::string& table, std::int64_t bandit) const {
    return count(folder_.file(), "count(*) FROM " + table + " WHERE bandit = " + std::to_string(bandit));
  }
  std::int64_t removed() const {
    return count(folder_.file(), "count(*) FROM bandits WHERE removed_at IS NOT NULL");
  }

  Folder folder_;
  std::unique_ptr<Journal> journal_;
};

TEST_F(Pruning, ADamagedRowOfARemovedBanditIsLeftAndTheOthersGo) {
  open();
  for (const char* name : {"a", "b", "c"})
    ASSERT_FALSE(journal_->remove_bandit(add_bandit(*journal_, name, 10), 20, 5));
  ASSERT_FALSE(journal_->commit());
  run(folder_.file(), "UPDATE bandits SET created_at = created_at + 1 WHERE name = 'b'");
  for (int i = 0; i < 2; ++i) {  // also by a journal that does not know of it yet
    open();
    EXPECT_EQ(*journal_->purge(1000), i == 0 ? 42u : 0u);
    EXPECT_EQ(*journal_->purge(1000), 0u);
    ASSERT_FALSE(journal_->commit());
    EXPECT_EQ(removed(), 1);
    EXPECT_EQ(rows("decisions", 2), 10);
  }
  run(folder_.file(), "UPDATE bandits SET created_at = created_at - 1 WHERE name = 'b'");
  open();
  EXPECT_EQ(*journal_->purge(1000), 21u);
}

// Where pages cannot be read that may cost one transaction, and no more.
TEST_F(Pruning, ADamagedPageOfARemovedBanditIsLeftAndTheOthersGo) {
  open();
  const std::int64_t bad = add_bandit(*journal_, "needle", 200, 100), good = add_bandit(*journal_, "b", 10);
  ASSERT_FALSE(journal_->remove_bandit(bad, 400, 5));
  ASSERT_FALSE(journal_->remove_bandit(good, 20, 5));
  ASSERT_FALSE(journal_->commit());
  journal_.reset();
  std::string content = content_of(folder_.file());
  constexpr std::size_t kPage = 4096;
  std::size_t damaged = 0;
  for (std::size_t page = 0; page + kPage <= content.size(); page += kPage) {
    if (content.substr(page, kPage).find("needle150...") == std::string::npos) continue;
    content[page] = '\x7f';  // no kind of page
    ++damaged;
  }
  ASSERT_GE(damaged, 1u);
  put(folder_.file(), content);
  open();
  auto gone = journal_->purge(100'000);
  if (!gone) {
    EXPECT_EQ(gone.error().code, ErrorCode::kDisk) << gone.error().message;
    journal_->rollback();
    ASSERT_FALSE(journal_->begin());
    gone = journal_->purge(100'000);
  }
  ASSERT_TRUE(gone) << gone.error().message;
  EXPECT_EQ(*gone, 21u);
  EXPECT_EQ(*journal_->purge(100'000), 0u);
  ASSERT_FALSE(journal_->commit());
  EXPECT_EQ(removed(), 1);
  EXPECT_EQ(rows("outcomes", bad), 200) << "half of it was done";
  EXPECT_EQ(rows("outcomes", good), 0);
}

// Who knows how many events there are does not have them read.
TEST_F(Pruning, ABanditIsRemovedWithoutALookAtItsEvents) {
  open();
  const std::int64_t id = add_bandit(*journal_, "a", 10);
  add_bandit(*journal_, "b", 7);
  ASSERT_FALSE(journal_->commit());
  run(folder_.file(), "UPDATE decisions SET at = at + 1 WHERE bandit = 1 AND round = 5");
  open();
  const auto counted = journal_->remove_bandit(id, std::nullopt, 77);
  ASSERT_TRUE(counted);
  EXPECT_EQ(counted->code, ErrorCode::kDamaged);
  ASSERT_FALSE(journal_->remove_bandit(id, 20, 77));
  EXPECT_EQ(*journal_->events(), 14u);
  EXPECT_EQ(journal_->bandits()->size(), 1u);
  ASSERT_FALSE(journal_->commit());
  EXPECT_EQ(count(folder_.file(), "removed_at FROM bandits WHERE id = 1"), 77);
}

TEST_F(Pruning, MoreEventsThanTheBooksKnowAreNotRemoved) {
  open();
  const std::int64_t id = add_bandit(*journal_, "a", 10);
  const auto error = journal_->remove_bandit(id, 21, 77);
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kDamaged);
  EXPECT_EQ(*journal_->events(), 20u);
  EXPECT_EQ(journal_->bandits()->size(), 1u);
}

TEST_F(Pruning, AStateIsAskedForOnlyWhenThereIsToBeANewBase) {
  open();
  Player player(*journal_, kSpec);
  for (int i = 0; i < 100; ++i) player.close(player.ask(), Cause::kLoss, 0.5);
  const Checkpoint end = player.checkpoint();
  ASSERT_FALSE(journal_->add(player.row().id, end));
  int states = 0;
  const auto slice = [&](Time before) {
    const auto state = [&] {
      ++states;
      return end;
    };
    return *journal_->compact(player.row().id, before, state, 30);
  };
  EXPECT_EQ(slice(end.at - 1), 0u);
  EXPECT_EQ(states, 1);  // the next base
  EXPECT_EQ(slice(end.at - 1), 0u);
  EXPECT_EQ(states, 1);
  EXPECT_EQ(slice(end.at), 30u);
  EXPECT_EQ(states, 2);  // and the one after it
  for (const std::size_t gone : {30u, 30u, 10u, 0u}) EXPECT_EQ(slice(end.at - 1), gone);
  EXPECT_EQ(states, 2);
}

TEST_F(Pruning, ACompactionThatMeetsDamageChangesNothing) {
  open();
  Player player(*journal_, kSpec);
  for (int i = 0; i < 100; ++i) player.close(player.ask(), Cause::kLoss, 0.5);
  const Checkpoint end = player.checkpoint();
  const std::int64_t id = player.row().id;
  const auto compact = [&] {
    return journal_->compact(
        id, end.at, [&] { return end; }, 30);
  };
  ASSERT_FALSE(journal_->add(id, end));
  for (const std::size_t gone : {0u, 30u}) EXPECT_EQ(*compact(), gone);
  ASSERT_FALSE(journal_->commit());
  run(folder_.file(), "UPDATE checkpoints SET at = at - 1 WHERE kind = 'base'");
  open();
  for (int i = 0; i < 2; ++i) {
    const auto gone = compact();
    ASSERT_FALSE(gone);
    EXPECT_EQ(gone.error().code, ErrorCode::kDamaged) << gone.error().message;
  }
  const std::int64_t other = add_bandit(*journal_, "b", 1);  // the transaction goes on
  ASSERT_FALSE(journal_->commit());
  EXPECT_EQ(rows("outcomes", id), 70);
  EXPECT_EQ(rows("outcomes", other), 1);
}

}  // namespace
}  // namespace banker::store::testing::pruning_test
