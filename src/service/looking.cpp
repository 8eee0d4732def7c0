#include <algorithm>

#include "as_loss.hpp"
#include "bandit.hpp"

// What those who look on see of a bandit: sums over its events, a summary, and its moments.
namespace banker::service {

namespace {

// The first of the most likely arms; none if there are no arms.
std::optional<Leader> leader_among(const std::vector<double>& probabilities) {
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  if (most == probabilities.end()) return std::nullopt;
  return Leader{static_cast<std::size_t>(most - probabilities.begin()), *most};
}

void add_loss(store::ArmTally& tally, double loss) {
  ++tally.told;
  tally.loss += loss;
}

}  // namespace

// ---- Counting

void Bandit::count(const store::DecisionRow& row) {
  ++ledger_.all.asked;
  if (!ledger_.arms.empty()) ++ledger_.arms[row.decision.arm].asked;
  ledger_.scale = row.statement ? std::optional(row.statement->scale) : std::nullopt;
  ledger_.last_at = row.at;
}

void Bandit::count(const store::OutcomeRow& row, const Open& round) {
  ledger_.last_at = row.at;
  const bool expired = row.cause == store::Cause::kExpiry;
  if (row.value && !expired) ++ledger_.delays[store::bin_of(row.at - round.asked_at)];
  const bool counts = row.state == RoundState::kSettled || row.state == RoundState::kSkipped;
  if (!row.value || !counts) return;
  const bool reward = row.cause == store::Cause::kReward;
  const double loss =
      as_loss(who_->domain, *row.value, reward ? Outcome::Kind::kReward : Outcome::Kind::kLoss);
  add_loss(ledger_.all, loss);
  if (!ledger_.arms.empty()) add_loss(ledger_.arms[round.arm], loss);
  const bool silent = expired && terms_.on_expiry && terms_.on_expiry->kind == Outcome::Kind::kReward;
  ledger_.rewards += reward || silent;
}

// ---- Looking

Summary Bandit::summary(Time now) const {
  Summary summary;
  summary.id = row_.id;
  summary.name = row_.name;
  summary.spec = {who_, &who_->spec};
  summary.terms = terms_;
  summary.created_at = row_.created_at;
  summary.paused_at = row_.paused_at;
  summary.seq = seq_;
  summary.rounds = agent_->rounds();
  summary.open = open_.size() + lapsed_.size();
  summary.lapsed = lapsed_.size();
  const auto& oldest = oldest_book();
  if (!oldest.empty()) summary.oldest_open_at = oldest.begin()->second.asked_at;
  summary.tally = tally_;
  summary.total_invested = agent_->total_invested();
  summary.certificate = agent_->certificate();
  summary.asks_per_minute = pace_.asks.per_minute(now);
  summary.tells_per_minute = pace_.tells.per_minute(now);
  summary.last_at = ledger_.last_at;
  summary.who = who_;
  summary.leader = leader_;
  return summary;
}

// None on a body: its agent would look for its next point, and have no arms to show.
std::vector<double> Bandit::arm_probabilities() const {
  return who_->arms > 0 ? agent_->probabilities() : std::vector<double>();
}

View Bandit::view(Time now) const {
  View view;
  view.summary = summary(now);
  view.who = who_;
  view.ledger = std::make_shared<const store::Ledger>(ledger_);
  view.ages = ages_.bins(now);
  view.probabilities = arm_probabilities();
  if (seq_ > 0) view.summary.leader = leader_among(view.probabilities);
  if (who_->dimension > 0) view.point = agent_->point();
  return view;
}

OpenRounds Bandit::oldest(std::size_t most) const {
  OpenRounds found{row_.id, who_, {}};
  for (const OpenBook* book : {&lapsed_, &open_})
    for (auto it = book->begin(); it != book->end() && found.rounds.size() < most; ++it)
      found.rounds.push_back(it->first);
  return found;
}

void Bandit::refresh_leader(Time now) {
  if (leader_of_.seq == seq_ || now - leader_of_.at < kMomentEvery) return;
  leader_ = leader_among(arm_probabilities());
  leader_of_ = {.number = 0, .seq = seq_, .at = now};
}

// ---- Moments

bool Bandit::wants_moment(Time now) const {
  return is_restless() && (moment_.number == 0 || now - moment_.at >= kMomentEvery);
}

void Bandit::add_moment(Transaction& journal) {
  store::Moment moment;
  moment.number = moment_.number + 1;
  moment.at = journal.now();
  moment.seq = seq_;
  moment.rounds = agent_->rounds();
  moment.open = open_.size() + lapsed_.size();
  moment.tally = tally_;
  moment.all = ledger_.all;
  moment.scale = ledger_.scale;
  moment.total_invested = agent_->total_invested();
  moment.certificate = agent_->certificate();
  const std::vector<double> probabilities = arm_probabilities();
  for (const std::size_t arm : store::most_likely(probabilities))
    moment.arms.push_back({arm, probabilities[arm], ledger_.arms[arm]});
  journal.add(row_.id, moment);
  remember(moment);
}

void Bandit::remember(const store::Moment& moment) {
  moment_ = leader_of_ = {.number = moment.number, .seq = moment.seq, .at = moment.at};
  leader_.reset();
  for (const store::Moment::Arm& arm : moment.arms)
    if (!leader_ || arm.probability > leader_->probability) leader_ = Leader{arm.arm, arm.probability};
}

}  // namespace banker::service
