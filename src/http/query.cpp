#include "query.hpp"

#include <charconv>

#include "../agent/json.hpp"

namespace banker::http {

const std::string* value_of(const Query& query, std::string_view name) {
  for (const auto& [key, value] : query)
    if (key == name) return &value;
  return nullptr;
}

Result<std::uint64_t> read_whole(const Query& query, std::string_view name, std::uint64_t low,
                                 std::uint64_t high, std::uint64_t otherwise) {
  const std::string* text = value_of(query, name);
  if (!text) return otherwise;
  if (text->empty() || text->find_first_not_of("0123456789") != text->npos)
    return Error{ErrorCode::kBadType,
                 concat(in_quotes(name), " in the query must be a whole number, not ", in_quotes(*text))};
  std::uint64_t value = 0;
  const auto end = text->data() + text->size();
  const bool fits = std::from_chars(text->data(), end, value).ec == std::errc();
  if (fits && value >= low && value <= high) return value;
  return Error{ErrorCode::kBadValue, concat(in_quotes(name), " in the query is ", in_quotes(*text),
                                            ": it must be from ", low, " to ", high)};
}

Result<bool> read_flag(const Query& query, std::string_view name) {
  const std::string* text = value_of(query, name);
  if (!text || *text == "false") return false;
  if (*text == "true") return true;
  return Error{ErrorCode::kBadType,
               concat(in_quotes(name), " in the query must be true or false, not ", in_quotes(*text))};
}

}  // namespace banker::http
