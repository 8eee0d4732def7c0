// Who may do what.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "office.hpp"

namespace banker::guard_test {
namespace {

using http::Need;
using http::Request;
using testing::header;
using testing::Office;

Request from(std::string host, std::string method = "GET") {
  Request result = testing::request(std::move(method), "/v1/bandits");
  result.host = std::move(host);
  return result;
}

TEST(Guard, WithoutTokensOnlyThisMachineMayAsk) {
  Office office;
  for (const char* host :
       {"localhost", "LocalHost:8080", "localhost:", "127.0.0.1", "127.0.0.1:1", "[::1]", "[::1]:8080"})
    EXPECT_EQ(office.send(from(host)).status, 200) << host;
  for (const char* host :
       {"", "example.com", "localhost.example.com", "localhost:8080.example.com", "127.0.0.1.nip.io",
        "127.0.0.10", "::1", "[::1", "localhost:80a", "user@localhost"})
    EXPECT_EQ(office.send(from(host)).status, 403) << host;
}

TEST(Guard, ThisHoldsForEveryRoute) {
  Office office;
  for (const http::Route& route : http::routes()) {
    Request request = testing::request(std::string(route.method), std::string(route.path));
    request.host = "example.com";
    EXPECT_EQ(office.send(request).status, 403) << route.path;
  }
}

TEST(Guard, TheAddressThatIsListenedOnIsThisMachine) {
  Office office;
  for (const std::string own : {"127.0.0.2", "[::ffff:127.0.0.1]"}) {
    EXPECT_EQ(office.send(from(own)).status, 403);
    office.router.emplace(*office.service, office.tokens, office.hub, http::RouterOptions{.own_host = own});
    for (const std::string& host : {own, own + ":8080", std::string("localhost")})
      EXPECT_EQ(office.send(from(host)).status, 200) << host;
    for (const std::string& host : {own + ".nip.io", std::string("127.0.0.3"), std::string("example.com")})
      EXPECT_EQ(office.send(from(host)).status, 403) << host;
  }
}

TEST(Guard, AnyHostIfToldSo) {
  Office office;
  office.router.emplace(*office.service, office.tokens, office.hub,
                        http::RouterOptions{.any_host = true, .max_body = 10});
  EXPECT_EQ(office.send(from("example.com")).status, 200);
}

// The last token was revoked: whoever says "Host: localhost" need not be on this machine.
TEST(Guard, WithoutTokensNobodyMayAskOnAPublicAddress) {
  Office office;
  office.router.emplace(*office.service, office.tokens, office.hub, http::RouterOptions{.loopback = false});
  for (const char* host : {"localhost", "127.0.0.1:8080", "example.com"}) {
    for (const http::Route& route : http::routes()) {
      Request request = testing::request(std::string(route.method), std::string(route.path));
      request.host = host;
      const auto response = office.send(request);
      EXPECT_EQ(response.status, route.need == Need::kNothing ? 200 : 401) << host << " " << route.path;
      EXPECT_EQ(header(response, "WWW-Authenticate"), route.need == Need::kNothing ? "" : "Bearer");
    }
  }
  office.tokens.tokens["boss"] = {.ask = false, .tell = false, .admin = true};
  Request request = from("example.com");
  request.authorization = "Bearer boss";
  EXPECT_EQ(office.send(request).status, 200);
}

// A stream ends when its token does.
TEST(Guard, StreamsAreAllowedAsLongAsTheirTokens) {
  Office office;
  office.tokens.tokens["boss"] = {.ask = false, .tell = false, .admin = true};
  office.tokens.tokens["other"] = {};
  Request request = testing::request("GET", "/v1/events");
  request.authorization = "Bearer boss";
  const auto response = office.send(request);
  ASSERT_TRUE(response.stream);
  EXPECT_TRUE(response.stream->allowed());
  office.tokens.tokens.erase("boss");
  EXPECT_FALSE(response.stream->allowed());
}

TEST(Guard, PagesFromElsewhereChangeNothing) {
  Office office;
  const auto status = [&](std::string origin, std::string site, std::string method = "DELETE") {
    Request request = testing::request(std::move(method), "/v1/bandits/ads");
    request.origin = std::move(origin);
    request.fetch_site = std::move(site);
    return office.send(request).status;
  };
  for (const bool tokens : {false, true}) {
    if (tokens) office.tokens.tokens["t"] = {};  // what is refused is so before tokens are looked at
    const int passed = tokens ? 401 : 404;
    EXPECT_EQ(status("", ""), passed);
    EXPECT_EQ(status("http://localhost:8080", ""), passed);
    EXPECT_EQ(status("https://LOCALHOST:8080", "same-origin"), passed);
    EXPECT_EQ(status("", "none"), passed);
    EXPECT_EQ(status("http://example.com", ""), 403);
    EXPECT_EQ(status("http://localhost:8081", ""), 403);
    EXPECT_EQ(status("http://localhost", ""), 403);
    EXPECT_EQ(status("null", ""), 403);
    EXPECT_EQ(status("", "cross-site"), 403);
    EXPECT_EQ(status("", "same-site"), 403);
    EXPECT_EQ(status("http://localhost:8080", "cross-site"), 403);
    EXPECT_EQ(status("http://example.com", "cross-site", "GET"), passed);  // it cannot read the answer
    EXPECT_EQ(status("http://example.com", "cross-site", "HEAD"), passed);
  }
}

// A token for each role, and for none.
void make_tokens(Office& office) {
  office.tokens.tokens = {{"looker", {}},
                          {"asker", {.ask = true, .tell = false, .admin = false}},
                          {"teller", {.ask = false, .tell = true, .admin = false}},
                          {"both", {.ask = true, .tell = true, .admin = false}},
                          {"boss", {.ask = false, .tell = false, .admin = true}}};
}

TEST(Guard, RolesOpenTheirRoutes) {
  Office office;
  make_tokens(office);
  const std::map<std::string, std::set<Need>> opens{
      {"looker", {Need::kNothing, Need::kToken}},
      {"asker", {Need::kNothing, Need::kToken, Need::kAsk}},
      {"teller", {Need::kNothing, Need::kToken, Need::kTell}},
      {"both", {Need::kNothing, Need::kToken, Need::kAsk, Need::kTell}},
      {"boss", {Need::kNothing, Need::kToken, Need::kAsk, Need::kTell, Need::kAdmin}}};
  for (const auto& [token, needs] : opens) {
    for (const http::Route& route : http::routes()) {
      Request request = testing::request(std::string(route.method), std::string(route.path));
      request.authorization = "Bearer " + token;
      request.host = "example.com";  // with tokens, any host will do
      const auto response = office.send(request);
      EXPECT_EQ(response.status != 403, needs.contains(route.need)) << token << " " << route.path;
      EXPECT_NE(response.status, 401) << token << " " << route.path;
    }
  }
}

TEST(Guard, WhichRoleARouteNeeds) {
  const std::map<std::string, Need> wanted{
      {"GET /", Need::kNothing},
      {"GET /healthz", Need::kNothing},
      {"GET /readyz", Need::kNothing},
      {"GET /openapi.json", Need::kNothing},
      {"GET /metrics", Need::kToken},
      {"GET /v1/bandits", Need::kToken},
      {"GET /v1/bandits/{bandit}", Need::kToken},
      {"GET /v1/bandits/{bandit}/decisions/{id}", Need::kToken},
      {"GET /v1/bandits/{bandit}/decisions/{id}/statement", Need::kToken},
      {"GET /v1/bandits/{bandit}/decisions", Need::kToken},
      {"GET /v1/bandits/{bandit}/history", Need::kToken},
      {"GET /v1/bandits/{bandit}/report", Need::kToken},
      {"GET /v1/live", Need::kToken},
      {"GET /v1/catalog", Need::kToken},
      {"POST /v1/bandits/{bandit}/decisions/{id}/expire", Need::kTell},
      {"POST /v1/bandits/{bandit}/pause", Need::kAdmin},
      {"POST /v1/bandits/{bandit}/resume", Need::kAdmin},
      {"POST /v1/bandits/{bandit}/expire", Need::kAdmin},
      {"POST /v1/bandits/{bandit}/ask", Need::kAsk},
      {"POST /v1/bandits/{bandit}/tell", Need::kTell},
      {"POST /v1/bandits/{bandit}/decisions/{id}/tell", Need::kTell},
      {"POST /v1/bandits/{bandit}/decisions/{id}/drop", Need::kTell},
      {"POST /v1/bandits", Need::kAdmin},
      {"PATCH /v1/bandits/{bandit}", Need::kAdmin},
      {"DELETE /v1/bandits/{bandit}", Need::kAdmin},
      {"GET /v1/bandits/{bandit}/log", Need::kAdmin},
      {"GET /v1/events", Need::kAdmin}};
  EXPECT_EQ(http::routes().size(), wanted.size());
  for (const http::Route& route : http::routes())
    EXPECT_EQ(wanted.at(std::string(route.method) + " " + std::string(route.path)), route.need) << route.path;
}

TEST(Guard, TokensMustBeKnown) {
  Office office;
  make_tokens(office);
  for (const char* authorization :
       {"", "Bearer", "Bearer ", "Bearer nobody", "Basic boss", "boss", "Bearer boss x"}) {
    Request request = from("localhost");
    request.authorization = authorization;
    const auto response = office.send(request);
    EXPECT_EQ(response.status, 401) << authorization;
    EXPECT_EQ(header(response, "WWW-Authenticate"), "Bearer");
  }
  Request request = from("localhost");
  request.authorization = "bearer   boss";
  EXPECT_EQ(office.send(request).status, 200);
  EXPECT_EQ(office.send("GET", "/healthz").status, 200);
  EXPECT_EQ(office.send("GET", "/nowhere").status, 404);
}

TEST(Guard, TokensThatCannotBeReadOpenNothing) {
  Office office;
  office.tokens.broken = true;
  for (const http::Route& route : http::routes()) {
    const auto response = office.send(std::string(route.method), std::string(route.path));
    EXPECT_EQ(response.status, route.need == Need::kNothing ? 200 : 503) << route.path;
  }
}

}  // namespace
}  // namespace banker::guard_test
