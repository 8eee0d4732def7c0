#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "banker/core/result.hpp"
#include "text.hpp"

namespace banker {

using Json = nlohmann::ordered_json;

inline constexpr std::size_t kMaxDepth = 64;
inline constexpr std::size_t kMaxKeys = 1000;  // of one object

// Strict JSON: no duplicate keys, no nesting beyond kMaxDepth, no zero byte, no number beyond the doubles.
Result<Json> parse_json(std::string_view text);

// "a number", "a list", ... for messages.
std::string_view type_name(const Json& value);

// How many letters must be inserted, deleted or replaced.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word closest to `word`, as `: did you mean "..."?`, or the list of all of them.
template <class Words>
std::string did_you_mean(std::string_view word, const Words& known) {
  std::string_view best;
  std::size_t least = 1 + std::max<std::size_t>(2, word.size() / 2);
  std::string all;
  for (const auto& candidate : known) {
    const std::size_t distance = word.size() < 100 ? edit_distance(word, candidate) : least;
    if (distance < least) least = distance, best = candidate;
    all += concat(all.empty() ? "" : ", ", candidate);
  }
  return best.empty() ? concat("; known: ", all) : concat(": did you mean \"", best, "\"?");
}

}  // namespace banker
