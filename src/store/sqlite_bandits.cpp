// The bandits of a journal: made, listed, paused. Their rows are the only ones that change, and are written again as a whole.
#include "../core/text.hpp"
#include "sqlite_journal.hpp"

namespace banker::store {

Result<std::int64_t> SqliteJournal::add_bandit(const BanditRow& bandit) {
  if (auto error = writable()) return *error;
  BanditRow row = bandit;
  const Reset end(next_id_);
  const auto found = next_id_.next();
  if (!found) return found.error();
  row.id = next_id_.integer(0);
  if (auto error = write(write_bandit_, row)) return *error;
  ++now_->bandits;
  return row.id;
}

Result<BanditRow> SqliteJournal::living_bandit(std::int64_t bandit) {
  bandit_.bind(1, bandit);
  std::optional<Time> removed_at;
  const Reset end(bandit_);
  const auto found = bandit_.next();
  if (!found) return found.error();
  if (!*found) return database_.damaged(concat("bandit ", bandit, " is missing"));
  auto row = read_bandit(bandit_, removed_at);
  if (row && (removed_at || row->id != bandit))
    return database_.damaged(concat("its books do not know bandit ", bandit));
  return row;
}

// What fails here may be half done: it is a matter of the disk then, and the transaction is taken back.
MaybeError SqliteJournal::write_again(const BanditRow& bandit, std::optional<Time> removed_at) {
  delete_bandit_.bind(1, bandit.id);
  MaybeError error = delete_bandit_.run();
  if (!error) error = write(write_bandit_, bandit, removed_at);
  if (error) error->code = ErrorCode::kDisk;
  return error;
}

MaybeError SqliteJournal::set_paused(std::int64_t bandit, std::optional<Time> since) {
  if (auto error = writable()) return error;
  auto row = living_bandit(bandit);
  if (!row) return row.error();
  row->paused_at = since;
  return write_again(*row, std::nullopt);
}

Result<std::vector<BanditRow>> SqliteJournal::bandits() {
  std::vector<BanditRow> all;
  std::optional<Time> removed_at;
  const Reset end(bandits_);
  for (;;) {
    const auto row = bandits_.next();
    if (!row) return row.error();
    if (!*row) break;
    auto bandit = read_bandit(bandits_, removed_at);
    if (!bandit) return bandit.error();
    all.push_back(*std::move(bandit));
  }
  const auto written = books();
  if (!written) return written.error();
  if (written->bandits == all.size()) return all;
  return database_.damaged(concat("it has ", all.size(), " bandits, its books say ", written->bandits));
}

}  // namespace banker::store
