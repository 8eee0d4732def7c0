#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <string_view>
#include <vector>

#include "agent/json_library.hpp"
#include "http/openapi.hpp"
#include "http/paths.hpp"
#include "http/problem.hpp"
#include "http/routes.hpp"

// What /openapi.json says of answers.
namespace banker::testing {

inline const nlohmann::json& document() {
  static const nlohmann::json parsed = nlohmann::json::parse(http::openapi());
  return parsed;
}

inline const nlohmann::json& operation_of(const http::Route& route) {
  std::string method(route.method);
  for (char& c : method) c = static_cast<char>(std::tolower(c));
  return document().at("paths").at(std::string(route.path)).at(method);
}

// Whether it is an answer to this request. What belongs to no route may be answered as any problem that all routes share.
inline bool is_listed(std::string_view method, std::string_view target, int status) {
  const http::Target cut = http::split_target(target);
  std::vector<std::string_view> names;
  for (const http::Route& route : http::routes())
    if (route.method == (method == "HEAD" ? "GET" : method) && http::matches(route.path, cut, names))
      return operation_of(route).at("responses").contains(std::to_string(status));
  std::string name(http::reason(status));
  std::erase(name, ' ');
  return document().at("components").at("responses").contains(name);
}

}  // namespace banker::testing
