#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/core/result.hpp"
#include "banker/scale/own.hpp"

namespace banker {

// A parameter of an agent, as JSON texts ready to print ("null" where there is none).
struct Parameter {
  std::string name;
  std::string type;
  std::string default_value;
  std::string min;
  std::string max;
  std::string help;
  std::vector<std::string> choices;  // of the type "choice": all that it may be
};

struct CatalogEntry {
  std::string name;
  std::string paper;
  std::string kind;        // "arms" or "linear"
  std::string range;       // of the losses taken by default, as a JSON array [low, high]
  std::uint64_t rule = 1;  // the newest; a spec may name an older one
  std::vector<Parameter> parameters;
};

// Every agent by name.
const std::vector<CatalogEntry>& catalog();

// Parameters as a JSON array: [{"name":"arms","type":"arms","default":null,"min":2,"max":16777216,"help":"..."},...].
std::string write_parameters(const std::vector<Parameter>& parameters);
// Agents as a JSON array: [{"name","paper","kind","range","parameters":[...]},...].
std::string write_catalog(const std::vector<CatalogEntry>& agents = catalog());

// An agent from its spec: {"agent":"banker-tinf","arms":5,"seed":7}, of the newest rule if there is no "rule". The error names the key and what to do. Scale rules
// of the user's own, {"rule":"own","name":"my-rule"}, are looked up by name in `own`.
Result<std::unique_ptr<Agent>> make_agent(std::string_view spec, const OwnScales& own = {});

// The agent a snapshot was taken of, continued bit by bit.
Result<std::unique_ptr<Agent>> load_agent(std::string_view snapshot, const OwnScales& own = {});

}  // namespace banker
