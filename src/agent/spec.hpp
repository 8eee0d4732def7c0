#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "../core/text.hpp"
#include "banker/agent/agent.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/agent/options.hpp"
#include "rules.hpp"

namespace banker {

// From the list of fields of an options struct (instantiated in spec.cpp for every agent of the catalog):

// The first field out of its limits, if any.
template <class Options>
std::optional<Error> check_fields(const Options& options);

// The spec as canonical JSON: the agent's name, then every field but those that are absent, or off as usual.
template <class Options>
std::string canonical_spec(const Options& options);

template <class Options>
Identity make_identity(const Options& options) {
  return {.name = std::string(Options::kName),
          .rule = rule_of<Options>(),
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
          .rule = rule_of<Options>(),
          .spec = canonical_spec(options),
          .arms = actions.points.size(),
          .arm_names = actions.names,
          .dimension = dimension,
          .seed = options.seed,
          .domain = options.domain()};
}

// What all Banker agents have: limits of single fields, and a reserve needs a pool.
template <class Options>
std::optional<Error> check_banking(const Options& options) {
  if (auto error = check_fields(options)) return error;
  if (!options.reserve || options.spending == Spending::kProportional) return std::nullopt;
  return Error{ErrorCode::kBadSpec,
               concat("\"reserve\" is what a pool keeps, and with \"spending\": \"", name(options.spending),
                      "\" there is none: add \"spending\": \"proportional\"")};
}

template <class Options>
Banking banking(const Options& options) {
  return {options.spending, options.reserve, options.skip_stale};
}

// Those with losses of unknown size: the first guess of it, or none.
template <class Options>
std::optional<Error> check_loss_size(const Options& options) {
  if (!options.scale_invariant || options.initial_loss_size == Options().initial_loss_size)
    return check_banking(options);
  return Error{ErrorCode::kBadSpec,
               "\"scale_invariant\" needs no first guess of the losses: leave \"initial_loss_size\" out"};
}

template <class Options>
std::optional<double> loss_size(const Options& options) {
  return options.scale_invariant ? std::nullopt : std::optional(options.initial_loss_size);
}

// What is wrong if a linear agent has not just one of a body and a list of actions.
template <class Options>
std::optional<std::string> check_place(const Options& options) {
  if (options.body.has_value() != options.actions.has_value()) return std::nullopt;
  if (options.body)
    return concat("\"", Options::kName, "\" has both \"body\" and \"actions\": leave one out");
  return concat("\"", Options::kName, "\" needs one of \"body\" and \"actions\", for example ",
                R"("body":{"type":"ball","dimension":3,"radius":1})");
}

// The body of a linear agent whose options are all right.
template <class Options>
Result<std::unique_ptr<const Body>> make_body(const Options& options) {
  if (auto error = check_fields(options)) return *error;
  if (auto message = check_place(options)) return Error{ErrorCode::kBadSpec, *std::move(message)};
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
