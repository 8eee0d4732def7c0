#pragma once

#include <optional>
#include <string>

#include "../agent/json.hpp"
#include "banker/lab/study.hpp"

// An agent that enters a study: a name of the catalog, or a spec.
namespace banker::lab {

// Whether it is a spec, and not a name.
bool is_spec(const std::string& text);
Result<Json> read_agent(const std::string& text);

// Whether it plays points of a body instead of arms.
bool is_linear(const Json& spec);

// The name of the scale rule of the user's own that a spec asks for.
std::optional<std::string> own_rule(const Json& spec);

// "banker-tinf", or "banker-tinf spending=proportional" where a spec says more than the name and the newest rule.
std::string title(const Json& spec);

// The spec with what the study knows filled in; all but the seed. `ground` is the body that the agents of a linear
// problem share, as {"body": ...} or {"actions": ...}.
Result<std::string> fill_in(Json spec, const Cell& cell, const Json& ground);
std::string with_seed(const std::string& spec, std::uint64_t seed);

// Whether the agent can play this cell at all.
std::optional<Error> check_agent(const std::string& name, const std::string& spec, const Cell& cell);

}  // namespace banker::lab
