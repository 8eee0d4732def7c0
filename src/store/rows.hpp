#pragma once

#include <algorithm>
#include <limits>
#include <optional>
#include <string_view>
#include <type_traits>
#include <utility>

#include "banker/store/journal.hpp"
#include "sqlite.hpp"

// The rows of a journal and the columns they are kept in: docs/journal_format.md.
//
// Statements that write have a parameter per column; those that read select all columns, which are in the order of the table,
// and stand on the row. What is read carries its own checksum, or the error names it.
namespace banker::store {

inline constexpr const char* kWriteBandit = "INSERT INTO bandits VALUES(?, ?, ?, ?, ?, ?, ?, ?)";
inline constexpr const char* kWriteDecision =
    "INSERT INTO decisions VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
inline constexpr const char* kWriteOutcome = "INSERT INTO outcomes VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)";
inline constexpr const char* kWriteCheckpoint =
    "REPLACE INTO checkpoints VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
inline constexpr const char* kWriteChange = "INSERT INTO changes VALUES(?, ?, ?, ?, ?)";
inline constexpr const char* kWriteMoment =
    "INSERT INTO moments VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

// For a column or a parameter: what no integer of SQLite holds is the largest one.
inline std::int64_t as_integer(std::uint64_t v) {
  return static_cast<std::int64_t>(std::min<std::uint64_t>(v, std::numeric_limits<std::int64_t>::max()));
}

MaybeError write(Query& query, const BanditRow& bandit, std::optional<Time> removed_at = std::nullopt);
MaybeError write(Query& query, std::int64_t bandit, const DecisionRow& decision);
MaybeError write(Query& query, std::int64_t bandit, const OutcomeRow& outcome);
MaybeError write(Query& query, std::int64_t bandit, const UpgradeRow& upgrade);
MaybeError write(Query& query, std::int64_t bandit, std::string_view kind, const Checkpoint& checkpoint);
MaybeError write(Query& query, std::int64_t bandit, const Moment& moment);

Result<BanditRow> read_bandit(Query& query, std::optional<Time>& removed_at);
Result<DecisionRow> read_decision(Query& query, std::int64_t bandit);
Result<OutcomeRow> read_outcome(Query& query, std::int64_t bandit);
Result<UpgradeRow> read_change(Query& query, std::int64_t bandit);
Result<Checkpoint> read_checkpoint(Query& query, std::int64_t bandit, std::string_view kind);
Result<Moment> read_moment(Query& query, std::int64_t bandit);

// The rounds asked until a checkpoint.
std::uint64_t rounds_at(const Checkpoint& checkpoint);

// The row a statement finds, if any: read(query), and it must be one that `is` the row looked for. A damaged index leads to rows that
// are right in themselves.
template <class Read, class Is>
auto find(Query& query, const Read& read, const Is& is)
    -> Result<std::optional<std::decay_t<decltype(*read(query))>>> {
  using Row = std::decay_t<decltype(*read(query))>;
  const Reset end(query);
  const auto row = query.next();
  if (!row) return row.error();
  if (!*row) return std::optional<Row>();
  auto found = read(query);
  if (!found) return found.error();
  if (!is(*found)) return query.database().damaged("an index leads to another row");
  return std::optional<Row>(*std::move(found));
}

Result<std::optional<DecisionRow>> find_decision(Query& query, std::int64_t bandit, RoundId round);
Result<std::optional<OutcomeRow>> find_outcome(Query& query, std::int64_t bandit, RoundId round);
Result<std::optional<Checkpoint>> find_checkpoint(Query& query, std::int64_t bandit, std::string_view kind);
inline constexpr const char* kFindDecision = "SELECT * FROM decisions WHERE bandit = ? AND round = ?";
inline constexpr const char* kFindOutcome = "SELECT * FROM outcomes WHERE bandit = ? AND round = ?";
inline constexpr const char* kLastMoment =
    "SELECT * FROM moments WHERE bandit = ? ORDER BY number DESC LIMIT 1";
inline constexpr const char* kFindCheckpoint = "SELECT * FROM checkpoints WHERE bandit = ? AND kind = ?";

}  // namespace banker::store
