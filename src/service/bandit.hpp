#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>

#include "banker/agent/agent.hpp"
#include "banker/service/messages.hpp"
#include "banker/store/journal.hpp"
#include "open_ages.hpp"
#include "rate.hpp"
#include "transaction.hpp"

namespace banker::service {

// One bandit of the service: its agent, the book of its open rounds, and what is counted for those who look on.
//
// Invariants: (1) everything done to the agent is added to the transaction at hand, in the same order; (2) a round that was
// asked is in open_ or lapsed_ until it is told, dropped or expired, and counted once in tally_ from then on; (3) tally_ and ledger_
// are functions of the events, so recovery gives them back to the last bit.
//
// Not thread safe: the teller has it alone.
class Bandit {
 public:
  // A bandit with no events.
  static Result<std::unique_ptr<Bandit>> make(store::BanditRow row);
  // As it was after its last event: from the checkpoint, and every event after it computed again and compared.
  static Result<std::unique_ptr<Bandit>> recover(store::BanditRow row, store::Journal& journal);

  Answer ask(const Ask& request, Transaction& journal);
  Told tell(const Report& report, Transaction& journal);
  Told drop(const std::string& id, Transaction& journal);
  // Whether there is a round whose time is over.
  bool is_due(Time now) const { return !open_.empty() && is_over(open_.begin()->second.asked_at, now); }
  // Closes at most `most` such rounds, or lets them lapse where late outcomes are accepted; how many these were.
  std::size_t expire(Transaction& journal, std::size_t most);
  // By hand, whatever their time: one round, or at most `most` of those that are so old, the oldest first.
  Told expire(const std::string& id, Transaction& journal);
  Expired expire_older(double seconds, std::size_t most, Transaction& journal);

  // The agent goes on by a newer rule; nothing happens if it plays by that one already.
  std::optional<Problem> upgrade(std::uint64_t rule, Transaction& journal);

  Answer find(const std::string& id, Transaction& journal) const;
  OpenRounds oldest(std::size_t most) const;
  Summary summary(Time now) const;  // with the leader as it is known
  View view(Time now) const;
  // Finds out who leads if that is not known any more.
  void refresh_leader(Time now);

  // A moment is written every few seconds in which something happened.
  static constexpr Time kMomentEvery = 5'000'000;
  // Whether something happened since the last one.
  bool is_restless() const { return seq_ != moment_.seq; }
  bool wants_moment(Time now) const;
  void add_moment(Transaction& journal);
  // What that costs, beside closing a round.
  std::size_t moment_cost() const { return 20 + who_->arms / 64; }

  store::Checkpoint checkpoint(Time now) const;
  // Every action of a linear agent has as many numbers as its body dimensions: a request is to have no more than ten million.
  std::size_t most_at_once() const { return 10'000'000 / std::max<std::size_t>(1, who_->dimension); }
  void add_checkpoint(Transaction& journal);
  // Whether there are so many events since the last checkpoint, at least `least`, that it is worth another one.
  bool wants_checkpoint(std::uint64_t least) const;

  const store::BanditRow& row() const { return row_; }
  void set_id(std::int64_t id) { row_.id = id; }  // given by the journal
  void set_paused(std::optional<Time> since) { row_.paused_at = since; }
  // No part of the journal: who reads a bandit back hands it on.
  const Pace& pace() const { return pace_; }
  void set_pace(const Pace& pace) { pace_ = pace; }
  // No event or moment is later.
  Time last_time() const { return std::max(ledger_.last_at, moment_.at); }
  const Terms& terms() const { return terms_; }
  const std::shared_ptr<const Identity>& who() const { return who_; }
  std::uint64_t seq() const { return seq_; }
  // The agent went ahead of the journal and cannot be taken back: recover() it.
  bool spoilt() const { return spoilt_; }
  Time next_compaction = 0;

 private:
  Bandit(store::BanditRow row, Terms terms, std::unique_ptr<Agent> agent);

  struct Open {
    Time asked_at;
    std::size_t arm;
  };
  using OpenBook = std::map<RoundId, Open>;

  store::MaybeError restore(const store::Checkpoint& checkpoint);
  store::MaybeError restore_moment(store::Journal& journal);
  void remember(const store::Moment& moment);
  store::MaybeError play(const store::Event& event);
  store::MaybeError play(const store::DecisionRow& row);
  store::MaybeError play(const store::OutcomeRow& row);
  store::MaybeError play(const store::UpgradeRow& row);
  void take(std::unique_ptr<Agent> agent);

  // Places in the answer to an ask: those of decisions to be made, and of ids that came before in the same request.
  struct Places {
    std::vector<std::size_t> fresh;
    std::vector<std::pair<std::size_t, std::size_t>> same;  // a place, and the earlier one
  };
  // Fills in the decisions that are there.
  std::optional<Problem> find_known(const Ask& request, Transaction& journal, Asked& answer,
                                    Places& places) const;
  // Why so many new decisions may not be made now.
  std::optional<Problem> refuse(std::size_t fresh) const;

  std::vector<double> arm_probabilities() const;
  store::DecisionRow row_of(const Decision& decision, std::string id, Time now) const;
  Made add_decision(store::DecisionRow row, Transaction& journal);
  void open(const store::DecisionRow& decision);
  void close(const store::OutcomeRow& outcome);
  void count(const store::DecisionRow& decision);
  void count(const store::OutcomeRow& outcome, const Open& round);
  Told add_outcome(const std::string& id, store::OutcomeRow outcome, const Receipt& receipt,
                   Transaction& journal);
  Told repeat_tell(const Report& report, RoundId round, Transaction& journal) const;
  Told repeat_drop(const std::string& id, RoundId round, Transaction& journal) const;
  void expire_if_over(RoundId round, Transaction& journal);
  void expire_round(RoundId round, Transaction& journal);

  std::optional<RoundId> find_round(const std::string& id, Transaction& journal) const;
  std::string id_of(RoundId round, Transaction& journal) const;
  bool is_open(RoundId round) const { return open_.contains(round) || lapsed_.contains(round); }
  // Those that wait beyond their time are the oldest.
  const OpenBook& oldest_book() const { return lapsed_.empty() ? open_ : lapsed_; }
  bool is_over(Time asked_at, Time now) const;
  Told unknown(const std::string& id) const;
  static std::string not_kept(const std::string& id);

  store::BanditRow row_;
  Terms terms_;
  std::unique_ptr<Agent> agent_;
  std::shared_ptr<const Identity> who_;
  std::optional<double> expiry_loss_;  // told at expiry; none: dropped
  bool spoilt_ = false;
  std::uint64_t seq_ = 0;
  std::uint64_t checkpoint_seq_ = 0;
  std::size_t checkpoint_bytes_ = 0;
  bool too_large_ = false;  // the journal does not take it
  OpenBook open_;
  OpenBook lapsed_;  // over, but a late outcome still counts
  store::Tally tally_;
  store::Ledger ledger_;
  OpenAges ages_;  // of open_ and lapsed_
  Pace pace_;
  struct Last {
    std::uint64_t number = 0, seq = 0;
    Time at = 0;
  };
  Last moment_;
  std::optional<Leader> leader_;
  Last leader_of_;  // when that was
};

}  // namespace banker::service
