#pragma once

#include <string>

#include "banker/body/shapes.hpp"

namespace banker::testing {

// What make_body() says of a polytope: "good", "empty", "flat", "unbounded", or the whole message.
inline std::string verdict(const Polytope& p) {
  const auto body = make_body(Shape(p));
  if (body) return "good";
  for (const std::string word : {"empty", "flat", "unbounded"}) {
    if (body.error().message.find("\"body\" is " + word) == 0) return word;
  }
  return body.error().message;
}

}  // namespace banker::testing
