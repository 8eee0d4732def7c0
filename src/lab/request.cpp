#include "banker/lab/request.hpp"

#include "../agent/json.hpp"
#include "../agent/rules.hpp"
#include "bad.hpp"
#include "entrant.hpp"

namespace banker::lab {

namespace {

std::optional<Error> read(std::string_view key, const Json& json, std::string& value) {
  if (!json.is_string()) return bad("\"", key, "\" holds ", type_name(json), " where a text is expected");
  value = json.get<std::string>();
  return std::nullopt;
}

// Also the numbers: size_t is uint64_t here.
std::optional<Error> read(std::string_view key, const Json& json, std::uint64_t& value) {
  if (!json.is_number_unsigned())
    return bad("\"", key, "\" holds ", json.is_number() ? json.dump() : std::string(type_name(json)),
               " where a number 0, 1, 2, ... is expected");
  value = json.get<std::uint64_t>();
  return std::nullopt;
}

// A list, or one thing as a list.
Json list_of(const Json& json) { return json.is_array() ? json : Json::array({json}); }

Error empty_list(std::string_view key) {
  return bad("\"", key, "\" is an empty list: leave it out, or put something in");
}

template <class T>
std::optional<Error> read(std::string_view key, const Json& json, std::vector<T>& values) {
  values.clear();
  for (const Json& item : list_of(json)) {
    T value{};
    if (auto error = read(key, item, value)) return error;
    values.push_back(std::move(value));
  }
  return values.empty() ? std::optional(empty_list(key)) : std::nullopt;
}

template <class T>
std::optional<Error> read_if_there(std::string_view key, const Json& object, T& value) {
  return object.contains(key) ? read(key, object[std::string(key)], value) : std::nullopt;
}

// What a study and its parts both have: `problems` is a Request or a Part.
template <class Problems>
std::optional<Error> read_problems(const Json& json, Problems& problems) {
  auto error = read_if_there("losses", json, problems.losses);
  if (!error) error = read_if_there("delays", json, problems.delays);
  if (!error) error = read_if_there("arms", json, problems.arms);
  if (!error) error = read_if_there("rounds", json, problems.rounds);
  return error;
}

std::optional<Error> read_agents(const Json& json, std::vector<std::string>& agents) {
  for (const Json& agent : list_of(json)) {
    if (!agent.is_string() && !agent.is_object())
      return bad("\"agents\" holds ", type_name(agent), " where a name or a spec is expected");
    agents.push_back(agent.is_string() ? agent.get<std::string>() : agent.dump());
  }
  return std::nullopt;
}

std::optional<Error> read_part(const Json& json, Part& part) {
  if (!json.is_object())
    return bad("a part is an object such as {\"delays\":\"fixed:100\"}, not ", type_name(json));
  constexpr std::string_view kKeys[] = {"losses", "delays", "arms", "rounds"};
  if (const auto message = unknown_key(json, "it", kKeys)) return bad(*message);
  return read_problems(json, part);
}

// What a part leaves out is as in the study, which is read before.
std::optional<Error> read_parts(const Json& json, Request& request) {
  for (const Json& item : list_of(json)) {
    Part part{request.losses, request.delays, request.arms, request.rounds};
    if (const auto error = read_part(item, part))
      return bad("part ", request.parts.size() + 1, ": ", error->message);
    request.parts.push_back(std::move(part));
  }
  return request.parts.empty() ? std::optional(empty_list("parts")) : std::nullopt;
}

// An agent as one writes it: without the newest rule, and without braces if nothing but its name is left.
std::string by_hand(Json spec) {
  if (spec["rule"] == newest_rule(spec["agent"].get<std::string>())) spec.erase("rule");
  return spec.size() > 1 ? spec.dump() : spec["agent"].get<std::string>();
}

}  // namespace

Result<Request> read_request(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return bad(json.error().message);
  if (!json->is_object())
    return bad("a study is an object such as {\"agents\":[\"banker\"]}, not ", type_name(*json));
  constexpr std::string_view kKeys[] = {"agents", "losses",     "delays", "arms",     "rounds", "runs",
                                        "seed",   "drop_after", "points", "share_of", "parts"};
  if (const auto message = unknown_key(*json, "the study", kKeys)) return bad(*message);
  Request request;
  std::uint64_t runs = request.runs, points = request.points;
  std::optional<Error> error;
  if (json->contains("agents")) error = read_agents((*json)["agents"], request.agents);
  if (!error) error = read_problems(*json, request);
  if (!error) error = read_if_there("runs", *json, runs);
  if (!error) error = read_if_there("seed", *json, request.seed);
  if (!error) error = read_if_there("drop_after", *json, request.drop_after);
  if (!error) error = read_if_there("points", *json, points);
  if (!error && json->contains("share_of"))
    error = read("share_of", (*json)["share_of"], request.share_of.emplace());
  if (!error && json->contains("parts")) error = read_parts((*json)["parts"], request);
  if (error) return *error;
  request.runs = runs;
  request.points = points;
  return request;
}

Result<Request> read_kept_request(std::string_view text) {
  auto request = read_request(text);
  if (!request) return request;
  for (std::string& agent : request->agents) {
    const auto spec = read_agent(agent);
    if (!spec) return spec.error();
    const Json numbered = with_rules(*spec, Unnumbered::kFirst);
    if (request->share_of == title(*spec)) request->share_of = title(numbered);
    agent = by_hand(numbered);
  }
  return request;
}

std::string write_request(const Request& request) {
  const auto problems = [](const auto& p, Json& json) {
    json["losses"] = p.losses;
    json["delays"] = p.delays;
    if (!p.arms.empty()) json["arms"] = p.arms;
    if (!p.rounds.empty()) json["rounds"] = p.rounds;
  };
  auto json = Json::object();
  for (const std::string& agent : request.agents) {
    json["agents"].push_back(
        with_rules(is_spec(agent) ? Json::parse(agent) : Json{{"agent", agent}}, Unnumbered::kNewest));
  }
  if (request.parts.empty()) problems(request, json);
  for (const Part& part : request.parts) problems(part, json["parts"].emplace_back());
  json["runs"] = request.runs;
  json["seed"] = request.seed;
  if (request.drop_after != kNever) json["drop_after"] = request.drop_after;
  if (request.points != kPoints) json["points"] = request.points;
  if (request.share_of) json["share_of"] = *request.share_of;
  return json.dump(2) + '\n';
}

}  // namespace banker::lab
