#include "banker/lab/request.hpp"

#include "../agent/json.hpp"
#include "bad.hpp"

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

// A list of things, or one thing.
template <class T>
std::optional<Error> read(std::string_view key, const Json& json, std::vector<T>& values) {
  values.clear();
  const Json list = json.is_array() ? json : Json::array({json});
  if (list.empty()) return bad("\"", key, "\" is an empty list: leave it out, or put something in");
  for (const Json& item : list) {
    T value{};
    if (auto error = read(key, item, value)) return error;
    values.push_back(std::move(value));
  }
  return std::nullopt;
}

std::optional<Error> read_agents(const Json& json, std::vector<std::string>& agents) {
  const Json list = json.is_array() ? json : Json::array({json});
  for (const Json& agent : list) {
    if (!agent.is_string() && !agent.is_object())
      return bad("\"agents\" holds ", type_name(agent), " where a name or a spec is expected");
    agents.push_back(agent.is_string() ? agent.get<std::string>() : agent.dump());
  }
  return std::nullopt;
}

}  // namespace

Result<Request> read_request(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return bad(json.error().message);
  if (!json->is_object())
    return bad("a study is an object such as {\"agents\":[\"banker-tinf\"]}, not ", type_name(*json));
  constexpr std::string_view kKeys[] = {"agents", "losses", "delays", "arms",
                                        "rounds", "runs",   "seed",   "drop_after"};
  if (const auto message = unknown_key(*json, "the study", kKeys)) return bad(*message);
  Request request;
  std::uint64_t runs = request.runs;
  std::optional<Error> error;
  const auto with = [&](const char* key, auto&& read_it) {
    if (!error && json->contains(key)) error = read_it((*json)[key]);
  };
  with("agents", [&](const Json& value) { return read_agents(value, request.agents); });
  with("losses", [&](const Json& value) { return read("losses", value, request.losses); });
  with("delays", [&](const Json& value) { return read("delays", value, request.delays); });
  with("arms", [&](const Json& value) { return read("arms", value, request.arms); });
  with("rounds", [&](const Json& value) { return read("rounds", value, request.rounds); });
  with("runs", [&](const Json& value) { return read("runs", value, runs); });
  with("seed", [&](const Json& value) { return read("seed", value, request.seed); });
  with("drop_after", [&](const Json& value) { return read("drop_after", value, request.drop_after); });
  if (error) return *error;
  request.runs = runs;
  return request;
}

}  // namespace banker::lab
