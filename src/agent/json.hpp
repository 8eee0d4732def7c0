#pragma once

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../core/text.hpp"
#include "banker/core/result.hpp"
#include "json_library.hpp"

namespace banker {

inline constexpr std::size_t kMaxDepth = 64;
inline constexpr std::size_t kMaxKeys = 1000;  // of one object

// Strict JSON: no duplicate keys, no more than kMaxKeys, no nesting beyond kMaxDepth, no zero byte, no number
// beyond the doubles.
Result<Json> parse_json(std::string_view text);

// A text in quotes for a message: escaped, and cut where it is long.
std::string in_quotes(std::string_view text);

// Whether a text can be written as JSON.
bool is_utf8(const std::string& text);

// Whether two values are equal, whatever the order of their keys.
bool same(const Json& a, const Json& b);

// "a number", "a list", ... for messages.
std::string_view type_name(const Json& value);

// Whether a number is so far from 0 that JSON has no integers there, only doubles: as an integer it is out of range, and not
// of another type.
bool beyond_integers(const Json& value);

// How many letters must be inserted, deleted or replaced.
std::size_t edit_distance(std::string_view a, std::string_view b);

// The known word closest to `word`, as `: did you mean "..."?`, or the list of all of them.
template <class Words>
std::string did_you_mean(std::string_view word, const Words& known) {
  constexpr std::size_t kLongest = 100, kMostListed = 20;
  std::string_view best;
  std::size_t least = 1 + std::max<std::size_t>(1, word.size() / 2), listed = 0;
  std::string all;
  for (const auto& candidate : known) {
    const std::string_view text(candidate);
    const bool comparable = word.size() <= kLongest && text.size() <= kLongest;
    const std::size_t distance = comparable ? edit_distance(word, text) : least;
    if (distance < least) least = distance, best = text;
    if (++listed <= kMostListed) all += concat(all.empty() ? "" : ", ", in_quotes(text));
  }
  if (!best.empty()) return concat(": did you mean ", in_quotes(best), "?");
  return concat("; known: ", all, listed > kMostListed ? ", ..." : "");
}

// `unknown key "x" in WHERE: did you mean "y"?`, if the object has a key that is not known.
std::optional<std::string> unknown_key(const Json& object, std::string_view where,
                                       std::span<const std::string_view> known);

}  // namespace banker
