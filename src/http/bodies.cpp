#include "bodies.hpp"

#include <algorithm>
#include <vector>

#include "../agent/json.hpp"
#include "banker/agent/banker.hpp"
#include "banker/agent/catalog.hpp"

namespace banker::http {

namespace {

template <class... Parts>
Error bad(const Parts&... parts) {
  return {ErrorCode::kBadType, concat(parts...)};
}
Error wrong_type(std::string_view where, std::string_view key, std::string_view wanted, const Json& json) {
  return bad(where, "\"", key, "\" must be ", wanted, ", not ", type_name(json));
}

bool blank(std::string_view body) { return body.find_first_not_of(" \t\r\n") == body.npos; }

Result<Json> read_object(std::string_view body) {
  auto json = parse_json(body);
  if (!json) return bad("the body: ", json.error().message);
  if (!json->is_object()) return bad("the body must be an object, {...}, not ", type_name(*json));
  return json;
}

std::optional<Error> check_keys(const Json& object, std::string_view where,
                                std::initializer_list<std::string_view> known) {
  const auto message = unknown_key(object, where, {known.begin(), known.size()});
  return message ? std::optional(bad(*message)) : std::nullopt;
}

Result<std::size_t> read_count(const Json& json) {
  if (!json.is_number_integer() && !beyond_integers(json)) return wrong_type("", "count", "an integer", json);
  if (json.is_number_unsigned()) return json.get<std::size_t>();
  return Error{ErrorCode::kBadValue,
               concat("\"count\" is ", json.dump(),
                      json.get<double>() < 1 ? ": it must be at least 1" : ": it is too large")};
}

Result<std::vector<std::string>> read_ids(const Json& json) {
  if (!json.is_array()) return wrong_type("", "decision_ids", "a list of texts", json);
  if (json.empty()) return Error{ErrorCode::kBadValue, "\"decision_ids\" is empty: name at least one"};
  std::vector<std::string> ids;
  ids.reserve(json.size());
  for (const Json& id : json) {
    if (!id.is_string()) return wrong_type("", concat("decision_ids[", ids.size(), "]"), "a text", id);
    ids.push_back(id.get_ref<const std::string&>());
  }
  return ids;
}

// What "loss" or "reward" says in this object.
std::optional<Error> read_value(const Json& json, std::string_view where, service::Report& report) {
  const bool loss = json.contains("loss"), reward = json.contains("reward");
  if (loss && reward) return bad(where, "there are both \"loss\" and \"reward\": leave one out");
  if (!loss && !reward) return bad(where, "there is no outcome: write {\"loss\":0.5} or {\"reward\":0.5}");
  const char* key = loss ? "loss" : "reward";
  if (!json[key].is_number()) return wrong_type(where, key, "a number", json[key]);
  report.value = json[key].get<double>();
  report.kind = loss ? Outcome::Kind::kLoss : Outcome::Kind::kReward;
  return std::nullopt;
}

Result<service::Report> read_report(const Json& json, std::size_t place) {
  const auto where = [&] { return concat("\"outcomes[", place, "]\": "); };
  if (!json.is_object()) return bad(where(), "an outcome must be an object, {...}, not ", type_name(json));
  if (auto error = check_keys(json, concat("\"outcomes[", place, "]\""), {"id", "loss", "reward"}))
    return *error;
  if (!json.contains("id")) return bad(where(), "\"id\" is missing: of the decision this is the outcome of");
  if (!json["id"].is_string()) return wrong_type(where(), "id", "a text", json["id"]);
  service::Report report;
  report.id = json["id"].get_ref<const std::string&>();
  if (auto error = read_value(json, where(), report)) return *error;
  return report;
}

// Whether a key is of the terms of a bandit, and not of the spec of its agent.
bool is_term(std::string_view key) {
  const auto& terms = service::term_parameters();
  return std::any_of(terms.begin(), terms.end(), [&](const Parameter& term) { return term.name == key; });
}

// A key that no agent and no bandit has. Keys of other agents are left to the agent, which knows why they are wrong.
std::optional<Error> check_spec_keys(const Json& json) {
  if (json.contains("spec"))  // as in what is answered
    return bad("unknown key \"spec\" in the bandit: the parameters of its agent are given directly beside ",
               R"("name", as in {"name":"ads","agent":"banker","arms":5})");
  const std::string agent = json.value("agent", std::string(BankerOptions::kName));
  std::vector<std::string_view> known{"name", "agent", "rule"}, all;
  for (const Parameter& term : service::term_parameters()) known.push_back(term.name);
  for (const CatalogEntry& entry : catalog())
    for (const Parameter& parameter : entry.parameters)
      (entry.name == agent ? known : all).push_back(parameter.name);
  for (const auto& [key, value] : json.items()) {
    if (std::find(all.begin(), all.end(), key) != all.end()) continue;
    if (const auto message = unknown_key(Json{{key, value}}, "the bandit", known)) return bad(*message);
  }
  return std::nullopt;
}

}  // namespace

Result<AskBody> read_ask(std::string bandit, std::string_view body) {
  AskBody result;
  result.ask.bandit = std::move(bandit);
  if (blank(body)) return result;
  const auto json = read_object(body);
  if (!json) return json.error();
  if (auto error = check_keys(*json, "the body", {"count", "decision_id", "decision_ids"})) return *error;
  if (json->size() > 1)
    return bad("only one of \"count\", \"decision_id\" and \"decision_ids\" may be given");
  if (json->contains("decision_id")) {
    const Json& id = (*json)["decision_id"];
    if (!id.is_string()) return wrong_type("", "decision_id", "a text", id);
    result.ask.ids.push_back(id.get_ref<const std::string&>());
  } else if (json->contains("decision_ids")) {
    auto ids = read_ids((*json)["decision_ids"]);
    if (!ids) return ids.error();
    result.ask.ids = *std::move(ids);
    result.ask.count = result.ask.ids.size();
    result.many = true;
  } else if (json->contains("count")) {
    const auto count = read_count((*json)["count"]);
    if (!count) return count.error();
    result.ask.count = *count;
    result.many = true;
  }
  return result;
}

Result<service::Tell> read_tell(std::string bandit, std::string id, std::string_view body) {
  const auto json = read_object(body);
  if (!json) return json.error();
  if (auto error = check_keys(*json, "the body", {"loss", "reward"})) return *error;
  service::Report report;
  if (auto error = read_value(*json, "", report)) return *error;
  report.id = std::move(id);
  return service::Tell{std::move(bandit), {std::move(report)}};
}

Result<service::Tell> read_tells(std::string bandit, std::string_view body) {
  const auto json = read_object(body);
  if (!json) return json.error();
  if (auto error = check_keys(*json, "the body", {"outcomes"})) return *error;
  if (!json->contains("outcomes"))
    return bad(R"("outcomes" is missing: write {"outcomes":[{"id":"r1","loss":0.5}]})");
  const Json& outcomes = (*json)["outcomes"];
  if (!outcomes.is_array()) return wrong_type("", "outcomes", "a list", outcomes);
  service::Tell tell{std::move(bandit), {}};
  tell.reports.reserve(outcomes.size());
  for (const Json& outcome : outcomes) {
    auto report = read_report(outcome, tell.reports.size());
    if (!report) return report.error();
    tell.reports.push_back(*std::move(report));
  }
  return tell;
}

Result<service::Create> read_create(std::string_view body) {
  auto json = read_object(body);
  if (!json) return json.error();
  if (!json->contains("name")) return bad(R"("name" is missing: write {"name":"ads","arms":5})");
  for (const char* key : {"name", "agent"})
    if (json->contains(key) && !(*json)[key].is_string()) return wrong_type("", key, "a text", (*json)[key]);
  if (auto error = check_spec_keys(*json)) return *error;
  service::Create create;
  create.name = (*json)["name"].get<std::string>();
  Json terms = Json::object(), spec = Json::object();
  for (auto& [key, value] : json->items()) {
    if (key != "name") (is_term(key) ? terms : spec)[key] = std::move(value);
  }
  auto read = service::read_terms(terms.dump());
  if (!read) return read.error();
  create.terms = *read;
  create.spec = spec.dump();
  return create;
}

Result<service::Upgrade> read_change(std::string bandit, std::string_view body) {
  const auto json = read_object(body);
  if (!json) return json.error();
  if (auto error = check_keys(*json, "the body", {"rule"})) return *error;
  if (!json->contains("rule"))
    return bad(R"("rule" is missing: write {"rule":2}, all that can be changed of a bandit that is there)");
  const Json& rule = (*json)["rule"];
  if (!rule.is_number_integer()) return wrong_type("", "rule", "an integer", rule);
  if (!rule.is_number_unsigned())
    return Error{ErrorCode::kBadValue, concat("\"rule\" is ", rule.dump(), ": rules count from 1")};
  return service::Upgrade{std::move(bandit), rule.get<std::uint64_t>()};
}

Result<service::ExpireOld> read_expire_old(std::string bandit, std::string_view body) {
  const auto json = read_object(body);
  if (!json) return json.error();
  if (auto error = check_keys(*json, "the body", {"older_than"})) return *error;
  if (!json->contains("older_than"))
    return bad(R"("older_than" is missing: write {"older_than":3600}, in seconds)");
  const Json& age = (*json)["older_than"];
  if (!age.is_number()) return wrong_type("", "older_than", "a number", age);
  if (!(age.get<double>() >= 0))
    return Error{ErrorCode::kBadValue,
                 concat("\"older_than\" is ", age.dump(), ": it must be 0 or more seconds")};
  return service::ExpireOld{std::move(bandit), age.get<double>()};
}

std::optional<Error> read_nothing(std::string_view body) {
  if (blank(body)) return std::nullopt;
  const auto json = read_object(body);
  if (!json) return json.error();
  if (!json->empty())
    return bad("the body must be empty, or {}: it has the key ", in_quotes(json->begin().key()));
  return std::nullopt;
}

}  // namespace banker::http
