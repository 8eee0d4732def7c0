#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "banker/service/messages.hpp"
#include "core/text.hpp"

// What the service answers, said slowly: lists of decisions and their outcomes, one agent per bandit, and no journal, no
// batches, no checkpoints.
namespace banker::testing {

class ModelBandit {
 public:
  ModelBandit(const service::Create& request, service::Time now)
      : name_(request.name), terms_(request.terms), made_at_(now), agent_(*make_agent(request.spec)) {}

  void expire(service::Time now) {
    for (Entry& entry : entries_) {
      if (entry.outcome || entry.lapsed || !terms_.expire_after ||
          static_cast<double>(now - entry.row.at) < *terms_.expire_after * 1e6)
        continue;
      if (terms_.late == service::Late::kAccept) entry.lapsed = true;
      else close(entry, store::Cause::kExpiry, expiry_loss(), now);
    }
    for (Entry& entry : entries_)  // the oldest of too many
      if (entry.lapsed && !entry.outcome && lapsed() > terms_.max_open)
        close(entry, store::Cause::kExpiry, {}, now);
  }

  service::Answer ask(const service::Ask& request, service::Time now) {
    using service::Problem;
    std::vector<std::string> fresh;
    for (const std::string& id : request.ids)
      if (!ids_.contains(id) && std::find(fresh.begin(), fresh.end(), id) == fresh.end()) fresh.push_back(id);
    const std::size_t wanted = request.ids.empty() ? request.count : fresh.size();
    if (wanted > 0 && paused_at_) return Problem{Problem::Kind::kConflict, ""};
    if (wanted > 0 && open() - lapsed() + wanted > terms_.max_open)
      return Problem{Problem::Kind::kTooMany, ""};
    service::Asked answer;
    for (std::size_t i = 0; i < request.count; ++i) {
      const std::string id = request.ids.empty() ? "" : request.ids[i];
      const auto known = ids_.find(id);
      const Entry& entry = known == ids_.end() ? make(id, now) : entries_[known->second];
      answer.decisions.push_back({id_of(entry), entry.row.decision, entry.row.action});
    }
    return answer;
  }

  service::Told tell(const service::Report& report, service::Time now) {
    using service::Verdict;
    Entry* entry = find(report.id);
    if (!entry) return {report.id, Verdict::kUnknown, ""};
    const auto cause = report.kind == Outcome::Kind::kReward ? store::Cause::kReward : store::Cause::kLoss;
    if (!entry->outcome) {
      const LossDomain& domain = agent_->identity().domain;
      const bool fine = cause == store::Cause::kReward ? bool(domain.map_reward(report.value))
                                                       : bool(domain.map_loss(report.value));
      if (!fine) return {report.id, Verdict::kInvalid, ""};
      return {report.id, close(*entry, cause, report.value, now), ""};
    }
    const store::OutcomeRow& first = *entry->outcome;
    if (first.cause == store::Cause::kExpiry)
      return {report.id, terms_.late != service::Late::kRefuse ? Verdict::kExpired : Verdict::kConflict, ""};
    const bool same = first.cause == cause && first.value == report.value;
    return {report.id, same ? verdict(first) : Verdict::kConflict, ""};
  }

  service::Told drop(const std::string& id, service::Time now) {
    using service::Verdict;
    Entry* entry = find(id);
    if (!entry) return {id, Verdict::kUnknown, ""};
    if (!entry->outcome) return {id, close(*entry, store::Cause::kDrop, {}, now), ""};
    const bool told =
        entry->outcome->cause == store::Cause::kLoss || entry->outcome->cause == store::Cause::kReward;
    return {id, told ? Verdict::kConflict : verdict(*entry->outcome), ""};
  }

  // Of a drop that is repeated it says the same.
  service::Told expire(const std::string& id, service::Time now) {
    Entry* entry = find(id);
    if (!entry || entry->outcome) return drop(id, now);
    close(*entry, store::Cause::kExpiry, expiry_loss(), now);
    return {id, service::Verdict::kDropped, ""};
  }
  service::Answer expire_older(double seconds, service::Time now) {
    service::Expired expired;
    for (const bool lapsed : {true, false})  // those beyond their time first
      for (Entry& entry : entries_) {
        if (entry.outcome || entry.lapsed != lapsed) continue;
        if (static_cast<double>(now - entry.row.at) < seconds * 1e6) continue;
        close(entry, store::Cause::kExpiry, expiry_loss(), now);
        ++expired.count;
      }
    return expired;
  }
  service::Answer pause(bool paused, service::Time now) {
    if (paused_at_.has_value() != paused) paused_at_ = paused ? std::optional(now) : std::nullopt;
    return service::Done{};
  }
  service::Answer oldest(std::size_t most) const {
    service::OpenRounds open;
    for (const bool lapsed : {true, false})
      for (const Entry& entry : entries_)
        if (!entry.outcome && entry.lapsed == lapsed && open.rounds.size() < most)
          open.rounds.push_back(entry.row.decision.round);
    return open;
  }

  service::Answer look(service::Time now) const {
    service::View view;
    service::Summary& s = view.summary;
    s.name = name_;
    s.spec = std::make_shared<const std::string>(agent_->spec());
    s.terms = terms_;
    s.created_at = made_at_;
    s.paused_at = paused_at_;
    s.seq = seq_;
    s.rounds = entries_.size();
    s.open = open();
    for (const Entry& entry : entries_) {
      if (!entry.outcome && !s.oldest_open_at) s.oldest_open_at = entry.row.at;
      if (!entry.outcome && entry.lapsed) ++s.lapsed;
      if (entry.outcome) count(s.tally, verdict(*entry.outcome));
      else ++view.ages[bin(now - entry.row.at)];
    }
    view.ledger = std::make_shared<store::Ledger>(ledger());
    s.last_at = view.ledger->last_at;
    s.total_invested = agent_->total_invested();
    s.certificate = agent_->certificate();
    view.probabilities = agent_->probabilities();
    if (agent_->dimension() > 0) view.point = agent_->point();
    return view;
  }

  service::Answer find_answer(const std::string& id) {
    const Entry* entry = find(id);
    if (!entry) return service::Problem{service::Problem::Kind::kNotFound, ""};
    return service::Found{0, nullptr, id_of(*entry), entry->row, entry->outcome};
  }

  std::size_t rounds() const { return entries_.size(); }
  // The id of the decision at this place, and what it was told, if it was.
  std::string id(std::size_t place) const { return id_of(entries_[place]); }
  std::optional<service::Report> report(std::size_t place) const {
    const auto& outcome = entries_[place].outcome;
    if (!outcome || !outcome->value || outcome->cause == store::Cause::kExpiry) return std::nullopt;
    return service::Report{
        id(place), *outcome->value,
        outcome->cause == store::Cause::kReward ? Outcome::Kind::kReward : Outcome::Kind::kLoss};
  }
  std::string bytes() const { return agent_->save(); }

 private:
  struct Entry {
    store::DecisionRow row;
    std::optional<store::OutcomeRow> outcome;
    bool lapsed = false;  // over, but a late outcome counts
  };

  static std::string id_of(const Entry& entry) {
    return entry.row.id.empty() ? concat("r", entry.row.decision.round) : entry.row.id;
  }
  static service::Verdict verdict(const store::OutcomeRow& outcome) {
    if (outcome.cause == store::Cause::kExpiry) return service::Verdict::kExpired;
    const std::map<RoundState, service::Verdict> table{{RoundState::kSettled, service::Verdict::kSettled},
                                                       {RoundState::kSkipped, service::Verdict::kSkipped},
                                                       {RoundState::kStale, service::Verdict::kStale},
                                                       {RoundState::kDropped, service::Verdict::kDropped}};
    return table.at(outcome.state);
  }
  static void count(store::Tally& tally, service::Verdict verdict) {
    tally.settled += verdict == service::Verdict::kSettled;
    tally.skipped += verdict == service::Verdict::kSkipped;
    tally.stale += verdict == service::Verdict::kStale;
    tally.dropped += verdict == service::Verdict::kDropped;
    tally.expired += verdict == service::Verdict::kExpired;
  }
  static std::size_t bin(service::Time duration) {
    std::size_t i = 0;
    while (i < std::size(store::kEdges) && static_cast<double>(duration) >= store::kEdges[i] * 1e6) ++i;
    return i;
  }
  // Sums over the events in their order.
  store::Ledger ledger() const {
    std::map<std::uint64_t, std::pair<const Entry*, bool>> events;  // by seq; whether it is the outcome
    for (const Entry& entry : entries_) {
      events[entry.row.seq] = {&entry, false};
      if (entry.outcome) events[entry.outcome->seq] = {&entry, true};
    }
    store::Ledger ledger;
    ledger.arms.resize(agent_->arms());
    for (const auto& [seq, event] : events) {
      const auto& [entry, closed] = event;
      std::vector<store::ArmTally*> tallies{&ledger.all};
      if (!ledger.arms.empty()) tallies.push_back(&ledger.arms.at(entry->row.decision.arm));
      if (closed) count(ledger, *entry, tallies);
      else
        for (store::ArmTally* tally : tallies) ++tally->asked;
      if (!closed && entry->row.statement) ledger.scale = entry->row.statement->scale;
      ledger.last_at = closed ? entry->outcome->at : entry->row.at;
    }
    return ledger;
  }
  void count(store::Ledger& ledger, const Entry& entry, const std::vector<store::ArmTally*>& tallies) const {
    const store::OutcomeRow& outcome = *entry.outcome;
    if (!outcome.value) return;
    const bool expired = outcome.cause == store::Cause::kExpiry;
    if (!expired) ++ledger.delays[bin(outcome.at - entry.row.at)];
    if (outcome.state == RoundState::kStale) return;
    const bool reward = outcome.cause == store::Cause::kReward;
    const double loss = reward ? loss_of_reward(*outcome.value) : *outcome.value;
    for (store::ArmTally* tally : tallies) ++tally->told, tally->loss += loss;
    ledger.rewards += expired ? terms_.on_expiry->kind == Outcome::Kind::kReward : reward;
  }

  // A reward at expiry is kept as the loss that it is: see LossDomain.
  std::optional<double> expiry_loss() const {
    if (!terms_.on_expiry) return std::nullopt;
    const double value = terms_.on_expiry->value;
    return terms_.on_expiry->kind == Outcome::Kind::kLoss ? value : loss_of_reward(value);
  }
  double loss_of_reward(double value) const {
    const LossDomain& domain = agent_->identity().domain;
    return domain.kind == LossDomain::Kind::kSigned ? -value : domain.low + domain.high - value;
  }

  std::size_t open() const {
    return static_cast<std::size_t>(
        std::count_if(entries_.begin(), entries_.end(), [](const Entry& e) { return !e.outcome; }));
  }
  std::size_t lapsed() const {
    return static_cast<std::size_t>(std::count_if(entries_.begin(), entries_.end(),
                                                  [](const Entry& e) { return !e.outcome && e.lapsed; }));
  }
  // A decision with an id of the client's own can be named by its round all the same.
  Entry* find(const std::string& id) {
    for (Entry& entry : entries_)
      if (id_of(entry) == id || concat("r", entry.row.decision.round) == id) return &entry;
    return nullptr;
  }
  Entry& make(const std::string& id, service::Time now) {
    Entry entry;
    entry.row.seq = ++seq_;
    entry.row.at = now;
    entry.row.decision = *agent_->ask();
    entry.row.id = id;
    if (agent_->dimension() > 0) entry.row.action = *agent_->action(entry.row.decision.round);
    if (auto statement = agent_->statement(entry.row.decision.round)) entry.row.statement = *statement;
    if (!id.empty()) ids_[id] = entries_.size();
    entries_.push_back(std::move(entry));
    return entries_.back();
  }
  service::Verdict close(Entry& entry, store::Cause cause, std::optional<double> value, service::Time now) {
    const RoundId round = entry.row.decision.round;
    const Receipt receipt = !value                           ? *agent_->drop(round)
                            : cause == store::Cause::kReward ? *agent_->tell_reward(round, *value)
                                                             : *agent_->tell(round, *value);
    entry.outcome =
        store::OutcomeRow{++seq_, now, round, cause, value, receipt.state, receipt.immediate_cost};
    return verdict(*entry.outcome);
  }

  std::string name_;
  service::Terms terms_;
  service::Time made_at_;
  std::optional<service::Time> paused_at_;
  std::unique_ptr<Agent> agent_;
  std::vector<Entry> entries_;
  std::map<std::string, std::size_t> ids_;  // of the client's own to places
  std::uint64_t seq_ = 0;
};

class Model {
 public:
  service::Answer answer(const service::Request& request, service::Time now) {
    return std::visit([&](const auto& one) { return on(one, now); }, request);
  }
  ModelBandit* find(const std::string& name) {
    const auto found = bandits_.find(name);
    return found == bandits_.end() ? nullptr : &found->second;
  }

 private:
  using Answer = service::Answer;
  using Time = service::Time;

  template <class Work>
  Answer with(const std::string& name, Time now, Work work) {
    ModelBandit* bandit = find(name);
    if (!bandit) return service::Problem{service::Problem::Kind::kNotFound, ""};
    bandit->expire(now);
    return work(*bandit);
  }
  Answer on(const service::Create& r, Time now) {
    if (find(r.name)) return service::Problem{service::Problem::Kind::kConflict, ""};
    return bandits_.emplace(r.name, ModelBandit(r, now)).first->second.look(now);
  }
  Answer on(const service::Remove& r, Time) {
    if (bandits_.erase(r.bandit) > 0) return service::Done{};
    return service::Problem{service::Problem::Kind::kNotFound, ""};
  }
  Answer on(const service::Ask& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.ask(r, now); });
  }
  Answer on(const service::Tell& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) {
      service::Heard heard;
      for (const service::Report& report : r.reports) heard.results.push_back(bandit.tell(report, now));
      return heard;
    });
  }
  Answer on(const service::Drop& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return service::Heard{{bandit.drop(r.id, now)}}; });
  }
  Answer on(const service::Look& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.look(now); });
  }
  Answer on(const service::Find& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.find_answer(r.id); });
  }
  Answer on(const service::Expire& r, Time now) {
    return with(r.bandit, now,
                [&](ModelBandit& bandit) { return service::Heard{{bandit.expire(r.id, now)}}; });
  }
  Answer on(const service::ExpireOld& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.expire_older(r.older_than, now); });
  }
  Answer on(const service::Pause& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.pause(r.paused, now); });
  }
  Answer on(const service::Upgrade& r, Time now) {  // no agent of these tests has a newer rule
    return with(r.bandit, now, [&](ModelBandit& bandit) -> Answer {
      if (r.rule == 1) return bandit.look(now);
      return service::Problem{service::Problem::Kind::kUnprocessable, ""};
    });
  }
  Answer on(const service::Oldest& r, Time now) {
    return with(r.bandit, now, [&](ModelBandit& bandit) { return bandit.oldest(r.most); });
  }
  Answer on(const service::List&, Time now) {
    service::Summaries all;
    for (const auto& [name, bandit] : bandits_)
      all.bandits.push_back(std::get<service::View>(bandit.look(now)).summary);
    return all;
  }
  Answer on(const service::Measure&, Time) { return service::Measures{}; }

  std::map<std::string, ModelBandit> bandits_;
};

}  // namespace banker::testing
