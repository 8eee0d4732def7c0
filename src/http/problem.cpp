#include "problem.hpp"

#include "../agent/json.hpp"

namespace banker::http {

std::string_view reason(int status) {
  switch (status) {
    case 200: return "OK";
    case 201: return "Created";
    case 204: return "No Content";
    case 400: return "Bad Request";
    case 401: return "Unauthorized";
    case 403: return "Forbidden";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 408: return "Request Timeout";
    case 409: return "Conflict";
    case 413: return "Content Too Large";
    case 415: return "Unsupported Media Type";
    case 422: return "Unprocessable Content";
    case 429: return "Too Many Requests";
    case 431: return "Request Header Fields Too Large";
    case 503: return "Service Unavailable";
    default: return "Error";
  }
}

Response problem(int status, std::string_view detail) {
  // Of the library only texts are used, which it throws away without asking for memory.
  const std::string text = Json(detail).dump(-1, ' ', false, Json::error_handler_t::replace);
  Response response;
  response.status = status;
  response.type = "application/problem+json";
  response.body = concat(R"({"type":"about:blank","title":")", reason(status), R"(","status":)", status,
                         R"(,"detail":)", text, "}\n");
  if (status == 429 || status == 503) response.headers.emplace_back("Retry-After", "1");
  return response;
}

Response problem(const service::Problem& of_service) {
  return problem(static_cast<int>(of_service.kind), of_service.detail);
}

Response problem(const Error& error) {
  switch (error.code) {
    case ErrorCode::kDisk:
    case ErrorCode::kDamaged: return problem(503, error.message);
    case ErrorCode::kBadSpec:
    case ErrorCode::kBadValue: return problem(422, error.message);
    default: return problem(400, error.message);
  }
}

}  // namespace banker::http
