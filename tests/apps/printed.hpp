#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "agent/json_library.hpp"

// What the program prints, taken apart.
namespace banker::testing {

inline std::vector<std::string> keys(const nlohmann::ordered_json& object) {
  std::vector<std::string> names;
  for (const auto& [key, value] : object.items()) names.push_back(key);
  return names;
}

// RFC 4180: cells in quotes, quotes doubled.
inline std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows{{""}};
  bool quoted = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    std::string& cell = rows.back().back();
    if (c == '"' && quoted && i + 1 < text.size() && text[i + 1] == '"') cell += text[++i];
    else if (c == '"') quoted = !quoted;
    else if (c == ',' && !quoted) rows.back().emplace_back();
    else if (c == '\n' && !quoted) rows.push_back({""});
    else cell += c;
  }
  EXPECT_EQ(rows.back(), std::vector<std::string>{""}) << "the last line has no end";
  rows.pop_back();
  return rows;
}

}  // namespace banker::testing
