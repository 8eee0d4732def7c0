// The fields of Banker agents: the reserve of their pool, and when they give up a round; and flags.
#include "fields.hpp"

namespace banker::fields {

std::string_view type(const bool&) { return "flag"; }
Json write(const bool& value) { return value; }
MaybeError read(const std::string& key, const Json& json, bool& value) {
  if (!json.is_boolean()) return wrong_type(key, "true or false", json);
  value = json.get<bool>();
  return std::nullopt;
}
MaybeError check(const std::string&, const bool&, const Field&) { return std::nullopt; }

// The reserve: {"rho": r, "kappa": k, "hysteresis": h}; what is absent is as it was.
std::string_view type(const Reserve&) { return "reserve"; }
Json write(const Reserve& value) {
  return {{"rho", value.rho ? Json(*value.rho) : Json()},
          {"kappa", value.kappa},
          {"hysteresis", value.hysteresis}};
}
MaybeError read(const std::string& key, const Json& json, Reserve& value) {
  if (!json.is_object()) return wrong_type(key, "an object such as {\"rho\": 8, \"kappa\": 1}", json);
  if (auto error = check_keys(key, json, {"rho", "kappa", "hysteresis"})) return error;
  if (json.contains("rho")) {
    if (json["rho"].is_null()) value.rho.reset();
    else if (auto error = read(key + ".rho", json["rho"], value.rho.emplace())) return error;
  }
  for (const auto& [name, number] : {std::pair("kappa", &value.kappa), {"hysteresis", &value.hysteresis}}) {
    if (!json.contains(name)) continue;
    if (auto error = read(key + "." + name, json[name], *number)) return error;
  }
  return std::nullopt;
}
MaybeError check(const std::string& key, const Reserve& value, const Field& field) {
  if (value.rho) {
    if (auto error = check(key + ".rho", *value.rho, Field{"", 1, field.max})) return error;
  }
  if (auto error = check(key + ".kappa", value.kappa, Field{"", 0, field.max})) return error;
  return check(key + ".hysteresis", value.hysteresis, Field{"", 0, 1});
}

std::string_view type(const MaybeReserve&) { return "reserve"; }
Json write(const MaybeReserve& value) { return value ? write(*value) : Json(); }
MaybeError read(const std::string& key, const Json& json, MaybeReserve& value) {
  return read(key, json, value.emplace());
}
MaybeError check(const std::string& key, const MaybeReserve& value, const Field& field) {
  return value ? check(key, *value, field) : std::nullopt;
}

// When a round is too old: never, by the agent's own factor or the usual one, or by another one.
std::string_view type(const SkipStale&) { return "flag or number"; }
Json write(const SkipStale& value) { return value.on() ? Json(value.factor) : Json(false); }
MaybeError read(const std::string& key, const Json& json, SkipStale& value) {
  if (json.is_boolean()) {
    if (json.get<bool>() != value.on()) value = SkipStale(json.get<bool>());
    return std::nullopt;
  }
  if (!json.is_number()) return wrong_type(key, "true, false, or a number", json);
  value = SkipStale(json.get<double>());
  if (!value.on()) return bad("\"", key, "\" is ", json.dump(), ": write false, or a positive number");
  return std::nullopt;
}
MaybeError check(const std::string& key, const SkipStale& value, const Field& field) {
  return value.factor == 0 ? std::nullopt : check(key, value.factor, field);
}

}  // namespace banker::fields
