#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/agent/options.hpp"

namespace banker {

// From the list of fields of an options struct (instantiated in spec.cpp for every agent of the catalog):

// The first field out of its limits, if any.
template <class Options>
std::optional<Error> check_fields(const Options& options);

// The spec as canonical JSON: the agent's name, then every field that is set.
template <class Options>
std::string canonical_spec(const Options& options);

template <class Options>
Identity make_identity(const Options& options) {
  return {.name = std::string(Options::kName),
          .spec = canonical_spec(options),
          .arms = options.arms.count,
          .arm_names = options.arms.names,
          .seed = options.seed,
          .domain = options.domain()};
}

}  // namespace banker
