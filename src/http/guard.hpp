#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "banker/store/tokens.hpp"
#include "message.hpp"

namespace banker::http {

// What a token must be allowed for a route.
enum class Need : std::uint8_t {
  kNothing,  ///< no token is needed
  kToken,    ///< any token
  kAsk,      ///< the role ask, or admin
  kTell,     ///< the role tell, or admin
  kAdmin,    ///< the role admin
};

// Who may do what. Without tokens everybody on this machine may do everything, which a page from elsewhere must not use:
//
//     a page of example.com whose name leads to 127.0.0.1   Host: example.com        403
//     a page of example.com that posts to localhost         Origin: http://example.com   403
//
// On an address that others can reach, nobody may do anything without tokens, as after the last one was revoked, unless
// any host will do.
//
// Thread safe.
class Guard {
 public:
  // `own_host`: the address that is listened on.
  Guard(store::Tokens& tokens, bool any_host, bool loopback, std::string own_host)
      : tokens_(tokens), any_host_(any_host), loopback_(loopback), own_host_(std::move(own_host)) {}
  // Nothing: go on.
  std::optional<Response> refuse(const Request& request, Need need) const;

 private:
  bool is_this_machine(std::string_view host) const;
  std::optional<Response> check_token(const Request& request, Need need) const;

  store::Tokens& tokens_;
  bool any_host_, loopback_;
  std::string own_host_;
};

}  // namespace banker::http
