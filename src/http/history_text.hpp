#pragma once

#include <span>
#include <string>

#include "banker/agent/identity.hpp"
#include "banker/store/history.hpp"

namespace banker::http {

// Of more arms than this, those that were among the most likely ones most often.
inline constexpr std::size_t kHistoryArms = 100;

// What a bandit has been through, as an object of columns with an entry per moment. `moments`: ascending.
void append_history(std::string& out, const Identity& who, std::span<const store::Moment> moments);

}  // namespace banker::http
