// Answers about bandits and decisions: docs/server.md.
#include "answers.hpp"
#include "json_text.hpp"

namespace banker::http {

namespace {

// A canonical spec begins with {"agent":"name".
std::string_view agent_of(std::string_view spec) {
  spec.remove_prefix(std::string_view(R"({"agent":")").size());
  return spec.substr(0, spec.find('"'));
}

// ,"key":value, each.
template <class Value>
void member(std::string& out, std::string_view key, const Value& value) {
  append(out, ",\"");
  append(out, key);
  append(out, "\":");
  if constexpr (std::is_integral_v<Value>) append(out, value);
  else append_number(out, value);
}
void member(std::string& out, std::string_view key, std::string_view json_text) {
  for (const std::string_view part : {std::string_view(",\""), key, std::string_view("\":"), json_text})
    out += part;
}
void member(std::string& out, std::string_view key, std::optional<store::Time> time) {
  member(out, key, std::string_view());
  if (time) append_time(out, *time);
  else out += "null";
}

void append_arms(std::string& out, const Identity& who) {
  out += '[';
  for (std::size_t arm = 0; arm < who.arms; ++arm) {
    if (arm > 0) out += ',';
    append_arm(out, who, arm);
  }
  out += ']';
}

void append_summary(std::string& out, const service::Summary& summary) {
  out += R"("name":)";
  append_quoted(out, summary.name);
  member(out, "spec", std::string_view(summary.spec));
  const std::string terms = write_terms(summary.terms);  // its members become ours
  out += ',';
  out.append(terms, 1, terms.size() - 2);
  member(out, "created_at", std::optional(summary.created_at));
  member(out, "rounds", summary.rounds);
  member(out, "open", summary.open);
  member(out, "oldest_open_at", summary.oldest_open_at);
  member(out, "settled", summary.tally.settled);
  member(out, "skipped", summary.tally.skipped);
  member(out, "stale", summary.tally.stale);
  member(out, "dropped", summary.tally.dropped);
  member(out, "expired", summary.tally.expired);
  member(out, "total_invested", summary.total_invested);
  member(out, "certificate", summary.certificate);
}

// {"scale","borrowed","from_pool","payments":[{"round","amount"},...]}
void append_statement(std::string& out, const Statement& statement) {
  out += R"({"scale":)";
  append_number(out, statement.scale);
  member(out, "borrowed", statement.borrowed);
  member(out, "from_pool", statement.from_pool);
  out += R"(,"payments":[)";
  for (const Payment& payment : statement.payments) {
    if (out.back() != '[') out += ',';
    append(out, concat(R"({"round":)", payment.round));
    member(out, "amount", payment.amount);
    out += '}';
  }
  out += "]}";
}

// {"at","loss"|"reward","immediate_cost"}; a round that was dropped has no loss.
void append_outcome(std::string& out, const store::OutcomeRow& outcome) {
  out += R"({"at":)";
  append_time(out, outcome.at);
  if (outcome.value) member(out, outcome.cause == store::Cause::kReward ? "reward" : "loss", *outcome.value);
  member(out, "immediate_cost", outcome.immediate_cost);
  out += '}';
}

std::string_view status_of(const std::optional<store::OutcomeRow>& outcome) {
  if (!outcome) return name(RoundState::kOpen);
  return outcome->cause == store::Cause::kExpiry ? "expired" : name(outcome->state);
}

}  // namespace

Response write_bandit(const service::View& view) {
  std::string out = "{";
  append_summary(out, view.summary);
  if (view.who->arms > 0) {
    out += R"(,"arms":)";
    append_arms(out, *view.who);
    out += R"(,"probabilities":)";
    append_numbers(out, view.probabilities);
  }
  if (view.who->dimension > 0) {
    out += R"(,"point":)";
    append_numbers(out, view.point);
  }
  out += '}';
  return json(std::move(out));
}

Response write_new_bandit(const service::View& view) {
  Response response = write_bandit(view);
  response.status = 201;
  response.headers.emplace_back("Location", concat("/v1/bandits/", view.summary.name));
  return response;
}

Response write_bandits(const service::Summaries& summaries) {
  std::string out = R"({"bandits":[)";
  for (const service::Summary& summary : summaries.bandits) {
    if (out.back() != '[') out += ',';
    out += R"({"name":)";
    append_quoted(out, summary.name);
    out += R"(,"agent":)";
    append_quoted(out, agent_of(summary.spec));
    member(out, "rounds", summary.rounds);
    member(out, "open", summary.open);
    member(out, "spec", std::string_view(summary.spec));
    out += '}';
  }
  out += "]}";
  return json(std::move(out));
}

Response write_found(const service::Found& found) {
  std::string out = R"({"id":)";
  append_quoted(out, found.id);
  append(out, concat(R"(,"round":)", found.decision.decision.round));
  member(out, "at", std::optional(found.decision.at));
  append_choice(out, *found.who, found.decision.decision, found.decision.action);
  out += R"(,"statement":)";
  if (found.decision.statement) append_statement(out, *found.decision.statement);
  else out += "null";
  append(out, concat(R"(,"status":")", status_of(found.outcome), R"(","outcome":)"));
  if (found.outcome) append_outcome(out, *found.outcome);
  else out += "null";
  out += '}';
  return json(std::move(out));
}

}  // namespace banker::http
