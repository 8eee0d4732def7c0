#include "log_reader.hpp"

#include <utility>

#include "../agent/base64.hpp"
#include "../agent/json.hpp"
#include "../core/text.hpp"
#include "event_reader.hpp"
#include "number_text.hpp"
#include "rows.hpp"

namespace banker::store {

namespace {

// Every piece is read in a transaction of its own: one that stayed open for a slow reader would keep the WAL from starting
// anew. Rows do not change, and those after the base of the log are deleted only when there is another base.
class SqliteLog : public LogReader {
 public:
  SqliteLog(const std::string& file, const BanditRow& bandit) : file_(file), bandit_(bandit) {}
  MaybeError open(const char* vfs);
  Result<std::string> next(std::size_t size) override;

 private:
  MaybeError start();
  MaybeError append_lines(std::size_t size);
  template <class Work>
  MaybeError in_transaction(Work work);
  MaybeError check_bandit();
  MaybeError check_base();
  void append_line(const DecisionRow& row);
  void append_line(const OutcomeRow& row);
  void append_line(const UpgradeRow& row);

  std::string file_;
  BanditRow bandit_;
  bool listed_ = false;  // linear, with a list of actions: the place in it is a choice
  Database database_;
  EventQueries queries_{database_};
  EventReader events_{queries_, bandit_.id};
  std::uint64_t base_ = 0;  // its seq
  std::string lines_;
  MaybeError failed_;
};

template <class Work>
MaybeError SqliteLog::in_transaction(Work work) {
  if (auto error = database_.run("BEGIN")) return error;
  MaybeError error = work();
  events_.pause();
  if (database_.in_transaction()) (void)database_.run("COMMIT");
  return error;
}

MaybeError SqliteLog::open(const char* vfs) {
  if (auto error = database_.open(file_, Database::Access::kRead, vfs)) return error;
  return in_transaction([this] { return start(); });
}

MaybeError SqliteLog::start() {
  if (auto error = check_bandit()) return error;
  const auto spec = parse_json(bandit_.spec);
  listed_ = spec && spec->contains("actions");
  Query query(database_, kFindCheckpoint);
  const auto base = find_checkpoint(query, bandit_.id, "base");
  if (!base) return base.error();
  if (*base) base_ = (*base)->seq;
  lines_ = *base ? concat(R"({"snapshot":")", base64_encode((*base)->agent), "\"}\n") : bandit_.spec + "\n";
  return events_.start(*base ? &**base : nullptr);
}

// The rows of a removed bandit may be gone in part. The log begins with the spec it was made with, also where the caller knows that of a
// newer rule.
MaybeError SqliteLog::check_bandit() {
  Query query(database_, "SELECT * FROM bandits WHERE id = ?");
  query.bind(1, bandit_.id);
  std::optional<Time> removed_at;
  const auto row = query.next();
  if (!row) return row.error();
  if (*row) {
    const auto found = read_bandit(query, removed_at);
    if (!found) return found.error();
    if (found->id != bandit_.id) return database_.damaged("an index leads to another row");
    bandit_.spec = found->spec;
    if (!removed_at) return std::nullopt;
  }
  return Error{ErrorCode::kBadValue, concat("the bandit ", bandit_.name, " was removed")};
}

MaybeError SqliteLog::check_base() {
  Query query(database_, "SELECT seq FROM checkpoints WHERE bandit = ? AND kind = 'base'");
  query.bind(1, bandit_.id);
  const auto row = query.next();
  if (!row) return row.error();
  if ((*row ? static_cast<std::uint64_t>(query.integer(0)) : 0) == base_) return std::nullopt;
  return Error{ErrorCode::kDisk,
               concat("old rounds of the bandit ", bandit_.name,
                      " were thrown away while its log was read: read it again from the start")};
}

void SqliteLog::append_line(const DecisionRow& row) {
  const Decision& d = row.decision;
  lines_ += R"({"ask":{)";
  if (row.action.empty()) {
    lines_ += concat(R"("arm":)", d.arm);
  } else {
    lines_ += concat(R"("direction":)", d.direction, R"(,"sign":)", d.sign);
    if (listed_) lines_ += concat(R"(,"choice":)", d.arm);
  }
  lines_ += R"(,"probability":)";
  append_number(lines_, d.probability);
  lines_ += "}}\n";
}

void SqliteLog::append_line(const OutcomeRow& row) {
  lines_ += concat(row.value ? R"({"tell":{"round":)" : R"({"drop":{"round":)", row.round);
  if (row.value) {
    lines_ += row.cause == Cause::kReward ? R"(,"reward":)" : R"(,"loss":)";
    append_number(lines_, *row.value);
  }
  lines_ += "}}\n";
}

void SqliteLog::append_line(const UpgradeRow& row) {
  lines_ += concat(R"({"upgrade":{"rule":)", row.rule, "}}\n");
}

MaybeError SqliteLog::append_lines(std::size_t size) {
  while (lines_.size() < size) {
    const auto event = events_.next();
    if (!event) {
      // What is missing may have been thrown away since the last piece.
      if (auto error = check_bandit()) return error;
      if (auto error = check_base()) return error;
      return event.error();
    }
    if (!*event) break;
    std::visit([this](const auto& row) { append_line(row); }, **event);
  }
  return std::nullopt;
}

Result<std::string> SqliteLog::next(std::size_t size) {
  if (!failed_) failed_ = in_transaction([&] { return append_lines(size); });
  if (failed_) return *failed_;
  return std::exchange(lines_, {});
}

}  // namespace

Result<std::unique_ptr<LogReader>> open_log(const std::string& file, const char* vfs,
                                            const BanditRow& bandit) {
  auto log = std::make_unique<SqliteLog>(file, bandit);
  if (auto error = log->open(vfs)) return *error;
  return std::unique_ptr<LogReader>(std::move(log));
}

}  // namespace banker::store
