#include "upgrade.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <vector>

#include "../agent/rules.hpp"
#include "../core/clock.hpp"
#include "../core/text.hpp"
#include "banker/version.hpp"
#include "checked_vfs.hpp"
#include "head_file.hpp"
#include "row.hpp"
#include "rows.hpp"
#include "schema.hpp"

namespace banker::store {

namespace {

// Format 2: specs have the number of their rule, of which version 0.1.0 knew one; changes of a bandit; and who wrote the file.
MaybeError number_rules(Database& database) {
  std::vector<BanditRow> bandits;
  {
    Query all(database, "SELECT * FROM bandits WHERE removed_at IS NULL ORDER BY id");
    std::optional<Time> removed_at;
    const Reset end(all);
    for (;;) {
      const auto more = all.next();
      if (!more) return more.error();
      if (!*more) break;
      auto row = read_bandit(all, removed_at);
      if (!row) return row.error();
      bandits.push_back(*std::move(row));
    }
  }
  Query remove(database, "DELETE FROM bandits WHERE id = ?"), insert(database, kWriteBandit);
  for (BanditRow& row : bandits) {
    const auto spec = parse_json(row.spec);
    if (!spec) return database.damaged(concat("the spec of bandit ", row.name, " is none"));
    row.spec = with_rules(*spec, Unnumbered::kFirst).dump();
    remove.bind(1, row.id);
    if (auto error = remove.run()) return error;
    if (auto error = write(insert, row)) return error;
  }
  return std::nullopt;
}

constexpr Step kSteps[] = {{2, number_rules}};
static_assert(kSteps[std::size(kSteps) - 1].format == kJournalVersion);

Error cannot_copy(const std::string& copy) {
  const int code = errno;
  return {ErrorCode::kDisk, concat("the journal is of an older format, and cannot be copied to ", copy, ": ",
                                   std::strerror(code), ": it is left as it is; make room, and start again")};
}

bool write_all(int descriptor, const char* bytes, std::size_t size) {
  while (size > 0) {
    const ssize_t written = ::write(descriptor, bytes, size);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes += written;
    size -= static_cast<std::size_t>(written);
  }
  return true;
}

// The file as it is stored, read through the connection that holds its locks.
bool write_stored(Database& database, int descriptor) {
  std::vector<char> buffer(std::size_t{1} << 20);
  std::int64_t size = 0;
  errno = EIO;
  if (stored_size(database.handle(), size) != SQLITE_OK) return false;
  for (std::int64_t at = 0; at < size;) {
    const int part =
        static_cast<int>(std::min<std::int64_t>(size - at, static_cast<std::int64_t>(buffer.size())));
    if (read_stored(database.handle(), buffer.data(), part, at) != SQLITE_OK) return false;
    if (!write_all(descriptor, buffer.data(), static_cast<std::size_t>(part))) return false;
    at += part;
  }
  return ::fsync(descriptor) == 0;
}

// Whether it is on disk, and then under its name.
bool write_copy(Database& database, const std::string& copy) {
  const std::string unfinished = copy + ".tmp";
  const int descriptor = ::open(unfinished.c_str(), O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  if (descriptor < 0) return false;
  const bool good = ::fchmod(descriptor, 0600) == 0 && write_stored(database, descriptor);
  const int why = errno;
  ::close(descriptor);
  if (!good || std::rename(unfinished.c_str(), copy.c_str()) != 0) {
    const int code = good ? errno : why;
    ::unlink(unfinished.c_str());  // what it takes is missed
    return errno = code, false;
  }
  const int folder =
      ::open(std::filesystem::path(copy).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder < 0) return false;
  const bool kept = ::fsync(folder) == 0;
  ::close(folder);
  return kept;
}

bool is_empty(const std::string& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return error ? error == std::errc::no_such_file_or_directory : size == 0;
}

// Begins a transaction in which nothing is in the WAL: what is in the file is all there is, and stays as it is.
MaybeError begin_with_whole_file(Database& database) {
  for (int tries = 0; tries < 2; ++tries) {  // each waits as long as SQLite does
    if (auto error = database.run("PRAGMA wal_checkpoint(TRUNCATE); BEGIN IMMEDIATE")) return error;
    if (is_empty(database.file() + "-wal")) return std::nullopt;
    if (auto error = database.run("ROLLBACK")) return error;
  }
  return Error{ErrorCode::kDisk,
               concat("the journal ", database.file(),
                      " is of an older format, and another program reads it: end that, and start again")};
}

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
  if (auto error = begin_with_whole_file(database)) return error;
  MaybeError error = write_copy(database, copy) ? std::nullopt : MaybeError(cannot_copy(copy));
  if (!error) error = take_steps(database, from);
  if (!error) error = database.run("COMMIT");
  if (error && database.in_transaction()) (void)database.run("ROLLBACK");
  return error;
}

// Its last row is that of the newest format, in this one and all that come.
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
