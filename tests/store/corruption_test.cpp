#include <gtest/gtest.h>

#include "store/sample.hpp"
#include "store/sqlite.hpp"
#include "support/effort.hpp"
#include "support/server/plain_sql.hpp"

// A small journal with bytes changed from outside: all that is read of it is what was written, or it is refused.
namespace banker::store::testing::corruption_test {
namespace {

using banker::testing::effort;
using banker::testing::run_plain_sql;

TEST(Corruption, TheSampleItselfIsFine) {
  const Sample sample = make_sample();
  EXPECT_EQ(check(sample, sample.database), Verdict::kSame);
  EXPECT_GT(sample.database.size(), 15 * kPage);
  EXPECT_GT(sample.decisions.size(), 100u);
  EXPECT_GT(free_pages(sample.database).size(), 0u);
}

// Every page is checked as a whole, its unused bytes too, but for those that are free.
TEST(Corruption, FlippedBitsInEveryPage) {
  const Sample sample = make_sample();
  const std::set<std::size_t> free = free_pages(sample.database);
  Random random(11);
  int refused = 0, tried = 0;
  for (std::size_t page = 1; page <= sample.database.size() / kPage; ++page) {
    for (int i = 0; i < effort(12, 2); ++i) {
      const std::size_t place = (page - 1) * kPage + below(random, kPage), bit = below(random, 8);
      SCOPED_TRACE(::testing::Message() << "page " << page << ", byte " << place % kPage << ", bit " << bit);
      std::string changed = sample.database;
      changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 << bit));
      const Verdict verdict = check(sample, changed);
      if (HasFailure()) return;
      tried += !free.contains(page);
      refused += !free.contains(page) && verdict == Verdict::kRefused;
    }
  }
  EXPECT_EQ(refused, tried);
}

TEST(Corruption, PagesThatAreZeroOrAnotherOrOlderOrMissing) {
  const Sample sample = make_sample();
  Random random(13);
  const std::size_t pages = sample.database.size() / kPage;
  int refused = 0, tried = 0;
  for (std::size_t page = 0; page < pages; ++page) {
    const std::size_t other = below(random, pages);
    std::string noise(kPage, '\0');
    for (char& c : noise) c = static_cast<char>(random());
    for (const std::string& content :
         {std::string(kPage, '\0'), sample.database.substr(other * kPage, kPage), noise}) {
      SCOPED_TRACE(::testing::Message() << "page " << page + 1);
      std::string changed = sample.database;
      changed.replace(page * kPage, kPage, content);
      refused += check(sample, changed) == Verdict::kRefused;
      ++tried;
      if (HasFailure()) return;
    }
    check(sample, sample.database.substr(0, page * kPage + below(random, kPage)));
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, tried / 2);
}

// As another program leaves it: pages without checksums.
std::string copy_of(const Sample& sample) {
  const Folder folder;
  put(folder.file(), sample.database);
  run_plain_sql(folder.file(), "VACUUM");
  return content_of(folder.file());
}

// Parts of pages that became zeros, also the last ones, with the checksum.
TEST(Corruption, LostSectors) {
  const Sample sample = make_sample();
  constexpr std::size_t kSector = 512;
  for (const std::string& whole : {sample.database, copy_of(sample)}) {
    int refused = 0, tried = 0;
    for (std::size_t page = 0; page < whole.size(); page += kPage) {
      for (const std::size_t start : {std::size_t{0}, kPage / 2, kPage - kSector}) {
        SCOPED_TRACE(::testing::Message() << "page " << page / kPage + 1 << " from byte " << start);
        const std::size_t size = start == 0 ? kSector : kPage - start;
        std::string changed = whole;
        changed.replace(page + start, size, std::string(size, '\0'));
        if (changed == whole) continue;
        refused += check(sample, changed) == Verdict::kRefused;
        ++tried;
        if (HasFailure()) return;
      }
    }
    EXPECT_GT(refused, tried * 8 / 10) << "of " << tried;
  }
}

// In a copy there are still the checksums of the rows: what is found is what was written, but something may not be found.
TEST(Corruption, ACopyWithoutChecksumsOfPagesShowsNoOtherRow) {
  const Sample sample = make_sample();
  const std::string whole = copy_of(sample);
  EXPECT_EQ(check(sample, whole), Verdict::kSame);
  Random random(12);
  for (int i = 0; i < effort(500, 50); ++i) {
    const std::size_t place = below(random, whole.size());
    SCOPED_TRACE(place);
    std::string changed = whole;
    changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 + below(random, 255)));
    const Folder folder;
    put(folder.file(), changed);
    put(folder.file("banker.db-head"), sample.head);
    const auto journal = open_journal(folder.file());
    if (!journal) continue;
    for (const auto& [bandit, row] : sample.decisions) {
      const auto found = (*journal)->decision(bandit, row.decision.round);
      ASSERT_TRUE(!found || !*found || image_of(**found) == image_of(row));
    }
    for (const auto& [bandit, row] : sample.outcomes) {
      const auto found = (*journal)->outcome(bandit, row.round);
      ASSERT_TRUE(!found || !*found || image_of(**found) == image_of(row));
    }
    const auto found = read_all(**journal);
    if (!found) continue;
    ASSERT_EQ(found->events, sample.truth.events);
    for (std::size_t b = 0; b < sample.truth.bandits.size(); ++b)
      ASSERT_TRUE(found->bandits.at(b).row == sample.truth.bandits[b].row);
  }
}

// A row that was changed by hand, in a page with a right checksum: its own is no longer right, and the message says where.
TEST(Corruption, RowsChangedWithSql) {
  const Sample sample = make_sample();
  const auto& [bandit, row] = sample.outcomes.back();
  const std::string here = " WHERE bandit = " + std::to_string(bandit);
  const std::string round = " AND round = " + std::to_string(number(row.round));
  const struct {
    std::string sql, word;
  } changes[] = {
      {"UPDATE decisions SET probability = probability / 2" + here + round,
       "decisions, bandit " + std::to_string(bandit) + ", round " + std::to_string(number(row.round))},
      {"UPDATE decisions SET arm = 1.5" + here, "decisions, bandit"},
      {"UPDATE outcomes SET value = 0.125" + here, "outcomes, bandit"},
      {"UPDATE outcomes SET cause = 'LOSS'" + here, "outcomes, bandit"},
      {"UPDATE outcomes SET seq = seq + 1" + here, "outcomes, bandit"},
      {"UPDATE checkpoints SET agent = zeroblob(length(agent))", "checkpoints, bandit"},
      {"UPDATE checkpoints SET expired = expired + 1", "checkpoints, bandit"},
      {"UPDATE checkpoints SET ledger = substr(ledger, 2)", "checkpoints, bandit"},
      {"UPDATE moments SET loss = 0.25", "moments, bandit"},
      {"UPDATE moments SET arms = '[[0,1,1,1,1]]'", "moments, bandit"},
      {"UPDATE bandits SET spec = '{}'", "bandits, bandit"},
      {"UPDATE bandits SET paused_at = 1 WHERE removed_at IS NULL", "bandits, bandit"},
      {"DELETE FROM decisions" + here + round, "is missing"},
      {"DELETE FROM checkpoints", "is missing"},
      {"DELETE FROM bandits WHERE id = " + std::to_string(bandit), "its books say"},
      {"UPDATE bandits SET removed_at = 1", "its books say"},
      {"UPDATE books SET events = events + 1", "books"},
      {"DELETE FROM books", "books"}};
  for (const auto& change : changes) {
    SCOPED_TRACE(change.sql);
    const Folder folder;
    put(folder.file(), sample.database);
    {
      Database database;
      ASSERT_FALSE(database.open(folder.file(), Database::Access::kWrite));
      ASSERT_FALSE(database.run(change.sql.c_str()));
      EXPECT_GT(sqlite3_changes(database.handle()), 0);
    }
    const auto journal = open_journal(folder.file());
    const auto image = journal ? image_of(**journal, true) : Result<std::string>(journal.error());
    ASSERT_FALSE(image);
    EXPECT_EQ(image.error().code, ErrorCode::kDamaged);
    EXPECT_NE(image.error().message.find(change.word), std::string::npos) << image.error().message;
  }
}

// The WAL of a server that was killed, cut anywhere: refused by the head.
TEST(Corruption, CutOrChangedWal) {
  const Folder folder;
  Random random(14);
  Scribe scribe;
  const auto journal = *open_journal(folder.file());
  for (int i = 0; i < 12; ++i) ASSERT_FALSE(commit_some(*journal, scribe, random, 20));
  // As a kill leaves it.
  Sample sample;
  sample.database = content_of(folder.file());
  sample.head = content_of(folder.file("banker.db-head"));
  const std::string truth = *image_of(*journal, true);
  const std::string wal = content_of(folder.file("banker.db-wal"));
  ASSERT_GT(wal.size(), 10 * kPage);
  const auto open_with = [&](const std::string& changed) {
    const Folder other;
    put(other.file(), sample.database);
    put(other.file("banker.db-head"), sample.head);
    put(other.file("banker.db-wal"), changed);
    const auto copy = open_journal(other.file());
    const auto image = copy ? image_of(**copy, true) : Result<std::string>(copy.error());
    if (!image) {
      expect_refusal(image.error());
      EXPECT_TRUE(content_of(other.file()) == sample.database)
          << "a journal that is refused is left as it is";
      EXPECT_TRUE(content_of(other.file("banker.db-wal")) == changed);
    } else {
      EXPECT_TRUE(*image == truth);
    }
    return bool(image);
  };
  EXPECT_TRUE(open_with(wal));
  EXPECT_FALSE(open_with(""));
  for (int i = 0; i < effort(100, 20); ++i) {
    const std::size_t place = below(random, wal.size());
    SCOPED_TRACE(place);
    EXPECT_FALSE(open_with(wal.substr(0, place)));
    std::string changed = wal;
    changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 + below(random, 255)));
    EXPECT_FALSE(open_with(changed));
  }
}

}  // namespace
}  // namespace banker::store::testing::corruption_test
