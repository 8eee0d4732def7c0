#include "rules.hpp"

#include "banker/agent/catalog.hpp"

namespace banker {

std::uint64_t newest_rule(std::string_view agent) {
  for (const CatalogEntry& entry : catalog()) {
    if (entry.name == agent) return entry.rule;
  }
  return 1;
}

Json with_rules(const Json& spec, Unnumbered meaning) {
  if (!spec.is_object() || !spec.contains("agent") || !spec["agent"].is_string()) return spec;
  const auto& agent = spec["agent"].get_ref<const std::string&>();
  const Json usual = meaning == Unnumbered::kNewest ? newest_rule(agent) : 1;
  Json out;
  for (const auto& [key, value] : spec.items()) {
    if (key == "rule") continue;
    out[key] = key == "base" ? with_rules(value, meaning) : value;
    if (key == "agent") out["rule"] = spec.value("rule", usual);
  }
  return out;
}

}  // namespace banker
