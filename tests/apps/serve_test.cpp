// The verbs serve and token: what they print, how they end, and what they refuse.

#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/program.hpp"
#include "http/wire.hpp"
#include "support/server/folder.hpp"

namespace banker::testing {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

std::string read_file(const std::string& name) {
  std::ifstream file(name);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// `banker serve` on a free port, its standard error in a file.
class Serve {
 public:
  Serve(const Folder& folder, Texts more) : err_(folder.file("stderr")) {
    Texts arguments{BANKER_PROGRAM, "serve", "--port", "0"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, out_.write_end(), 1);
    posix_spawn_file_actions_addopen(&actions, 2, err_.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    EXPECT_EQ(posix_spawn(&child_, BANKER_PROGRAM, &actions, nullptr, argv.data(), environ), 0);
    posix_spawn_file_actions_destroy(&actions);
    out_.close_end(1);
    for (char c = 0; c != '\n' && read(out_.read_end(), &c, 1) == 1;) line_ += c;
    const std::size_t colon = line_.rfind(':');
    if (colon != line_.npos) port_ = static_cast<std::uint16_t>(std::atoi(line_.c_str() + colon + 1));
  }
  ~Serve() {
    if (child_ > 0) signal(SIGKILL), wait();
  }
  const std::string& line() const { return line_; }  // the first
  std::uint16_t port() const { return port_; }
  std::string errors() const { return read_file(err_); }
  std::string rest() const { return out_.read_all(); }
  void signal(int number) const { kill(child_, number); }
  int wait() {
    int status = 0;
    waitpid(std::exchange(child_, 0), &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
  }
  Answered get(const std::string& target, const std::string& header = "") const {
    Wire wire(port_);
    wire.send_get(target, header);
    return wire.read_answer().value_or(Answered{});
  }
  Answered post(const std::string& target, const std::string& body, const std::string& header = "") const {
    Wire wire(port_);
    wire.send("POST " + target + " HTTP/1.1\r\nHost: localhost\r\n" + header +
              "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
    return wire.read_answer().value_or(Answered{});
  }

 private:
  Pipe out_;
  std::string err_, line_;
  pid_t child_ = 0;
  std::uint16_t port_ = 0;
};

class ServeVerb : public ::testing::Test {
 protected:
  void expect_refusal(const Texts& arguments, int status, std::string_view words) const {
    const Finished done = run(arguments);
    EXPECT_EQ(done.status, status) << done.err;
    EXPECT_EQ(done.out, "");
    EXPECT_NE(done.err.find(words), std::string::npos) << done.err;
  }
  Folder folder;
  const std::string data = folder.file("bank.db");
};

constexpr const char* kAds = R"({"name":"ads","agent":"banker","arms":["red","green"],"seed":3})";

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

TEST_F(ServeVerb, TheDemoFeedsItself) {
  Serve serve(folder, {"--data", data, "--demo"});
  const auto rounds = [&] {
    std::uint64_t sum = 0;
    const Json all = Json::parse(serve.get("/v1/bandits").body)["bandits"];
    EXPECT_EQ(all.size(), 6u);
    for (const Json& bandit : all) sum += bandit["rounds"].get<std::uint64_t>();
    return sum;
  };
  while (rounds() < 5) continue;
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
  expect_refusal({"serve", "--data", folder.file("no/such/folder.db"), "--port", "0"}, 1, "folder.db");
  std::ofstream(folder.file("text.db"))
      << "This is not a journal, although it is long enough to be one. " << std::string(5000, 'x');
  expect_refusal({"serve", "--data", folder.file("text.db"), "--port", "0"}, 1, "text.db");
}

// ---- Tokens

std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }

TEST_F(ServeVerb, TokensOpenWhatTheirRolesSay) {
  const auto make = [&](const std::string& roles) {
    const Finished done = run({"token", "--data", data, "--role", roles});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.err.find("only time"), std::string::npos);
    EXPECT_TRUE(done.out.ends_with('\n'));
    return bearer(done.out.substr(0, done.out.size() - 1));
  };
  const std::string admin = make("admin"), ask = make("ask");
  EXPECT_NE(admin, ask);
  Serve serve(folder, {"--data", data, "--address", "127.0.0.1"});
  EXPECT_EQ(serve.post("/v1/bandits", kAds).status, 401);
  EXPECT_EQ(serve.post("/v1/bandits", kAds, ask).status, 403);
  EXPECT_EQ(serve.post("/v1/bandits", kAds, admin).status, 201);
  EXPECT_EQ(serve.post("/v1/bandits/ads/ask", "", ask).status, 200);

  const Finished listed = run({"token", "--data", data, "--list"});
  EXPECT_EQ(listed.status, 0);
  for (const char* words : {"admin", "ask", "made"}) EXPECT_NE(listed.out.find(words), std::string::npos);
  EXPECT_EQ(listed.out.find(ask.substr(22, 10)), std::string::npos) << "tokens are not kept";

  EXPECT_EQ(run({"token", "--data", data, "--revoke", "2"}).status, 0);
  while (serve.post("/v1/bandits/ads/ask", "", ask).status != 401) continue;  // the server learns of it
  EXPECT_EQ(serve.post("/v1/bandits/ads/ask", "", admin).status, 200);
}

TEST_F(ServeVerb, RefusesBadTokenRequests) {
  expect_refusal({"token", "--data", data, "--list"}, 2, "no file");
  EXPECT_EQ(run({"token", "--data", data, "--role", "ask,tell"}).status, 0);
  expect_refusal({"token", "--data", data, "--role", "king"}, 2, "king");
  expect_refusal({"token", "--data", data, "--revoke", "9"}, 2, "no token 9");
  expect_refusal({"token", "--data", data}, 2, "");
  expect_refusal({"token", "--data", data, "--list", "--revoke", "1"}, 2, "");
}

}  // namespace
}  // namespace banker::testing
