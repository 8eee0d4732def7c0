#include "banker/service/terms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "../agent/json.hpp"

namespace banker::service {

namespace {

constexpr double kLongest = 100.0 * 365 * 86400;  // a hundred years
constexpr std::size_t kMostOpen = 100'000'000;

template <class... Parts>
Error bad_type(const Parts&... parts) {
  return {ErrorCode::kBadType, concat(parts...)};
}
template <class... Parts>
Error bad_value(const Parts&... parts) {
  return {ErrorCode::kBadSpec, concat(parts...)};
}

constexpr std::array<std::string_view, 3> kLates{"ignore", "accept", "refuse"};  // as in Late
static_assert(static_cast<std::size_t>(Late::kRefuse) + 1 == kLates.size());
std::string_view name(Late late) { return kLates[static_cast<std::size_t>(late)]; }

std::optional<Error> read_late(const Json& json, Late& late) {
  if (!json.is_string()) return bad_type("\"late\" must be a text, not ", type_name(json));
  const std::string& text = json.get_ref<const std::string&>();
  const auto found = std::find(kLates.begin(), kLates.end(), text);
  if (found == kLates.end()) return bad_value("\"late\" is ", in_quotes(text), did_you_mean(text, kLates));
  late = static_cast<Late>(found - kLates.begin());
  return std::nullopt;
}

// "drop", {"loss":1} or {"reward":0}.
std::optional<Error> read_on_expiry(const Json& json, std::optional<Default>& on_expiry) {
  if (json == "drop") return std::nullopt;
  if (json.is_string())
    return bad_value("\"on_expiry\" is ", in_quotes(json.get_ref<const std::string&>()),
                     R"(: write "drop", {"loss":1} or {"reward":0})");
  const bool loss = json.is_object() && json.size() == 1 && json.contains("loss");
  const bool reward = json.is_object() && json.size() == 1 && json.contains("reward");
  if ((!loss && !reward) || !json.begin()->is_number())
    return bad_type(R"("on_expiry" must be "drop", {"loss":1} or {"reward":0})");
  on_expiry = Default{json.begin()->get<double>(), loss ? Outcome::Kind::kLoss : Outcome::Kind::kReward};
  return std::nullopt;
}

std::optional<Error> read_fields(const Json& json, Terms& terms) {
  if (!json.is_object()) return bad_type("the terms of a bandit must be an object, not ", type_name(json));
  std::vector<std::string_view> known;
  for (const Parameter& parameter : term_parameters()) known.push_back(parameter.name);
  if (const auto message = unknown_key(json, "the terms of a bandit", known)) return bad_type(*message);
  if (json.contains("expire_after") && !json["expire_after"].is_null()) {
    if (!json["expire_after"].is_number())
      return bad_type("\"expire_after\" must be a number of seconds, not ", type_name(json["expire_after"]));
    terms.expire_after = json["expire_after"].get<double>();
  }
  if (json.contains("max_open")) {
    if (!json["max_open"].is_number_integer() && !beyond_integers(json["max_open"]))
      return bad_type("\"max_open\" must be an integer, not ", type_name(json["max_open"]));
    if (!json["max_open"].is_number_unsigned())
      return bad_value("\"max_open\" is ", json["max_open"].dump(), ": it must be from 1 to ", kMostOpen);
    terms.max_open = json["max_open"].get<std::size_t>();
  }
  if (json.contains("late"))
    if (auto error = read_late(json["late"], terms.late)) return error;
  if (json.contains("on_expiry"))
    if (auto error = read_on_expiry(json["on_expiry"], terms.on_expiry)) return error;
  return terms.validate();
}

}  // namespace

std::optional<Error> Terms::validate() const {
  if (expire_after && !(*expire_after > 0 && *expire_after <= kLongest))
    return bad_value("\"expire_after\" is ", *expire_after, " seconds: it must be above 0 and at most ",
                     kLongest);
  if (max_open < 1 || max_open > kMostOpen)
    return bad_value("\"max_open\" is ", max_open, ": it must be from 1 to ", kMostOpen);
  if (on_expiry && !expire_after)
    return bad_value("\"on_expiry\" says what happens after \"expire_after\" seconds, and that is not given");
  if (on_expiry && late == Late::kAccept)
    return bad_value(
        "\"late\":\"accept\" leaves an expired round open, so \"on_expiry\" cannot tell it a value: "
        "leave one of them out");
  return std::nullopt;
}

std::string write_terms(const Terms& terms) {
  Json json;
  json["expire_after"] = terms.expire_after ? Json(*terms.expire_after) : Json();
  json["on_expiry"] = "drop";
  if (terms.on_expiry) {
    const char* key = terms.on_expiry->kind == Outcome::Kind::kReward ? "reward" : "loss";
    json["on_expiry"] = Json{{key, terms.on_expiry->value}};
  }
  json["late"] = name(terms.late);
  json["max_open"] = terms.max_open;
  return json.dump();
}

const std::vector<Parameter>& term_parameters() {
  static const std::vector<Parameter> all{
      {"expire_after",
       "number",
       "null",
       "0",
       concat(kLongest),
       "seconds after which an open decision expires; absent: never",
       {}},
      {"on_expiry",
       "expiry",
       R"("drop")",
       "null",
       "null",
       R"(what silence is: {"loss":1}, {"reward":0}, or "drop", which counts as the best loss there is)",
       {}},
      {"late",
       "choice",
       R"("ignore")",
       "null",
       "null",
       "an outcome after that: ignore answers that it is not counted, accept counts it, refuse is a "
       "conflict",
       {kLates.begin(), kLates.end()}},
      {"max_open",
       "integer",
       concat(Terms().max_open),
       "1",
       concat(kMostOpen),
       "more open decisions than this are refused",
       {}}};
  return all;
}

Result<Terms> read_terms(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) return Error{ErrorCode::kBadType, json.error().message};
  Terms terms;
  if (auto error = read_fields(*json, terms)) return *error;
  return terms;
}

}  // namespace banker::service
