#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "banker/agent/options.hpp"
#include "json.hpp"

// Every type a field may have, with four functions: how it is called in the catalog, how it is written as
// JSON, how it is read, and what values it may take. read() checks the form and check() the value, so that
// options built in C++ meet the same limits.
namespace banker::fields {

using MaybeError = std::optional<Error>;

std::string_view type(const Arms&);
std::string_view type(const std::uint64_t&);
std::string_view type(const Horizon&);
std::string_view type(const double&);
std::string_view type(const Spending&);
std::string_view type(const LossRange&);
std::string_view type(const AnyRegularizer&);
std::string_view type(const AnyScale&);

Json write(const Arms& value);
Json write(const std::uint64_t& value);
Json write(const Horizon& value);
Json write(const double& value);
Json write(const Spending& value);
Json write(const LossRange& value);
Json write(const AnyRegularizer& value);
Json write(const AnyScale& value);

MaybeError read(const std::string& key, const Json& json, Arms& value);
MaybeError read(const std::string& key, const Json& json, std::uint64_t& value);
MaybeError read(const std::string& key, const Json& json, Horizon& value);
MaybeError read(const std::string& key, const Json& json, double& value);
MaybeError read(const std::string& key, const Json& json, Spending& value);
MaybeError read(const std::string& key, const Json& json, LossRange& value);
MaybeError read(const std::string& key, const Json& json, AnyRegularizer& value);
MaybeError read(const std::string& key, const Json& json, AnyScale& value);

MaybeError check(const std::string& key, const Arms& value, const Field& field);
MaybeError check(const std::string& key, const std::uint64_t& value, const Field& field);
MaybeError check(const std::string& key, const Horizon& value, const Field& field);
MaybeError check(const std::string& key, const double& value, const Field& field);
MaybeError check(const std::string& key, const Spending& value, const Field& field);
MaybeError check(const std::string& key, const LossRange& value, const Field& field);
MaybeError check(const std::string& key, const AnyRegularizer& value, const Field& field);
MaybeError check(const std::string& key, const AnyScale& value, const Field& field);

}  // namespace banker::fields
