#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "json_text.hpp"

// Members of a JSON object that has some already: ,"key":value, each.
namespace banker::http {

inline void member_key(std::string& out, std::string_view key) {
  out += ",\"";
  out += key;
  out += "\":";
}
template <class Value>
void member(std::string& out, std::string_view key, const Value& value) {
  member_key(out, key);
  if constexpr (std::is_integral_v<Value>) append(out, value);
  else append_number(out, value);
}
inline void member(std::string& out, std::string_view key, std::string_view json_text) {
  member_key(out, key);
  out += json_text;
}
inline void member(std::string& out, std::string_view key, std::optional<store::Time> time) {
  member_key(out, key);
  if (time) append_time(out, *time);
  else out += "null";
}

// "key":[...], of whatever `write(out, item)` makes of each.
template <class Items, class Write>
void member_list(std::string& out, std::string_view key, const Items& items, Write write) {
  member_key(out, key);
  out += '[';
  for (const auto& item : items) {
    if (out.back() != '[') out += ',';
    write(out, item);
  }
  out += ']';
}

}  // namespace banker::http
