#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "banker/core/result.hpp"

namespace banker::http {

// The target of a request, cut at its slashes. The pieces are as received; they live as long as the text they were cut from.
struct Target {
  std::string_view host;  // only of one that was sent as to a proxy
  std::string_view path;
  std::vector<std::string_view> segments;  // of "/v1/bandits": "v1", "bandits"
  std::string_view query;                  // behind the question mark
};
// Whether they are the same but for upper and lower case.
bool same_letters(std::string_view a, std::string_view b);

Target split_target(std::string_view target);

// "%C3%A9" is "é". An error if a percent sign has no two hex digits behind it, or if this is not UTF-8.
Result<std::string> percent_decode(std::string_view text);

// Whether the path is of this form: "/v1/bandits/{bandit}" takes one segment for each name in braces, and hands it on.
bool matches(std::string_view form, const Target& target, std::vector<std::string_view>& taken);

// "a=1&b=2", decoded.
Result<std::vector<std::pair<std::string, std::string>>> read_query(std::string_view query);

}  // namespace banker::http
