// How a journal throws away rounds that are closed and old.
#include <algorithm>

#include "../core/text.hpp"
#include "sqlite_journal.hpp"

namespace banker::store {

namespace {
constexpr std::size_t kMaxBase = std::size_t{12} << 20;  // as base64 it must fit into a line of a log: 16 MiB
}

Result<std::size_t> SqliteJournal::compact(std::int64_t bandit, Time before,
                                           const std::function<Checkpoint()>& now, std::size_t most) {
  if (auto error = writable()) return *error;
  if (damaged_.contains(bandit)) return database_.damaged(concat("old rounds of bandit ", bandit));
  auto looked_at = whole(bandit, [&]() -> Result<std::size_t> {
    const auto known = compacted(bandit);
    if (!known) return known.error();
    const auto renewed = renew_base(bandit, **known, before, now);
    if (!renewed) return renewed.error();
    return *renewed ? delete_closed(bandit, **known, most) : Result(std::size_t{0});
  });
  if (!looked_at) compacted_.erase(bandit);
  return looked_at;
}

SqliteJournal::Mark SqliteJournal::mark_of(const Checkpoint& checkpoint) {
  return {.seq = checkpoint.seq, .rounds = rounds_at(checkpoint), .at = checkpoint.at};
}

// Its checkpoints may be large: they are read once, and not for every slice.
Result<SqliteJournal::Compacted*> SqliteJournal::compacted(std::int64_t bandit) {
  if (const auto known = compacted_.find(bandit); known != compacted_.end()) return &known->second;
  Compacted found;
  const auto read = [&](std::string_view kind, std::optional<Mark>& mark) -> MaybeError {
    const auto row = checkpoint(bandit, kind);
    if (!row) return row.error();
    if (*row) mark = mark_of(**row);
    return std::nullopt;
  };
  if (auto error = read("next", found.next)) return *error;
  if (auto error = read("base", found.base)) return *error;
  if (auto error = read("last", found.last)) return *error;
  return &(compacted_[bandit] = found);
}

// The log starts from the base. The next one takes over when it is old enough, and the state of now follows it. False: that
// is too large.
Result<bool> SqliteJournal::renew_base(std::int64_t bandit, Compacted& known, Time before,
                                       const std::function<Checkpoint()>& now) {
  const bool ripe = known.next && known.next->at <= before;
  if (known.next && !ripe) return true;
  const Checkpoint state = now();
  if (state.agent.size() > kMaxBase) return false;
  if (ripe) {
    const auto next = checkpoint(bandit, "next");
    if (!next) return next.error();
    if (!*next) return database_.damaged(concat("a checkpoint of bandit ", bandit, " is missing"));
    if (auto error = write(write_checkpoint_, bandit, "base", **next)) return *error;
    known.base = known.next;
  }
  known.next = mark_of(state);
  if (auto error = write(write_checkpoint_, bandit, "next", state)) return *error;
  return true;
}

// Recovery needs what came after the last checkpoint, the log what came after the base. This goes on behind the rounds it
// looked at before, so that those that stay are not looked at again and again.
Result<std::size_t> SqliteJournal::delete_closed(std::int64_t bandit, Compacted& known, std::size_t most) {
  if (!known.base || !known.last) return std::size_t{0};
  const std::uint64_t until = std::min(known.base->seq, known.last->seq);
  if (known.until != until) known.round = 0;
  known.until = until;
  closed_.bind(1, bandit);
  closed_.bind(2, known.round);
  closed_.bind(3, static_cast<std::int64_t>(known.base->rounds));
  closed_.bind(4, static_cast<std::int64_t>(until));
  closed_.bind(5, static_cast<std::int64_t>(most));
  std::vector<std::int64_t> rounds;
  {
    const Reset end(closed_);
    for (;;) {
      const auto row = closed_.next();
      if (!row) return row.error();
      if (!*row) break;
      rounds.push_back(closed_.integer(0));
    }
  }
  for (const std::int64_t round : rounds) {
    if (auto error = delete_without_id(bandit, round)) return *error;
    known.round = round;
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
