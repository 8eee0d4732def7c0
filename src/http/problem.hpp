#pragma once

#include <string>
#include <string_view>

#include "banker/core/result.hpp"
#include "banker/service/messages.hpp"
#include "message.hpp"

namespace banker::http {

std::string_view reason(int status);  // "Not Found", ...

// application/problem+json: what was wrong, where, and what to do.
Response problem(int status, std::string_view detail);
Response problem(const service::Problem& problem);
// Of a body or a spec: of the wrong form or type (400), out of range (422), or a disk that fails (503).
Response problem(const Error& error);

}  // namespace banker::http
