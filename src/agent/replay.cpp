#include "banker/agent/replay.hpp"

#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "../core/text.hpp"
#include "banker/agent/catalog.hpp"
#include "base64.hpp"
#include "json.hpp"
#include "rules.hpp"

namespace banker {

namespace {

template <class... Parts>
Error bad(const Parts&... parts) {
  return Error{ErrorCode::kBadEvent, concat(parts...)};
}

Json maybe(std::optional<double> value) { return value ? Json(*value) : Json(); }

Result<std::unique_ptr<Agent>> start(const Json& json, std::string_view line) {
  if (!json.is_object() || !json.contains("snapshot")) return make_agent(line);
  if (json.size() != 1 || !json["snapshot"].is_string())
    return bad("a snapshot line is {\"snapshot\":\"base64\"} and nothing else");
  const auto bytes = base64_decode(json["snapshot"].get_ref<const std::string&>());
  if (!bytes) return bad("the snapshot is not base64");
  return load_agent(*bytes);
}

std::optional<Error> check_keys(std::string_view verb, const Json& body,
                                std::initializer_list<std::string_view> known) {
  if (!body.is_object()) return bad("\"", verb, "\" must be an object, not ", type_name(body));
  const auto message = unknown_key(body, concat("\"", verb, "\""), known);
  return message ? std::optional(bad(*message)) : std::nullopt;
}

Result<RoundId> round_of(std::string_view verb, const Json& body) {
  if (!body.contains("round"))
    return bad("\"", verb, "\" names no round: write {\"", verb, "\":{\"round\":3, …}}");
  const Json& round = body["round"];
  if (!round.is_number_integer()) return bad("\"round\" must be an integer, not ", type_name(round));
  if (!round.is_number_unsigned()) return bad("unknown round ", round.dump(), ": rounds count from 1");
  return RoundId{round.get<std::uint64_t>()};
}

// An arm, or the place of a listed action, by name or by index.
Result<std::size_t> arm_of(const Agent& agent, const std::string& key, const Json& arm) {
  const std::string_view what = key == "arm" ? "arm" : "action";
  if (agent.arms() == 0)
    return bad("this agent has no list of actions to choose from: force a direction and a sign");
  if (arm.is_string()) {
    const auto found = agent.find_arm(arm.get_ref<const std::string&>());
    return found ? found : bad(found.error().message);
  }
  if (!arm.is_number_integer())
    return bad("\"", key, "\" must be an integer or a name, not ", type_name(arm));
  if ((!arm.is_number_unsigned() && arm.get<std::int64_t>() < 0) ||
      arm.get<std::uint64_t>() >= agent.arms()) {
    return bad("there is no ", what, " ", arm.dump(), ": ", what, "s are 0 to ", agent.arms() - 1);
  }
  return arm.get<std::size_t>();
}

// What the line decides in place of the draw: "arm", or for a linear agent "direction", "sign", "choice".
Result<Forced> forced_of(const Agent& agent, const Json& body) {
  const bool linear = agent.dimension() > 0;
  if (auto error = linear ? check_keys("ask", body, {"direction", "sign", "choice", "probability"})
                          : check_keys("ask", body, {"arm", "probability"}))
    return *error;
  Forced forced;
  const char* key = linear ? "choice" : "arm";
  if (body.contains(key)) {
    const auto arm = arm_of(agent, key, body[key]);
    if (!arm) return arm.error();
    forced.arm = *arm;
  }
  if (body.contains("direction")) {
    const Json& direction = body["direction"];
    if (!direction.is_number_unsigned())
      return bad("\"direction\" must be an integer from 0 on, not ",
                 direction.is_number() ? direction.dump() : std::string(type_name(direction)));
    forced.direction = direction.get<std::size_t>();
  }
  if (body.contains("sign")) {
    const Json& sign = body["sign"];
    const bool one = sign.is_number_unsigned() && sign.get<std::uint64_t>() == 1;
    const bool minus_one =
        sign.is_number_integer() && !sign.is_number_unsigned() && sign.get<std::int64_t>() == -1;
    if (!one && !minus_one)
      return bad("\"sign\" must be 1 or -1, not ",
                 sign.is_number() ? sign.dump() : std::string(type_name(sign)));
    forced.sign = one ? 1 : -1;
  }
  if (body.contains("probability") && !body["probability"].is_number()) {
    return bad("\"probability\" must be a number, not ", type_name(body["probability"]));
  }
  return forced;
}

Json arm_name(const Agent& agent, std::size_t arm) {
  const auto& names = agent.identity().arm_names;
  return names.empty() ? Json(arm) : Json(names[arm]);
}

std::optional<Error> audit(const Json& body, const Decision& decision) {
  if (!body.contains("probability")) return std::nullopt;
  const double recorded = body["probability"].get<double>();
  if (std::fabs(recorded - decision.probability) <= 1e-9) return std::nullopt;
  return Error{ErrorCode::kAuditMismatch,
               concat("the recorded probability ", recorded, " of round ", decision.round, " is ",
                      decision.probability, " in the replay")};
}

Result<std::string> ask(Agent& agent, const Json& body) {
  const auto forced = forced_of(agent, body);
  if (!forced) return forced.error();
  const bool linear = agent.dimension() > 0;
  const std::vector<double> choices =
      linear && agent.arms() > 0 ? agent.probabilities() : std::vector<double>();
  const auto decision = agent.ask(*forced);
  if (!decision) return decision.error();
  if (auto error = audit(body, *decision)) return *error;
  const auto statement = agent.statement(decision->round);
  std::vector<double> point;
  agent.last_point(point);
  Json out;
  out["round"] = number(decision->round);
  if (linear) {
    out["action"] = *agent.action(decision->round);
    out["point"] = point;
    out["direction"] = decision->direction;
    out["sign"] = decision->sign;
    if (agent.arms() > 0) out["choice"] = arm_name(agent, decision->arm);
  } else {
    out["arm"] = arm_name(agent, decision->arm);
  }
  if (agent.arms() > 0) {
    out["probability"] = decision->probability;
    out["probabilities"] = linear ? choices : point;
  }
  out["scale"] = statement ? Json(statement->scale) : Json();
  out["invested"] = statement ? Json(statement->borrowed) : Json();
  out["total_invested"] = maybe(agent.total_invested());
  out["outstanding"] = agent.outstanding() - 1;  // but for this round
  return out.dump();
}

Result<std::string> tell(Agent& agent, const Json& body) {
  if (auto error = check_keys("tell", body, {"round", "loss", "reward"})) return *error;
  const auto round = round_of("tell", body);
  if (!round) return round.error();
  if (body.contains("loss") == body.contains("reward"))
    return bad("\"tell\" needs exactly one of \"loss\" and \"reward\"");
  const bool reward = body.contains("reward");
  const Json& value = reward ? body["reward"] : body["loss"];
  if (!value.is_number())
    return bad("\"", reward ? "reward" : "loss", "\" must be a number, not ", type_name(value));
  const double number_told = value.get<double>();
  const auto receipt = reward ? agent.tell_reward(*round, number_told) : agent.tell(*round, number_told);
  if (!receipt) return receipt.error();
  return Json{{"round", number(*round)},
              {"status", name(receipt->state)},
              {"immediate_cost", maybe(receipt->immediate_cost)}}
      .dump();
}

Result<std::string> drop(Agent& agent, const Json& body) {
  if (auto error = check_keys("drop", body, {"round"})) return *error;
  const auto round = round_of("drop", body);
  if (!round) return round.error();
  const auto receipt = agent.drop(*round);
  if (!receipt) return receipt.error();
  return Json{{"round", number(*round)}, {"status", name(receipt->state)}}.dump();
}

Result<std::string> upgrade(std::unique_ptr<Agent>& agent, const Json& body) {
  if (auto error = check_keys("upgrade", body, {"rule"})) return *error;
  if (!body.contains("rule") || !body["rule"].is_number_unsigned())
    return bad("\"upgrade\" names no rule: write {\"upgrade\":{\"rule\":2}}");
  auto upgraded = agent->upgraded(body["rule"].get<std::uint64_t>());
  if (!upgraded) return upgraded.error();
  agent = *std::move(upgraded);
  return Json{{"rule", agent->identity().rule}, {"status", "upgraded"}}.dump();
}

Result<std::string> play(std::unique_ptr<Agent>& agent, const Json& event) {
  constexpr std::array<std::string_view, 4> kVerbs{"ask", "tell", "drop", "upgrade"};
  if (!event.is_object() || event.size() != 1) {
    return bad("an event is an object with exactly one key, \"ask\", \"tell\", \"drop\" or \"upgrade\"");
  }
  const std::string& verb = event.begin().key();
  const Json& body = event.begin().value();
  if (verb == "ask") return ask(*agent, body);
  if (verb == "tell") return tell(*agent, body);
  if (verb == "drop") return drop(*agent, body);
  if (verb == "upgrade") return upgrade(agent, body);
  return bad("unknown event ", in_quotes(verb), did_you_mean(verb, kVerbs));
}

// ---- Logs whose spec names no rule

// What was recorded names its rule. Where it does not, Banker 0.1.0 wrote it, when there was one: that is told from a log written by
// hand, of the newest rule, by the probability in its first event.
bool is_unnumbered(const Json& spec) {
  return spec.is_object() && spec.contains("agent") && !spec.contains("rule");
}
bool is_recorded(const Json& event) {
  return event.is_object() && event.contains("ask") && event["ask"].is_object() &&
         event["ask"].contains("probability");
}

Result<std::unique_ptr<Agent>> make_by(std::string_view spec, Unnumbered meaning) {
  return make_agent(with_rules(*parse_json(spec), meaning).dump());
}

// Until the first event says which rule is meant, either will do: the newest may not know an option of the first.
Result<std::unique_ptr<Agent>> start_by_either(const Json& json, std::string_view line) {
  auto agent = start(json, line);
  if (agent || !is_unnumbered(json)) return agent;
  auto first = make_by(line, Unnumbered::kFirst);
  return first ? std::move(first) : std::move(agent);
}

}  // namespace

Result<std::string> Replay::feed(std::string_view line) {
  if (line.find_first_not_of(" \t\r\n") == std::string_view::npos) return std::string();
  if (line.size() > kMaxLine) return bad("the line is longer than ", kMaxLine, " bytes");
  const auto json = parse_json(line);
  if (!json) return json.error();
  if (!agent_) {
    auto agent = start_by_either(*json, line);
    if (!agent) return agent.error();
    agent_ = *std::move(agent);
    if (is_unnumbered(*json)) unnumbered_ = line;
    return std::string();
  }
  if (!unnumbered_.empty()) {
    auto agent = make_by(unnumbered_, is_recorded(*json) ? Unnumbered::kFirst : Unnumbered::kNewest);
    if (!agent) return agent.error();
    agent_ = *std::move(agent);
    unnumbered_.clear();
  }
  return play(agent_, *json);
}

}  // namespace banker
