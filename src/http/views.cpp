// Answers about bandits and decisions: docs/server.md.
#include "answers.hpp"
#include "bandit_text.hpp"
#include "members.hpp"
#include "record_text.hpp"

namespace banker::http {

namespace {

void append_probabilities(std::string& out, const service::View& view) {
  member_key(out, "arms");
  out += '[';
  for (std::size_t arm = 0; arm < view.who->arms; ++arm) {
    if (arm > 0) out += ',';
    append_arm(out, *view.who, arm);
  }
  out += ']';
  member_key(out, "probabilities");
  append_numbers(out, view.probabilities);
  const std::vector<store::ArmTally>& arms = view.ledger->arms;
  member_list(out, "asked", arms, [](std::string& text, const auto& arm) { append(text, arm.asked); });
  member_list(out, "told_by_arm", arms, [](std::string& text, const auto& arm) { append(text, arm.told); });
  member_list(out, "loss_by_arm", arms,
              [](std::string& text, const auto& arm) { append_number(text, arm.loss); });
}

}  // namespace

Response write_bandit(const service::View& view) {
  const service::Summary& summary = view.summary;
  std::string out = R"({"name":)";
  append_quoted(out, summary.name);
  member(out, "spec", std::string_view(*summary.spec));
  append_rules(out, *view.who);
  append_terms(out, summary.terms);
  member(out, "created_at", std::optional(summary.created_at));
  append_counts(out, summary);
  append_pulse(out, summary);
  append_sums(out, view);
  if (view.who->arms > 0) append_probabilities(out, view);
  if (view.who->dimension > 0) {
    member_key(out, "point");
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
    append_bandit_line(out, summary);
    member(out, "spec", std::string_view(*summary.spec));
    out += '}';
  }
  out += "]}";
  return json(std::move(out));
}

Response write_found(const service::Found& found) {
  std::string out;
  append_record(out, *found.who, found.id, found.decision, found.outcome);
  return json(std::move(out));
}

}  // namespace banker::http
