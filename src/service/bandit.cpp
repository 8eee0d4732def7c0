#include "bandit.hpp"

#include <algorithm>
#include <unordered_map>

#include "../agent/json.hpp"
#include "as_loss.hpp"
#include "banker/agent/catalog.hpp"
#include "ids.hpp"

namespace banker::service {

namespace {

// Why an agent makes no more than `made` of `wanted` decisions. Those are not wanted alone.
Problem refusal(const Error& error, std::size_t made, std::size_t wanted) {
  const bool out_of_turn = error.code == ErrorCode::kRoundOpen;
  if (out_of_turn && made > 0)
    return {Problem::Kind::kConflict,
            concat("cannot make ", wanted, " decisions at once, and made none: the agent has at most ", made,
                   " open at a time")};
  return {out_of_turn ? Problem::Kind::kConflict : Problem::Kind::kUnprocessable, error.message};
}

Made made_of(const store::DecisionRow& row) {
  return {row.id.empty() ? made_id(row.decision.round) : row.id, row.decision, row.action};
}

}  // namespace

Bandit::Bandit(store::BanditRow row, Terms terms, std::unique_ptr<Agent> agent)
    : row_(std::move(row)), terms_(terms) {
  take(std::move(agent));
  ledger_.arms.resize(who_->arms);
  if (terms_.on_expiry) expiry_loss_ = as_loss(who_->domain, terms_.on_expiry->value, terms_.on_expiry->kind);
}

void Bandit::take(std::unique_ptr<Agent> agent) {
  agent_ = std::move(agent);
  who_ = std::make_shared<const Identity>(agent_->identity());
}

Result<std::unique_ptr<Bandit>> Bandit::make(store::BanditRow row) {
  const auto terms = read_terms(row.terms);
  if (!terms) return terms.error();
  auto agent = make_agent(row.spec);
  if (!agent) return agent.error();
  row.spec = (*agent)->spec();
  if (terms->on_expiry) {
    const bool reward = terms->on_expiry->kind == Outcome::Kind::kReward;
    const LossDomain& domain = (*agent)->identity().domain;
    const auto mapped =
        reward ? domain.map_reward(terms->on_expiry->value) : domain.map_loss(terms->on_expiry->value);
    if (!mapped) return Error{ErrorCode::kBadSpec, concat("\"on_expiry\": ", mapped.error().message)};
  }
  return std::unique_ptr<Bandit>(new Bandit(std::move(row), *terms, *std::move(agent)));
}

// ---- Asking

// Decisions that a client's own ids already have are returned as they were; the others are made, all of them or none.
Answer Bandit::ask(const Ask& request, Transaction& journal) {
  Asked answer{who_, {}};
  answer.decisions.resize(request.count);
  Places places;
  if (auto problem = find_known(request, journal, answer, places)) return *problem;
  if (auto problem = refuse(places.fresh.size())) return *problem;
  std::vector<store::DecisionRow> rows;
  rows.reserve(places.fresh.size());
  for (const std::size_t place : places.fresh) {
    const auto decision = agent_->ask();
    if (!decision) {
      spoilt_ = !rows.empty();  // those before it are not wanted alone
      return refusal(decision.error(), rows.size(), places.fresh.size());
    }
    rows.push_back(
        row_of(*decision, request.ids.empty() ? std::string() : request.ids[place], journal.now()));
  }
  for (std::size_t i = 0; i < rows.size(); ++i)
    answer.decisions[places.fresh[i]] = add_decision(std::move(rows[i]), journal);
  for (const auto& [place, earlier] : places.same) answer.decisions[place] = answer.decisions[earlier];
  return answer;
}

std::optional<Problem> Bandit::find_known(const Ask& request, Transaction& journal, Asked& answer,
                                          Places& places) const {
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < request.count; ++i) {
    if (request.ids.empty()) {
      places.fresh.push_back(i);
      continue;
    }
    if (auto wrong = check_own_id(request.ids[i])) return Problem{Problem::Kind::kUnprocessable, *wrong};
    const auto [place, first] = seen.emplace(request.ids[i], i);
    const auto row = journal.find(
        [&](store::Journal& j) { return j.decision(row_.id, std::string_view(request.ids[i])); });
    if (journal.damage()) return Problem{Problem::Kind::kUnavailable, journal.damage()->message};
    if (row) {
      answer.decisions[i] = made_of(*row);
    } else if (first) {
      places.fresh.push_back(i);
    } else {
      places.same.emplace_back(i, place->second);
    }
  }
  return std::nullopt;
}

std::optional<Problem> Bandit::refuse(std::size_t fresh) const {
  if (fresh == 0) return std::nullopt;
  if (row_.paused_at)
    return Problem{Problem::Kind::kConflict,
                   concat(row_.name, " is paused: POST /v1/bandits/", row_.name, "/resume lets it go on")};
  if (open_.size() + fresh <= terms_.max_open) return std::nullopt;
  if (fresh > terms_.max_open)
    return Problem{Problem::Kind::kTooMany,
                   concat("cannot make ", fresh, " decisions at once: ", row_.name, " may have ",
                          terms_.max_open, " open (its \"max_open\"), now and later: ask for fewer")};
  return Problem{
      Problem::Kind::kTooMany,
      concat(row_.name, " has ", open_.size(), " open decisions, and the most is ", terms_.max_open,
             ": tell or drop some, or make the bandit with \"expire_after\" or a larger \"max_open\"")};
}

store::DecisionRow Bandit::row_of(const Decision& decision, std::string id, Time now) const {
  store::DecisionRow row;
  row.at = now;
  row.decision = decision;
  row.id = std::move(id);
  if (auto statement = agent_->statement(decision.round)) row.statement = *std::move(statement);
  if (who_->dimension > 0) row.action = *agent_->action(decision.round);
  return row;
}

Made Bandit::add_decision(store::DecisionRow row, Transaction& journal) {
  row.seq = ++seq_;
  open(row);
  pace_.asks.add(row.at);
  journal.add(row_.id, row);
  Made made = made_of(row);
  if (journal.watches_events()) journal.report({row_.name, who_, made.id, std::move(row)});
  return made;
}

// ---- Changing

// Another state of the agent begins with it, so the next start does not have to convert it again.
std::optional<Problem> Bandit::upgrade(std::uint64_t rule, Transaction& journal) {
  if (rule == who_->rule) return std::nullopt;
  auto agent = agent_->upgraded(rule);
  if (!agent) return Problem{Problem::Kind::kUnprocessable, agent.error().message};
  take(*std::move(agent));
  journal.add(row_.id, store::UpgradeRow{++seq_, journal.now(), rule});
  add_checkpoint(journal);
  if (journal.watches_bandits()) journal.report({row_.name, who_, {}, Upgrade{row_.name, rule}});
  return std::nullopt;
}

// ---- Finding

std::optional<RoundId> Bandit::find_round(const std::string& id, Transaction& journal) const {
  if (const auto round = round_of(id)) return number(*round) <= agent_->rounds() ? round : std::nullopt;
  const auto row = journal.find([&](store::Journal& j) { return j.decision(row_.id, std::string_view(id)); });
  return row ? std::optional(row->decision.round) : std::nullopt;
}

std::string Bandit::id_of(RoundId round, Transaction& journal) const {
  const auto row = journal.glance([&](store::Journal& j) { return j.decision(row_.id, round); });
  return row ? made_of(*row).id : made_id(round);
}

Told Bandit::unknown(const std::string& id) const {
  return {id, Verdict::kUnknown,
          concat(row_.name, " has no decision ", in_quotes(id), ": ids are what ask answered")};
}

std::string Bandit::not_kept(const std::string& id) {
  return concat("decision ", id, " was closed, and its record is not kept any more");
}

Answer Bandit::find(const std::string& id, Transaction& journal) const {
  const auto round = find_round(id, journal);
  const auto row =
      round ? journal.find([&](store::Journal& j) { return j.decision(row_.id, *round); }) : std::nullopt;
  if (!row && round && !is_open(*round)) return Problem{Problem::Kind::kNotFound, not_kept(id)};
  if (!row) return Problem{Problem::Kind::kNotFound, unknown(id).detail};
  const auto outcome = journal.find([&](store::Journal& j) { return j.outcome(row_.id, *round); });
  return Found{row_.id, who_, made_of(*row).id, *row, outcome};
}

}  // namespace banker::service
