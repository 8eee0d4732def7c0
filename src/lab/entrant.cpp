#include "entrant.hpp"

#include <algorithm>

#include "../agent/rules.hpp"
#include "bad.hpp"
#include "banker/agent/catalog.hpp"

namespace banker::lab {

namespace {

const CatalogEntry* entry_of(const Json& spec) {
  for (const CatalogEntry& entry : catalog()) {
    if (spec["agent"] == entry.name) return &entry;
  }
  return nullptr;
}
bool has(const CatalogEntry& entry, std::string_view key) {
  return std::any_of(entry.parameters.begin(), entry.parameters.end(),
                     [&](const auto& parameter) { return parameter.name == key; });
}

std::string range_of(const LossDomain& domain) {
  if (domain.kind == LossDomain::Kind::kNonNegative) return "from 0 on";
  return concat("in [", domain.low, ", ", domain.high, "]");
}

// What to do about an agent whose range the losses can leave.
std::string hint(const std::string& text, const Cell& cell) {
  const Json spec = Json::parse(text);
  const bool constant = cell.losses.low == cell.losses.high;
  const std::string range = concat("\"loss_range\":[", cell.losses.low, ",",
                                   constant ? cell.losses.low + 1 : cell.losses.high, "]");
  if (has(*entry_of(spec), "loss_range"))
    return concat("; give it that range: --agent '{\"agent\":", spec["agent"].dump(), ",", range, "}'");
  if (spec["agent"] == "bold")
    return concat(
        "; give its base that range: --agent '{\"agent\":\"bold\",\"base\":{\"agent\":\"tsallis-inf\",",
        range, "}}'");
  return "; leave it out";
}

}  // namespace

bool is_spec(const std::string& text) {
  const std::size_t first = text.find_first_not_of(" \t\n");
  return first != text.npos && text[first] == '{';
}

Result<Json> read_agent(const std::string& text) {
  Json spec{{"agent", text}};
  if (is_spec(text)) {
    auto json = parse_json(text);
    if (!json) return bad("the spec ", in_quotes(text), " is wrong: ", json.error().message);
    spec = *std::move(json);
  }
  if (!spec.contains("agent") || !spec["agent"].is_string())
    return bad("the spec ", in_quotes(text), " names no agent: write {\"agent\":\"banker\"}");
  if (entry_of(spec) == nullptr) {
    const std::string name = spec["agent"];
    std::vector<std::string_view> known;
    for (const CatalogEntry& entry : catalog()) known.push_back(entry.name);
    return bad("unknown agent ", in_quotes(name), did_you_mean(name, known));
  }
  return spec;
}

bool is_linear(const Json& spec) { return entry_of(spec)->kind == "linear"; }

std::optional<std::string> own_rule(const Json& spec) {
  const Json scale = spec.value("scale", Json());
  const bool named =
      scale.is_object() && scale.value("rule", Json()) == "own" && scale.value("name", Json()).is_string();
  return named ? std::optional(scale["name"].get<std::string>()) : std::nullopt;
}

std::string title(const Json& spec) {
  std::string text = spec["agent"];
  const bool newest = spec.contains("rule") && spec["rule"] == newest_rule(text);
  for (const auto& [key, value] : spec.items()) {
    if (key == "agent" || (key == "rule" && newest)) continue;
    const auto own = key == "scale" ? own_rule(spec) : std::nullopt;
    text += concat(" ", key, "=", own ? *own : value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

Result<std::string> fill_in(Json spec, const Cell& cell, const Json& ground) {
  const CatalogEntry& entry = *entry_of(spec);
  const std::string name = title(spec);
  if (is_linear(spec) != cell.losses.linear) {
    return bad(name, is_linear(spec) ? " plays points of a body" : " plays arms", ", and the losses ",
               cell.losses.text, " are for ", cell.losses.linear ? "points of a body" : "arms");
  }
  if (cell.losses.linear) {
    const bool own = spec.contains("body") || spec.contains("actions");
    if (!own) spec.update(ground);
    const std::string key = ground.begin().key();
    if (!spec.contains(key) || !same(spec[key], ground[key]))
      return bad(name, " plays in another body than the other agents: compare agents in one body");
  } else if (!spec.contains("arms")) {
    spec["arms"] = cell.losses.arm_names.empty() ? Json(cell.arms) : Json(cell.losses.arm_names);
  }
  if (has(entry, "horizon") && !spec.contains("horizon")) spec["horizon"] = cell.rounds;
  return with_rules(spec, Unnumbered::kNewest).dump();
}

std::string with_seed(const std::string& text, std::uint64_t seed) {
  Json spec = Json::parse(text);
  if (!spec.contains("seed")) spec["seed"] = seed;
  return spec.dump();
}

std::optional<Error> check_agent(const std::string& name, const std::string& spec, const Cell& cell) {
  const auto agent = make_agent(with_seed(spec, 0), cell.own_scales);
  if (!agent) return bad(name, ": ", agent.error().message);
  const LossDomain& domain = (*agent)->identity().domain;
  if (!cell.losses.linear && (*agent)->arms() != cell.arms)
    return bad(name, " has ", (*agent)->arms(), " arms, and the losses ", cell.losses.text, " are of ",
               cell.arms);
  if (cell.losses.low < domain.low || cell.losses.high > domain.high) {
    return bad("the losses ", cell.losses.text, " lie in [", cell.losses.low, ", ", cell.losses.high,
               "], and ", name, " takes losses ", range_of(domain), hint(spec, cell));
  }
  if ((*agent)->identity().name == "omd" && !cell.delays.none)
    return bad("omd needs every outcome before the next decision, and the delays are ", cell.delays.text,
               ": use banker-omd, or --delays none");
  return std::nullopt;
}

}  // namespace banker::lab
