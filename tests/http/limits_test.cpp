// What is too large, too slow, too much or not HTTP is refused by the right number, and hurts nobody else.

#include <poll.h>

#include <random>

#include "agent/json_library.hpp"
#include "http/gate.hpp"
#include "running_server.hpp"

namespace banker::testing::limits_test {
namespace {

// The answer to bytes that are not a request: a problem, and the end of the connection.
void expect_refused(const RunningServer& running, const std::string& bytes, int status) {
  SCOPED_TRACE(bytes.substr(0, 200));
  Wire wire = running.dial();
  wire.send(bytes);
  const auto answer = wire.read_answer();
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, status);
  EXPECT_TRUE(answer->has("Content-Type: application/problem+json"));
  EXPECT_TRUE(answer->has("Connection: close"));
  const auto problem = nlohmann::json::parse(answer->body);
  EXPECT_EQ(problem["status"], status);
  EXPECT_GT(problem["detail"].get<std::string>().size(), 10u);
  EXPECT_TRUE(wire.ends());
}

TEST(Limits, WhatIsNotHttpIsA400) {
  const RunningServer running;
  for (const std::string bytes : {
           "garbage\r\n\r\n",
           "GET / HTTP/2.0\r\n\r\n",
           "GET /\r\n\r\n",
           "\r\n\r\n",
           "GET  / HTTP/1.1\r\n\r\n",
           "GET / HTTP/1.1\r\n\r\n",                                    // no host
           "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",              // two
           "GET / HTTP/1.1\r\nHost: a\r\nbad header\r\n\r\n",           // no colon
           "GET / HTTP/1.1\r\nHost : a\r\n\r\n",                        // a space before it
           "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n",   // not a number
           "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",  //
           "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\n\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n",
           "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding:\r\n chunked\r\n\r\n0\r\n\r\n",  // in two lines
           "GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n",
       })
    expect_refused(running, bytes, 400);
  expect_alive(running);
}

TEST(Limits, LongHeadersAreA431) {
  const RunningServer running;
  const std::string start = "GET / HTTP/1.1\r\nHost: localhost\r\n";
  expect_refused(running, start + "Long: " + std::string(20'000, 'x') + "\r\n\r\n", 431);
  expect_refused(running, "GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\nHost: localhost\r\n\r\n", 431);
  std::string many = start;
  while (many.size() < 20'000) many += "A: b\r\n";
  expect_refused(running, many + "\r\n", 431);

  Wire slowly = running.dial();  // however it is cut into packets
  for (std::size_t i = 0; i < many.size(); i += 100) slowly.send(many.substr(i, 100));
  EXPECT_EQ(slowly.read_answer()->status, 431);

  Wire wire = running.dial();
  wire.send_get("/healthz", "Long: " + std::string(15'000, 'x') + "\r\n");
  EXPECT_EQ(wire.read_answer()->status, 200);
}

TEST(Limits, LargeBodiesAreA413) {
  http::ServerOptions options;
  options.max_body = 1000;
  const RunningServer running(options);
  const std::string start = "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\n";
  // The length alone is enough, and nobody is told to go on.
  expect_refused(running, start + "Expect: 100-continue\r\nContent-Length: 1001\r\n\r\n", 413);
  expect_refused(running, start + "Content-Length: 18446744073709551615\r\n\r\n", 413);
  expect_refused(running,
                 start + "Transfer-Encoding: chunked\r\n\r\n258\r\n" + std::string(600, ' ') + "\r\n258\r\n" +
                     std::string(600, ' ') + "\r\n0\r\n\r\n",
                 413);
  // Somebody who sends all of it before he listens hears the answer, too.
  expect_refused(running, start + "Content-Length: 1000000\r\n\r\n" + std::string(1'000'000, ' '), 413);
  Wire wire = running.dial();
  wire.send_post("/v1/bandits/ads/ask", "{}" + std::string(998, ' '));
  EXPECT_EQ(wire.read_answer()->status, 200);
}

// A gigabyte of bodies that never end is too much: whoever comes on top of it is turned away.
TEST(Limits, BodiesTogetherHaveALimit) {
  http::Gate gate(10, 1000);
  EXPECT_TRUE(gate.hold(0, 600));
  EXPECT_FALSE(gate.hold(0, 401)) << "nothing is held then";
  EXPECT_TRUE(gate.hold(0, 400));
  EXPECT_TRUE(gate.hold(600, 0));
  EXPECT_TRUE(gate.hold(400, 1000));
}

// A body counts until it is answered.
TEST(Limits, BodiesThatWaitForAnAnswerCount) {
  FullServer full;
  Wire late = full.running.dial();
  late.send_post("/v1/bandits/ads/ask", full.body);
  EXPECT_EQ(late.read_answer()->status, 429);
  full.let_go();
  Wire again = full.running.dial();
  again.send_post("/v1/bandits/ads/ask", full.body);
  EXPECT_EQ(again.read_answer()->status, 200);
}

// So does a long answer, from when it is asked for until it is read.
TEST(Limits, AnswersThatNobodyReadsHaveALimit) {
  http::ServerOptions options;
  options.max_held = 40'000'000;
  options.max_body = 1000;
  options.write_seconds = 3600;  // a slow machine is no reason to close
  const RunningServer running(options);
  std::vector<Wire> wires;
  for (int i = 0; i < 6; ++i) {  // some 7 MB each, while it is made three times that
    wires.push_back(running.dial());
    wires.back().send_post("/v1/bandits/ads/ask", R"({"count":100000})");
  }
  Wire last = running.dial();  // its answer is long enough to be written where theirs are, after them
  last.send_post("/v1/bandits/ads/ask", R"({"count":1001})");
  EXPECT_EQ(last.read_answer()->status, 200);
  int done = 0;
  for (Wire& wire : wires) {
    const auto answer = wire.read_answer();
    ASSERT_TRUE(answer);
    if (answer->status == 200) ++done;
    else EXPECT_EQ(answer->status, 429);
  }
  EXPECT_GE(done, 1);
  EXPECT_LT(done, 6);
  last.send_get("/v1/bandits/ads");
  EXPECT_EQ(nlohmann::json::parse(last.read_answer()->body)["rounds"], 100'000 * done + 1001);
  last.send_post("/v1/bandits/ads/ask", R"({"count":100000})");
  EXPECT_EQ(last.read_answer()->status, 200);
}

TEST(Limits, ChunkLinesHaveAnEnd) {
  const RunningServer running;
  expect_refused(
      running,
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;" + std::string(40'000, 'x'), 400);
}

TEST(Limits, SlowRequestsAreA408) {
  http::ServerOptions options;
  options.read_seconds = 0.05;
  const RunningServer running(options);
  expect_refused(running, "POST /v1/bandits/ads/ask HTTP/1.1\r\nHo", 408);
  expect_refused(running, "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\n{", 408);
  expect_alive(running);
}

TEST(Limits, IdleConnectionsAreClosed) {
  http::ServerOptions options;
  options.idle_seconds = 0.05;
  const RunningServer running(options);
  Wire wire = running.dial();
  EXPECT_TRUE(wire.ends());
  // Who asks in time is answered first. On a busy machine that may take some tries.
  std::optional<Answered> answer;
  for (int i = 0; i < 1000 && !answer; ++i) {
    Wire used = running.dial();
    used.send_get("/healthz");
    answer = used.read_answer();
    EXPECT_TRUE(!answer || (answer->status == 200 && used.ends()));
  }
  ASSERT_TRUE(answer);
}

TEST(Limits, WhoDoesNotReadIsGivenUp) {
  http::ServerOptions options;
  options.write_seconds = 0.05;
  const RunningServer running(options);
  Wire wire = running.dial();
  std::string many;  // far more answers than the system keeps for somebody who does not read
  for (int i = 0; i < 10'000; ++i) many += "GET /openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n";
  wire.send(many);
  pollfd cut{.fd = wire.descriptor(), .events = 0, .revents = 0};
  poll(&cut, 1, -1);
  const std::string got = wire.read_to_end();
  EXPECT_LT(got.size(), std::size_t{100} << 20);
  expect_alive(running);
}

TEST(Limits, ConnectionsBeyondTheMostWaitForRoom) {
  http::ServerOptions options;
  options.max_connections = 2;
  const RunningServer running(options);
  Wire first = running.dial();
  Wire second = running.dial();
  for (Wire* wire : {&first, &second}) {
    wire->send_get("/healthz");
    EXPECT_EQ(wire->read_answer()->status, 200);
  }
  Wire third = running.dial();  // into the queue of the system
  third.send_get("/healthz");
  second.send_get("/healthz");
  EXPECT_EQ(second.read_answer()->status, 200);
  first.hang_up();
  EXPECT_EQ(third.read_answer()->status, 200);
}

// Random bytes, and requests with random damage: an answer below 500 or none, and the server goes on.
TEST(Limits, GarbageHurtsNobody) {
  const RunningServer running;
  std::mt19937 random(1);
  const std::string good =
      "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}";
  for (int i = 0; i < 300; ++i) {
    std::string bytes = i % 3 == 0 ? std::string(random() % 5000, ' ') : good + good;
    for (char& c : bytes) {
      if (i % 3 == 0 || random() % 50 == 0) c = static_cast<char>(random());
    }
    Wire wire = running.dial();
    wire.send(bytes);
    shutdown(wire.descriptor(), SHUT_WR);
    while (const auto answer = wire.read_answer()) EXPECT_LT(answer->status, 500);
  }
  expect_alive(running);
}

// What `banker serve` tells to open is opened.
TEST(Limits, TheAddressOfTheServerIsAHost) {
  http::ServerOptions options;
  options.address = "127.0.0.2";
  const RunningServer running(options);
  for (const auto& [host, status] : {std::pair("127.0.0.2", 200), {"localhost", 200}, {"127.0.0.3", 403}}) {
    Wire wire(running.server->port(), INADDR_LOOPBACK + 1);
    wire.send("GET / HTTP/1.1\r\nHost: " + std::string(host) + ":8080\r\n\r\n");
    EXPECT_EQ(wire.read_answer()->status, status) << host;
  }
}

TEST(Limits, WithoutTokensOnlyThisMachineIsServed) {
  const auto start = [](const char* address, bool insecure) {
    http::ServerOptions options;
    options.address = address;
    options.insecure = insecure;
    options.port = 0;
    return http::Server::start(std::make_unique<MemoryJournal>(std::make_shared<MemoryDisk>()),
                               std::make_unique<NoTokens>(), {}, options);
  };
  for (const char* address : {"0.0.0.0", "::"}) {
    const auto refused = start(address, false);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::kBadValue);
    EXPECT_NE(refused.error().message.find("banker token"), std::string::npos);
    EXPECT_NE(refused.error().message.find("--insecure"), std::string::npos);
  }
  EXPECT_TRUE(start("0.0.0.0", true));
  EXPECT_TRUE(start("localhost", false));
  EXPECT_EQ(start("nowhere", false).error().code, ErrorCode::kBadValue);

  const RunningServer running;
  http::ServerOptions taken;
  taken.port = running.server->port();
  const auto refused = http::Server::start(std::make_unique<MemoryJournal>(std::make_shared<MemoryDisk>()),
                                           std::make_unique<NoTokens>(), {}, taken);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("in use"), std::string::npos) << refused.error().message;
}

}  // namespace
}  // namespace banker::testing::limits_test
