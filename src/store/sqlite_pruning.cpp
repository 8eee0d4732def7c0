// How a journal throws away the rows of removed bandits.
#include "../core/text.hpp"
#include "sqlite_journal.hpp"

namespace banker::store {

Result<std::uint64_t> SqliteJournal::last_seq(std::int64_t bandit) {
  const auto last = checkpoint(bandit);
  if (!last) return last.error();
  std::uint64_t seq = *last ? (*last)->seq : 0;
  const auto count = [&](const Event& event) {
    seq = seq_of(event);
    return MaybeError();
  };
  if (auto error = tail(bandit, *last ? &**last : nullptr, count)) return *error;
  return seq;
}

MaybeError SqliteJournal::remove_bandit(std::int64_t bandit, std::optional<std::uint64_t> events, Time at) {
  if (auto error = writable()) return error;
  const auto row = living_bandit(bandit);
  if (!row) return row.error();
  if (!events) {
    const auto counted = last_seq(bandit);
    if (!counted) return counted.error();
    events = *counted;
  }
  if (now_->bandits == 0 || now_->events < *events)
    return database_.damaged(concat("its books do not know bandit ", bandit));
  if (auto error = write_again(*row, at)) return error;
  --now_->bandits;
  now_->events -= *events;
  compacted_.erase(bandit);
  damaged_.erase(bandit);
  return std::nullopt;
}

Result<std::size_t> SqliteJournal::whole(std::int64_t bandit,
                                         const std::function<Result<std::size_t>()>& work) {
  if (auto error = savepoint_.run()) return *error;
  auto done = work();
  if (!done && done.error().code != ErrorCode::kDamaged) return done;
  MaybeError error;
  if (!done) {
    damaged_.insert(bandit);
    error = back_to_savepoint_.run();
  }
  if (!error) error = release_savepoint_.run();
  if (!error) return done;
  error->code = ErrorCode::kDisk;
  return *error;
}

Result<std::size_t> SqliteJournal::purge(std::size_t most) {
  if (auto error = writable()) return *error;
  std::size_t gone = 0;
  while (gone < most) {
    const auto bandit = next_removed();
    if (!bandit) return bandit.error();
    if (!*bandit) break;
    const auto slice = whole(**bandit, [&] { return purge_slice(**bandit, most - gone); });
    if (!slice && slice.error().code != ErrorCode::kDamaged) return slice.error();
    gone += slice ? *slice : 0;
  }
  return gone;
}

// One whose rows can go, if there is any.
Result<std::optional<std::int64_t>> SqliteJournal::next_removed() {
  const Reset end(removed_);
  for (;;) {
    const auto found = removed_.next();
    if (!found) return found.error();
    if (!*found) return std::optional<std::int64_t>();
    const std::int64_t id = removed_.integer(0);
    if (damaged_.contains(id)) continue;
    std::optional<Time> removed_at;
    const auto row = read_bandit(removed_, removed_at);
    if (!row && row.error().code != ErrorCode::kDamaged) return row.error();
    if (row && removed_at) return std::optional(id);
    damaged_.insert(id);
  }
}

// The bandit itself goes when nothing else of it is left.
Result<std::size_t> SqliteJournal::purge_slice(std::int64_t bandit, std::size_t most) {
  std::size_t gone = 0;
  for (Query* query : {&delete_decisions_, &delete_outcomes_, &delete_moments_}) {
    query->bind(1, bandit);
    query->bind(2, static_cast<std::int64_t>(most - gone));
    if (auto error = query->run()) return *error;
    gone += static_cast<std::size_t>(sqlite3_changes(database_.handle()));
    if (gone >= most) return gone;
  }
  for (Query* query : {&delete_checkpoints_, &delete_changes_, &delete_bandit_}) {
    query->bind(1, bandit);
    if (auto error = query->run()) return *error;
  }
  return gone + 1;
}

}  // namespace banker::store
