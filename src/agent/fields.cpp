#include "fields.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <unordered_set>

#include "../core/text.hpp"

namespace banker::fields {

Error wrong_type(const std::string& key, std::string_view wanted, const Json& json) {
  return bad_shape("\"", key, "\" must be ", wanted, ", not ",
                   json.is_number() ? json.dump() : std::string(type_name(json)));
}

MaybeError check_keys(const std::string& key, const Json& json,
                      std::initializer_list<std::string_view> known) {
  const auto message = unknown_key(json, concat("\"", key, "\""), known);
  return message ? MaybeError(bad_shape(*message)) : std::nullopt;
}

namespace {
MaybeError check_number(const std::string& key, double value, double min, double max) {
  if (value >= min && value <= max) return std::nullopt;
  return bad("\"", key, "\" is ", value, ": it must be from ", min, " to ", max);
}

MaybeError read_integer(const std::string& key, const Json& json, std::uint64_t& value) {
  if (!json.is_number_integer() && !beyond_integers(json)) return wrong_type(key, "an integer", json);
  if (!json.is_number_unsigned() && json.get<double>() < 0)
    return bad("\"", key, "\" is ", json.dump(), ": it must not be negative");
  if (!json.is_number_integer()) return bad("\"", key, "\" is ", json.dump(), ": it is too large");
  value = json.get<std::uint64_t>();
  return std::nullopt;
}

}  // namespace

// Arms: a count, or a list of names.
std::string_view type(const Arms&) { return "arms"; }
Json write(const Arms& value) { return value.names.empty() ? Json(value.count) : Json(value.names); }
MaybeError read(const std::string& key, const Json& json, Arms& value) {
  if (json.is_array()) {
    value = Arms(std::vector<std::string>());
    for (const Json& name : json) {
      if (!name.is_string())
        return bad_shape("\"", key, "\" must be a number or a list of texts; it holds ", type_name(name));
      value.names.push_back(name.get<std::string>());
    }
    value.count = value.names.size();
    return std::nullopt;
  }
  if (!json.is_number_integer() && !beyond_integers(json))
    return wrong_type(key, "an integer or a list of names", json);
  std::uint64_t count = 0;
  if (auto error = read_integer(key, json, count)) return error;
  value = Arms(count);
  return std::nullopt;
}
MaybeError check(const std::string& key, const Arms& value, const Field& field) {
  const double count = static_cast<double>(value.count);
  if (count < field.min) return bad("\"", key, "\" is ", value.count, ": a choice needs at least 2 arms");
  if (count > field.max)
    return bad("\"", key, "\" is ", value.count, ": the most this build handles is ", kMaxArms);
  if (!value.names.empty() && value.names.size() != value.count) {
    return bad("\"", key, "\" has ", value.names.size(), " names for ", value.count, " arms");
  }
  return check_names(key, value.names);
}
MaybeError check_names(const std::string& key, const std::vector<std::string>& names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (name.empty()) return bad("\"", key, "\" holds an empty name");
    if (!is_utf8(name)) return bad("\"", key, "\" holds a name that is not UTF-8 text");
    if (!seen.insert(name).second) return bad("\"", key, "\" holds ", in_quotes(name), " twice");
  }
  return std::nullopt;
}

// Integers: the seed.
std::string_view type(const std::uint64_t&) { return "integer"; }
Json write(const std::uint64_t& value) { return value; }
MaybeError read(const std::string& key, const Json& json, std::uint64_t& value) {
  return read_integer(key, json, value);
}
MaybeError check(const std::string& key, const std::uint64_t& value, const Field& field) {
  if (value >= static_cast<std::uint64_t>(field.min) && value <= static_cast<std::uint64_t>(field.max)) {
    return std::nullopt;
  }
  return bad("\"", key, "\" is ", value, ": it must be an integer from ",
             static_cast<std::uint64_t>(field.min), " to ", static_cast<std::uint64_t>(field.max));
}

// The horizon: an integer, or absent.
std::string_view type(const Horizon&) { return "integer"; }
Json write(const Horizon& value) { return value ? Json(*value) : Json(); }
MaybeError read(const std::string& key, const Json& json, Horizon& value) {
  return read_integer(key, json, value.emplace());
}
MaybeError check(const std::string& key, const Horizon& value, const Field& field) {
  return value ? check(key, *value, field) : std::nullopt;
}

// Numbers.
std::string_view type(const double&) { return "number"; }
Json write(const double& value) { return value; }
MaybeError read(const std::string& key, const Json& json, double& value) {
  if (!json.is_number()) return wrong_type(key, "a number", json);
  value = json.get<double>();
  return std::nullopt;
}
MaybeError check(const std::string& key, const double& value, const Field& field) {
  return check_number(key, value, field.min, field.max);
}

// A number, or absent.
std::string_view type(const MaybeNumber&) { return "number"; }
Json write(const MaybeNumber& value) { return value ? Json(*value) : Json(); }
MaybeError read(const std::string& key, const Json& json, MaybeNumber& value) {
  return read(key, json, value.emplace());
}
MaybeError check(const std::string& key, const MaybeNumber& value, const Field& field) {
  return value ? check(key, *value, field) : std::nullopt;
}

// The loss range: [low, high].
std::string_view type(const LossRange&) { return "range"; }
Json write(const LossRange& value) { return {value.low, value.high}; }
MaybeError read(const std::string& key, const Json& json, LossRange& value) {
  if (!json.is_array()) return wrong_type(key, "a list [low, high]", json);
  if (json.size() != 2 || !json[0].is_number() || !json[1].is_number()) {
    return bad_shape("\"", key, "\" must be a list of two numbers, [low, high]");
  }
  value = {json[0].get<double>(), json[1].get<double>()};
  return std::nullopt;
}
MaybeError check(const std::string& key, const LossRange& value, const Field&) {
  const double width = value.high - value.low;
  if (std::isfinite(value.low) && std::isfinite(value.high) && width > 0 && std::isfinite(width))
    return std::nullopt;
  return bad("\"", key, "\" is [", value.low, ", ", value.high,
             "]: low must be below high, and their difference finite");
}

// Regularizers: a name, or {"tsallis": a}.
std::string_view type(const AnyRegularizer&) { return "regularizer"; }
Json write(const AnyRegularizer& value) {
  if (const auto* tsallis = std::get_if<Tsallis>(&value.variant())) return {{"tsallis", tsallis->alpha()}};
  return value.name();
}
namespace {
MaybeError check_alpha(const std::string& key, double alpha) {
  if (alpha >= Tsallis::kMinAlpha && alpha <= Tsallis::kMaxAlpha) return std::nullopt;
  return bad("\"", key, ".tsallis\" is ", alpha, ": it must be from ", Tsallis::kMinAlpha, " to ",
             Tsallis::kMaxAlpha);
}
}  // namespace
MaybeError read(const std::string& key, const Json& json, AnyRegularizer& value) {
  if (json.is_object()) {
    if (auto error = check_keys(key, json, {"tsallis"})) return error;
    if (json.empty()) return bad_shape("\"", key, "\" is {}: write {\"tsallis\": a} with 0 < a < 1");
    double alpha = 0;
    if (auto error = read(key + ".tsallis", json["tsallis"], alpha)) return error;
    if (auto error = check_alpha(key, alpha)) return error;
    value = AnyRegularizer(Tsallis(alpha));
    return std::nullopt;
  }
  if (!json.is_string()) return wrong_type(key, "a text or {\"tsallis\": a}", json);
  const std::array<AnyRegularizer, 3> named{HalfTsallis{}, NegativeEntropy{}, LogBarrier{}};
  std::vector<std::string_view> known;
  for (const AnyRegularizer& candidate : named) {
    known.push_back(candidate.name());
    if (json.get_ref<const std::string&>() == known.back()) {
      value = candidate;
      return std::nullopt;
    }
  }
  return bad("\"", key, "\" is ", in_quotes(json.get_ref<const std::string&>()),
             did_you_mean(json.get_ref<const std::string&>(), known));
}
MaybeError check(const std::string& key, const AnyRegularizer& value, const Field&) {
  const auto* tsallis = std::get_if<Tsallis>(&value.variant());
  return tsallis ? check_alpha(key, tsallis->alpha()) : std::nullopt;
}

// Scale rules: {"rule": name, parameter: number}.
std::string_view type(const AnyScale&) { return "scale"; }
namespace {
constexpr std::string_view kOwnRule = "own";
struct RuleText {
  std::string_view parameter;
  double number;
};
RuleText text_of(const ConstantScale& rule) { return {"value", rule.value()}; }
RuleText text_of(const DelayAdaptiveScale& rule) { return {"factor", rule.factor()}; }
RuleText text_of(const AnyScale& scale) {
  return std::visit([](const auto& rule) { return text_of(rule); }, scale.variant());
}
}  // namespace
Json write(const AnyScale& value) {
  const RuleText text = text_of(value);
  return {{"rule", value.name()}, {std::string(text.parameter), text.number}};
}
MaybeError read(const std::string& key, const Json& json, AnyScale& value) {
  if (!json.is_object()) return wrong_type(key, "an object such as {\"rule\": \"delay-adaptive\"}", json);
  constexpr std::array kKnown{ConstantScale::name(), DelayAdaptiveScale::name()};
  if (!json.contains("rule"))
    return bad_shape("\"", key, "\" has no \"rule\"; known: ", kKnown[0], ", ", kKnown[1]);
  if (!json["rule"].is_string()) return wrong_type(key + ".rule", "a text", json["rule"]);
  const std::string& rule = json["rule"].get_ref<const std::string&>();
  if (rule == kOwnRule)
    return bad("\"", key, ".rule\" is \"own\", which is for banker-omd: use that, without delays it is omd");
  if (rule != kKnown[0] && rule != kKnown[1])
    return bad("\"", key, ".rule\" is ", in_quotes(rule), did_you_mean(rule, kKnown));
  const bool constant = rule == ConstantScale::name();
  const std::string parameter = constant ? "value" : "factor";
  if (auto error = check_keys(key, json, {"rule", parameter})) return error;
  double number = 1;
  if (json.contains(parameter)) {
    if (auto error = read(key + "." + parameter, json[parameter], number)) return error;
  } else if (constant) {
    return bad_shape("\"", key, "\" needs a \"value\": the constant action scale");
  }
  value = constant ? AnyScale(ConstantScale(number)) : AnyScale(DelayAdaptiveScale(number));
  return std::nullopt;
}
MaybeError check(const std::string& key, const AnyScale& value, const Field& field) {
  const RuleText text = text_of(value);
  return check_number(concat(key, ".", text.parameter), text.number, field.min, field.max);
}

// And the user's own: {"rule": "own", "name": name}.
std::string_view type(const ScaleOption&) { return "scale"; }
Json write(const ScaleOption& value) {
  if (const auto* own = std::get_if<OwnScale>(&value)) return {{"rule", kOwnRule}, {"name", own->name()}};
  return write(std::get<AnyScale>(value));
}
MaybeError read(const std::string& key, const Json& json, ScaleOption& value) {
  if (!json.is_object() || json.value("rule", Json()) != kOwnRule)
    return read(key, json, value.emplace<AnyScale>());
  if (auto error = check_keys(key, json, {"rule", "name"})) return error;
  if (!json.contains("name")) return bad_shape("\"", key, "\" needs a \"name\": of the rule of your own");
  if (!json["name"].is_string()) return wrong_type(key + ".name", "a text", json["name"]);
  value = OwnScale(json["name"].get<std::string>());
  return std::nullopt;
}
MaybeError check(const std::string& key, const ScaleOption& value, const Field& field) {
  const auto* own = std::get_if<OwnScale>(&value);
  return own ? check_names(key + ".name", {own->name()}) : check(key, std::get<AnyScale>(value), field);
}

}  // namespace banker::fields
