#include <cstdio>
#include <nlohmann/json.hpp>

#include "banker/agent/catalog.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

using Json = nlohmann::ordered_json;

void print_json() {
  Json agents = Json::array();
  for (const CatalogEntry& entry : catalog()) {
    Json parameters = Json::array();
    for (const Parameter& p : entry.parameters) {
      parameters.push_back({{"name", p.name},
                            {"type", p.type},
                            {"default", Json::parse(p.default_value)},
                            {"min", Json::parse(p.min)},
                            {"max", Json::parse(p.max)},
                            {"help", p.help}});
    }
    agents.push_back({{"name", entry.name},
                      {"paper", entry.paper},
                      {"kind", entry.kind},
                      {"range", Json::parse(entry.range)},
                      {"parameters", parameters}});
  }
  std::printf("%s\n", Json{{"agents", agents}}.dump(2).c_str());
}

std::string csv(const std::string& text) {
  std::string quoted(1, '"');
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  quoted += '"';
  return quoted;
}

void print_csv() {
  std::printf("agent,paper,kind,range,parameter,type,default,min,max,help\n");
  for (const CatalogEntry& entry : catalog()) {
    for (const Parameter& p : entry.parameters) {
      std::string row;
      for (const std::string* cell : {&entry.name, &entry.paper, &entry.kind, &entry.range, &p.name, &p.type,
                                      &p.default_value, &p.min, &p.max, &p.help}) {
        if (!row.empty()) row += ',';
        row += csv(*cell);
      }
      std::printf("%s\n", row.c_str());
    }
  }
}

void print_table() {
  for (const CatalogEntry& entry : catalog()) {
    std::printf("%s   %s; losses in %s\n", entry.name.c_str(), entry.paper.c_str(), entry.range.c_str());
    for (const Parameter& p : entry.parameters) {
      const std::string shown =
          p.default_value == "null" ? (p.name == "arms" ? "required" : "absent") : p.default_value;
      std::printf("  %-18s %-40s %s\n", p.name.c_str(), shown.c_str(), p.help.c_str());
    }
    std::printf("\n");
  }
}

}  // namespace

int agents(const std::string& format) {
  if (format == "json") print_json();
  else if (format == "csv") print_csv();
  else print_table();
  return flushed() ? 0 : 1;
}

}  // namespace banker::apps
