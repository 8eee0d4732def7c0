// What a journal throws away: the rows of removed bandits, and rounds that are closed and old.
#include <algorithm>
#include <chrono>

#include "../core/text.hpp"
#include "sqlite_journal.hpp"

namespace banker::store {

namespace {

constexpr std::size_t kMaxBase = std::size_t{12} << 20;  // as base64 it must fit into a line of a log: 16 MiB

Time now() {
  using namespace std::chrono;
  return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace

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

MaybeError SqliteJournal::remove_bandit(std::int64_t bandit) {
  if (auto error = writable()) return error;
  const auto row = living_bandit(bandit);
  if (!row) return row.error();
  const auto seq = last_seq(bandit);
  if (!seq) return seq.error();
  if (now_->bandits == 0 || now_->events < *seq)
    return database_.damaged(concat("its books do not know bandit ", bandit));
  if (auto error = write_again(*row, now())) return error;
  --now_->bandits;
  now_->events -= *seq;
  return std::nullopt;
}

Result<std::size_t> SqliteJournal::purge(std::size_t most) {
  if (auto error = writable()) return *error;
  std::size_t gone = 0;
  while (gone < most) {
    std::optional<Time> removed_at;
    const auto found = removed_.next();
    if (!found) return found.error();
    if (!*found) break;
    const Reset end(removed_);
    const auto row = read_bandit(removed_, removed_at);
    if (!row) return row.error();
    if (!removed_at) return database_.damaged(concat("bandit ", row->id, " is listed as removed"));
    removed_.reset();
    const auto slice = purge_slice(row->id, most - gone);
    if (!slice) return slice.error();
    gone += *slice;
  }
  return gone;
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
  for (Query* query : {&delete_checkpoints_, &delete_bandit_}) {
    query->bind(1, bandit);
    if (auto error = query->run()) return *error;
  }
  return gone + 1;
}

Result<std::size_t> SqliteJournal::compact(std::int64_t bandit, Time before, const Checkpoint& now_state,
                                           std::size_t most) {
  if (auto error = writable()) return *error;
  if (now_state.agent.size() > kMaxBase) return std::size_t{0};
  const auto base = base_for(bandit, before, now_state);
  if (!base) return base.error();
  const auto last = checkpoint(bandit);
  if (!last) return last.error();
  if (!*base || !*last) return std::size_t{0};
  // Recovery needs what came after the last checkpoint, the log what came after the base.
  return delete_closed(bandit, **base, std::min((*base)->seq, (*last)->seq), most);
}

// The checkpoint the log starts from. The next one takes over when it is old enough, and `now` follows it.
Result<std::optional<Checkpoint>> SqliteJournal::base_for(std::int64_t bandit, Time before,
                                                          const Checkpoint& now_state) {
  auto next = checkpoint(bandit, "next");
  if (!next) return next.error();
  const bool ripe = *next && (*next)->at <= before;
  if (ripe || !*next) {
    if (auto error = write(write_checkpoint_, bandit, "next", now_state)) return *error;
  }
  if (!ripe) return checkpoint(bandit, "base");
  if (auto error = write(write_checkpoint_, bandit, "base", **next)) return *error;
  return next;
}

// Goes on behind the rounds it looked at before, so that those that stay are not looked at again and again.
Result<std::size_t> SqliteJournal::delete_closed(std::int64_t bandit, const Checkpoint& base,
                                                 std::uint64_t until, std::size_t most) {
  Compacted& done = compacted_[bandit];
  if (done.until != until) done = {.until = until, .round = 0};
  closed_.bind(1, bandit);
  closed_.bind(2, done.round);
  closed_.bind(3, static_cast<std::int64_t>(rounds_at(base)));
  closed_.bind(4, static_cast<std::int64_t>(until));
  closed_.bind(5, static_cast<std::int64_t>(most));
  std::vector<std::int64_t> rounds;
  const Reset end(closed_);
  for (;;) {
    const auto row = closed_.next();
    if (!row) return row.error();
    if (!*row) break;
    rounds.push_back(closed_.integer(0));
  }
  for (const std::int64_t round : rounds) {
    if (auto error = delete_without_id(bandit, round)) return *error;
    done.round = round;
  }
  return rounds.size();
}

// A round with an id of the client's own stays: whoever asks or tells it again gets the same answer, at any time.
MaybeError SqliteJournal::delete_without_id(std::int64_t bandit, std::int64_t round) {
  for (Query* query : {&delete_decision_, &delete_outcome_}) {
    query->bind(1, bandit);
    query->bind(2, round);
    if (auto error = query->run()) return error;
    if (sqlite3_changes(database_.handle()) == 0) break;
  }
  return std::nullopt;
}

}  // namespace banker::store
