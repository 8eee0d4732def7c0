#include "banker/agent/catalog.hpp"

#include "json.hpp"

// The catalog as JSON.
namespace banker {

namespace {

Json to_json(const std::vector<Parameter>& parameters) {
  Json list = Json::array();
  for (const Parameter& p : parameters) {
    Json made{{"name", p.name},
              {"type", p.type},
              {"default", Json::parse(p.default_value)},
              {"min", Json::parse(p.min)},
              {"max", Json::parse(p.max)},
              {"help", p.help}};
    if (!p.choices.empty()) made["choices"] = p.choices;
    list.push_back(std::move(made));
  }
  return list;
}

}  // namespace

std::string write_parameters(const std::vector<Parameter>& parameters) { return to_json(parameters).dump(); }

std::string write_catalog(const std::vector<CatalogEntry>& agents) {
  Json list = Json::array();
  for (const CatalogEntry& entry : agents) {
    list.push_back({{"name", entry.name},
                    {"paper", entry.paper},
                    {"kind", entry.kind},
                    {"range", Json::parse(entry.range)},
                    {"parameters", to_json(entry.parameters)}});
  }
  return list.dump();
}

}  // namespace banker
