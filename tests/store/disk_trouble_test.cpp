#include <gtest/gtest.h>

#include "store/scribe.hpp"
#include "store/sqlite_journal.hpp"
#include "support/server/lossy_vfs.hpp"

namespace banker::store::testing::disk_trouble_test {
namespace {

using banker::testing::LossyVfs;

// Commits until one fails: what the journal said before it.
std::string commit_until_failure(Journal& journal, Scribe& scribe, Random& random, ErrorCode code) {
  for (int i = 0; i < 2000; ++i) {
    const std::string before = *image_of(journal, false);
    Scribe tried = scribe;
    MaybeError error = journal.begin();
    if (!error) error = tried.write(journal, random, 40);
    if (!error) error = journal.commit();
    if (error) {
      EXPECT_EQ(error->code, code) << error->message;
      journal.rollback();
      EXPECT_TRUE(image_of(journal, true));
      EXPECT_EQ(*image_of(journal, false), before) << "a commit that failed left something";
      return before;
    }
    scribe = std::move(tried);
  }
  ADD_FAILURE() << "no commit failed";
  return {};
}

void commit_once(Journal& journal, Scribe& scribe, Random& random) {
  ASSERT_FALSE(journal.begin());
  ASSERT_FALSE(scribe.write(journal, random, 40));
  const std::string image = *image_of(journal, false);
  ASSERT_FALSE(journal.commit());
  EXPECT_EQ(*image_of(journal, false), image);
}

TEST(DiskTrouble, FullDiskRefusesAndGoesOnWhenThereIsRoom) {
  for (const std::int64_t room : {0, 5000, 100'000, 400'000, 5'000'000}) {
    SCOPED_TRACE(room);
    const Folder folder;
    LossyVfs vfs;
    Random random(static_cast<std::uint64_t>(room) + 1);
    Scribe scribe;
    const auto journal = *open_journal(folder.file(), vfs.name());
    vfs.limit_growth(room);
    commit_until_failure(*journal, scribe, random, ErrorCode::kDisk);
    commit_until_failure(*journal, scribe, random, ErrorCode::kDisk);
    vfs.limit_growth(std::nullopt);
    for (int i = 0; i < 10; ++i) commit_once(*journal, scribe, random);
  }
}

// A transaction larger than the cache writes pages before it commits; then the disk is full in the middle of it.
TEST(DiskTrouble, FullDiskInTheMiddleOfALargeTransaction) {
  const Folder folder;
  LossyVfs vfs;
  Random random(3);
  Scribe scribe;
  const auto journal = *open_journal(folder.file(), vfs.name());
  for (int i = 0; i < 3; ++i) commit_once(*journal, scribe, random);
  const std::string before = *image_of(*journal, false);
  ASSERT_FALSE(journal->begin());
  vfs.limit_growth(20 << 20);
  MaybeError error;
  const std::int64_t bandit = scribe.bandits[0].row.id;
  Scribe tried = scribe;
  for (int i = 0; i < 200 && !error; ++i) {
    Checkpoint large = tried.bandits[0].checkpoint(random, 1, 10);
    large.agent.assign(std::size_t{1} << 20, static_cast<char>(i));
    error = journal->add(bandit, tried.bandits[0].ask(random, 1));
    BanditRow other{
        .id = 0, .name = "large " + std::to_string(i), .spec = large.agent, .terms = "{}", .created_at = 0};
    if (!error && !journal->add_bandit(other)) error = Error{ErrorCode::kDisk, "full"};
  }
  ASSERT_TRUE(error);
  EXPECT_GT(vfs.calls(), 1000u);  // it did spill
  journal->rollback();
  EXPECT_EQ(*image_of(*journal, false), before);
  vfs.limit_growth(std::nullopt);
  commit_once(*journal, scribe, random);
}

TEST(DiskTrouble, WritesThatFailAreRefusedAndReadingGoesOn) {
  const Folder folder;
  LossyVfs vfs;
  Random random(4);
  Scribe scribe;
  const auto journal = *open_journal(folder.file(), vfs.name());
  for (int i = 0; i < 5; ++i) commit_once(*journal, scribe, random);
  vfs.fail_writes(true);
  const std::string before = commit_until_failure(*journal, scribe, random, ErrorCode::kDisk);
  commit_until_failure(*journal, scribe, random, ErrorCode::kDisk);
  EXPECT_EQ(*image_of(*journal, false), before);
  vfs.fail_writes(false);
  for (int i = 0; i < 5; ++i) commit_once(*journal, scribe, random);
}

// SQLite ends the transaction when a read in it fails: what comes after must not be committed row by row.
TEST(DiskTrouble, AReadThatFailsEndsTheTransaction) {
  const Folder folder;
  LossyVfs vfs;
  Random random(5);
  Scribe scribe;
  std::string before;
  {
    const auto journal = *open_journal(folder.file(), vfs.name());
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(scribe.write(*journal, random, 1));  // a bandit
    for (int i = 0; i < 2000; ++i)
      ASSERT_FALSE(journal->add(scribe.bandits[0].row.id, scribe.bandits[0].ask(random, i)));
    ASSERT_FALSE(journal->commit());
    before = *image_of(*journal, true);
  }
  const auto journal = *open_journal(folder.file(), vfs.name());  // with an empty cache
  const std::int64_t bandit = scribe.bandits[0].row.id;
  Scribe tried = scribe;
  History& history = tried.bandits[0];
  ASSERT_FALSE(journal->begin());
  ASSERT_FALSE(journal->add(bandit, history.ask(random, 1)));
  vfs.fail_reads(true);
  const auto unread = journal->decision(bandit, RoundId{1});
  ASSERT_FALSE(unread);
  EXPECT_EQ(unread.error().code, ErrorCode::kDisk);
  vfs.fail_reads(false);
  const Checkpoint checkpoint = history.checkpoint(random, 1, 10);
  EXPECT_TRUE(journal->add(bandit, history.ask(random, 1)));
  EXPECT_TRUE(journal->add(bandit, history.close(random, 1)));
  EXPECT_TRUE(journal->add(bandit, checkpoint));
  EXPECT_TRUE(journal->remove_bandit(bandit, std::nullopt, 1));
  EXPECT_TRUE(journal->touch());
  EXPECT_FALSE(journal->add_bandit({0, "other", "{}", "{}", 0}));
  EXPECT_FALSE(journal->purge(1));
  EXPECT_FALSE(journal->compact(
      bandit, 1, [&] { return checkpoint; }, 1));
  const auto error = journal->commit();
  ASSERT_TRUE(error);
  EXPECT_EQ(error->code, ErrorCode::kDisk) << error->message;
  journal->rollback();
  EXPECT_EQ(*image_of(*journal, true), before) << "something of the batch is there";
  commit_once(*journal, scribe, random);
}

TEST(DiskTrouble, ATouchTellsWhetherTheDiskWrites) {
  const Folder folder;
  LossyVfs vfs;
  const auto journal = *open_journal(folder.file(), vfs.name());
  const auto commit = [&](bool touch) -> MaybeError {
    MaybeError error = journal->begin();
    if (!error && touch) error = journal->touch();
    if (!error) error = journal->commit();
    if (error) journal->rollback();
    return error;
  };
  EXPECT_TRUE(journal->touch()) << "not in a transaction";
  vfs.fail_syncs(true);
  EXPECT_FALSE(commit(false));
  EXPECT_EQ(commit(true)->code, ErrorCode::kDisk);
  EXPECT_FALSE(commit(false));
  EXPECT_EQ(commit(true)->code, ErrorCode::kDisk);
  vfs.fail_syncs(false);
  EXPECT_FALSE(commit(true));
  EXPECT_FALSE(commit(true));
  EXPECT_EQ(*journal->events(), 0u);
}

TEST(DiskTrouble, NoJournalIsMadeWhereNothingCanBeWritten) {
  const Folder folder;
  LossyVfs vfs;
  vfs.fail_writes(true);
  const auto journal = open_journal(folder.file(), vfs.name());
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().code, ErrorCode::kDisk);
  vfs.fail_writes(false);
  vfs.limit_growth(3000);
  EXPECT_EQ(open_journal(folder.file(), vfs.name()).error().code, ErrorCode::kDisk);
  vfs.limit_growth(std::nullopt);
  EXPECT_TRUE(open_journal(folder.file(), vfs.name()));
}

}  // namespace
}  // namespace banker::store::testing::disk_trouble_test
