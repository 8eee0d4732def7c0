// The transport: requests in any pieces and any number, streams, and the end.

#include <algorithm>
#include <atomic>
#include <thread>

#include "kept_port.hpp"
#include "running_server.hpp"

namespace banker::testing::server_test {
namespace {

constexpr std::string_view kAsk = "/v1/bandits/ads/ask";

TEST(Server, KeepsConnections) {
  RunningServer running;
  Wire wire = running.dial();
  for (int i = 0; i < 3; ++i) {
    wire.send_get("/healthz");
    const auto answer = wire.read_answer();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_EQ(answer->body, "{\"status\":\"ok\"}\n");
    EXPECT_TRUE(answer->has("HTTP/1.1 200 OK\r\n"));
    EXPECT_TRUE(answer->has("Content-Type: application/json"));
    EXPECT_TRUE(answer->has("Date: "));
    EXPECT_FALSE(answer->has("Connection:"));
  }
  wire.send_get("/healthz", "Connection: close\r\n");
  EXPECT_TRUE(wire.read_answer()->has("Connection: close"));
  EXPECT_TRUE(wire.ends());
}

TEST(Server, AnswersManyRequestsOfOnePacketInOrder) {
  RunningServer running;
  Wire wire = running.dial();
  std::string all;
  for (int i = 0; i < 100; ++i)
    all += "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
  wire.send(all);
  for (int i = 1; i <= 100; ++i) {
    const auto answer = wire.read_answer();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200);
    EXPECT_TRUE(answer->body.starts_with(R"({"id":"r)" + std::to_string(i) + "\"")) << answer->body;
  }
}

TEST(Server, ReadsByteByByte) {
  RunningServer running;
  Wire wire = running.dial();
  const std::string one =
      "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
      "6\r\n{\"coun\r\n6;note=1\r\nt\": 3}\r\n0\r\nTrailer: ignored\r\n\r\n";
  for (const char c : one + one) ASSERT_TRUE(wire.send({&c, 1}));
  for (int i = 0; i < 2; ++i) {
    const auto answer = wire.read_answer();
    ASSERT_TRUE(answer);
    EXPECT_EQ(answer->status, 200) << answer->body;
    EXPECT_EQ(std::count(answer->body.begin(), answer->body.end(), '{'), 1 + 3) << answer->body;
  }
}

TEST(Server, HeadHasTheLengthButNoBody) {
  RunningServer running;
  Wire wire = running.dial();
  wire.send("HEAD /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = wire.read_answer(false);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_TRUE(answer->has("Content-Length: 16"));
  wire.send_get("/healthz");
  EXPECT_EQ(wire.read_answer()->body, "{\"status\":\"ok\"}\n") << "nothing lies between the two answers";
}

TEST(Server, SpeaksTheOldProtocol) {
  RunningServer running;
  Wire wire = running.dial();
  wire.send("GET /healthz HTTP/1.0\r\nHost: localhost\r\nConnection: keep-alive\r\n\r\n");
  EXPECT_TRUE(wire.read_answer()->has("Connection: keep-alive"));
  wire.send("GET /v1/bandits/ads/log HTTP/1.0\r\nHost: localhost\r\n\r\n");
  const auto log = wire.read_answer();
  ASSERT_TRUE(log);
  EXPECT_FALSE(log->has("chunked"));
  EXPECT_TRUE(wire.read_to_end().starts_with("{\"agent\":\"banker\"")) << "the end of the stream is the end";
}

TEST(Server, StreamsInChunks) {
  RunningServer running;
  Wire wire = running.dial();
  wire.send_get("/v1/bandits/ads/log");
  const auto head = wire.read_answer();
  ASSERT_TRUE(head);
  EXPECT_TRUE(head->has("Transfer-Encoding: chunked"));
  std::string log;
  for (std::string piece; !(piece = wire.read_chunk().value_or("")).empty();) log += piece;
  EXPECT_TRUE(log.starts_with("{\"agent\":\"banker\""));
  wire.send_get("/healthz");
  EXPECT_EQ(wire.read_answer()->status, 200) << "the connection is kept";
}

TEST(Server, TellsWhoAsksFirstToSendTheBody) {
  RunningServer running;
  Wire wire = running.dial();
  wire.send(
      "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: "
      "100-continue\r\n\r\n");
  EXPECT_EQ(wire.read_until("\r\n\r\n"), "HTTP/1.1 100 Continue");
  wire.send("{}");
  EXPECT_EQ(wire.read_answer()->status, 200);
  wire.send(
      "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nExpect: "
      "100-continue\r\n\r\n{}");
  EXPECT_EQ(wire.read_answer()->status, 200) << "who does not wait is not told";
}

TEST(Server, ManyThreadsAndConnections) {
  http::ServerOptions options;
  options.threads = 3;
  RunningServer running(options);
  std::vector<std::thread> clients;
  std::atomic<int> good = 0;
  for (int i = 0; i < 16; ++i) {
    clients.emplace_back([&] {
      Wire wire = running.dial();
      for (int j = 0; j < 50; ++j) {
        wire.send_post(kAsk);
        const auto answer = wire.read_answer();
        if (answer && answer->status == 200) ++good;
      }
    });
  }
  for (auto& client : clients) client.join();
  EXPECT_EQ(good, 16 * 50);
}

TEST(Server, OneWhoDoesNotReadHoldsUpNobody) {
  RunningServer running;
  running.server->service().call(service::Ask{"ads", 100'000, {}});
  Wire slow = running.dial();
  const int small = 4096;
  setsockopt(slow.descriptor(), SOL_SOCKET, SO_RCVBUF, &small, sizeof small);
  for (int i = 0; i < 20; ++i) slow.send_get("/v1/bandits/ads/log");
  for (int i = 0; i < 10; ++i) expect_alive(running);
}

TEST(Server, StopsWhenWhatIsUnderWayIsAnswered) {
  http::ServerOptions options;
  options.drain_seconds = 3600;
  RunningServer running(options);
  std::vector<Wire> wires;
  Wire idle = running.dial();
  idle.send_get("/healthz");
  idle.read_answer();
  running.door.close();
  for (int i = 0; i < 20; ++i) {
    wires.push_back(running.dial());
    wires.back().send_post(kAsk);
  }
  running.door.knock();
  std::thread stopper([&] { running.server->stop(); });
  EXPECT_TRUE(idle.ends()) << "idle connections are closed at once";
  running.door.open();
  for (Wire& wire : wires) {
    EXPECT_EQ(wire.read_answer().value_or(Answered{}).status, 200);
    EXPECT_TRUE(wire.ends());
  }
  stopper.join();
  EXPECT_EQ(running.disk->find("ads")->decisions.size(), 20u);
  EXPECT_THROW(running.dial(), std::runtime_error);
}

TEST(Server, DoesNotWaitForEverWhenItStops) {
  http::ServerOptions options;
  options.drain_seconds = 0.05;
  RunningServer running(options);
  running.door.close();
  Wire wire = running.dial();
  wire.send_post(kAsk);
  running.door.knock();
  running.server->stop();
  EXPECT_TRUE(wire.ends()) << "no answer is better than one that is not true";
  running.door.open();
}

// Somebody connects while bandits are read back, which then fails.
TEST(Server, AStartThatFailsHurtsNobody) {
  RunningServer first;
  first.server.reset();
  const KeptPort port;
  http::ServerOptions options;
  options.port = port.number();
  options.threads = 4;
  for (int i = 0; i < 20; ++i) {
    std::vector<Wire> early;
    service::Options service;
    service.progress = [&](std::size_t, std::size_t) {
      for (int j = 0; j < 8; ++j) {
        early.emplace_back(options.port);
        early.back().send_get("/healthz");
      }
      first.disk->fail_reads = 100;
    };
    EXPECT_FALSE(http::Server::start(std::make_unique<MemoryJournal>(first.disk),
                                     std::make_unique<NoTokens>(), std::move(service), options));
    EXPECT_EQ(early.size(), 8u);
    for (Wire& wire : early) EXPECT_TRUE(wire.ends());
    first.disk->fail_reads = 0;
  }
}

// ---- Events

class Events : public ::testing::Test {
 protected:
  Events() {
    wire.send_get("/v1/events");
    head = *wire.read_answer();
  }
  RunningServer running;
  Wire wire = running.dial();
  Answered head;
};

TEST_F(Events, ComeAsTheyHappenAndEndWithTheServer) {
  EXPECT_TRUE(head.has("Content-Type: text/event-stream"));
  EXPECT_TRUE(head.has("Cache-Control: no-store"));
  running.server->service().call(service::Ask{"ads", 1, {}});
  const auto asked = wire.read_chunk();
  ASSERT_TRUE(asked);
  EXPECT_TRUE(asked->starts_with("event: ask\ndata: {\"bandit\":\"ads\",\"id\":\"r1\",\"round\":1,\"at\":\""))
      << *asked;
  running.server->service().call(service::Tell{"ads", {{"r1", 0.5, Outcome::Kind::kLoss}}});
  EXPECT_TRUE(wire.read_chunk()->starts_with("event: tell\n"));
  running.server->stop();
  EXPECT_EQ(wire.read_chunk(), "") << "a proper end";
  EXPECT_TRUE(wire.ends());
}

TEST_F(Events, AListenerWhoLeavesMakesRoom) {
  std::vector<Wire> crowd;
  for (int i = 1; i < 100; ++i) {
    crowd.push_back(running.dial());
    crowd.back().send_get("/v1/events");
    EXPECT_EQ(crowd.back().read_answer()->status, 200);
  }
  Wire late = running.dial();
  late.send_get("/v1/events");
  EXPECT_EQ(late.read_answer()->status, 429);
  crowd.clear();
  int status = 429;  // the server notices soon, but not at once
  while (status == 429) {
    late.send_get("/v1/events");
    status = late.read_answer()->status;
  }
  EXPECT_EQ(status, 200);
}

}  // namespace
}  // namespace banker::testing::server_test
