#include "upgrade.hpp"

#include <vector>

#include "../agent/rules.hpp"
#include "../agent/snapshot.hpp"
#include "../core/clock.hpp"
#include "../core/text.hpp"
#include "banker/version.hpp"
#include "keep_copy.hpp"
#include "row.hpp"
#include "rows.hpp"
#include "schema.hpp"

namespace banker::store {

namespace {

// The living bandits.
Result<std::vector<BanditRow>> read_bandits(Database& database) {
  std::vector<BanditRow> bandits;
  Query all(database, "SELECT * FROM bandits WHERE removed_at IS NULL ORDER BY id");
  std::optional<Time> removed_at;
  const Reset end(all);
  for (;;) {
    const auto more = all.next();
    if (!more) return more.error();
    if (!*more) return bandits;
    auto row = read_bandit(all, removed_at);
    if (!row) return row.error();
    bandits.push_back(*std::move(row));
  }
}

// One that is damaged stays as it is: who needs it will say so.
MaybeError number_rule(Query& find, Query& replace, std::int64_t bandit, std::string_view kind) {
  auto checkpoint = find_checkpoint(find, bandit, kind);
  if (!checkpoint && checkpoint.error().code != ErrorCode::kDamaged) return checkpoint.error();
  if (!checkpoint || !*checkpoint) return std::nullopt;
  const auto snapshot = read_snapshot((*checkpoint)->agent);
  if (!snapshot) return std::nullopt;
  (*checkpoint)->agent = write_snapshot(*snapshot);
  return write(replace, bandit, kind, **checkpoint);
}

// Format 2: specs, also those in snapshots, have the number of their rule, of which version 0.1.0 knew one; changes of a bandit; and
// who wrote the file.
MaybeError number_rules(Database& database) {
  auto bandits = read_bandits(database);
  if (!bandits) return bandits.error();
  Query remove(database, "DELETE FROM bandits WHERE id = ?"), insert(database, kWriteBandit),
      find(database, kFindCheckpoint), replace(database, kWriteCheckpoint);
  for (BanditRow& row : *bandits) {
    const auto spec = parse_json(row.spec);
    if (!spec) return database.damaged(concat("the spec of bandit ", row.name, " is none"));
    row.spec = with_rules(*spec, Unnumbered::kFirst).dump();
    remove.bind(1, row.id);
    if (auto error = remove.run()) return error;
    if (auto error = write(insert, row)) return error;
    for (const char* kind : {"last", "base", "next"})
      if (auto error = number_rule(find, replace, row.id, kind)) return error;
  }
  return std::nullopt;
}

constexpr Step kSteps[] = {{2, number_rules}};
static_assert(kSteps[std::size(kSteps) - 1].format == kJournalVersion);

MaybeError take_steps(Database& database, std::int64_t from) {
  for (const Step& step : kSteps) {
    if (step.format <= from) continue;
    if (auto error = make_tables(database, step.format)) return error;
    if (auto error = step.take(database)) return error;
  }
  return sign_format(database);
}

}  // namespace

MaybeError sign_format(Database& database) {
  Query insert(database, "INSERT INTO formats VALUES(?, ?, ?, ?)");
  RowWriter out(insert, "formats");
  if (auto error = out.integer(kJournalVersion).text(BANKER_VERSION).integer(system_time()).run())
    return error;
  return database.run(concat("PRAGMA user_version = ", kJournalVersion).c_str());
}

MaybeError check_signature(Database& database) {
  Query all(database, "SELECT * FROM formats ORDER BY format");
  const Reset end(all);
  std::int64_t last = 0;
  for (;;) {
    const auto row = all.next();
    if (!row) return row.error();
    if (!*row) break;
    RowReader in(all, "formats");
    last = in.integer();
    in.text();
    in.integer();
    if (!in.sealed()) return database.damaged("a row of formats is not what was written");
  }
  return last == kJournalVersion ? std::nullopt
                                 : MaybeError(database.damaged("its formats do not name its own"));
}

MaybeError upgrade(Database& database, std::int64_t from, std::string& copy) {
  copy = concat(database.file(), "-format-", from);
  // Pages in the WAL have no checksums. They get them when they go into the file, and so does the copy.
  if (auto error = database.run("PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE")) return error;
  MaybeError error = keep_copy(database, copy);
  if (!error) error = take_steps(database, from);
  if (!error) error = database.run("COMMIT");
  if (error && database.in_transaction()) (void)database.run("ROLLBACK");
  return error;
}

// Later formats keep the table `formats`: its last row names the version that wrote the file.
Error refuse_newer(Database& database, std::int64_t format) {
  std::string by = "a newer version of Banker";
  Query query(database, "SELECT version FROM formats ORDER BY format DESC LIMIT 1");
  const Reset end(query);
  if (const auto row = query.next(); row && *row) by = concat("Banker ", query.text(0));
  return {ErrorCode::kDamaged,
          concat("the journal ", database.file(), " was written by ", by, ", in format ", format,
                 "; this is ", BANKER_VERSION, ", which reads formats up to ", kJournalVersion,
                 ": use that version, or a newer one. It is left as it is")};
}

}  // namespace banker::store
