#include "bandit.hpp"

#include <algorithm>
#include <unordered_map>

#include "../agent/json.hpp"
#include "as_loss.hpp"
#include "banker/agent/catalog.hpp"
#include "ids.hpp"

namespace banker::service {

namespace {

Problem problem_of(const Error& error) {
  const bool out_of_turn = error.code == ErrorCode::kRoundOpen;
  return {out_of_turn ? Problem::Kind::kConflict : Problem::Kind::kUnprocessable, error.message};
}

Made made_of(const store::DecisionRow& row) {
  return {row.id.empty() ? made_id(row.decision.round) : row.id, row.decision, row.action};
}

}  // namespace

Bandit::Bandit(store::BanditRow row, Terms terms, std::unique_ptr<Agent> agent)
    : row_(std::move(row)), terms_(terms), agent_(std::move(agent)) {
  who_ = std::make_shared<const Identity>(agent_->identity());
  ledger_.arms.resize(who_->arms);
  if (terms_.on_expiry) expiry_loss_ = as_loss(who_->domain, terms_.on_expiry->value, terms_.on_expiry->kind);
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
  std::vector<std::size_t> fresh;                         // places in the answer
  std::vector<std::pair<std::size_t, std::size_t>> same;  // a place, and an earlier one with the same id
  std::unordered_map<std::string_view, std::size_t> seen;
  for (std::size_t i = 0; i < request.count; ++i) {
    if (request.ids.empty()) {
      fresh.push_back(i);
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
      fresh.push_back(i);
    } else {
      same.emplace_back(i, place->second);
    }
  }
  if (!fresh.empty() && row_.paused_at)
    return Problem{Problem::Kind::kConflict,
                   concat(row_.name, " is paused: POST /v1/bandits/", row_.name, "/resume lets it go on")};
  if (!fresh.empty() && open_.size() + fresh.size() > terms_.max_open) {
    return Problem{
        Problem::Kind::kTooMany,
        concat(row_.name, " has ", open_.size(), " open decisions, and the most is ", terms_.max_open,
               ": tell or drop some, or make the bandit with \"expire_after\" or a larger \"max_open\"")};
  }
  std::vector<store::DecisionRow> rows;
  rows.reserve(fresh.size());
  for (const std::size_t place : fresh) {
    const auto decision = agent_->ask();
    if (!decision) {
      spoilt_ = !rows.empty();  // those before it are not wanted alone
      return problem_of(decision.error());
    }
    rows.push_back(
        row_of(*decision, request.ids.empty() ? std::string() : request.ids[place], journal.now()));
  }
  for (std::size_t i = 0; i < fresh.size(); ++i)
    answer.decisions[fresh[i]] = add_decision(std::move(rows[i]), journal);
  for (const auto& [place, earlier] : same) answer.decisions[place] = answer.decisions[earlier];
  return answer;
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

// ---- Finding

std::optional<RoundId> Bandit::find_round(const std::string& id, Transaction& journal) const {
  if (const auto round = round_of(id)) return number(*round) <= agent_->rounds() ? round : std::nullopt;
  const auto row = journal.find([&](store::Journal& j) { return j.decision(row_.id, std::string_view(id)); });
  return row ? std::optional(row->decision.round) : std::nullopt;
}

std::string Bandit::id_of(RoundId round, Transaction& journal) const {
  const auto row = journal.find([&](store::Journal& j) { return j.decision(row_.id, round); });
  return row ? made_of(*row).id : made_id(round);
}

Told Bandit::unknown(const std::string& id) const {
  return {id, Verdict::kUnknown,
          concat(row_.name, " has no decision ", in_quotes(id), ": ids are what ask answered")};
}

Answer Bandit::find(const std::string& id, Transaction& journal) const {
  const auto round = find_round(id, journal);
  const auto row =
      round ? journal.find([&](store::Journal& j) { return j.decision(row_.id, *round); }) : std::nullopt;
  if (!row) return Problem{Problem::Kind::kNotFound, unknown(id).detail};
  auto outcome = journal.find([&](store::Journal& j) { return j.outcome(row_.id, *round); });
  return Found{row_.id, who_, made_of(*row).id, *row, std::move(outcome)};
}

}  // namespace banker::service
