// What every route answers when all is well.
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <sstream>
#include <thread>

#include "banker/agent/replay.hpp"
#include "http/handlers.hpp"
#include "office.hpp"

namespace banker::router_test {
namespace {

using nlohmann::json;
using testing::header;
using testing::Office;

constexpr const char* kFirst = "/v1/bandits/ads/decisions/r1";

TEST(Router, MakesABanditAndShowsIt) {
  Office office;
  const auto made = office.send("POST", "/v1/bandits", R"({"name":"ads","agent":"banker","arms":3})");
  EXPECT_EQ(made.status, 201);
  EXPECT_EQ(made.type, "application/json");
  EXPECT_EQ(header(made, "Location"), "/v1/bandits/ads");
  const json bandit = office.expect(200, "GET", "/v1/bandits/ads");
  EXPECT_EQ(bandit, json::parse(made.body));
  EXPECT_TRUE(bandit["spec"]["seed"].is_number_unsigned());  // drawn
  EXPECT_EQ(bandit["created_at"], "2026-01-02T03:04:05.678901Z");
  EXPECT_EQ(bandit["arms"], json({0, 1, 2}));
  EXPECT_EQ(bandit["probabilities"].size(), 3u);
  EXPECT_EQ(bandit["oldest_open_at"], nullptr);
  EXPECT_EQ(bandit["expire_after"], nullptr);
  EXPECT_EQ(bandit["on_expiry"], "drop");
  EXPECT_EQ(bandit["max_open"], 1'000'000);
}

// Probes and scrapers add what they like, so that no cache answers.
TEST(Router, OutsideOfTheInterfaceTheQueryIsNotLookedAt) {
  Office office;
  for (const std::string path : {"/", "/healthz", "/readyz", "/metrics", "/openapi.json"})
    for (const char* query : {"?", "?_=1767323045", "?a=1&a=2", "?%zz"})
      EXPECT_EQ(office.send("GET", path + query).status, 200) << path << query;
}

TEST(Router, MakesABankerIfNoAgentIsNamed) {
  Office office;
  EXPECT_EQ(office.expect(201, "POST", "/v1/bandits", R"({"name":"b","arms":2})")["spec"]["agent"], "banker");
}

TEST(Router, ListsBanditsByName) {
  Office office;
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits"), json::parse(R"({"bandits":[]})"));
  office.expect(201, "POST", "/v1/bandits", R"({"name":"b","agent":"exp3","arms":2,"horizon":10,"seed":1})");
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  const json bandits = office.expect(200, "GET", "/v1/bandits")["bandits"];
  ASSERT_EQ(bandits.size(), 2u);
  EXPECT_EQ(bandits[0]["name"], "ads");
  EXPECT_EQ(bandits[0]["agent"], "banker");
  EXPECT_EQ(bandits[0]["rounds"], 1);
  EXPECT_EQ(bandits[0]["open"], 1);
  EXPECT_EQ(bandits[1]["agent"], "exp3");
  EXPECT_EQ(bandits[1]["spec"]["horizon"], 10);
}

TEST(Router, DeletesABandit) {
  Office office;
  office.make_ads();
  const auto gone = office.send("DELETE", "/v1/bandits/ads");
  EXPECT_EQ(gone.status, 204);
  EXPECT_EQ(gone.type, "");
  EXPECT_EQ(gone.body, "");
  office.expect(404, "GET", "/v1/bandits/ads");
}

TEST(Router, AsksInEveryForm) {
  Office office;
  office.make_ads();
  for (const char* body : {"", " \n", "{}"}) {
    const json decision = office.expect(200, "POST", "/v1/bandits/ads/ask", body);
    EXPECT_EQ(decision["id"], "r" + decision["round"].dump());
    EXPECT_TRUE(decision["arm"].is_string());
    EXPECT_GT(decision["probability"], 0);
    EXPECT_EQ(decision.size(), 4u);
  }
  const json many = office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":1})");
  ASSERT_EQ(many["decisions"].size(), 1u);
  EXPECT_EQ(many["decisions"][0]["id"], "r4");
  const json own = office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"decision_id":"a/b é"})");
  EXPECT_EQ(own["id"], "a/b é");
  const json both = office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"decision_ids":["x","a/b é"]})");
  EXPECT_EQ(both["decisions"][0]["round"], 6);
  EXPECT_EQ(both["decisions"][1], own);  // the first decision again
}

TEST(Router, WritesNamesOfArmsEscaped) {
  Office office;
  office.make_ads();
  const json decisions = office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":60})")["decisions"];
  const json bandit = office.expect(200, "GET", "/v1/bandits/ads");
  EXPECT_EQ(bandit["arms"], json({"say \"a\"", "b", "c"}));
  std::set<std::string> seen;
  for (const json& decision : decisions) seen.insert(decision["arm"].get<std::string>());
  // Three arms of probability 1/3 each: all are seen but with probability 3 (2/3)^60 < 1e-9; the seed is fixed.
  EXPECT_EQ(seen, (std::set<std::string>{"say \"a\"", "b", "c"}));
}

TEST(Router, TellsOneOutcome) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"decision_id":"a/b é"})");
  const std::string target = "/v1/bandits/ads/decisions/a%2Fb%20%C3%A9";
  EXPECT_EQ(office.expect(200, "GET", target)["status"], "open");
  EXPECT_EQ(office.send("POST", target + "/tell", R"({"reward":0.25})").status, 204);
  EXPECT_EQ(office.send("POST", target + "/tell", R"({"reward":0.25})").status, 204);
  office.now += 1'000'000;
  const json record = office.expect(200, "GET", target);
  EXPECT_EQ(record["id"], "a/b é");
  EXPECT_EQ(record["status"], "settled");
  EXPECT_EQ(record["outcome"]["reward"], 0.25);
  EXPECT_EQ(record["outcome"]["at"], "2026-01-02T03:04:05.678901Z");
  EXPECT_GT(record["statement"]["scale"], 0);
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["settled"], 1);
}

TEST(Router, TellsManyOutcomes) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":3})");
  const json results = office.expect(200, "POST", "/v1/bandits/ads/tell", R"({"outcomes":[
      {"id":"r1","loss":0.5},{"id":"r2","reward":1},{"id":"r1","loss":0.6},{"id":"r9","loss":0},{"id":"r3","loss":7}]})")
                           ["results"];
  const std::vector<std::string> wanted{"settled", "settled", "conflict", "unknown", "invalid"};
  ASSERT_EQ(results.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    EXPECT_EQ(results[i]["status"], wanted[i]);
    EXPECT_EQ(results[i]["counted"], i < 2);
    EXPECT_EQ(results[i].contains("detail"), i >= 2);
  }
  EXPECT_EQ(office.expect(200, "POST", "/v1/bandits/ads/tell", R"({"outcomes":[]})")["results"],
            json::array());
}

TEST(Router, DropsADecision) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  for (const char* body : {"", "{}", " {} "})
    EXPECT_EQ(office.send("POST", kFirst + std::string("/drop"), body).status, 204);
  const json record = office.expect(200, "GET", kFirst);
  EXPECT_EQ(record["status"], "dropped");
  EXPECT_FALSE(record["outcome"].contains("loss"));
}

TEST(Router, SaysWhatExpired) {
  Office office;
  office.make_ads(R"(,"expire_after":10,"on_expiry":{"loss":1})");
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  office.now += 11'000'000;
  const json late = json::parse(R"({"status":"expired","counted":false})");
  EXPECT_EQ(office.expect(200, "POST", kFirst + std::string("/tell"), R"({"loss":0})"), late);
  EXPECT_EQ(office.expect(200, "POST", kFirst + std::string("/drop")), late);
  const json record = office.expect(200, "GET", kFirst);
  EXPECT_EQ(record["status"], "expired");
  EXPECT_EQ(record["outcome"]["loss"], 1.0);
}

TEST(Router, SaysWhatIsStale) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  for (int i = 2; i < 2000; ++i) {
    office.expect(200, "POST", "/v1/bandits/ads/ask");
    office.expect(204, "POST", "/v1/bandits/ads/decisions/r" + std::to_string(i) + "/tell",
                  R"({"loss":0.5})");
  }
  const json stale = json::parse(R"({"status":"stale","counted":false})");
  for (int again = 0; again < 2; ++again)
    EXPECT_EQ(office.expect(200, "POST", kFirst + std::string("/tell"), R"({"loss":0})"), stale);
  EXPECT_EQ(office.expect(200, "GET", kFirst)["status"], "stale");
}

TEST(Router, PlaysPoints) {
  Office office;
  office.expect(201, "POST", "/v1/bandits",
                R"({"name":"ball","agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})");
  const json bandit = office.expect(200, "GET", "/v1/bandits/ball");
  EXPECT_FALSE(bandit.contains("arms"));
  EXPECT_FALSE(bandit.contains("probabilities"));
  EXPECT_EQ(bandit["point"].size(), 2u);
  const json decision = office.expect(200, "POST", "/v1/bandits/ball/ask");
  EXPECT_EQ(decision.size(), 3u);
  EXPECT_EQ(decision["action"].size(), 2u);
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ball/decisions/r1")["action"], decision["action"]);
}

TEST(Router, PlaysListedActions) {
  Office office;
  office.expect(
      201, "POST", "/v1/bandits",
      R"({"name":"list","agent":"banker-bolo","actions":{"east":[1,0],"west":[-1,0],"north":[0,1]}})");
  const json bandit = office.expect(200, "GET", "/v1/bandits/list");
  EXPECT_EQ(bandit["arms"], json({"east", "west", "north"}));
  EXPECT_EQ(bandit["probabilities"].size(), 3u);
  EXPECT_EQ(bandit["point"].size(), 2u);
  const json decision = office.expect(200, "POST", "/v1/bandits/list/ask");
  EXPECT_EQ(decision["action"].size(), 2u);
  EXPECT_TRUE(decision["arm"].is_string());
  EXPECT_GT(decision["probability"], 0);
}

TEST(Router, StreamsALogThatReplays) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":2000})");  // more than one piece
  office.expect(204, "POST", std::string(kFirst) + "/tell", R"({"loss":0.5})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/drop");
  auto response = office.send("GET", "/v1/bandits/ads/log");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.type, "application/x-ndjson");
  ASSERT_TRUE(response.stream);
  std::istringstream log(testing::read_all(*response.stream));
  Replay replay;
  std::size_t lines = 0;
  for (std::string line; std::getline(log, line); ++lines) ASSERT_TRUE(replay.feed(line)) << line;
  EXPECT_EQ(lines, 2003u);
  EXPECT_EQ(replay.agent()->outstanding(), 1998u);
}

TEST(Router, StreamsEvents) {
  Office office;
  office.make_ads();
  office.expect(201, "POST", "/v1/bandits", R"({"name":"b","agent":"uniform","arms":2})");
  auto response = office.send("GET", "/v1/events?bandit=ads");
  EXPECT_EQ(response.type, "text/event-stream");
  ASSERT_TRUE(response.stream);
  office.expect(200, "POST", "/v1/bandits/b/ask");
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  std::promise<std::string> text;
  response.stream->next([&](http::Stream::Piece piece) { text.set_value(piece.text); });
  EXPECT_TRUE(text.get_future().get().starts_with("event: ask\ndata: {\"bandit\":\"ads\",\"id\":\"r1\""));
  office.hub.close();
}

TEST(Router, SaysThatItIsAliveAndReady) {
  Office office;
  EXPECT_EQ(office.expect(200, "GET", "/healthz"), json::parse(R"({"status":"ok"})"));
  EXPECT_EQ(office.expect(200, "GET", "/readyz"), json::parse(R"({"status":"ready"})"));
}

TEST(Router, AnswersHeadAsGet) {
  Office office;
  office.make_ads();
  const auto get = office.send("GET", "/v1/bandits/ads"), head = office.send("HEAD", "/v1/bandits/ads");
  EXPECT_EQ(head.status, 200);
  EXPECT_EQ(head.body, get.body);  // whose length is told
  EXPECT_FALSE(office.send("HEAD", "/v1/bandits/ads/log").stream);
  EXPECT_FALSE(office.send("HEAD", "/v1/events").stream);
  EXPECT_FALSE(office.hub.watched());
}

TEST(Router, TakesTargetsAsSentToAProxy) {
  Office office;
  office.expect(200, "GET", "http://localhost:8080/healthz");
  office.expect(200, "GET", "HTTP://LOCALHOST/healthz");
  office.expect(403, "GET", "http://example.com/v1/bandits");  // which says more than the Host
}

TEST(Router, AnswersManyAtOnce) {
  Office office;
  office.make_ads(R"(,"skip_stale":false)");  // whoever is slow is counted all the same
  constexpr int kThreads = 4, kEach = 200;
  std::vector<std::thread> threads;
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      for (int j = 0; j < kEach; ++j) {
        const json decision = office.expect(200, "POST", "/v1/bandits/ads/ask");
        const std::string id = decision["id"];
        office.expect(204, "POST", "/v1/bandits/ads/decisions/" + id + "/tell", R"({"loss":0.5})");
        office.expect(200, "GET", "/v1/bandits");  // written by the worker
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["settled"], kThreads * kEach);
}

// A long log holds up nobody but logs.
TEST(Router, AnswersWhileLogsAreRead) {
  Office office;
  office.make_ads();
  http::Desk desk(*office.service, office.hub);
  std::promise<void> end;
  desk.reader.post([&] { end.get_future().wait(); });
  std::promise<http::Response> log, bandits;
  const auto into = [](std::promise<http::Response>& promise) {
    http::Call call;
    call.bandit = "ads";
    call.send = [&promise](http::Response&& response) { promise.set_value(std::move(response)); };
    return call;
  };
  http::get_log(desk, into(log));
  http::get_bandits(desk, into(bandits));
  EXPECT_EQ(bandits.get_future().get().status, 200);
  end.set_value();
  EXPECT_EQ(log.get_future().get().status, 200);
}

// Whoever reads from sockets has others to read from.
TEST(Router, LongBodiesAreReadByTheWorker) {
  Office office;
  office.make_ads();
  const auto thread_of = [&](std::size_t size) {
    std::promise<std::thread::id> thread;
    office.router->handle(testing::request("POST", "/v1/bandits/ads/tell", "x" + std::string(size, ' ')),
                          [&](http::Response&& response) {
                            EXPECT_EQ(response.status, 400);
                            thread.set_value(std::this_thread::get_id());
                          });
    return thread.get_future().get();
  };
  EXPECT_EQ(thread_of(10), std::this_thread::get_id());
  EXPECT_NE(thread_of(80'000), std::this_thread::get_id());
}

// The router goes while its answers are under way: each is sent all the same.
TEST(Router, WaitsForItsAnswers) {
  Office office;
  office.make_ads();
  std::atomic<int> answers{0};
  for (int i = 0; i < 100; ++i) {
    office.router->handle(testing::request("POST", "/v1/bandits/ads/ask"),
                          [&](http::Response&&) { ++answers; });
    office.router->handle(testing::request("GET", "/v1/bandits"), [&](http::Response&&) { ++answers; });
  }
  office.router.reset();
  EXPECT_EQ(answers, 200);
}

}  // namespace
}  // namespace banker::router_test
