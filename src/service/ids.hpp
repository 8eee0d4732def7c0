#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "banker/core/ids.hpp"

namespace banker::service {

// The id of a decision that the client gave none: "r17" for round 17. It is made of the round, so nothing is kept to find it by.
std::string made_id(RoundId round);
// The round of such an id; nothing if it is not of this form.
std::optional<RoundId> round_of(std::string_view id);

// What is wrong with a name for a bandit or with an id of the client's own, and what to do; nothing: it is fine.
std::optional<std::string> check_bandit_name(std::string_view name);
std::optional<std::string> check_own_id(std::string_view id);

}  // namespace banker::service
