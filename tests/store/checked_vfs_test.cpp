#include "store/checked_vfs.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "store/page_checksum.hpp"
#include "store/sample.hpp"
#include "store/sqlite.hpp"
#include "support/effort.hpp"
#include "support/server/plain_sql.hpp"

// The checksums of pages: that they are there, that they are looked at, and that the work of other programs is taken for what it is.
namespace banker::store::testing::checked_vfs_test {
namespace {

using banker::testing::effort;
using banker::testing::run_plain_sql;

// As docs/journal_format.md says, in other words.
std::uint64_t sum_of(std::string page, std::uint64_t number) {
  const auto mix = [](std::uint64_t v) {
    const std::uint64_t product = v * 11400714819323198485u;
    return product ^ product / 4294967296u;
  };
  page.replace(kPage - 8, 8, 8, '\0');
  if (number == 1) {
    EXPECT_EQ(page.substr(24, 4), page.substr(92, 4));
    for (const auto& [from, size] : {std::pair{24u, 4u}, {40u, 4u}, {92u, 8u}})
      page.replace(from, size, size, '\0');
  }
  std::uint64_t lanes[] = {1, 2, 3, 4};
  for (std::size_t i = 0; i < kPage / 8; ++i) {
    std::uint64_t word = 0;
    for (std::size_t byte = 8; byte-- > 0;)
      word = word * 256 + static_cast<unsigned char>(page[8 * i + byte]);
    lanes[i % 4] = mix(lanes[i % 4] ^ word);
  }
  std::uint64_t sum = mix(number);
  for (const std::uint64_t lane : lanes) sum = mix(sum ^ lane);
  return sum == 0 ? 1 : sum;
}

std::string page_of(const std::string& database, std::size_t number) {
  return database.substr((number - 1) * kPage, kPage);
}

std::uint64_t tail_of(const std::string& page) {
  std::uint64_t tail = 0;
  for (std::size_t i = 8; i-- > 0;) tail = tail << 8 | static_cast<unsigned char>(page[kPage - 8 + i]);
  return tail;
}

TEST(CheckedPages, EveryPageOfAJournalCarriesItsChecksum) {
  const Sample sample = make_sample();
  EXPECT_EQ(sample.database[20], 8);
  for (std::size_t page = 1; page <= sample.database.size() / kPage; ++page)
    EXPECT_EQ(tail_of(page_of(sample.database, page)), sum_of(page_of(sample.database, page), page)) << page;
}

// Of a page that stays the same in all builds and on all machines.
TEST(CheckedPages, TheChecksumIsAlwaysTheSame) {
  std::string page(kPage, '\0');
  for (std::size_t i = 0; i < kPage; ++i) page[i] = static_cast<char>(i % 251);
  put_page_checksum(reinterpret_cast<unsigned char*>(page.data()), 7);
  EXPECT_EQ(tail_of(page), 0x678521daf94a5b4cu);
}

TEST(CheckedPages, AnyOneBitAndTheNumberOfThePageCount) {
  Random random(3);
  std::string page(kPage, '\0');
  for (char& c : page) c = static_cast<char>(random());
  const auto bytes = [](std::string& text) { return reinterpret_cast<unsigned char*>(text.data()); };
  put_page_checksum(bytes(page), 2);
  for (std::size_t bit = 0; bit < 8 * kPage; ++bit) {
    std::string other = page;
    other[bit / 8] = static_cast<char>(other[bit / 8] ^ static_cast<char>(1 << bit % 8));
    ASSERT_FALSE(take_page_checksum(bytes(other), 2)) << bit;
  }
  for (std::int64_t number = 1; number < 1000; ++number) {
    std::string same = page;
    ASSERT_EQ(take_page_checksum(bytes(same), number), number == 2);
  }
}

// Of the header nothing can change unseen but what nothing depends on: the count of changes of tables, and the version of SQLite.
TEST(CheckedPages, HeaderWithAFlippedBitIsRefusedAtTheStart) {
  const Sample sample = make_sample();
  Random random(4);
  for (std::size_t at = 0; at < 110; ++at) {
    std::string changed = sample.database;
    changed[at] = static_cast<char>(changed[at] ^ static_cast<char>(1 << below(random, 8)));
    SCOPED_TRACE(at);
    const Folder folder;
    put(folder.file(), changed);
    const auto journal = open_journal(folder.file());
    const bool counts = (at < 40 || at >= 44) && (at < 96 || at >= 100);
    ASSERT_EQ(!journal, counts);
    if (!counts) continue;
    EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
    const std::string what = at < 16                            ? "not a database"
                             : at == 16 || at == 17 || at == 20 ? "or its header is damaged"
                                                                : "its page 1 is not what was written";
    EXPECT_NE(journal.error().message.find(what), std::string::npos) << journal.error().message;
    EXPECT_TRUE(content_of(folder.file()) == changed) << "it was not left as it is";
  }
}

TEST(CheckedPages, SwappedPagesAreFound) {
  const Sample sample = make_sample();
  const std::set<std::size_t> free = free_pages(sample.database);
  const std::size_t pages = sample.database.size() / kPage;
  for (std::size_t a = 2, b = 3; b <= pages; ++a, ++b) {
    if (free.contains(a) || free.contains(b)) continue;
    std::string changed = sample.database;
    changed.replace((a - 1) * kPage, kPage, page_of(sample.database, b));
    changed.replace((b - 1) * kPage, kPage, page_of(sample.database, a));
    EXPECT_EQ(check(sample, changed), Verdict::kRefused) << a << " and " << b;
  }
}

// A count of rows that says none are there: with that, tokens would be off.
TEST(CheckedPages, NoPageTurnsTokensOff) {
  const Sample sample = make_sample();
  int refused = 0;
  for (std::size_t page = 1; page < sample.database.size() / kPage; ++page) {
    std::string changed = sample.database;
    changed.replace(page * kPage + 3, 2, 2, '\0');
    const Folder folder;
    put(folder.file(), changed);
    refused += check_tokens(folder.file(), sample) == Verdict::kRefused;
  }
  EXPECT_GT(refused, 0);
}

// ---- Parts of pages

sqlite3_file* file_of(Database& database) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(database.handle(), "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file;
}

TEST(CheckedPages, AlsoWhoReadsAPartIsToldAndNobodyWritesOne) {
  const Sample sample = make_sample();
  const Folder folder;
  std::string changed = sample.database;
  changed[2 * kPage + 5] = static_cast<char>(changed[2 * kPage + 5] ^ 1);
  put(folder.file(), changed);
  Database database;
  ASSERT_FALSE(database.open(folder.file(), Database::Access::kWrite));
  sqlite3_file* file = file_of(database);
  std::string part(4088, '\0');
  ASSERT_EQ(file->pMethods->xRead(file, part.data(), 4088, kPage), SQLITE_OK);
  EXPECT_EQ(part, sample.database.substr(kPage, 4088));
  EXPECT_EQ(file->pMethods->xRead(file, part.data(), 4088, 2 * kPage), kWrongPage);
  EXPECT_EQ(damaged_page(database.handle()), 3);
  EXPECT_EQ(file->pMethods->xWrite(file, part.data(), 4088, kPage), SQLITE_IOERR_WRITE);
  EXPECT_EQ(file->pMethods->xWrite(file, part.data(), 16, 24), SQLITE_IOERR_WRITE);
  EXPECT_TRUE(content_of(folder.file()) == changed);
}

TEST(CheckedPages, ALayerIsMadeOnceByWhomever) {
  std::vector<std::thread> threads;
  std::vector<const char*> names(8);
  for (std::size_t i = 0; i < names.size(); ++i)
    threads.emplace_back([&names, i] { names[i] = checked_vfs(i % 2 == 0 ? nullptr : "unix"); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(std::set(names.begin(), names.end()).size(), 1u);
  EXPECT_NE(checked_vfs("unix-excl"), names[0]);
  Database database;
  EXPECT_TRUE(database.open(Folder().file(), Database::Access::kWrite, "no such layer"));
}

// As when a test is through with its layer, and the next one has another.
TEST(CheckedPages, ALayerOverAnotherOneOfTheSameNameIsMadeAnew) {
  for (int i = 0; i < 3; ++i) {
    sqlite3_vfs below = *sqlite3_vfs_find("unix");
    below.zName = "passing";
    below.pNext = nullptr;
    sqlite3_vfs_register(&below, 0);
    {
      const Folder folder;
      Database database;
      EXPECT_FALSE(database.open(folder.file(), Database::Access::kWrite, "passing"));
      EXPECT_EQ(sqlite3_vfs_find(checked_vfs("passing"))->pAppData, &below);
    }
    sqlite3_vfs_unregister(&below);
    for (const char* other : {"unix", "unix-excl", "unix-dotfile", "unix-none"})
      EXPECT_NE(sqlite3_vfs_find(other), nullptr) << other;
  }
}

}  // namespace
}  // namespace banker::store::testing::checked_vfs_test
