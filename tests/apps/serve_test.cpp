// The verb serve: what it prints, how it ends, and what it refuses.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "agent/json_library.hpp"
#include "apps/serving.hpp"
#include "support/anybody.hpp"

namespace banker::testing::serve_test {
namespace {

using Json = nlohmann::json;

// A bandit but for how busy it is, which is not written down.
Json lasting(const std::string& body) {
  Json bandit = Json::parse(body);
  for (const char* key : {"asks_per_minute", "tells_per_minute"}) EXPECT_EQ(bandit.erase(key), 1u) << body;
  return bandit;
}

TEST_F(ServeVerb, SaysWhereItServesAndKeepsWhatItAnswered) {
  Json first;
  {
    Serve serve(folder, {"--data", data});
    EXPECT_EQ(serve.line(), "banker serves http://127.0.0.1:" + std::to_string(serve.port()) + " from " +
                                data + " (0 bandits)\n");
    EXPECT_EQ(serve.post("/v1/bandits", kAds).status, 201);
    for (int i = 0; i < 10; ++i) EXPECT_EQ(serve.post("/v1/bandits/ads/ask", "").status, 200);
    EXPECT_EQ(serve.post("/v1/bandits/ads/decisions/r4/tell", R"({"reward":1})").status, 204);
    first = lasting(serve.get("/v1/bandits/ads").body);
    serve.signal(SIGTERM);
    EXPECT_EQ(serve.wait(), 0);
    EXPECT_EQ(serve.rest(), "Open http://127.0.0.1:" + std::to_string(serve.port()) + " in a browser\n");
    const std::string errors = serve.errors();
    for (const char* event : {" info started ", " info stopping\n", " info stopped\n"})
      EXPECT_NE(errors.find(event), std::string::npos) << errors;
  }
  Serve serve(folder, {"--data", data, "--log-level", "off"});
  EXPECT_NE(serve.line().find(" (1 bandit)\n"), std::string::npos) << serve.line();
  EXPECT_EQ(lasting(serve.get("/v1/bandits/ads").body), first);
  EXPECT_EQ(first["rounds"], 10);
  serve.signal(SIGINT);
  EXPECT_EQ(serve.wait(), 0);
  EXPECT_EQ(serve.errors(), "");
}

TEST_F(ServeVerb, TheSecondInterruptEndsItAtOnce) {
  Serve serve(folder, {"--data", data});
  Wire half(serve.port());
  half.send("GET /healthz HTTP/1.1\r\n");
  serve.get("/healthz");
  serve.signal(SIGTERM);
  // It waits for the rest of the request, and nobody else comes in.
  while (serve.errors().find("stopping") == std::string::npos) continue;
  serve.signal(SIGINT);
  EXPECT_EQ(serve.wait(), -SIGINT);
}

TEST_F(ServeVerb, WritesOneObjectPerLine) {
  Serve serve(folder, {"--data", data, "--log-level", "debug", "--log-format", "json"});
  serve.get("/v1/bandits");
  Wire(serve.port()).send("garbage\r\n\r\n");
  serve.signal(SIGTERM);
  EXPECT_EQ(serve.wait(), 0);
  std::istringstream lines(serve.errors());
  std::size_t served = 0;
  for (std::string line; std::getline(lines, line);) {
    const Json object = Json::parse(line);
    for (const char* key : {"at", "level", "event"}) EXPECT_TRUE(object[key].is_string()) << line;
    if (object["event"] != "served" || object["method"] != "GET") continue;
    ++served;
    EXPECT_EQ(object["target"], "/v1/bandits");
    EXPECT_EQ(object["status"], 200);
    EXPECT_EQ(object["peer"], "127.0.0.1");
    EXPECT_GT(object["seconds"].get<double>(), 0);
  }
  EXPECT_EQ(served, 1u);
}

TEST_F(ServeVerb, WhatClientsSendDoesNotReachTheTerminal) {
  Serve serve(folder, {"--data", data, "--log-level", "debug"});
  serve.get("/\xc2\x9b[31m");  // a control character of its own, where it is not escaped
  serve.signal(SIGTERM);
  EXPECT_EQ(serve.wait(), 0);
  EXPECT_NE(serve.errors().find("\\u009b[31m"), std::string::npos) << serve.errors();
  EXPECT_EQ(serve.errors().find('\x9b'), std::string::npos);
}

TEST_F(ServeVerb, SignalsOfFullFilesAndClosedPipesDoNotEndIt) {
  Serve serve(folder, {"--data", data});
  for (const int number : {SIGPIPE, SIGXFSZ}) {
    serve.signal(number);
    EXPECT_EQ(serve.get("/healthz").status, 200);
  }
  serve.signal(SIGTERM);
  EXPECT_EQ(serve.wait(), 0);
}

// A decision of the servers is told within a second, in which there are at most 25 more.
TEST_F(ServeVerb, TheDemoFeedsItself) {
  Serve serve(folder, {"--data", data, "--demo"});
  const auto sum_of = [&](const char* key) {
    std::uint64_t sum = 0;
    const Json all = Json::parse(serve.get("/v1/bandits").body)["bandits"];
    EXPECT_EQ(all.size(), 6u);
    for (const Json& bandit : all) sum += bandit[key].get<std::uint64_t>();
    return sum;
  };
  while (sum_of("settled") == 0 && sum_of("rounds") < 300) continue;
  EXPECT_GT(sum_of("settled"), 0u) << "no outcome was counted";
  serve.signal(SIGTERM);
  EXPECT_EQ(serve.wait(), 0);
  const std::string rest = serve.rest();
  std::size_t curls = 0;
  for (std::size_t at = 0; (at = rest.find("  curl ", at)) != rest.npos; ++at) ++curls;
  EXPECT_EQ(curls, 3u) << rest;
  EXPECT_TRUE(rest.starts_with("Open http://127.0.0.1:")) << rest;
  EXPECT_NE(rest.find("\nSimulated visitors"), rest.npos) << rest;
}

TEST_F(ServeVerb, ShowsAPage) {
  Serve serve(folder, {"--data", data});
  const Answered page = serve.get("/");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.has("Content-Type: text/html; charset=utf-8\r\n")) << page.head;
  EXPECT_TRUE(page.body.starts_with("<!doctype html>")) << page.body.substr(0, 100);
}

TEST_F(ServeVerb, RefusesBadInput) {
  expect_refusal({"serve", "--data", data, "--port", "0", "--address", "0.0.0.0"}, 2, "banker token");
  expect_refusal({"serve", "--data", data, "--port", "0", "--address", "here"}, 2, "IP address");
  expect_refusal({"serve", "--data", data, "--port", "70000"}, 2, "65535");
  expect_refusal({"serve", "--data", data, "--tls-cert", "a"}, 2, "--tls-key");
  expect_refusal({"serve", "--data", data, "--port", "0", "--tls-cert", "a", "--tls-key", "b"}, 2,
                 "certificate a cannot be used: there is no such file");
  expect_refusal({"serve", "--data", data, "--log-level", "loud"}, 2, "loud");
  for (const char* days : {"nan", "inf", "-1", "1000001", "a week"})
    expect_refusal({"serve", "--data", data, "--port", "0", "--keep-days", days}, 2, "number of days from 0");
  expect_refusal({"serve", "--data", "", "--port", "0"}, 2, "names no file");
  expect_refusal({"serve", "--data", ":memory:", "--port", "0"}, 2, "no file");
  expect_refusal({"serve", "--data", folder.file("no/such/folder.db"), "--port", "0"}, 1, "folder.db");
  std::ofstream(folder.file("text.db"))
      << "This is not a journal, although it is long enough to be one. " << std::string(5000, 'x');
  expect_refusal({"serve", "--data", folder.file("text.db"), "--port", "0"}, 1, "text.db");
}

// Whom the rights of files bind, as they do not bind root.
TEST_F(ServeVerb, RefusesWhatItMayNotWrite) {
  EXPECT_EQ(run({"token", "--data", data, "--role", "ask"}).status, 0);
  { Serve(folder, {"--data", data}).get("/healthz"); }  // makes the head, too
  const auto refuse_with_mode = [&](const std::string& path, unsigned mode, const Texts& arguments,
                                    const std::string& named) {
    const auto before = std::filesystem::status(path).permissions();
    std::filesystem::permissions(path, std::filesystem::perms(mode));
    as_anybody([&] {
      expect_refusal(arguments, 1, named);
      expect_refusal(arguments, 1, "writ");  // to make it writable, or that it may be written
    });
    std::filesystem::permissions(path, before);
  };
  const std::string home = std::filesystem::path(data).parent_path();
  refuse_with_mode(data + "-head", 0400, {"serve", "--data", data, "--port", "0"}, data + "-head");
  refuse_with_mode(data, 0400, {"serve", "--data", data, "--port", "0"}, data);
  refuse_with_mode(data, 0400, {"token", "--data", data, "--role", "tell"}, data);
  const std::string other = folder.file("new.db");
  refuse_with_mode(home, 0500, {"serve", "--data", other, "--port", "0"}, other);
  refuse_with_mode(home, 0500, {"token", "--data", other, "--role", "tell"}, other);
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_NE(run({"token", "--data", data, "--revoke", "2"}).status, 0) << "a second was made";
}

}  // namespace
}  // namespace banker::testing::serve_test
