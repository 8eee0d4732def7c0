#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <initializer_list>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "banker/lab/study.hpp"
#include "support/folder.hpp"

// What the tests of the lab's engine share.
namespace banker::testing {

// A folder that does not exist yet, and is gone in the end.
class NewFolder {
 public:
  const std::string& path() const { return path_; }
  std::string operator/(const std::string& name) const { return path_ + '/' + name; }
  void make() const { std::filesystem::create_directories(path_); }
  bool exists() const { return std::filesystem::exists(path_); }

 private:
  const Folder around_;
  const std::string path_ = around_.file("new");
};

inline std::string read_text(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline void write_text(const std::string& path, std::string_view text) {
  std::ofstream(path, std::ios::binary) << text;
}
// With the ends of lines.
inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end + 1 - at));
    at = end + 1;
  }
  return lines;
}

inline void expect_words(const std::string& message, std::initializer_list<std::string_view> words) {
  for (const std::string_view word : words)
    EXPECT_NE(message.find(word), std::string::npos) << '"' << word << "\" is not in: " << message;
}
// Refused with these words; a message says something.
template <class T>
void expect_refused(const Result<T>& result, std::initializer_list<std::string_view> words) {
  ASSERT_FALSE(result) << "it was not refused";
  EXPECT_GT(result.error().message.size(), 10u);
  expect_words(result.error().message, words);
}

inline lab::RunResult timeless(lab::RunResult result) {
  result.ns_per_round = 0;
  return result;
}
// Everything but the times.
inline lab::Results timeless(lab::Results results) {
  for (auto& result : results) {
    if (result) result->ns_per_round = 0;
  }
  return results;
}

}  // namespace banker::testing
