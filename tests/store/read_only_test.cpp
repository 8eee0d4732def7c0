#include <gtest/gtest.h>
#include <sys/stat.h>

#include <map>

#include "store/scribe.hpp"
#include "store/sqlite_journal.hpp"
#include "support/anybody.hpp"
#include "support/server/lossy_vfs.hpp"

// A journal that may be read and not written: it is refused, with the file and what to do, and nothing of it is changed. Whoever
// comes once it may be written finds all of it.
namespace banker::store::testing::read_only_test {
namespace {

using banker::testing::as_anybody;
using banker::testing::LossyVfs;

constexpr const char* kParts[] = {"banker.db", "banker.db-wal", "banker.db-head"};

// A journal in a folder, all it says, and its files.
struct Shelf {
  Folder folder;
  std::string image;
  std::map<std::string, std::string> files;

  std::string home() const { return std::filesystem::path(folder.file()).parent_path(); }
  void see_files() {
    for (const char* part : kParts) files[part] = content_of(folder.file(part));
  }
  void expect_untouched() const {
    for (const auto& [part, content] : files) EXPECT_TRUE(content_of(folder.file(part)) == content) << part;
  }
};

// As a server leaves it that stops in good order, or, with what is in its WAL only, one that is killed.
void fill(Shelf& shelf, bool killed) {
  const Folder first;
  Random random(killed ? 1 : 2);
  Scribe scribe;
  auto journal = *open_journal(first.file());
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(commit_some(*journal, scribe, random, 40));
  shelf.image = *image_of(*journal, true);
  if (!killed) journal.reset();
  for (const char* part : {"banker.db", "banker.db-wal", "banker.db-head", "banker.db-shm"}) {
    if (std::filesystem::exists(first.file(part)))
      std::filesystem::copy_file(first.file(part), shelf.folder.file(part));
  }
  EXPECT_EQ(std::filesystem::exists(shelf.folder.file("banker.db-wal")), killed);
  shelf.see_files();
}

// What a server is told at its start.
MaybeError refusal(const std::string& file, const char* vfs = nullptr) {
  const auto journal = open_journal(file, vfs);
  return journal ? std::nullopt : MaybeError(journal.error());
}

void expect_clear(const MaybeError& error, const std::string& file) {
  ASSERT_TRUE(error) << "not refused";
  EXPECT_EQ(error->code, ErrorCode::kDisk);
  EXPECT_NE(error->message.find(file), std::string::npos) << error->message;
  const bool says_what_to_do = error->message.find("writable") != std::string::npos ||
                               error->message.find("may be written") != std::string::npos;
  EXPECT_TRUE(says_what_to_do) << error->message;
}

void expect_all_there(const Shelf& shelf) {
  const auto journal = open_journal(shelf.folder.file());
  ASSERT_TRUE(journal) << journal.error().message;
  EXPECT_TRUE(*image_of(**journal, true) == shelf.image) << "it says something else than before";
  EXPECT_FALSE((*journal)->begin());
}

// ---- A disk

TEST(ReadOnly, ADiskIsRefusedAndTheJournalIsWhole) {
  for (const bool killed : {false, true}) {
    for (const bool shared_memory : {false, true}) {
      SCOPED_TRACE(::testing::Message() << "killed " << killed << ", -shm there " << shared_memory);
      Shelf shelf;
      fill(shelf, killed);
      const std::string memory = shelf.folder.file("banker.db-shm");
      if (!shared_memory) std::filesystem::remove(memory);
      LossyVfs vfs;
      vfs.read_only(true);
      expect_clear(refusal(shelf.folder.file(), vfs.name()), shelf.folder.file());
      shelf.expect_untouched();
      vfs.read_only(false);
      expect_all_there(shelf);
    }
  }
}

TEST(ReadOnly, ADiskGetsNoNewJournal) {
  const Folder folder;
  LossyVfs vfs;
  vfs.read_only(true);
  expect_clear(refusal(folder.file(), vfs.name()), folder.file());
  vfs.read_only(false);
  EXPECT_FALSE(refusal(folder.file(), vfs.name()));
}

TEST(ReadOnly, ADiskThatBecomesItMayBeReadAndGoesOnLater) {
  const Folder folder;
  LossyVfs vfs;
  Random random(4);
  Scribe scribe;
  const auto journal = *open_journal(folder.file(), vfs.name());
  for (int i = 0; i < 5; ++i) ASSERT_FALSE(commit_some(*journal, scribe, random, 40));
  const std::string before = *image_of(*journal, true);
  vfs.read_only(true);
  for (int i = 0; i < 3; ++i) {
    Scribe tried = scribe;
    const MaybeError error = commit_some(*journal, tried, random, 40);
    ASSERT_TRUE(error);
    EXPECT_EQ(error->code, ErrorCode::kDisk) << error->message;
    EXPECT_NE(error->message.find(folder.file()), std::string::npos) << error->message;
    EXPECT_TRUE(*image_of(*journal, true) ==
                before);  // with logs, which are read on connections of their own
  }
  vfs.read_only(false);
  ASSERT_FALSE(commit_some(*journal, scribe, random, 40));
  EXPECT_FALSE(*image_of(*journal, true) == before);
}

// ---- Rights

// The modes of the folder and of its files; what is not named stays for its owner to write.
struct Rights {
  const char* what;
  bool killed;
  bool folder;
  std::vector<std::string> files;
};

void set_rights(const Shelf& shelf, const Rights& rights, bool writable) {
  for (const std::string& file : rights.files)
    ASSERT_EQ(chmod(shelf.folder.file(file).c_str(), writable ? 0600 : 0400), 0) << file;
  if (!rights.folder) return;
  ASSERT_EQ(chmod(shelf.home().c_str(), writable ? 0700 : 0500), 0);
}

TEST(ReadOnly, FilesAndFoldersAreRefusedAndTheJournalIsWhole) {
  const std::vector<Rights> all{{"the file", false, false, {"banker.db"}},
                                {"the file of a killed server", true, false, {"banker.db"}},
                                {"the head", false, false, {"banker.db-head"}},
                                {"the WAL", true, false, {"banker.db-wal"}},
                                {"the folder", false, true, {}},
                                {"everything", false, true, {"banker.db", "banker.db-head"}},
                                {"everything of a killed server",
                                 true,
                                 true,
                                 {"banker.db", "banker.db-head", "banker.db-wal", "banker.db-shm"}}};
  for (const Rights& rights : all) {
    SCOPED_TRACE(rights.what);
    Shelf shelf;
    fill(shelf, rights.killed);
    set_rights(shelf, rights, false);
    as_anybody([&] { expect_clear(refusal(shelf.folder.file()), shelf.folder.file()); });
    set_rights(shelf, rights, true);
    shelf.expect_untouched();
    expect_all_there(shelf);
  }
}

TEST(ReadOnly, AFolderGetsNoNewJournal) {
  Shelf shelf;
  const Rights rights{"the folder", false, true, {}};
  set_rights(shelf, rights, false);
  as_anybody([&] { expect_clear(refusal(shelf.folder.file()), shelf.folder.file()); });
  set_rights(shelf, rights, true);
  EXPECT_TRUE(std::filesystem::is_empty(shelf.home()));
  EXPECT_FALSE(refusal(shelf.folder.file()));
}

// What cannot be read is not there to be trusted: no check is left out.
TEST(ReadOnly, AHeadThatMayNotBeReadIsRefused) {
  Shelf shelf;
  fill(shelf, false);
  ASSERT_EQ(chmod(shelf.folder.file("banker.db-head").c_str(), 0), 0);
  as_anybody([&] { expect_clear(refusal(shelf.folder.file()), shelf.folder.file("banker.db-head")); });
  ASSERT_EQ(chmod(shelf.folder.file("banker.db-head").c_str(), 0600), 0);
  expect_all_there(shelf);
}

}  // namespace
}  // namespace banker::store::testing::read_only_test
