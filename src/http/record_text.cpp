#include "record_text.hpp"

#include "../service/ids.hpp"
#include "answers.hpp"
#include "members.hpp"

namespace banker::http {

namespace {

// {"scale","borrowed","from_pool","payments"}
void append_statement(std::string& out, const Statement& statement) {
  out += R"({"scale":)";
  append_number(out, statement.scale);
  member(out, "borrowed", statement.borrowed);
  member(out, "from_pool", statement.from_pool);
  member_key(out, "payments");
  append_payments(out, statement.payments);
  out += '}';
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

void append_payments(std::string& out, std::span<const Payment> payments) {
  out += '[';
  for (const Payment& payment : payments) {
    if (out.back() != '[') out += ',';
    append(out, concat(R"({"round":)", payment.round));
    member(out, "amount", payment.amount);
    out += '}';
  }
  out += ']';
}

void append_record(std::string& out, const Identity& who, std::string_view id,
                   const store::DecisionRow& decision, const std::optional<store::OutcomeRow>& outcome) {
  out += R"({"id":)";
  append_quoted(out, id);
  append(out, concat(R"(,"round":)", decision.decision.round));
  member(out, "at", std::optional(decision.at));
  append_choice(out, who, decision.decision, decision.action);
  member_key(out, "statement");
  if (decision.statement) append_statement(out, *decision.statement);
  else out += "null";
  append(out, concat(R"(,"status":")", status_of(outcome), R"(","outcome":)"));
  if (outcome) append_outcome(out, *outcome);
  else out += "null";
  out += '}';
}

void append_record(std::string& out, const Identity& who, const store::Record& record) {
  const store::DecisionRow& decision = record.decision;
  const std::string id = decision.id.empty() ? service::made_id(decision.decision.round) : decision.id;
  append_record(out, who, id, decision, record.outcome);
}

}  // namespace banker::http
