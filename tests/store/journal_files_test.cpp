#include <gtest/gtest.h>
#include <sys/stat.h>

#include "banker/store/tokens.hpp"
#include "store/scribe.hpp"

// The files of a journal: whose they are, and who may write to them.
namespace banker::store::testing::journal_files_test {
namespace {

TEST(JournalFiles, TwoNamesOfOneFileAreOneJournal) {
  const Folder folder;
  std::filesystem::create_symlink(folder.file(), folder.file("link.db"));
  std::filesystem::create_directory_symlink(std::filesystem::path(folder.file()).parent_path(),
                                            folder.file("folder"));
  const auto journal = open_journal(folder.file("link.db"));
  ASSERT_TRUE(journal) << journal.error().message;
  EXPECT_TRUE(std::filesystem::exists(folder.file("banker.db-head")));
  for (const char* name : {"banker.db", "link.db", "folder/banker.db", "folder/link.db"}) {
    const auto second = open_journal(folder.file(name));
    ASSERT_FALSE(second) << name;
    EXPECT_EQ(second.error().code, ErrorCode::kDisk);
    EXPECT_NE(second.error().message.find("in use by another server"), std::string::npos);
  }
}

// Without the head nothing keeps a second server away; then the first commit of one ends those of the other.
TEST(JournalFiles, WritesOfAnotherServerAreNoticed) {
  for (const bool first_goes_on : {false, true}) {
    const Folder folder;
    Random random(1);
    Scribe scribe;
    const auto first = *open_journal(folder.file());
    ASSERT_FALSE(commit_some(*first, scribe, random));
    std::filesystem::remove(folder.file("banker.db-head"));
    const auto second = *open_journal(folder.file());
    Journal& winner = first_goes_on ? *first : *second;
    Journal& loser = first_goes_on ? *second : *first;
    ASSERT_FALSE(commit_some(winner, scribe, random));
    for (int i = 0; i < 2; ++i) {
      const auto error = loser.begin();
      ASSERT_TRUE(error);
      EXPECT_EQ(error->code, ErrorCode::kDisk);
      EXPECT_TRUE(error->message.starts_with("another program wrote to the journal; ")) << error->message;
    }
    ASSERT_FALSE(commit_some(winner, scribe, random));
    EXPECT_TRUE(image_of(winner, true));
  }
}

// Tokens are made while the server runs.
TEST(JournalFiles, TokensAreNotWritesOfAnotherServer) {
  const Folder folder;
  Random random(2);
  Scribe scribe;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(commit_some(*journal, scribe, random));
  ASSERT_TRUE((*Tokens::open(folder.file()))->make({.ask = true}));
  EXPECT_FALSE(commit_some(*journal, scribe, random));
}

unsigned mode_of(const std::string& file) {
  struct stat info {};
  return stat(file.c_str(), &info) == 0 ? info.st_mode & 0777u : 0u;
}

TEST(JournalFiles, AreForTheirOwnerOnly) {
  const mode_t before = umask(0);
  Random random(3);
  for (const bool tokens_first : {false, true}) {
    const Folder folder;
    Scribe scribe;
    std::unique_ptr<Tokens> tokens;
    if (tokens_first) tokens = *Tokens::open(folder.file());
    std::filesystem::create_symlink(folder.file("other.db"), folder.file("link.db"));
    const auto journal = *open_journal(folder.file()), linked = *open_journal(folder.file("link.db"));
    ASSERT_FALSE(commit_some(*journal, scribe, random));
    for (const char* name : {"banker.db", "banker.db-wal", "banker.db-shm", "banker.db-head", "other.db"})
      EXPECT_EQ(mode_of(folder.file(name)), 0600u) << name;
  }
  // What was made otherwise stays so.
  const Folder folder;
  Scribe scribe;
  ASSERT_TRUE(open_journal(folder.file()));
  ASSERT_EQ(chmod(folder.file().c_str(), 0660), 0);
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(commit_some(*journal, scribe, random));
  EXPECT_EQ(mode_of(folder.file()), 0660u);
  EXPECT_EQ(mode_of(folder.file("banker.db-wal")), 0660u);
  umask(before);
}

// A power cut may keep the length of a file and lose what is in it.
TEST(JournalFiles, HeadOfZerosPromisesNothing) {
  const Folder folder;
  Random random(4);
  Scribe scribe;
  ASSERT_FALSE(commit_some(**open_journal(folder.file()), scribe, random));
  const std::string head = content_of(folder.file("banker.db-head"));
  ASSERT_EQ(head.size(), 28u);
  put(folder.file("banker.db-head"), std::string(28, '\0'));
  const auto journal = open_journal(folder.file());
  ASSERT_TRUE(journal) << journal.error().message;
  ASSERT_FALSE(commit_some(**journal, scribe, random));
  EXPECT_NE(content_of(folder.file("banker.db-head")), head);
}

// One large transaction must not leave its WAL behind for ever.
TEST(JournalFiles, WalOfALargeTransactionShrinksAgain) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  const auto add = [&](const std::string& name, std::size_t size) {
    ASSERT_FALSE(journal->begin());
    ASSERT_TRUE(journal->add_bandit({0, name, std::string(size, 'x'), "{}", 0}));
    ASSERT_FALSE(journal->commit());
  };
  add("large", std::size_t{80} << 20);
  EXPECT_GT(std::filesystem::file_size(folder.file("banker.db-wal")), std::size_t{80} << 20);
  add("small", 1);
  EXPECT_LE(std::filesystem::file_size(folder.file("banker.db-wal")), std::size_t{64} << 20);
}

}  // namespace
}  // namespace banker::store::testing::journal_files_test
