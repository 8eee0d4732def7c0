#include "sqlite_journal.hpp"

#include <algorithm>
#include <utility>

#include "../core/text.hpp"
#include "log_reader.hpp"
#include "reader.hpp"
#include "schema.hpp"

namespace banker::store {

namespace {
constexpr std::int64_t kMostMoments = std::int64_t{1} << 53;  // more than there ever are
constexpr std::size_t kRowBesides = std::size_t{1} << 20;     // what a checkpoint has besides, and more
}  // namespace

Result<std::unique_ptr<Journal>> open_journal(const std::string& file) { return open_journal(file, nullptr); }

Result<std::unique_ptr<Journal>> open_journal(const std::string& file, const char* vfs) {
  auto journal = std::make_unique<SqliteJournal>();
  if (auto error = journal->open(file, vfs)) return *error;
  return std::unique_ptr<Journal>(std::move(journal));
}

MaybeError SqliteJournal::open(const std::string& file, const char* vfs) {
  vfs_ = vfs;
  if (auto error = database_.open(file, Database::Access::kWrite, vfs)) return error;
  database_.keep_wal(true);  // who is refused changes nothing
  if (auto error = prepare_schema(database_, &older_copy_)) return error;
  // What a savepoint keeps is not written to a disk that may be full.
  if (auto error = database_.run("PRAGMA temp_store = MEMORY")) return error;
  if (auto error = head_.open(database_.file())) return error;
  const auto written = books();
  if (!written) return written.error();
  commits_ = written->commits;
  if (auto error = check_head(database_.file(), commits_)) return error;
  return check_writable();
}

// SQLite opens a file that may not be written for reading, and tells nobody. Nothing is changed by this.
MaybeError SqliteJournal::check_writable() {
  if (auto error = begin_.run()) return error;
  const bool writable = sqlite3_db_readonly(database_.handle(), "main") == 0;
  rollback();
  if (writable) return std::nullopt;
  return Error{ErrorCode::kDisk,
               concat("the journal ", database_.file(),
                      " may only be read: make the file, its folder and its disk writable for "
                      "this user")};
}

SqliteJournal::~SqliteJournal() {
  rollback();
  // So that the database is complete without its WAL, also where others still have it open.
  if (written_) (void)database_.run("PRAGMA wal_checkpoint(TRUNCATE)");
}

MaybeError SqliteJournal::begin() {
  if (!std::exchange(written_, true)) database_.keep_wal(false);
  if (auto error = begin_.run()) return error;
  const auto read = read_books(read_books_);
  if (!read || read->commits != commits_) {
    rollback();
    return read ? Error{ErrorCode::kDisk,
                        concat("another program wrote to the journal; ", database_.file(), " is at commit ",
                               read->commits, ", this server's last one was ", commits_,
                               ": end both, and start one of them again")}
                : read.error();
  }
  now_ = *read;
  touched_ = false;
  changes_ = sqlite3_total_changes(database_.handle());
  return std::nullopt;
}

// After some errors, also of reading, SQLite takes the transaction back: the next statement would commit by itself.
MaybeError SqliteJournal::writable() const {
  if (now_ && database_.in_transaction()) return std::nullopt;
  return Error{ErrorCode::kDisk, concat("the journal ", database_.file(),
                                        " is not in a transaction: an error ended it, begin again")};
}

MaybeError SqliteJournal::touch() {
  if (auto error = writable()) return error;
  touched_ = true;
  return std::nullopt;
}

MaybeError SqliteJournal::commit() {
  if (auto error = writable()) return error;
  const bool changed = touched_ || sqlite3_total_changes(database_.handle()) != changes_;
  if (changed) {
    ++now_->commits;
    if (auto error = write_books(write_books_, *now_)) return error;
  }
  if (auto error = commit_.run()) return error;
  commits_ = now_->commits;
  if (changed) head_.write(commits_);
  now_.reset();
  return std::nullopt;
}

void SqliteJournal::rollback() {
  now_.reset();
  compacted_.clear();
  // After some errors SQLite has done it already. The connection stays: see "Writing" in docs/journal_format.md.
  if (database_.handle() && database_.in_transaction()) (void)database_.run("ROLLBACK");
}

Result<Books> SqliteJournal::books() { return now_ ? Result<Books>(*now_) : read_books(read_books_); }

MaybeError SqliteJournal::add(std::int64_t bandit, const DecisionRow& decision) {
  if (auto error = writable()) return error;
  ++now_->events;
  return write(write_decision_, bandit, decision);
}

MaybeError SqliteJournal::add(std::int64_t bandit, const OutcomeRow& outcome) {
  if (auto error = writable()) return error;
  ++now_->events;
  return write(write_outcome_, bandit, outcome);
}

MaybeError SqliteJournal::add(std::int64_t bandit, const UpgradeRow& upgrade) {
  if (auto error = writable()) return error;
  ++now_->events;
  return write(write_change_, bandit, upgrade);
}

MaybeError SqliteJournal::add(std::int64_t bandit, const Checkpoint& checkpoint) {
  if (auto error = writable()) return error;
  if (const auto known = compacted_.find(bandit); known != compacted_.end())
    known->second.last = mark_of(checkpoint);
  return write(write_checkpoint_, bandit, "last", checkpoint);
}

// A row of SQLite has a gigabyte at the most, or what it was built with.
std::size_t SqliteJournal::largest_checkpoint() const {
  const int most = sqlite3_limit(database_.handle(), SQLITE_LIMIT_LENGTH, -1);
  return static_cast<std::size_t>(most) - std::min(kRowBesides, static_cast<std::size_t>(most));
}

// Of all that may be in its way, by the rule in history.hpp, only the moment 2^l kMomentsKept before it is, with 2^l the largest
// power of two that divides its number: another one would be divided by a larger power, or a smaller one.
MaybeError SqliteJournal::add(std::int64_t bandit, const Moment& moment) {
  if (auto error = writable()) return error;
  if (auto error = write(write_moment_, bandit, moment)) return error;
  const std::uint64_t power = moment.number & (~moment.number + 1);
  if (power == 0 || power > (moment.number - 1) / kMomentsKept) return std::nullopt;
  delete_moment_.bind(1, bandit);
  delete_moment_.bind(2, static_cast<std::int64_t>(moment.number - kMomentsKept * power));
  return delete_moment_.run();
}

Result<std::optional<Moment>> SqliteJournal::last_moment(std::int64_t bandit) {
  last_moment_.bind(1, bandit);
  return find(
      last_moment_, [&](Query& row) { return read_moment(row, bandit); }, [](const Moment&) { return true; });
}

// A key that was changed shows in the order of the last two, or the next moment could be there already.
Result<std::uint64_t> SqliteJournal::last_moment_number(std::int64_t bandit) {
  std::int64_t numbers[2] = {0, 0};
  moment_numbers_.bind(1, bandit);
  const Reset end(moment_numbers_);
  for (std::int64_t& number : numbers) {
    const auto row = moment_numbers_.next();
    if (!row) return row.error();
    if (!*row) break;
    // A text comes after all numbers, and the next moment would be before it.
    const bool is_number = sqlite3_column_type(moment_numbers_.handle(), 0) == SQLITE_INTEGER;
    number = is_number ? moment_numbers_.integer(0) : -1;
  }
  if (numbers[0] < 0 || numbers[0] > kMostMoments || (numbers[0] > 0 && numbers[0] <= numbers[1]))
    return database_.damaged(concat("the moments of bandit ", bandit, " are out of order"));
  return static_cast<std::uint64_t>(numbers[0]);
}

MaybeError SqliteJournal::tail(std::int64_t bandit, const Checkpoint* after,
                               const std::function<MaybeError(const Event&)>& take) {
  EventReader reader(events_, bandit);
  if (auto error = reader.start(after)) return error;
  for (;;) {
    const auto event = reader.next();
    if (!event) return event.error();
    if (!*event) return std::nullopt;
    if (auto error = take(**event)) return error;
  }
}

Result<std::uint64_t> SqliteJournal::events() {
  const auto written = books();
  return written ? Result<std::uint64_t>(written->events) : written.error();
}

Result<std::optional<DecisionRow>> SqliteJournal::decision(std::int64_t bandit, RoundId round) {
  return find_decision(decision_, bandit, round);
}

Result<std::optional<DecisionRow>> SqliteJournal::decision(std::int64_t bandit, std::string_view id) {
  decision_by_id_.bind(1, bandit);
  decision_by_id_.bind_text(2, id);
  return find(
      decision_by_id_, [&](Query& row) { return read_decision(row, bandit); },
      [&](const DecisionRow& row) { return row.id == id; });
}

Result<std::optional<OutcomeRow>> SqliteJournal::outcome(std::int64_t bandit, RoundId round) {
  return find_outcome(events_.outcome, bandit, round);
}

Result<std::unique_ptr<LogReader>> SqliteJournal::log(const BanditRow& bandit) {
  return open_log(database_.file(), vfs_, bandit);
}

Result<std::unique_ptr<Reader>> SqliteJournal::reader() { return open_reader(database_.file(), vfs_); }

}  // namespace banker::store
