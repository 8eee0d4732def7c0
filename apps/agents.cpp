#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "show.hpp"
#include "verbs.hpp"

namespace banker::apps {

namespace {

// Choices are in the help; the fields of this verb stay what they are.
void print_json() {
  std::vector<CatalogEntry> agents = catalog();
  for (CatalogEntry& agent : agents)
    for (Parameter& parameter : agent.parameters) parameter.choices.clear();
  std::printf("%s\n", Json{{"agents", Json::parse(write_catalog(agents))}}.dump(2).c_str());
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

std::string losses(const CatalogEntry& entry) {
  const Json range = Json::parse(entry.range);
  if (range[1].get<double>() <= 1) return "losses in a known range, by default " + entry.range;
  return range[0].get<double>() < 0 ? "losses of any sign and size" : "losses >= 0 of any size";
}

const char* absent(const std::string& parameter) {
  if (parameter == "arms") return "(required)";
  return parameter == "body" || parameter == "actions" ? "(one of body and actions)" : "(absent)";
}

// Every agent with its parameters and their defaults, then what each parameter means, once.
void print_table() {
  std::vector<const Parameter*> meanings;
  for (const CatalogEntry& entry : catalog()) {
    std::printf("%-18s %s; %s\n", entry.name.c_str(), entry.paper.c_str(), losses(entry).c_str());
    for (const Parameter& p : entry.parameters) {
      if (p.default_value != "null") std::printf("    %-18s %s\n", p.name.c_str(), p.default_value.c_str());
      else std::printf("    %-18s %s\n", p.name.c_str(), absent(p.name));
      const auto same = [&](const Parameter* known) { return known->name == p.name; };
      if (std::none_of(meanings.begin(), meanings.end(), same)) meanings.push_back(&p);
    }
  }
  std::printf("\nParameters\n");
  for (const Parameter* p : meanings) std::printf("    %-18s %s\n", p->name.c_str(), p->help.c_str());
}

}  // namespace

int agents(const std::string& format) {
  if (format == "json") print_json();
  else if (format == "csv") print_csv();
  else print_table();
  return flushed() ? 0 : 1;
}

}  // namespace banker::apps
