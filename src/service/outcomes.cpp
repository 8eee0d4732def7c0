#include "../core/text.hpp"
#include "bandit.hpp"

// How the rounds of a bandit are closed: told, dropped or expired, once; and the same answer again to who repeats it.
namespace banker::service {

Told Bandit::tell(const Report& report, Transaction& journal) {
  const auto round = find_round(report.id, journal);
  if (!round) return unknown(report.id);
  expire_if_over(*round, journal);
  if (!is_open(*round)) return repeat_tell(report, *round, journal);
  const bool reward = report.kind == Outcome::Kind::kReward;
  const auto receipt =
      reward ? agent_->tell_reward(*round, report.value) : agent_->tell(*round, report.value);
  if (!receipt) return {report.id, Verdict::kInvalid, receipt.error().message};
  return add_outcome(report.id,
                     {.seq = 0,
                      .at = 0,
                      .round = *round,
                      .cause = reward ? store::Cause::kReward : store::Cause::kLoss,
                      .value = report.value,
                      .state = {},
                      .immediate_cost = {}},
                     *receipt, journal);
}

Told Bandit::drop(const std::string& id, Transaction& journal) {
  const auto round = find_round(id, journal);
  if (!round) return unknown(id);
  expire_if_over(*round, journal);
  if (!is_open(*round)) return repeat_drop(id, *round, journal);
  const auto receipt = agent_->drop(*round);
  if (!receipt) return {id, Verdict::kConflict, receipt.error().message};
  store::OutcomeRow outcome;
  outcome.round = *round;
  outcome.cause = store::Cause::kDrop;
  return add_outcome(id, outcome, *receipt, journal);
}

Told Bandit::add_outcome(const std::string& id, store::OutcomeRow outcome, const Receipt& receipt,
                         Transaction& journal) {
  outcome.seq = ++seq_;
  outcome.at = journal.now();
  outcome.state = receipt.state;
  outcome.immediate_cost = receipt.immediate_cost;
  close(outcome);
  if (outcome.cause == store::Cause::kLoss || outcome.cause == store::Cause::kReward)
    pace_.tells.add(outcome.at);
  journal.add(row_.id, outcome);
  if (journal.watches_events()) journal.report({row_.name, who_, id, outcome});
  return {id, verdict_of(outcome), {}};
}

void Bandit::open(const store::DecisionRow& row) {
  open_.emplace_hint(open_.end(), row.decision.round, Open{row.at, row.decision.arm});
  ages_.add(row.at);
  count(row);
}

// REQUIRES: it is open.
void Bandit::close(const store::OutcomeRow& outcome) {
  auto place = open_.find(outcome.round);
  const bool in_time = place != open_.end();
  if (!in_time) place = lapsed_.find(outcome.round);
  ages_.remove(place->second.asked_at);
  count(outcome, place->second);
  (in_time ? open_ : lapsed_).erase(place);
  switch (verdict_of(outcome)) {
    case Verdict::kSettled: ++tally_.settled; break;
    case Verdict::kSkipped: ++tally_.skipped; break;
    case Verdict::kStale: ++tally_.stale; break;
    case Verdict::kExpired: ++tally_.expired; break;
    default: ++tally_.dropped;
  }
}

// The answer to the first outcome again, if this is the same.
Told Bandit::repeat_tell(const Report& report, RoundId round, Transaction& journal) const {
  const auto conflict = [&](const auto&... why) {
    return Told{report.id, Verdict::kConflict, concat(why...)};
  };
  const auto first = journal.find([&](store::Journal& j) { return j.outcome(row_.id, round); });
  if (!first) return conflict(not_kept(report.id));
  const bool reward = report.kind == Outcome::Kind::kReward;
  switch (first->cause) {
    case store::Cause::kExpiry:
      if (terms_.late != Late::kRefuse) return {report.id, Verdict::kExpired, {}};
      return conflict("decision ", report.id, " has expired, and late outcomes are refused");
    case store::Cause::kDrop: return conflict("decision ", report.id, " was dropped before");
    case store::Cause::kLoss:
    case store::Cause::kReward: break;
  }
  const bool was_reward = first->cause == store::Cause::kReward;
  if (was_reward == reward && first->value == report.value) return {report.id, verdict_of(*first), {}};
  return conflict("decision ", report.id, " was told ", was_reward ? "reward " : "loss ",
                  first->value.value_or(0), " before, not ", reward ? "reward " : "loss ", report.value);
}

Told Bandit::repeat_drop(const std::string& id, RoundId round, Transaction& journal) const {
  const auto first = journal.find([&](store::Journal& j) { return j.outcome(row_.id, round); });
  const bool told = first && (first->cause == store::Cause::kLoss || first->cause == store::Cause::kReward);
  if (first && !told) return {id, verdict_of(*first), {}};
  return {id, Verdict::kConflict, told ? concat("decision ", id, " was told before") : not_kept(id)};
}

// ---- Expiry

bool Bandit::is_over(Time asked_at, Time now) const {
  return terms_.expire_after && static_cast<double>(now - asked_at) >= *terms_.expire_after * 1e6;
}

std::size_t Bandit::expire(Transaction& journal, std::size_t most) {
  std::size_t done = 0;
  for (; is_due(journal.now()) && done < most && !journal.error(); ++done) {
    if (terms_.late != Late::kAccept) {
      expire_round(open_.begin()->first, journal);
      continue;
    }
    lapsed_.insert(open_.extract(open_.begin()));
    if (lapsed_.size() > terms_.max_open)
      expire_round(lapsed_.begin()->first, journal);  // too many to wait for
  }
  return done;
}

// By hand. What is told of such a round later is late, also where late outcomes are accepted: the agent has closed it.
Told Bandit::expire(const std::string& id, Transaction& journal) {
  const auto round = find_round(id, journal);
  if (!round) return unknown(id);
  expire_if_over(*round, journal);
  if (!is_open(*round)) return repeat_drop(id, *round, journal);
  expire_round(*round, journal);
  return {id, Verdict::kDropped, {}};
}

Expired Bandit::expire_older(double seconds, std::size_t most, Transaction& journal) {
  const auto any = [&] {
    const OpenBook& book = oldest_book();
    if (book.empty()) return false;
    const Time age = std::max<Time>(0, journal.now() - book.begin()->second.asked_at);
    return static_cast<double>(age) >= seconds * 1e6;
  };
  Expired done;
  for (; any() && done.count < most && !journal.error(); ++done.count)
    expire_round(oldest_book().begin()->first, journal);
  done.more = any();
  return done;
}

void Bandit::expire_if_over(RoundId round, Transaction& journal) {
  const auto open = open_.find(round);
  if (open != open_.end() && is_over(open->second.asked_at, journal.now()) && terms_.late != Late::kAccept)
    expire_round(round, journal);
}

void Bandit::expire_round(RoundId round, Transaction& journal) {
  const auto receipt = expiry_loss_ ? agent_->tell(round, *expiry_loss_) : agent_->drop(round);
  if (!receipt) return journal.fail({ErrorCode::kDisk, concat(row_.name, ": ", receipt.error().message)});
  store::OutcomeRow outcome;
  outcome.round = round;
  outcome.cause = store::Cause::kExpiry;
  outcome.value = expiry_loss_;
  add_outcome(journal.watches_events() ? id_of(round, journal) : std::string(), outcome, *receipt, journal);
}

}  // namespace banker::service
