#pragma once

#include <memory>

#include "banker/agent/agent.hpp"
#include "banker/agent/baseline/bold.hpp"
#include "json.hpp"

namespace banker {

// What bold makes of its base. REQUIRES: the base has been checked.

// The spec of a copy.
Json copy_spec(const BaseSpec& base, std::size_t arms, std::uint64_t seed);
// A small copy, to be asked what it is.
Result<std::unique_ptr<Agent>> make_prototype(const BaseSpec& base);
// With every key written out.
BaseSpec canonical(const BaseSpec& base);

}  // namespace banker
