#include "schema.hpp"

#include <algorithm>
#include <vector>

#include "../core/text.hpp"
#include "books.hpp"
#include "head_file.hpp"
#include "upgrade.hpp"

namespace banker::store {

namespace {

// Columns of doubles have no type: docs/journal_format.md.
struct Table {
  std::int64_t since;  // this format
  const char* sql;
};
constexpr Table kTables[] = {
    {1,
     "CREATE TABLE bandits(id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, spec TEXT NOT NULL, "
     "terms TEXT NOT NULL, created_at INTEGER NOT NULL, paused_at INTEGER, removed_at INTEGER, "
     "crc INTEGER NOT NULL)"},
    {1, "CREATE UNIQUE INDEX bandit_names ON bandits(name) WHERE removed_at IS NULL"},
    {1, "CREATE INDEX removed_bandits ON bandits(removed_at) WHERE removed_at IS NOT NULL"},

    {1,
     "CREATE TABLE decisions(bandit INTEGER NOT NULL, round INTEGER NOT NULL, seq INTEGER NOT NULL, "
     "at INTEGER NOT NULL, arm INTEGER NOT NULL, probability NOT NULL, direction INTEGER, sign INTEGER, "
     "action TEXT, decision_id TEXT, scale, borrowed, from_pool, payments TEXT, crc INTEGER NOT NULL, "
     "PRIMARY KEY(bandit, round)) WITHOUT ROWID"},
    // Costs nothing for a decision without an id of the client's own.
    {1, "CREATE UNIQUE INDEX decision_ids ON decisions(bandit, decision_id) WHERE decision_id IS NOT NULL"},

    {1,
     "CREATE TABLE outcomes(bandit INTEGER NOT NULL, round INTEGER NOT NULL, seq INTEGER NOT NULL, "
     "at INTEGER NOT NULL, cause TEXT NOT NULL, value, status TEXT NOT NULL, immediate_cost, "
     "crc INTEGER NOT NULL, PRIMARY KEY(bandit, round)) WITHOUT ROWID"},

    {1,
     "CREATE TABLE checkpoints(bandit INTEGER NOT NULL, kind TEXT NOT NULL, seq INTEGER NOT NULL, "
     "at INTEGER NOT NULL, agent BLOB NOT NULL, open BLOB NOT NULL, settled INTEGER NOT NULL, "
     "skipped INTEGER NOT NULL, stale INTEGER NOT NULL, dropped INTEGER NOT NULL, expired INTEGER NOT NULL, "
     "ledger BLOB NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY(bandit, kind))"},

    {1,
     "CREATE TABLE moments(bandit INTEGER NOT NULL, number INTEGER NOT NULL, at INTEGER NOT NULL, "
     "seq INTEGER NOT NULL, rounds INTEGER NOT NULL, open INTEGER NOT NULL, settled INTEGER NOT NULL, "
     "skipped INTEGER NOT NULL, stale INTEGER NOT NULL, dropped INTEGER NOT NULL, expired INTEGER NOT NULL, "
     "told INTEGER NOT NULL, loss NOT NULL, scale, total_invested, certificate, arms TEXT, "
     "crc INTEGER NOT NULL, PRIMARY KEY(bandit, number)) WITHOUT ROWID"},

    {1,
     "CREATE TABLE books(one INTEGER PRIMARY KEY, bandits INTEGER NOT NULL, events INTEGER NOT NULL, "
     "commits INTEGER NOT NULL, crc INTEGER NOT NULL)"},

    {1,
     "CREATE TABLE tokens(id INTEGER PRIMARY KEY AUTOINCREMENT, hash TEXT NOT NULL, roles TEXT NOT NULL, "
     "created_at INTEGER NOT NULL, crc INTEGER NOT NULL)"},

    {2,
     "CREATE TABLE changes(bandit INTEGER NOT NULL, seq INTEGER NOT NULL, at INTEGER NOT NULL, "
     "change TEXT NOT NULL, crc INTEGER NOT NULL, PRIMARY KEY(bandit, seq)) WITHOUT ROWID"},
    {2,
     "CREATE TABLE formats(format INTEGER PRIMARY KEY, version TEXT NOT NULL, at INTEGER NOT NULL, "
     "crc INTEGER NOT NULL)"}};

Result<std::int64_t> one_integer(Database& database, const char* sql) {
  Query query(database, sql);
  const auto row = query.next();
  if (!row) return row.error();
  return *row ? query.integer(0) : 0;
}

MaybeError create(Database& database) {
  for (std::int64_t format = 1; format <= kJournalVersion; ++format) {
    if (auto error = make_tables(database, format)) return error;
  }
  Query open_books(database, kWriteBooks);
  if (auto error = write_books(open_books, {})) return error;
  if (auto error = database.run(concat("PRAGMA application_id = ", kApplicationId).c_str())) return error;
  return sign_format(database);
}

// Whether the tables are those of the format. What the user added does no harm, triggers excepted.
MaybeError check_tables(Database& database, std::int64_t format) {
  std::vector<std::string> found;
  Query all(database, "SELECT sql, type = 'trigger' FROM sqlite_schema WHERE sql IS NOT NULL");
  const Reset end(all);
  for (;;) {
    const auto row = all.next();
    if (!row) return row.error();
    if (!*row) break;
    if (all.integer(1) != 0) return database.damaged("it has a trigger, which no journal has");
    found.emplace_back(all.text(0));
  }
  const bool complete = std::all_of(std::begin(kTables), std::end(kTables), [&](const Table& table) {
    return table.since > format || std::find(found.begin(), found.end(), table.sql) != found.end();
  });
  return complete ? std::nullopt : MaybeError(database.damaged("its tables are not those of a journal"));
}

// The format of a journal.
Result<std::int64_t> check(Database& database) {
  const auto application = one_integer(database, "PRAGMA application_id");
  if (!application) return application.error();
  if (*application != kApplicationId)
    return Error{ErrorCode::kDamaged,
                 concat(database.file(),
                        " is a SQLite file, but not a journal of Banker: name another file, or one that is "
                        "not there yet. It is left as it is")};
  const auto format = one_integer(database, "PRAGMA user_version");
  if (!format) return format.error();
  if (*format > kJournalVersion) return refuse_newer(database, *format);
  if (*format < 1) return database.damaged(concat("its format is ", *format));
  if (auto error = check_tables(database, *format)) return *error;
  return *format;
}

// Two processes may find that it is of an older format: only one brings it to this one.
MaybeError upgrade_once(Database& database, std::string& copy) {
  HeadFile head;
  if (auto error = head.open(database.file())) return error;
  const auto format = check(database);
  if (!format) return format.error();
  if (*format == kJournalVersion) return std::nullopt;
  const auto books = [&] {
    Query query(database, kReadBooks);
    return read_books(query);
  }();
  if (!books) return books.error();
  if (auto error = check_head(database.file(), books->commits)) return error;
  return upgrade(database, *format, copy);
}

// An empty file: no table, and no mark of another program.
Result<bool> is_new(Database& database) {
  const auto tables = one_integer(database, "SELECT count(*) FROM sqlite_schema");
  if (!tables || *tables > 0) return tables ? Result<bool>(false) : tables.error();
  const auto application = one_integer(database, "PRAGMA application_id");
  return application ? Result<bool>(*application == 0) : application.error();
}

// Two processes may find the file empty at the same time: only one makes the tables.
MaybeError create_once(Database& database) {
  if (auto error = database.run("PRAGMA page_size = 4096; PRAGMA journal_mode = WAL; BEGIN IMMEDIATE"))
    return error;
  const auto still = is_new(database);
  MaybeError error = still ? std::nullopt : MaybeError(still.error());
  if (still && *still) error = create(database);
  if (!error) error = database.run("COMMIT");
  if (error && database.in_transaction()) (void)database.run("ROLLBACK");
  // The tables are then in the database itself: without its WAL it is still a journal.
  return error ? error : database.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

}  // namespace

MaybeError make_tables(Database& database, std::int64_t format) {
  for (const Table& table : kTables) {
    if (table.since != format) continue;
    if (auto error = database.run(table.sql)) return error;
  }
  return std::nullopt;
}

MaybeError prepare_schema(Database& database, std::string* copy) {
  const auto empty = is_new(database);
  if (!empty) return empty.error();
  if (*empty) {  // also a journal that was in its WAL only, and lost that
    if (auto error = check_head(database.file(), 0)) return error;
    if (auto error = create_once(database)) return error;
  }
  const auto format = check(database);
  if (!format) return format.error();
  if (*format < kJournalVersion) {
    std::string made;
    if (auto error = upgrade_once(database, made)) return error;
    if (copy) *copy = made;
  }
  if (auto error = check_signature(database)) return error;
  const auto mode = [&]() -> Result<bool> {
    Query wal(database, "PRAGMA journal_mode = WAL");
    const auto row = wal.next();
    if (!row) return row.error();
    return *row && wal.text(0) == "wal";
  }();
  if (!mode) return mode.error();
  if (!*mode)
    return Error{
        ErrorCode::kDisk,
        concat("the journal ", database.file(),
               " cannot be put in WAL mode: its file system has no shared memory. Keep it on a local disk")};
  // The WAL of a large transaction, or one that could not start anew for a while, is cut to 64 MiB when it does.
  return database.run(
      "PRAGMA synchronous = FULL; PRAGMA cache_size = -32768; PRAGMA journal_size_limit = 67108864");
}

}  // namespace banker::store
