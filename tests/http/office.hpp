#pragma once

#include <gtest/gtest.h>

#include <future>
#include <memory>
#include <string>
#include <utility>

#include "agent/json_library.hpp"
#include "door.hpp"
#include "given_tokens.hpp"
#include "http/router.hpp"
#include "http/routes.hpp"
#include "listed.hpp"
#include "support/server/memory_journal.hpp"

// A router over a service in memory, without sockets.
namespace banker::testing {

inline http::Request request(std::string method, std::string target, std::string body = {}) {
  http::Request result;
  result.method = std::move(method);
  result.target = std::move(target);
  result.body = std::move(body);
  result.host = "localhost:8080";
  return result;
}

class Office {
 public:
  static constexpr std::size_t kMaxBody = 100'000;

  Office() {
    service::Options options;
    options.clock = [this] { return now.load(); };
    options.watched = [this] { return hub.watched(); };
    options.watch = [this](auto all) { hub.publish(all); };
    disk->on_commit = [this] { door.pass(); };
    service = *service::Service::start(std::make_unique<MemoryJournal>(disk), std::move(options));
    router.emplace(*service, tokens, hub, http::RouterOptions{.any_host = false, .max_body = kMaxBody});
  }

  http::Response send(http::Request what) {
    std::promise<http::Response> promise;
    auto future = promise.get_future();
    const std::string method = what.method, target = what.target;
    router->handle(std::move(what),
                   [&](http::Response&& response) { promise.set_value(std::move(response)); });
    http::Response response = future.get();
    EXPECT_TRUE(is_listed(method, target, response.status))
        << method << " " << target << " is not known to answer " << response.status << ": " << response.body;
    return response;
  }
  http::Response send(std::string method, std::string target, std::string body = {}) {
    return send(request(std::move(method), std::move(target), std::move(body)));
  }
  // The body of an answer that must have this status.
  nlohmann::json expect(int status, const http::Request& what) {
    const auto response = send(what);
    EXPECT_EQ(response.status, status) << what.method << " " << what.target << " " << what.body << "\n"
                                       << response.body;
    if (response.body.empty()) return nullptr;
    return nlohmann::json::parse(response.body);
  }
  nlohmann::json expect(int status, std::string method, std::string target, std::string body = {}) {
    return expect(status, request(std::move(method), std::move(target), std::move(body)));
  }
  // A bandit with three arms, the first of them named with a quote.
  void make_ads(const std::string& more = "") {
    expect(201, "POST", "/v1/bandits",
           R"({"name":"ads","agent":"banker","arms":["say \"a\"","b","c"],"seed":7)" + more + "}");
  }

  std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  std::atomic<store::Time> now{1'767'323'045'678'901};  // 2026-01-02T03:04:05.678901Z
  Door door;
  GivenTokens tokens;
  http::Hub hub;
  std::unique_ptr<service::Service> service;
  std::optional<http::Router> router;
};

// Everything a stream says until its end.
inline std::string read_all(http::Stream& stream) {
  std::string all;
  while (true) {
    std::promise<http::Stream::Piece> promise;
    auto future = promise.get_future();
    stream.next([&](http::Stream::Piece piece) { promise.set_value(std::move(piece)); });
    const auto piece = future.get();
    EXPECT_FALSE(piece.failed);
    all += piece.text;
    if (piece.last || piece.failed) return all;
  }
}

inline std::string header(const http::Response& response, std::string_view name) {
  for (const auto& [key, value] : response.headers)
    if (key == name) return value;
  return {};
}

}  // namespace banker::testing
