#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "banker/http/server.hpp"
#include "door.hpp"
#include "listed.hpp"
#include "support/server/memory_journal.hpp"
#include "support/server/wire.hpp"

namespace banker::testing {

// Tokens of nobody.
class NoTokens final : public store::Tokens {
 public:
  Result<std::string> make(store::Roles) override { return std::string("token"); }
  Result<std::vector<store::TokenRow>> list() override { return std::vector<store::TokenRow>{}; }
  Result<bool> revoke(std::int64_t) override { return false; }
  Result<bool> any() override { return false; }
  Result<std::optional<store::Roles>> roles_of(std::string_view) override {
    return std::optional<store::Roles>();
  }
};

// A server on a free port over a journal in memory, with a bandit "ads" of two arms.
class RunningServer {
 public:
  explicit RunningServer(http::ServerOptions options = {}) {
    options.port = 0;
    if (!options.on_served) {
      options.on_served = [](const http::ServerOptions::Served& served) {
        EXPECT_TRUE(is_listed(served.method, served.target, served.status))
            << served.method << " " << served.target << " is not known to answer " << served.status;
      };
    }
    disk->on_commit = [this] { door.pass(); };
    server = *http::Server::start(std::make_unique<MemoryJournal>(disk), std::make_unique<NoTokens>(), {},
                                  std::move(options));
    const auto made =
        server->service().call(service::Create{"ads", R"({"agent":"banker","arms":2,"seed":1})", {}});
    EXPECT_TRUE(std::holds_alternative<service::View>(made) || std::holds_alternative<service::Done>(made));
  }

  Wire dial() const { return Wire(server->port()); }

  std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  Door door;
  std::unique_ptr<http::Server> server;
};

// Whether the server does what it is there for, on a new connection.
inline void expect_alive(const RunningServer& running) {
  Wire wire = running.dial();
  wire.send_get("/healthz");
  const auto answer = wire.read_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
}

// With as many bodies as it takes, which wait for the disk.
struct FullServer {
  FullServer() : running(for_four_bodies()) {
    running.door.close();
    for (int i = 0; i < 4; ++i) {
      waiting.push_back(running.dial());
      waiting.back().send_post("/v1/bandits/ads/ask", body);
      running.door.knock();
      expect_alive(running);  // what was sent before has been read: there is one thread
    }
  }
  // The disk goes on, and all are answered.
  void let_go() {
    running.door.open();
    for (Wire& wire : waiting) EXPECT_EQ(wire.read_answer()->status, 200);
  }

  static constexpr std::size_t kBody = 1000;
  static http::ServerOptions for_four_bodies() {
    http::ServerOptions options;
    options.max_body = kBody;
    options.max_held = 4 * kBody;
    return options;
  }
  const std::string body = "{}" + std::string(kBody - 2, ' ');
  RunningServer running;
  std::vector<Wire> waiting;
};

}  // namespace banker::testing
