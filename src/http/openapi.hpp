#pragma once

#include <string>
#include <string_view>

namespace banker::http {

// The schemas of bodies and answers, by name, as JSON.
std::string_view schemas();
std::string_view bandit_schemas();

// The OpenAPI document of this server, made from the table of its routes.
const std::string& openapi();

}  // namespace banker::http
