#pragma once

#include <charconv>
#include <concepts>
#include <string>
#include <string_view>

#include "banker/core/ids.hpp"

namespace banker {

inline void append(std::string& out, std::string_view text) { out += text; }
inline void append(std::string& out, RoundId round) { out += std::to_string(number(round)); }
inline void append(std::string& out, std::integral auto value) { out += std::to_string(value); }
// The shortest form that parses back to the same double.
inline void append(std::string& out, double value) {
  char buffer[32];
  out.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

// The arguments as one text, for messages.
template <class... Parts>
std::string concat(const Parts&... parts) {
  std::string out;
  (append(out, parts), ...);
  return out;
}

}  // namespace banker
