#include "guard.hpp"

#include <string_view>

#include "../agent/json.hpp"
#include "paths.hpp"
#include "problem.hpp"

namespace banker::http {

namespace {

// "localhost:8080" is localhost, whatever the port.
bool is_host(std::string_view host, std::string_view name) {
  if (!same_letters(host.substr(0, name.size()), name)) return false;
  const std::string_view port = host.substr(name.size());
  return port.empty() || (port.starts_with(':') && port.find_first_not_of("0123456789", 1) == port.npos);
}

bool is_write(const Request& request) { return request.method != "GET" && request.method != "HEAD"; }

// Whether a browser sends this for a page of another origin.
bool is_foreign(const Request& request) {
  const std::string_view site = request.fetch_site, origin = request.origin;
  if (!site.empty() && site != "same-origin" && site != "none") return true;
  if (origin.empty()) return false;
  const auto scheme = origin.find("://");
  return scheme == origin.npos || !same_letters(origin.substr(scheme + 3), request.host);
}

// Of "Bearer abc": abc. Empty if there is none.
std::string_view bearer(std::string_view authorization) {
  constexpr std::string_view kScheme = "Bearer ";
  if (!same_letters(authorization.substr(0, kScheme.size()), kScheme)) return {};
  authorization.remove_prefix(kScheme.size());
  const auto first = authorization.find_first_not_of(' ');
  return first == authorization.npos ? std::string_view() : authorization.substr(first);
}

Response unauthorized(std::string_view detail) {
  Response response = problem(401, detail);
  response.headers.emplace_back("WWW-Authenticate", "Bearer");
  return response;
}

bool allows(const store::Roles& roles, Need need) {
  switch (need) {
    case Need::kNothing:
    case Need::kToken: return true;
    case Need::kAsk: return roles.ask || roles.admin;
    case Need::kTell: return roles.tell || roles.admin;
    case Need::kAdmin: return roles.admin;
  }
  return false;
}

std::string_view role_for(Need need) {
  return need == Need::kAsk ? "ask" : need == Need::kTell ? "tell" : "admin";
}

}  // namespace

bool Guard::is_this_machine(std::string_view host) const {
  for (const std::string_view name : {"localhost", "127.0.0.1", "[::1]"})
    if (is_host(host, name)) return true;
  return is_host(host, own_host_);
}

std::optional<Response> Guard::refuse(const Request& request, Need need) const {
  if (is_write(request) && is_foreign(request))
    return problem(
        403, concat("a page of another origin may not change anything here: the request came from ",
                    in_quotes(request.origin.empty() ? request.fetch_site : request.origin), ", and this is ",
                    in_quotes(request.host)));
  const auto any = tokens_.any();
  if (any && !*any && loopback_ && !any_host_ && !is_this_machine(request.host))
    return problem(403,
                   concat("there are no tokens, so only this machine may ask: the Host must be localhost, "
                          "127.0.0.1, [::1] or the address that is listened on, not ",
                          in_quotes(request.host), ". `banker token` makes tokens"));
  if (need == Need::kNothing) return std::nullopt;
  if (!any) return problem(503, any.error().message);
  if (*any) return check_token(request, need);
  if (loopback_ || any_host_) return std::nullopt;
  return unauthorized(
      "there are no tokens any more, and others than this machine reach this address: `banker token` makes "
      "one");
}

std::optional<Response> Guard::check_token(const Request& request, Need need) const {
  const std::string_view token = bearer(request.authorization);
  if (token.empty())
    return unauthorized(
        "a token is needed: send the header Authorization: Bearer TOKEN. `banker token` makes one");
  const auto roles = tokens_.roles_of(token);
  if (!roles) return problem(503, roles.error().message);
  if (!*roles) return unauthorized("this token is not known: it was revoked, or mistyped");
  if (allows(**roles, need)) return std::nullopt;
  return problem(403, concat("this token does not have the role ", role_for(need), ": `banker token --role ",
                             role_for(need), "` makes one that has"));
}

}  // namespace banker::http
