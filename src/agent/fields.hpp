#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "banker/agent/baseline/bold.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/agent/baseline/plain.hpp"
#include "banker/agent/options.hpp"
#include "json.hpp"

// Every type a field may have, with four functions: how it is called in the catalog, how it is written as
// JSON, how it is read, and what values it may take. read() checks the form and check() the value, so that
// options built in C++ meet the same limits.
namespace banker::fields {

using MaybeError = std::optional<Error>;

// A value that is out of range or not allowed.
template <class... Parts>
Error bad(const Parts&... parts) {
  return Error{ErrorCode::kBadSpec, concat(parts...)};
}
// A key that is unknown or missing, or a value of another type.
template <class... Parts>
Error bad_shape(const Parts&... parts) {
  return Error{ErrorCode::kBadType, concat(parts...)};
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
std::string_view type(const LossRange&);
std::string_view type(const AnyRegularizer&);
std::string_view type(const AnyScale&);
std::string_view type(const ScaleOption&);
std::string_view type(const MaybeShape&);
std::string_view type(const MaybeActions&);
std::string_view type(const MaybeNumber&);
std::string_view type(const Nu&);
std::string_view type(const BaseSpec&);
std::string_view type(const bool&);
std::string_view type(const Reserve&);
std::string_view type(const MaybeReserve&);
std::string_view type(const SkipStale&);

Json write(const Arms& value);
Json write(const std::uint64_t& value);
Json write(const Horizon& value);
Json write(const double& value);
Json write(const LossRange& value);
Json write(const AnyRegularizer& value);
Json write(const AnyScale& value);
Json write(const ScaleOption& value);
Json write(const MaybeShape& value);
Json write(const MaybeActions& value);
Json write(const MaybeNumber& value);
Json write(const Nu& value);
Json write(const BaseSpec& value);
Json write(const bool& value);
Json write(const Reserve& value);
Json write(const MaybeReserve& value);
Json write(const SkipStale& value);

MaybeError read(const std::string& key, const Json& json, Arms& value);
MaybeError read(const std::string& key, const Json& json, std::uint64_t& value);
MaybeError read(const std::string& key, const Json& json, Horizon& value);
MaybeError read(const std::string& key, const Json& json, double& value);
MaybeError read(const std::string& key, const Json& json, LossRange& value);
MaybeError read(const std::string& key, const Json& json, AnyRegularizer& value);
MaybeError read(const std::string& key, const Json& json, AnyScale& value);
MaybeError read(const std::string& key, const Json& json, ScaleOption& value);
MaybeError read(const std::string& key, const Json& json, MaybeShape& value);
MaybeError read(const std::string& key, const Json& json, MaybeActions& value);
MaybeError read(const std::string& key, const Json& json, MaybeNumber& value);
MaybeError read(const std::string& key, const Json& json, Nu& value);
MaybeError read(const std::string& key, const Json& json, BaseSpec& value);
MaybeError read(const std::string& key, const Json& json, bool& value);
MaybeError read(const std::string& key, const Json& json, Reserve& value);
MaybeError read(const std::string& key, const Json& json, MaybeReserve& value);
MaybeError read(const std::string& key, const Json& json, SkipStale& value);

MaybeError check(const std::string& key, const Arms& value, const Field& field);
MaybeError check(const std::string& key, const std::uint64_t& value, const Field& field);
MaybeError check(const std::string& key, const Horizon& value, const Field& field);
MaybeError check(const std::string& key, const double& value, const Field& field);
MaybeError check(const std::string& key, const LossRange& value, const Field& field);
MaybeError check(const std::string& key, const AnyRegularizer& value, const Field& field);
MaybeError check(const std::string& key, const AnyScale& value, const Field& field);
MaybeError check(const std::string& key, const ScaleOption& value, const Field& field);
MaybeError check(const std::string& key, const MaybeShape& value, const Field& field);
MaybeError check(const std::string& key, const MaybeActions& value, const Field& field);
MaybeError check(const std::string& key, const MaybeNumber& value, const Field& field);
MaybeError check(const std::string& key, const Nu& value, const Field& field);
MaybeError check(const std::string& key, const BaseSpec& value, const Field& field);
MaybeError check(const std::string& key, const bool& value, const Field& field);
MaybeError check(const std::string& key, const Reserve& value, const Field& field);
MaybeError check(const std::string& key, const MaybeReserve& value, const Field& field);
MaybeError check(const std::string& key, const SkipStale& value, const Field& field);

// A choice among the values of an enumeration, by name: name(value), and kChoices<E> lists the values.
template <class E>
constexpr std::nullptr_t kChoices = nullptr;
template <>
inline constexpr std::array kChoices<Spending>{Spending::kOldestFirst, Spending::kNewestFirst,
                                               Spending::kProportional};
template <>
inline constexpr std::array kChoices<Sampler>{Sampler::kCholesky, Sampler::kEigen};
template <>
inline constexpr std::array kChoices<Estimator>{Estimator::kImportanceWeighted, Estimator::kReducedVariance};
template <>
inline constexpr std::array kChoices<Tuning>{Tuning::kSimple, Tuning::kAdvanced};

template <class E>
concept Choice = std::is_enum_v<E>;

template <Choice E>
std::string_view type(const E&) {
  return "choice";
}
template <Choice E>
Json write(const E& value) {
  return name(value);
}
// What it may be, by name; nothing if it is no choice.
template <class T>
std::vector<std::string> choices(const T&) {
  std::vector<std::string> names;
  if constexpr (Choice<T>)
    for (const T candidate : kChoices<T>) names.emplace_back(name(candidate));
  return names;
}
template <Choice E>
MaybeError read(const std::string& key, const Json& json, E& value) {
  if (!json.is_string()) return wrong_type(key, "a text", json);
  const std::string& text = json.get_ref<const std::string&>();
  for (const E candidate : kChoices<E>) {
    if (text != name(candidate)) continue;
    value = candidate;
    return std::nullopt;
  }
  return bad("\"", key, "\" is ", in_quotes(text), did_you_mean(text, choices(value)));
}
template <Choice E>
MaybeError check(const std::string& key, const E& value, const Field&) {
  if (std::find(kChoices<E>.begin(), kChoices<E>.end(), value) != kChoices<E>.end()) return std::nullopt;
  return bad("\"", key, "\" is none of the choices");
}

}  // namespace banker::fields
