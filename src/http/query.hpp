#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banker/core/result.hpp"

// What stands behind the question mark of a target, and its values.
namespace banker::http {

using Query = std::vector<std::pair<std::string, std::string>>;  // names and values, decoded

// The value of a parameter; null if it is absent.
const std::string* value_of(const Query& query, std::string_view name);

// Its value as a number from `low` to `high`; `otherwise` if it is absent. Not a number: ErrorCode::kBadType, out of range:
// kBadValue.
Result<std::uint64_t> read_whole(const Query& query, std::string_view name, std::uint64_t low,
                                 std::uint64_t high, std::uint64_t otherwise);

// "true" or "false"; false if it is absent.
Result<bool> read_flag(const Query& query, std::string_view name);

}  // namespace banker::http
