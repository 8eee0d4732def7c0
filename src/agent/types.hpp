#pragma once

#include <memory>

#include "banker/agent/catalog.hpp"
#include "json.hpp"

namespace banker {

// A rule of an agent: what the catalog says of it, and how an agent is made of a spec.
struct Type {
  CatalogEntry entry;
  Result<std::unique_ptr<Agent>> (*make)(const Json& spec, const OwnScales& own);
};

// One more: how tests see an agent get a newer rule. REQUIRES: neither catalog() nor make_agent() was called, and of an agent the newest
// rule comes first.
void add_type(Type type);

}  // namespace banker
