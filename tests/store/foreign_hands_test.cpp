#include <gtest/gtest.h>

#include "store/sample.hpp"
#include "support/server/plain_sql.hpp"

// What other programs do with a journal, which know nothing of the checksums of its pages: copies are journals, and so is what VACUUM leaves.
namespace banker::store::testing::foreign_hands_test {
namespace {

using banker::testing::run_plain_sql;

// As `.backup` of the command sqlite3 does it.
void back_up(const std::string& from, const std::string& to) {
  sqlite3 *source = nullptr, *copy = nullptr;
  ASSERT_EQ(sqlite3_open(from.c_str(), &source), SQLITE_OK);
  ASSERT_EQ(sqlite3_open(to.c_str(), &copy), SQLITE_OK);
  sqlite3_backup* backup = sqlite3_backup_init(copy, "main", source, "main");
  ASSERT_NE(backup, nullptr);
  EXPECT_EQ(sqlite3_backup_step(backup, -1), SQLITE_DONE);
  sqlite3_backup_finish(backup);
  sqlite3_close(copy);
  sqlite3_close(source);
}

// A journal that goes on, and what it says.
struct Book {
  Folder folder;
  Random random{5};
  Scribe scribe;
  std::unique_ptr<Journal> journal = *open_journal(folder.file());

  explicit Book(int commits = 30) { write(commits); }
  void write(int commits) {
    for (int i = 0; i < commits; ++i) ASSERT_FALSE(commit_some(*journal, scribe, random, 20));
  }
  std::string image() { return *image_of(*journal, true); }
};

// It says this, and can be written, closed and read again.
void expect_whole(const std::string& file, const std::string& image, Scribe scribe) {
  Random random(6);
  std::string later;
  {
    const auto journal = open_journal(file);
    ASSERT_TRUE(journal) << journal.error().message;
    const auto found = image_of(**journal, true);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_TRUE(*found == image) << "it says something else";
    for (int i = 0; i < 5; ++i) ASSERT_FALSE(commit_some(**journal, scribe, random, 20));
    later = *image_of(**journal, true);
  }
  EXPECT_TRUE(*image_of(**open_journal(file), true) == later);
}

TEST(ForeignHands, CopiesOfAJournalInUse) {
  Book book;
  EXPECT_GT(std::filesystem::file_size(book.folder.file("banker.db-wal")), 10 * kPage);
  back_up(book.folder.file(), book.folder.file("backup.db"));
  run_plain_sql(book.folder.file(), "VACUUM INTO '" + book.folder.file("into.db") + "'");
  expect_whole(book.folder.file("backup.db"), book.image(), book.scribe);
  expect_whole(book.folder.file("into.db"), book.image(), book.scribe);
  book.write(5);
}

TEST(ForeignHands, CopiesOfAJournalThatIsClosed) {
  Book book;
  const std::string image = book.image();
  book.journal.reset();
  EXPECT_FALSE(std::filesystem::exists(book.folder.file("banker.db-wal")));
  back_up(book.folder.file(), book.folder.file("backup.db"));
  run_plain_sql(book.folder.file(), "VACUUM INTO '" + book.folder.file("into.db") + "'");
  expect_whole(book.folder.file("backup.db"), image, book.scribe);
  expect_whole(book.folder.file("into.db"), image, book.scribe);
  run_plain_sql(book.folder.file(), "VACUUM");
  expect_whole(book.folder.file(), image, book.scribe);
}

// In part in the file, with checksums, and in part in the WAL, without.
TEST(ForeignHands, CopiesWhileTheWalHoldsSomePages) {
  Book book;
  book.journal.reset();
  book.journal = *open_journal(book.folder.file());
  book.write(3);
  const std::string image = book.image();
  back_up(book.folder.file(), book.folder.file("backup.db"));
  expect_whole(book.folder.file("backup.db"), image, book.scribe);
  back_up(book.folder.file("backup.db"), book.folder.file("again.db"));
  book.journal.reset();
  run_plain_sql(book.folder.file(), "VACUUM");
  expect_whole(book.folder.file(), image, book.scribe);
}

// Who is the last to close a file puts its WAL into it: also one who only looks, after the server was killed.
TEST(ForeignHands, LooksAtWhatAKilledServerLeft) {
  Book book;
  book.journal.reset();
  book.journal = *open_journal(book.folder.file());
  book.write(10);
  const Folder other;
  for (const char* part : {"banker.db", "banker.db-wal", "banker.db-head"})
    std::filesystem::copy_file(book.folder.file(part), other.file(part));
  run_plain_sql(other.file(), "SELECT count(*) FROM decisions");
  EXPECT_FALSE(std::filesystem::exists(other.file("banker.db-wal")));
  expect_whole(other.file(), book.image(), book.scribe);
}

// Pages that another program changed look like damaged ones, until it says that all of them are meant so.
TEST(ForeignHands, WhatTheyWriteIsRefusedUntilVacuum) {
  Book book;
  const std::string image = book.image();
  book.journal.reset();
  run_plain_sql(book.folder.file(),
                "CREATE VIEW mine AS SELECT * FROM decisions; CREATE INDEX also ON outcomes(at)");
  const auto journal = open_journal(book.folder.file());
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
  EXPECT_NE(journal.error().message.find("its page 1 is not what was written"), std::string::npos)
      << journal.error().message;
  run_plain_sql(book.folder.file(), "VACUUM");
  expect_whole(book.folder.file(), image, book.scribe);
}

// Rows without pages of ours, for instance what `.recover` makes.
TEST(ForeignHands, AFileOfOtherPagesIsRefusedUntilItHasOurs) {
  Book book;
  const std::string image = book.image(), other = book.folder.file("other.db");
  book.journal.reset();
  back_up(book.folder.file(), other);
  const auto vacuum = [&](int tail) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(other.c_str(), &database), SQLITE_OK);
    if (tail == 0) {
      ASSERT_EQ(sqlite3_exec(database, "PRAGMA journal_mode = DELETE; PRAGMA page_size = 8192", nullptr,
                             nullptr, nullptr),
                SQLITE_OK);
    } else {
      ASSERT_EQ(sqlite3_exec(database, "PRAGMA page_size = 4096", nullptr, nullptr, nullptr), SQLITE_OK);
      sqlite3_file_control(database, "main", SQLITE_FCNTL_RESERVE_BYTES, &tail);
    }
    ASSERT_EQ(sqlite3_exec(database, "VACUUM", nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  };
  vacuum(0);
  const std::string before = content_of(other);
  const auto journal = open_journal(other);
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
  EXPECT_NE(journal.error().message.find("or its header is damaged"), std::string::npos)
      << journal.error().message;
  EXPECT_TRUE(content_of(other) == before);
  vacuum(8);
  expect_whole(other, image, book.scribe);
}

}  // namespace
}  // namespace banker::store::testing::foreign_hands_test
