#pragma once

#include <gtest/gtest.h>

#include <cctype>
#include <optional>
#include <string>

#include "agent/json_library.hpp"

namespace banker::testing {

// As a part of a path.
inline std::string percent_encoded(const std::string& text) {
  constexpr char kDigits[] = "0123456789ABCDEF";
  std::string out;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte)) out += c;
    else out.append({'%', kDigits[byte / 16], kDigits[byte % 16]});
  }
  return out;
}

// A decision as it was answered, and what was answered to its outcome.
struct Known {
  Json decision;
  bool own_id = false;
  std::optional<Json> outcome;  // {"loss":x}, {"reward":x} or {"drop":true}
  std::string status;           // of the answer to it, as far as there was one
  bool in_doubt = false;        // an outcome was sent and not answered yet

  // The answer to an outcome; to one that was sent again it is the one there was.
  void take(const Json& what, const std::string& answered, bool again) {
    if (again) {
      EXPECT_EQ(answered, status) << decision;
      return;
    }
    outcome = what;
    status = answered;
    in_doubt = false;
  }
};

}  // namespace banker::testing
