#include "answers.hpp"

#include <algorithm>
#include <limits>

#include "hub.hpp"
#include "json_text.hpp"
#include "problem.hpp"

namespace banker::http {

void append_choice(std::string& out, const Identity& who, const Decision& decision,
                   std::span<const double> action) {
  if (who.dimension > 0) {
    out += R"(,"action":)";
    append_numbers(out, action);
    if (who.arms == 0) return;
  }
  out += R"(,"arm":)";
  append_arm(out, who, decision.arm);
  out += R"(,"probability":)";
  append_number(out, decision.probability);
}

namespace {

void append_decision(std::string& out, const Identity& who, const service::Made& made) {
  out += R"({"id":)";
  append_quoted(out, made.id);
  out += R"(,"round":)";
  append(out, made.decision.round);
  append_choice(out, who, made.decision, made.action);
  out += '}';
}

void append_result(std::string& out, const service::Told& told) {
  out += R"({"id":)";
  append_quoted(out, told.id);
  out += R"(,"status":")";
  out += name(told.verdict);
  out += service::counted(told.verdict) ? R"(","counted":true)" : R"(","counted":false)";
  if (!told.detail.empty()) {
    out += R"(,"detail":)";
    append_quoted(out, told.detail);
  }
  out += '}';
}

// A list of them, as the only value of an object.
template <class Items, class Append>
Response list(std::string_view key, std::size_t size_of_one, const Items& items, Append append_one) {
  std::string out;
  out.reserve(size_of_one * items.size() + 32);
  append(out, "{\"");
  append(out, key);
  append(out, "\":[");
  for (const auto& item : items) {
    if (out.back() != '[') out += ',';
    append_one(out, item);
  }
  out += "]}";
  return json(std::move(out));
}

// About how many numbers and texts there are to write. Of all bandits nobody knows: their specs may be long.
struct Size {
  static constexpr std::size_t kUnknown = std::numeric_limits<std::size_t>::max();

  std::size_t operator()(const service::Asked& asked) const {
    return asked.decisions.size() * std::max<std::size_t>(1, asked.who->dimension);
  }
  std::size_t operator()(const service::Heard& heard) const { return heard.results.size(); }
  std::size_t operator()(const service::View& view) const {
    return view.who->arms + view.who->dimension + view.summary.spec->size() / 16;
  }
  std::size_t operator()(const service::Found& found) const {
    const auto& statement = found.decision.statement;
    return found.decision.action.size() + (statement ? statement->payments.size() : 0);
  }
  std::size_t operator()(const service::Summaries&) const { return kUnknown; }
  std::size_t operator()(const service::Measures&) const { return kUnknown; }
  std::size_t operator()(const service::OpenRounds& open) const { return open.rounds.size(); }
  std::size_t operator()(const service::Expired&) const { return 0; }
  std::size_t operator()(const service::Done&) const { return 0; }
  std::size_t operator()(const service::Problem&) const { return 0; }
};

}  // namespace

Response json(std::string body) {
  body += '\n';
  return text("application/json", std::move(body));
}

Response text(std::string type, std::string body) {
  Response response;
  response.type = std::move(type);
  response.body = std::move(body);
  return response;
}

Response nothing() {
  Response response;
  response.status = 204;
  response.type.clear();
  return response;
}

Response stream(std::string type, std::unique_ptr<Stream> body) {
  Response response;
  response.type = std::move(type);
  response.stream = std::move(body);
  return response;
}

Response listening(std::unique_ptr<Stream> events) {
  if (events) return stream("text/event-stream", std::move(events));
  return problem(429, concat("there are ", Hub::kMostListeners, " listeners already: try again"));
}

Response no_room() {
  return problem(429, "there are too many long answers that nobody has read yet: ask for less, or try again");
}

Response write_decision(const service::Asked& asked) {
  std::string out;
  out.reserve(96);
  append_decision(out, *asked.who, asked.decisions.front());
  return json(std::move(out));
}

Response write_decisions(const service::Asked& asked) {
  return list("decisions", 80 + 20 * asked.who->dimension, asked.decisions,
              [&](std::string& out, const service::Made& made) { append_decision(out, *asked.who, made); });
}

Response write_verdict(const service::Heard& heard) {
  const service::Told& told = heard.results.front();
  switch (told.verdict) {
    case service::Verdict::kSettled:
    case service::Verdict::kSkipped:
    case service::Verdict::kDropped: return nothing();
    case service::Verdict::kUnknown: return problem(404, told.detail);
    case service::Verdict::kConflict: return problem(409, told.detail);
    case service::Verdict::kInvalid: return problem(422, told.detail);
    case service::Verdict::kUnavailable: return problem(503, told.detail);
    case service::Verdict::kStale:
    case service::Verdict::kExpired: break;
  }
  return json(concat(R"({"status":")", name(told.verdict), R"(","counted":false})"));
}

Response write_results(const service::Heard& heard) {
  return list("results", 56, heard.results, append_result);
}

Response write_expired(const service::Expired& expired) {
  return json(concat(R"({"expired":)", expired.count, R"(,"more":)", expired.more ? "true" : "false", "}"));
}

bool is_long(const service::Answer& answer) {
  constexpr std::size_t kMany = 1000;
  return std::visit(Size{}, answer) > kMany;
}

}  // namespace banker::http
