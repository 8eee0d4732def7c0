#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/core/result.hpp"
#include "banker/store/history.hpp"
#include "banker/store/maybe_error.hpp"

namespace banker::store {

// A named bandit: what never changes about it, whether it is paused excepted.
struct BanditRow {
  std::int64_t id = 0;  // given by the journal, and never given again
  std::string name;
  std::string spec;   // canonical, with its seed; of the rule it was made with
  std::string terms;  // what the service adds to the spec, as JSON
  Time created_at = 0;
  std::optional<Time> paused_at{};  // since when it makes no decisions
};

// The events of a bandit are numbered by `seq` from 1, all kinds together, without a gap.
struct DecisionRow {
  std::uint64_t seq = 0;
  Time at = 0;
  Decision decision{};
  std::string id;                      // the client's own; empty: the server's, which is made of the round
  std::vector<double> action;          // linear agents
  std::optional<Statement> statement;  // what paid; none without a bank
};

// Why a round was closed.
enum class Cause : std::uint8_t { kLoss, kReward, kDrop, kExpiry };

struct OutcomeRow {
  std::uint64_t seq = 0;
  Time at = 0;
  RoundId round{};
  Cause cause = Cause::kLoss;
  std::optional<double> value;  // as told, or the loss told at expiry; none: dropped
  RoundState state{};           // what the agent answered: settled, skipped, stale or dropped
  std::optional<double> immediate_cost;
};

// The agent went over to a newer rule.
struct UpgradeRow {
  std::uint64_t seq = 0;
  Time at = 0;
  std::uint64_t rule = 1;
};

using Event = std::variant<DecisionRow, OutcomeRow, UpgradeRow>;
inline std::uint64_t seq_of(const Event& event) {
  return std::visit([](const auto& row) { return row.seq; }, event);
}

struct OpenRound {
  RoundId round{};
  Time asked_at = 0;
  std::size_t arm = 0;
};

// The state of a bandit after its event `seq`: recovery starts here and replays the events after it.
struct Checkpoint {
  std::uint64_t seq = 0;
  Time at = 0;
  std::string agent;            // a snapshot: docs/snapshot_format.md
  std::vector<OpenRound> open;  // in ascending order
  Tally tally;
  Ledger ledger{};
};

// Its bytes on disk, about.
inline std::size_t size_of(const Checkpoint& checkpoint) {
  return checkpoint.agent.size() + 24 * (checkpoint.open.size() + checkpoint.ledger.arms.size());
}

// A decision and what became of it.
struct Record {
  DecisionRow decision;
  std::optional<OutcomeRow> outcome;  // none: open
};

// What became of the saving that a round left when it was closed: later rounds spent it.
struct Spending {
  std::vector<Payment> by;  // the round that spent, and how much; ascending
  // Up to this round all were looked at, later ones not, or some of them are gone; 0: these are all who spent.
  std::uint64_t until = 0;
};

// Reads for those who look on, beside the one who writes: on a connection of its own, in short transactions, never more than a
// few thousand rows. One thread at a time.
class Reader {
 public:
  virtual ~Reader() = default;
  // Ascending.
  virtual Result<std::vector<Moment>> history(std::int64_t bandit) = 0;
  // The last `most` decisions before this round (0: the last of all), the latest first.
  virtual Result<std::vector<Record>> decisions(std::int64_t bandit, std::uint64_t before,
                                                std::size_t most) = 0;
  // Of these rounds, those that are there.
  virtual Result<std::vector<Record>> decisions(std::int64_t bandit, std::span<const RoundId> rounds) = 0;
  // Looks at `most` decisions after the outcome of the round, or as many as are not gone. The pool does not say whose money it spends: nothing is found then.
  virtual Result<Spending> spending(std::int64_t bandit, const Record& record, std::size_t most) = 0;
};

// The log of a bandit in the format of `banker replay`, piece by piece, as of the moment it was opened. It fails if the bandit is
// removed, or rounds are thrown away, before it was read.
class LogReader {
 public:
  virtual ~LogReader() = default;
  // The next lines, about `size` bytes of them; empty at the end.
  virtual Result<std::string> next(std::size_t size) = 0;
};

// What the service writes down before it answers, and what it starts again from. docs/journal_format.md.
//
// Invariants: (1) what was added between begin() and a commit() that returned nothing is on disk, all of it;
// otherwise none of it. (2) A row that does not carry its own checksum is never returned: the call fails with
// ErrorCode::kDamaged. (3) A disk that fails is ErrorCode::kDisk; after it, rollback(), and begin() may be tried
// again. It may have ended the transaction, also where it was a read that failed: changes and commit() fail until then.
//
// One thread at a time, log() and reader() excepted, which any thread may call while another uses the journal.
class Journal {
 public:
  virtual ~Journal() = default;

  // The name of the copy that was left when the journal was brought to this format; empty: it had it already.
  virtual const std::string& older_copy() const = 0;

  virtual MaybeError begin() = 0;
  virtual MaybeError commit() = 0;
  virtual void rollback() = 0;
  // Writes something, so that commit() tells whether the disk takes it: an empty commit does not. Between begin() and commit().
  virtual MaybeError touch() = 0;

  // Changes, between begin() and commit().
  virtual Result<std::int64_t> add_bandit(const BanditRow& bandit) = 0;  // its id
  // `events`: how many it has, its last `seq`; none: they are counted, which takes long if there are many. Its rows go bit by bit:
  // purge(). Of this, of set_paused() and of compact() kDamaged: nothing was changed, and others can be.
  virtual MaybeError remove_bandit(std::int64_t bandit, std::optional<std::uint64_t> events, Time at) = 0;
  virtual MaybeError add(std::int64_t bandit, const DecisionRow& decision) = 0;
  virtual MaybeError add(std::int64_t bandit, const OutcomeRow& outcome) = 0;
  virtual MaybeError add(std::int64_t bandit, const UpgradeRow& upgrade) = 0;
  virtual MaybeError add(std::int64_t bandit, const Checkpoint& checkpoint) = 0;  // in place of the last one
  virtual MaybeError add(std::int64_t bandit,
                         const Moment& moment) = 0;  // and throws away those it takes the room of
  virtual MaybeError set_paused(std::int64_t bandit, std::optional<Time> since) = 0;
  // Throws away at most `most` rows of removed bandits; how many it found. A bandit of which a row is damaged is left as it is, and
  // not tried again. kDamaged: which bandits are removed cannot be read.
  virtual Result<std::size_t> purge(std::size_t most) = 0;
  // Throws away closed rounds whose outcomes came before `before`, those with an id of the client's own excepted. It looks at
  // `most` of them at most; how many these were. Now and then it calls `now` and keeps the state as what a later call may start the
  // shortened log from. A bandit that was found damaged is not looked at again.
  virtual Result<std::size_t> compact(std::int64_t bandit, Time before,
                                      const std::function<Checkpoint()>& now, std::size_t most) = 0;

  // Reading. Between begin() and commit() this sees what was added.
  virtual Result<std::vector<BanditRow>> bandits() = 0;
  virtual Result<std::optional<Checkpoint>> checkpoint(std::int64_t bandit) = 0;
  // What a checkpoint may take: see size_of().
  virtual std::size_t largest_checkpoint() const = 0;
  // The events after the checkpoint, or all of them if there is none, in order. `take` may fail: so does tail().
  virtual MaybeError tail(std::int64_t bandit, const Checkpoint* after,
                          const std::function<MaybeError(const Event&)>& take) = 0;
  // How many events all bandits have together. The books must balance: it is the sum of their last `seq`.
  virtual Result<std::uint64_t> events() = 0;
  virtual Result<std::optional<Moment>> last_moment(std::int64_t bandit) = 0;
  // Its number, also where it is damaged; 0: there is none.
  virtual Result<std::uint64_t> last_moment_number(std::int64_t bandit) = 0;
  virtual Result<std::optional<DecisionRow>> decision(std::int64_t bandit, RoundId round) = 0;
  virtual Result<std::optional<DecisionRow>> decision(std::int64_t bandit, std::string_view id) = 0;
  virtual Result<std::optional<OutcomeRow>> outcome(std::int64_t bandit, RoundId round) = 0;
  virtual Result<std::unique_ptr<LogReader>> log(const BanditRow& bandit) = 0;
  virtual Result<std::unique_ptr<Reader>> reader() = 0;
};

// The journal in a SQLite file, made if it is not there.
Result<std::unique_ptr<Journal>> open_journal(const std::string& file);

}  // namespace banker::store
