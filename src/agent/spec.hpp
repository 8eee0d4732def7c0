#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../core/text.hpp"
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
          .dimension = 0,
          .seed = options.seed,
          .domain = options.domain()};
}

// Linear agents: `dimension` is that of an action.
template <class Options>
Identity make_identity(const Options& options, std::size_t dimension) {
  const Actions actions = options.actions.value_or(Actions());
  return {.name = std::string(Options::kName),
          .spec = canonical_spec(options),
          .arms = actions.points.size(),
          .arm_names = actions.names,
          .dimension = dimension,
          .seed = options.seed,
          .domain = options.domain()};
}

// The body of a linear agent whose options are all right.
template <class Options>
Result<std::unique_ptr<const Body>> make_body(const Options& options) {
  if (auto error = check_fields(options)) return *error;
  if (options.body.has_value() == options.actions.has_value()) {
    return Error{ErrorCode::kBadSpec,
                 options.body
                     ? concat("\"", Options::kName, "\" has both \"body\" and \"actions\": leave one out")
                     : concat("\"", Options::kName, "\" needs one of \"body\" and \"actions\", for example ",
                              R"("body":{"type":"ball","dimension":3,"radius":1})")};
  }
  auto body = options.body ? make_body(*options.body) : make_body(*options.actions);
  if (body && options.sampler == Sampler::kEigen && (*body)->dimension() > kMaxEigen) {
    return Error{ErrorCode::kBadSpec,
                 concat("\"sampler\" is \"eigen\", which takes n^3 steps per round: the dimension ",
                        (*body)->dimension(), " must be at most ", kMaxEigen, ", or use \"cholesky\"")};
  }
  return body;
}

template <class Options>
std::optional<Error> check_linear(const Options& options) {
  const auto body = make_body(options);
  return body ? std::nullopt : std::optional(body.error());
}

}  // namespace banker
