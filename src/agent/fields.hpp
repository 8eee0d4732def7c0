#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "banker/agent/options.hpp"
#include "json.hpp"

// Every type a field may have, with four functions: how it is called in the catalog, how it is written as
// JSON, how it is read, and what values it may take. read() checks the form and check() the value, so that
// options built in C++ meet the same limits.
namespace banker::fields {

using MaybeError = std::optional<Error>;

template <class... Parts>
Error bad(const Parts&... parts) {
  return Error{ErrorCode::kBadSpec, concat(parts...)};
}
Error wrong_type(const std::string& key, std::string_view wanted, const Json& json);
// An error if the object has a key that is not known.
MaybeError check_keys(const std::string& key, const Json& json,
                      std::initializer_list<std::string_view> known);
// Names that can be printed and told apart.
MaybeError check_names(const std::string& key, const std::vector<std::string>& names);

std::string_view type(const Arms&);
std::string_view type(const std::uint64_t&);
std::string_view type(const Horizon&);
std::string_view type(const double&);
std::string_view type(const Spending&);
std::string_view type(const LossRange&);
std::string_view type(const AnyRegularizer&);
std::string_view type(const AnyScale&);
std::string_view type(const MaybeShape&);
std::string_view type(const MaybeActions&);
std::string_view type(const MaybeNumber&);
std::string_view type(const Nu&);
std::string_view type(const Sampler&);

Json write(const Arms& value);
Json write(const std::uint64_t& value);
Json write(const Horizon& value);
Json write(const double& value);
Json write(const Spending& value);
Json write(const LossRange& value);
Json write(const AnyRegularizer& value);
Json write(const AnyScale& value);
Json write(const MaybeShape& value);
Json write(const MaybeActions& value);
Json write(const MaybeNumber& value);
Json write(const Nu& value);
Json write(const Sampler& value);

MaybeError read(const std::string& key, const Json& json, Arms& value);
MaybeError read(const std::string& key, const Json& json, std::uint64_t& value);
MaybeError read(const std::string& key, const Json& json, Horizon& value);
MaybeError read(const std::string& key, const Json& json, double& value);
MaybeError read(const std::string& key, const Json& json, Spending& value);
MaybeError read(const std::string& key, const Json& json, LossRange& value);
MaybeError read(const std::string& key, const Json& json, AnyRegularizer& value);
MaybeError read(const std::string& key, const Json& json, AnyScale& value);
MaybeError read(const std::string& key, const Json& json, MaybeShape& value);
MaybeError read(const std::string& key, const Json& json, MaybeActions& value);
MaybeError read(const std::string& key, const Json& json, MaybeNumber& value);
MaybeError read(const std::string& key, const Json& json, Nu& value);
MaybeError read(const std::string& key, const Json& json, Sampler& value);

MaybeError check(const std::string& key, const Arms& value, const Field& field);
MaybeError check(const std::string& key, const std::uint64_t& value, const Field& field);
MaybeError check(const std::string& key, const Horizon& value, const Field& field);
MaybeError check(const std::string& key, const double& value, const Field& field);
MaybeError check(const std::string& key, const Spending& value, const Field& field);
MaybeError check(const std::string& key, const LossRange& value, const Field& field);
MaybeError check(const std::string& key, const AnyRegularizer& value, const Field& field);
MaybeError check(const std::string& key, const AnyScale& value, const Field& field);
MaybeError check(const std::string& key, const MaybeShape& value, const Field& field);
MaybeError check(const std::string& key, const MaybeActions& value, const Field& field);
MaybeError check(const std::string& key, const MaybeNumber& value, const Field& field);
MaybeError check(const std::string& key, const Nu& value, const Field& field);
MaybeError check(const std::string& key, const Sampler& value, const Field& field);

}  // namespace banker::fields
