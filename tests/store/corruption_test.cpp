#include <gtest/gtest.h>
#include <sqlite3.h>

#include <sstream>

#include "store/scribe.hpp"
#include "support/effort.hpp"

// A small journal with bytes changed from outside: all that is read of it is what was written, or the journal is refused. Exact but for
// the checksums, which miss one change in 2^32.
namespace banker::store::testing {
namespace {

using banker::testing::effort;

// All that is read of a bandit.
struct Reading {
  std::string row, checkpoint;  // empty: none
  std::vector<std::string> tail, log, moments;
};
struct Readings {
  std::vector<Reading> bandits;
  std::uint64_t events = 0;
};

// Adds the last seq to `events`.
Result<Reading> read_bandit(Journal& journal, const BanditRow& bandit, std::uint64_t& events) {
  Reading reading{image_of(bandit), {}, {}, {}, {}};
  const auto checkpoint = journal.checkpoint(bandit.id);
  if (!checkpoint) return checkpoint.error();
  if (*checkpoint) reading.checkpoint = image_of(**checkpoint);
  const auto take = [&](const Event& event) {
    reading.tail.push_back(std::visit([](const auto& row) { return image_of(row); }, event));
    return MaybeError();
  };
  if (auto error = journal.tail(bandit.id, *checkpoint ? &**checkpoint : nullptr, take)) return *error;
  events += (*checkpoint ? (*checkpoint)->seq : 0) + reading.tail.size();
  const auto last = journal.last_moment(bandit.id);
  if (!last) return last.error();
  const auto reader = journal.reader();
  if (!reader) return reader.error();
  const auto history = (*reader)->history(bandit.id);
  if (!history) return history.error();
  for (const Moment& moment : *history) reading.moments.push_back(image_of(moment));
  const auto log = log_of(journal, bandit);
  // A row that is not found is taken for that of a bandit that is gone.
  if (!log && log.error().code == ErrorCode::kBadValue)
    return Error{ErrorCode::kDamaged, log.error().message};
  if (!log) return log.error();
  std::istringstream lines(*log);
  for (std::string line; std::getline(lines, line);) reading.log.push_back(line);
  return reading;
}

// As the service does, down to the books: an event that is missing at the end leaves no gap.
Result<Readings> read_all(Journal& journal) {
  Readings all;
  const auto bandits = journal.bandits();
  if (!bandits) return bandits.error();
  for (const BanditRow& bandit : *bandits) {
    auto reading = read_bandit(journal, bandit, all.events);
    if (!reading) return reading.error();
    all.bandits.push_back(*std::move(reading));
  }
  const auto events = journal.events();
  if (!events) return events.error();
  if (*events != all.events) return Error{ErrorCode::kDamaged, "the books do not balance"};
  return all;
}

bool ends_with(const std::vector<std::string>& list, std::size_t skip, const std::vector<std::string>& end) {
  return list.size() + skip >= end.size() &&
         std::equal(end.begin() + static_cast<std::ptrdiff_t>(skip), end.end(),
                    list.end() - static_cast<std::ptrdiff_t>(end.size() - skip));
}

// A checkpoint that is not found makes a longer tail, and a longer log, and both lead to the same state: EventReader has seen to it that
// they are complete from the first event on.
// Moments may be missing where a page above them is damaged, but none is another.
bool agrees(const Reading& found, const Reading& truth) {
  const bool tail = found.checkpoint == truth.checkpoint
                        ? found.tail == truth.tail
                        : found.checkpoint.empty() && ends_with(found.tail, 0, truth.tail);
  const bool log = found.log == truth.log ||
                   (found.log[0].starts_with("{\"agent\"") && ends_with(found.log, 1, truth.log));
  auto place = truth.moments.begin();
  const bool moments = std::all_of(found.moments.begin(), found.moments.end(), [&](const std::string& one) {
    place = std::find(place, truth.moments.end(), one);
    return place != truth.moments.end();
  });
  return found.row == truth.row && tail && log && moments;
}

bool agrees(const Readings& found, const Readings& truth) {
  return found.events == truth.events &&
         std::equal(found.bandits.begin(), found.bandits.end(), truth.bandits.begin(), truth.bandits.end(),
                    [](const Reading& a, const Reading& b) { return agrees(a, b); });
}

// A journal with everything in it: several bandits, checkpoints, a compacted one, a removed one half gone.
struct Sample {
  std::string database, head;
  Readings truth;
  std::vector<std::pair<std::int64_t, DecisionRow>> decisions;
  std::vector<std::pair<std::int64_t, OutcomeRow>> outcomes;
};

Sample make_sample() {
  const Folder folder;
  Sample sample;
  Random random(6);
  Scribe scribe;
  {
    const auto journal = *open_journal(folder.file());
    for (int i = 0; i < 40; ++i) {
      EXPECT_FALSE(journal->begin());
      EXPECT_FALSE(scribe.write(*journal, random, 20));
      EXPECT_FALSE(journal->commit());
    }
    sample.truth = *read_all(*journal);
    for (const History& bandit : scribe.bandits) {
      for (std::uint64_t round = 1; round <= bandit.rounds; ++round) {
        if (const auto d = *journal->decision(bandit.row.id, RoundId{round}))
          sample.decisions.emplace_back(bandit.row.id, *d);
        if (const auto o = *journal->outcome(bandit.row.id, RoundId{round}))
          sample.outcomes.emplace_back(bandit.row.id, *o);
      }
    }
  }
  sample.database = content_of(folder.file());
  sample.head = content_of(folder.file("banker.db-head"));
  return sample;
}

enum class Verdict { kSame, kRefused };

void expect_refusal(const Error& error) {
  EXPECT_TRUE(error.code == ErrorCode::kDamaged || error.code == ErrorCode::kDisk) << error.message;
  EXPECT_FALSE(error.message.empty());
}

// Point look-ups may find nothing where a page above the row is damaged, but never another row.
template <class Row>
void check_lookup(const Result<std::optional<Row>>& found, const Row& row) {
  if (!found) expect_refusal(found.error());
  else EXPECT_TRUE(!*found || image_of(**found) == image_of(row)) << "another row was read";
}

void check_lookups(Journal& journal, const Sample& sample) {
  for (const auto& [bandit, row] : sample.decisions) {
    check_lookup(journal.decision(bandit, row.decision.round), row);
    if (!row.id.empty()) check_lookup(journal.decision(bandit, row.id), row);
  }
  for (const auto& [bandit, row] : sample.outcomes) check_lookup(journal.outcome(bandit, row.round), row);
}

// Everything is as it was, or refused.
Verdict check(const Sample& sample, const std::string& database) {
  const Folder folder;
  put(folder.file(), database);
  put(folder.file("banker.db-head"), sample.head);
  const auto journal = open_journal(folder.file());
  if (!journal) {
    expect_refusal(journal.error());
    return Verdict::kRefused;
  }
  check_lookups(**journal, sample);
  const auto found = read_all(**journal);
  if (!found) {
    expect_refusal(found.error());
    return Verdict::kRefused;
  }
  EXPECT_TRUE(agrees(*found, sample.truth)) << "something else was read";
  return Verdict::kSame;
}

constexpr std::size_t kPage = 4096;

TEST(Corruption, TheSampleItselfIsFine) {
  const Sample sample = make_sample();
  EXPECT_EQ(check(sample, sample.database), Verdict::kSame);
  EXPECT_GT(sample.database.size(), 15 * kPage);
  EXPECT_GT(sample.decisions.size(), 100u);
}

TEST(Corruption, ChangedBytes) {
  const Sample sample = make_sample();
  Random random(11);
  int refused = 0;
  const int times = effort(1000, 150);
  for (int i = 0; i < times; ++i) {
    const std::size_t place = below(random, sample.database.size());
    SCOPED_TRACE(place);
    std::string changed = sample.database;
    changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 + below(random, 255)));
    refused += check(sample, changed) == Verdict::kRefused;
    if (HasFailure()) return;
  }
  EXPECT_GT(refused, times / 10);  // the rest hit free space, or what is not read
}

// The headers of pages, where a byte says most.
TEST(Corruption, ChangedPageHeaders) {
  const Sample sample = make_sample();
  Random random(12);
  for (std::size_t page = 0; page < sample.database.size(); page += kPage) {
    for (std::size_t at = 0; at < 24; ++at) {
      SCOPED_TRACE(::testing::Message() << "page " << page / kPage + 1 << ", byte " << at);
      const std::size_t place = page + at + (page == 0 && at >= 12 ? 100 - 12 : 0);
      std::string changed = sample.database;
      changed[place] = static_cast<char>(changed[place] ^ static_cast<char>(1 + below(random, 255)));
      check(sample, changed);
      if (HasFailure()) return;
    }
  }
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
         {std::string(kPage, '\0'), sample.database.substr(other * kPage, kPage), noise,
          sample.database.substr(page * kPage, kPage / 2) + std::string(kPage / 2, '\0')}) {
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

// A row that was changed by hand, with SQL: its checksum is no longer right, and the message says where.
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
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(folder.file().c_str(), &database), SQLITE_OK);
    ASSERT_EQ(sqlite3_exec(database, change.sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    EXPECT_GT(sqlite3_changes(database), 0);
    sqlite3_close(database);
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
  for (int i = 0; i < 12; ++i) {
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(scribe.write(*journal, random, 20));
    ASSERT_FALSE(journal->commit());
  }
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
}  // namespace banker::store::testing
