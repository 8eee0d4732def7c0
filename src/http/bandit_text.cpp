#include "bandit_text.hpp"

#include <array>

#include "../agent/rules.hpp"
#include "../service/as_loss.hpp"
#include "members.hpp"

namespace banker::http {

namespace {

// A canonical spec begins with {"agent":"name".
std::string_view agent_of(std::string_view spec) {
  spec.remove_prefix(std::string_view(R"({"agent":")").size());
  return spec.substr(0, spec.find('"'));
}

void append_names(std::string& out, const service::Summary& summary) {
  out += R"("name":)";
  append_quoted(out, summary.name);
  member_key(out, "agent");
  append_quoted(out, agent_of(*summary.spec));
}

void append_leader(std::string& out, const service::Summary& summary) {
  member_key(out, "leader");
  if (!summary.leader || !summary.who) {
    out += "null";
    return;
  }
  out += R"({"arm":)";
  append_arm(out, *summary.who, summary.leader->arm);
  member(out, "probability", summary.leader->probability);
  out += '}';
}

void append_arms(std::string& out, const service::View& view) {
  member_list(out, "arms", store::most_likely(view.probabilities), [&](std::string& text, std::size_t arm) {
    const store::ArmTally tally = arm < view.ledger->arms.size() ? view.ledger->arms[arm] : store::ArmTally{};
    text += R"({"arm":)";
    append_arm(text, *view.who, arm);
    member(text, "index", arm);
    member(text, "probability", view.probabilities[arm]);
    member(text, "asked", tally.asked);
    member(text, "told", tally.told);
    member(text, "loss", tally.loss);
    text += '}';
  });
  member(out, "arms_of", view.who->arms);
  member_key(out, "point");
  if (view.who->dimension > 0) append_numbers(out, view.point);
  else out += "null";
}

void append_range(std::string& out, const LossDomain& domain) {
  member_key(out, "loss_range");
  if (service::has_range(domain)) append_numbers(out, std::array{domain.low, domain.high});
  else out += "null";
}

}  // namespace

void append_terms(std::string& out, const service::Terms& terms) {
  const std::string text = write_terms(terms);  // its members become ours
  out += ',';
  out.append(text, 1, text.size() - 2);
}

void append_rules(std::string& out, const Identity& who) {
  member(out, "rule", who.rule);
  member(out, "newest_rule", newest_rule(who.name));
}

void append_counts(std::string& out, const service::Summary& summary) {
  member(out, "rounds", summary.rounds);
  member(out, "open", summary.open);
  member(out, "lapsed", summary.lapsed);
  member(out, "oldest_open_at", summary.oldest_open_at);
  member(out, "settled", summary.tally.settled);
  member(out, "skipped", summary.tally.skipped);
  member(out, "stale", summary.tally.stale);
  member(out, "dropped", summary.tally.dropped);
  member(out, "expired", summary.tally.expired);
}

void append_pulse(std::string& out, const service::Summary& summary) {
  member(out, "asks_per_minute", summary.asks_per_minute);
  member(out, "tells_per_minute", summary.tells_per_minute);
  member(out, "last_at", summary.last_at > 0 ? std::optional(summary.last_at) : std::nullopt);
  member(out, "paused_at", summary.paused_at);
}

void append_sums(std::string& out, const service::View& view) {
  const store::Ledger& ledger = *view.ledger;
  member(out, "told", ledger.all.told);
  member(out, "loss", ledger.all.loss);
  member(out, "rewards", ledger.rewards);
  member(out, "scale", ledger.scale);
  member(out, "total_invested", view.summary.total_invested);
  member(out, "certificate", view.summary.certificate);
}

void append_bandit_line(std::string& out, const service::Summary& summary) {
  out += '{';
  append_names(out, summary);
  member(out, "arms", summary.who ? summary.who->arms : 0);
  member(out, "max_open", summary.terms.max_open);
  append_counts(out, summary);
  member(out, "created_at", std::optional(summary.created_at));
  append_pulse(out, summary);
  append_leader(out, summary);
}

// Where the list that begins at `start` of a JSON text ends.
std::size_t end_of_list(std::string_view text, std::size_t start) {
  bool quoted = false;
  for (std::size_t i = start; i < text.size(); ++i) {
    if (text[i] == '"') quoted = !quoted;
    else if (text[i] == '\\') ++i;
    else if (text[i] == ']' && !quoted) return i + 1;
  }
  return text.size();
}

// Names of arms can make a spec of megabytes, and a state is sent every second: a long one has their number instead, and one
// that is long all the same, of a list of actions, only the name of the agent.
void append_short_spec(std::string& out, std::string_view spec, const Identity& who) {
  constexpr std::size_t kLong = std::size_t{8} << 10;
  constexpr std::string_view kArms = R"("arms":[)";
  const std::size_t arms = spec.size() > kLong ? spec.find(kArms) : spec.npos;
  std::string shorter(spec.substr(0, std::min(arms, kLong + 1)));
  if (arms != spec.npos) {
    const std::size_t list = arms + kArms.size() - 1;
    shorter = concat(spec.substr(0, list), who.arms, spec.substr(end_of_list(spec, list)));
  }
  if (shorter.size() > kLong) shorter = concat(R"({"agent":")", agent_of(spec), "\"}");
  member(out, "spec", std::string_view(shorter));
}

void append_state(std::string& out, const service::View& view, store::Time at) {
  const service::Summary& summary = view.summary;
  const auto count = [](std::string& text, std::uint64_t n) { append(text, n); };
  out += '{';
  append_names(out, summary);
  member(out, "at", std::optional(at));
  append_short_spec(out, *summary.spec, *view.who);
  append_rules(out, *view.who);
  append_range(out, view.who->domain);
  append_terms(out, summary.terms);
  append_counts(out, summary);
  member(out, "created_at", std::optional(summary.created_at));
  append_pulse(out, summary);
  append_leader(out, summary);
  append_arms(out, view);
  append_sums(out, view);
  member_key(out, "edges");
  append_numbers(out, store::kEdges);
  member_list(out, "delays", view.ledger->delays, count);
  member_list(out, "ages", view.ages, count);
  out += '}';
}

}  // namespace banker::http
