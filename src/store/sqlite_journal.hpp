#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "banker/store/journal.hpp"
#include "books.hpp"
#include "event_reader.hpp"
#include "head_file.hpp"
#include "rows.hpp"
#include "sqlite.hpp"

namespace banker::store {

// open_journal() on another layer of files, which tests use to fail; null: the system's.
Result<std::unique_ptr<Journal>> open_journal(const std::string& file, const char* vfs);

class SqliteJournal : public Journal {
 public:
  ~SqliteJournal() override;
  MaybeError open(const std::string& file, const char* vfs);

  const std::string& older_copy() const override { return older_copy_; }
  MaybeError begin() override;
  MaybeError commit() override;
  void rollback() override;
  MaybeError touch() override;

  Result<std::int64_t> add_bandit(const BanditRow& bandit) override;
  MaybeError remove_bandit(std::int64_t bandit, std::optional<std::uint64_t> events, Time at) override;
  MaybeError add(std::int64_t bandit, const DecisionRow& decision) override;
  MaybeError add(std::int64_t bandit, const OutcomeRow& outcome) override;
  MaybeError add(std::int64_t bandit, const UpgradeRow& upgrade) override;
  MaybeError add(std::int64_t bandit, const Checkpoint& checkpoint) override;
  MaybeError add(std::int64_t bandit, const Moment& moment) override;
  MaybeError set_paused(std::int64_t bandit, std::optional<Time> since) override;
  Result<std::size_t> purge(std::size_t most) override;
  Result<std::size_t> compact(std::int64_t bandit, Time before, const std::function<Checkpoint()>& now,
                              std::size_t most) override;

  Result<std::vector<BanditRow>> bandits() override;
  Result<std::optional<Checkpoint>> checkpoint(std::int64_t bandit) override {
    return checkpoint(bandit, "last");
  }
  std::size_t largest_checkpoint() const override;
  MaybeError tail(std::int64_t bandit, const Checkpoint* after,
                  const std::function<MaybeError(const Event&)>& take) override;
  Result<std::uint64_t> events() override;
  Result<std::optional<Moment>> last_moment(std::int64_t bandit) override;
  Result<std::uint64_t> last_moment_number(std::int64_t bandit) override;
  Result<std::optional<DecisionRow>> decision(std::int64_t bandit, RoundId round) override;
  Result<std::optional<DecisionRow>> decision(std::int64_t bandit, std::string_view id) override;
  Result<std::optional<OutcomeRow>> outcome(std::int64_t bandit, RoundId round) override;
  Result<std::unique_ptr<LogReader>> log(const BanditRow& bandit) override;
  Result<std::unique_ptr<Reader>> reader() override;

 private:
  Result<Books> books();
  MaybeError check_writable();
  MaybeError writable() const;
  Result<std::optional<Checkpoint>> checkpoint(std::int64_t bandit, std::string_view kind) {
    return find_checkpoint(checkpoint_, bandit, kind);
  }
  Result<BanditRow> living_bandit(std::int64_t bandit);
  MaybeError write_again(const BanditRow& bandit, std::optional<Time> removed_at);
  Result<std::uint64_t> last_seq(std::int64_t bandit);
  // Does `work`: all of it, or nothing if it meets damage, which is remembered.
  Result<std::size_t> whole(std::int64_t bandit, const std::function<Result<std::size_t>()>& work);
  Result<std::optional<std::int64_t>> next_removed();
  Result<std::size_t> purge_slice(std::int64_t bandit, std::size_t most);

  // What a compaction has to know of a checkpoint.
  struct Mark {
    std::uint64_t seq = 0, rounds = 0;
    Time at = 0;
  };
  struct Compacted {
    std::optional<Mark> next, base, last;  // as they are in the file
    std::uint64_t until = 0;               // seq
    std::int64_t round = 0;  // and up to this one what was closed by then is gone, or stays for its id
  };
  static Mark mark_of(const Checkpoint& checkpoint);
  Result<Compacted*> compacted(std::int64_t bandit);
  Result<bool> renew_base(std::int64_t bandit, Compacted& known, Time before,
                          const std::function<Checkpoint()>& now);
  Result<std::size_t> delete_closed(std::int64_t bandit, Compacted& known, std::size_t most);
  MaybeError delete_without_id(std::int64_t bandit, std::int64_t round);

  const char* vfs_ = nullptr;
  std::string older_copy_;
  HeadFile head_;
  Database database_;
  std::optional<Books> now_;   // between begin() and commit(): the books with what was added
  std::uint64_t commits_ = 0;  // in the books when they were last seen
  bool written_ = false;       // whether begin() was ever called
  bool touched_ = false;       // since begin()
  int changes_ = 0;            // of the connection, at begin()
  std::unordered_map<std::int64_t, Compacted> compacted_;  // by bandit; forgotten when a transaction fails
  std::unordered_set<std::int64_t> damaged_;               // bandits whose rows cannot go

  Query begin_{database_, "BEGIN IMMEDIATE"};
  Query commit_{database_, "COMMIT"};
  Query read_books_{database_, kReadBooks};
  Query write_books_{database_, kWriteBooks};

  Query next_id_{database_, "SELECT coalesce(max(seq), 0) + 1 FROM sqlite_sequence WHERE name = 'bandits'"};
  Query write_bandit_{database_, kWriteBandit};
  Query write_decision_{database_, kWriteDecision};
  Query write_outcome_{database_, kWriteOutcome};
  Query write_change_{database_, kWriteChange};
  Query write_checkpoint_{database_, kWriteCheckpoint};
  Query write_moment_{database_, kWriteMoment};

  Query bandits_{database_, "SELECT * FROM bandits WHERE removed_at IS NULL ORDER BY id"};
  Query bandit_{database_, "SELECT * FROM bandits WHERE id = ?"};
  Query checkpoint_{database_, kFindCheckpoint};
  Query last_moment_{database_, kLastMoment};
  Query moment_numbers_{database_,
                        "SELECT number FROM moments WHERE bandit = ? ORDER BY number DESC LIMIT 2"};
  Query decision_{database_, kFindDecision};
  Query decision_by_id_{database_, "SELECT * FROM decisions WHERE bandit = ? AND decision_id = ?"};
  EventQueries events_{database_};

  Query savepoint_{database_, "SAVEPOINT slice"};
  Query back_to_savepoint_{database_, "ROLLBACK TO slice"};
  Query release_savepoint_{database_, "RELEASE slice"};
  Query removed_{database_, "SELECT * FROM bandits INDEXED BY removed_bandits WHERE removed_at IS NOT NULL"};
  Query delete_bandit_{database_, "DELETE FROM bandits WHERE id = ?"};
  Query delete_checkpoints_{database_, "DELETE FROM checkpoints WHERE bandit = ?"};
  Query delete_decisions_{database_,
                          "DELETE FROM decisions WHERE bandit = ?1 AND round IN "
                          "(SELECT round FROM decisions WHERE bandit = ?1 ORDER BY round LIMIT ?2)"};
  Query delete_outcomes_{database_,
                         "DELETE FROM outcomes WHERE bandit = ?1 AND round IN "
                         "(SELECT round FROM outcomes WHERE bandit = ?1 ORDER BY round LIMIT ?2)"};
  Query delete_changes_{database_, "DELETE FROM changes WHERE bandit = ?"};
  Query delete_moment_{database_, "DELETE FROM moments WHERE bandit = ? AND number = ?"};
  Query delete_moments_{database_,
                        "DELETE FROM moments WHERE bandit = ?1 AND number IN "
                        "(SELECT number FROM moments WHERE bandit = ?1 ORDER BY number LIMIT ?2)"};
  Query closed_{database_,
                "SELECT round FROM outcomes WHERE bandit = ? AND round > ? AND round <= ? AND seq <= ? "
                "ORDER BY round LIMIT ?"};
  Query delete_decision_{database_,
                         "DELETE FROM decisions WHERE bandit = ? AND round = ? AND decision_id IS NULL"};
  Query delete_outcome_{database_, "DELETE FROM outcomes WHERE bandit = ? AND round = ?"};
};

}  // namespace banker::store
