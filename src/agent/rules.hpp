#pragma once

#include <cstdint>
#include <string_view>

#include "json.hpp"

// The rules of an agent have numbers. When its rule changes, the one before stays under its number, so that what was
// written by it can be played again: "rule" in a spec (docs/upgrading.md).
namespace banker {

// The rule that options stand for: their kRule, or 1 for agents that have only one.
template <class Options>
constexpr std::uint64_t rule_of() {
  if constexpr (requires { Options::kRule; }) return Options::kRule;
  else return 1;
}

// Of the agent of this name; 1 if there is none.
std::uint64_t newest_rule(std::string_view agent);

// What a spec without "rule" means: by hand the newest one, in what 0.1.0 wrote the first.
enum class Unnumbered : std::uint8_t { kNewest, kFirst };

// The spec with "rule" after "agent", and so in the spec of a base. Anything but a spec is returned as it is.
Json with_rules(const Json& spec, Unnumbered meaning);

}  // namespace banker
