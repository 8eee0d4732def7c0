// The field of bold's base: the spec of an agent that plays arms.
#include "base_fields.hpp"

#include <algorithm>

#include "banker/agent/catalog.hpp"
#include "fields.hpp"

namespace banker {

Json copy_spec(const BaseSpec& base, std::size_t arms, std::uint64_t seed) {
  Json spec = parse_json(base.text).value();
  spec["arms"] = arms;
  spec["seed"] = seed;
  return spec;
}

Result<std::unique_ptr<Agent>> make_prototype(const BaseSpec& base) {
  return make_agent(copy_spec(base, 2, 0).dump());
}

BaseSpec canonical(const BaseSpec& base) {
  Json spec = parse_json(make_prototype(base).value()->spec()).value();
  spec.erase("arms");
  spec.erase("seed");
  return {spec.dump()};
}

namespace fields {

std::string_view type(const BaseSpec&) { return "agent"; }

Json write(const BaseSpec& value) {
  auto json = parse_json(value.text);
  return json ? *std::move(json) : Json(value.text);
}

MaybeError read(const std::string& key, const Json& json, BaseSpec& value) {
  if (!json.is_object()) return wrong_type(key, "the spec of an agent, such as {\"agent\":\"exp3\"}", json);
  value.text = json.dump();
  return std::nullopt;
}

// A linear agent, or bold itself.
static MaybeError check_kind(const std::string& key, const Json& spec) {
  if (!spec.contains("agent") || !spec["agent"].is_string()) {
    return bad_shape("\"", key, "\" names no agent: write {\"agent\":\"exp3\"}");
  }
  const std::string& name = spec["agent"].get_ref<const std::string&>();
  if (name == BoldOptions::kName)
    return bad("\"", key, "\" is bold itself: name the agent its copies are to be, such as exp3");
  const auto same = [&](const CatalogEntry& entry) { return entry.name == name && entry.kind != "arms"; };
  if (std::ranges::any_of(catalog(), same))
    return bad("\"", key, "\" is ", name,
               ", which plays points of a body: bold copies an agent that plays arms");
  return std::nullopt;
}

MaybeError check(const std::string& key, const BaseSpec& value, const Field&) {
  const auto spec = parse_json(value.text);
  if (!spec) return bad_shape("\"", key, "\": ", spec.error().message);
  if (!spec->is_object()) return wrong_type(key, "the spec of an agent, such as {\"agent\":\"exp3\"}", *spec);
  if (auto error = check_kind(key, *spec)) return error;
  for (const char* own : {"arms", "seed"}) {
    if (spec->contains(own))
      return bad_shape("\"", key, "\" holds \"", own, "\": leave it out, every copy gets it from bold");
  }
  const auto prototype = make_prototype(value);
  if (prototype) return std::nullopt;
  return Error{prototype.error().code, concat("\"", key, "\": ", prototype.error().message)};
}

}  // namespace fields
}  // namespace banker
