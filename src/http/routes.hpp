#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "desk.hpp"
#include "guard.hpp"

namespace banker::http {

// A good answer of a route.
struct Good {
  int status;
  std::string_view schema;  // of its body, by name; empty: it has none, or it is not JSON
  std::string_view what;
  std::string_view type = "application/json";
};

// A parameter in the query. None has to be there.
struct QueryParameter {
  std::string_view name;
  std::string_view type;  // of JSON
  std::string_view what;
  std::int64_t minimum = 0, maximum = 0;  // of integers; 0: none
};

// A route: what the router goes by, and what /openapi.json says about it. There is no other list.
struct Route {
  std::string_view name;    // the operationId
  std::string_view method;  // GET is HEAD, too
  std::string_view path;    // "{bandit}" and "{id}" take one segment each
  Need need;
  void (*answer)(Desk& desk, Call&& call);
  std::string_view what;
  std::vector<Good> good;
  std::vector<int> bad;        // statuses, beside those that follow from the rest: errors_of()
  std::string_view body = {};  // its schema; empty: the body is not looked at
  bool body_required = false;
  std::vector<QueryParameter> query = {};
};

inline bool has_body(const Route& route) { return route.method == "POST" || route.method == "PATCH"; }

std::span<const Route> routes();

// Every status a route answers that is a problem, in ascending order.
std::vector<int> errors_of(const Route& route);

}  // namespace banker::http
