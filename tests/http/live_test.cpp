// Who looks on sees everything first, then what changes, at a cost that does not depend on how much happens.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <thread>

#include "http/openapi.hpp"
#include "onlooker.hpp"
#include "running_server.hpp"
#include "schema_check.hpp"

namespace banker::live_test {
namespace {

using http::Hub;
using nlohmann::json;
using testing::LiveEvent;
using testing::Office;
using testing::Onlooker;
using testing::SchemaCheck;
using testing::Seconds;

constexpr const char* kAds = "/v1/live?bandit=ads";

void make_b(Office& office) {
  office.expect(201, "POST", "/v1/bandits", R"({"name":"b","agent":"uniform","arms":2})");
}

std::string wrong(const char* schema, const json& value) {
  return SchemaCheck(json::parse(http::openapi())["components"]["schemas"]).check(schema, value);
}

TEST(Live, TheListBeginsWithAll) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  make_b(office);
  Seconds seconds(office);
  const json all = Onlooker(office, "/v1/live").next(seconds, "bandits").data;
  EXPECT_EQ(wrong("BanditsEvent", all), "");
  ASSERT_EQ(all["bandits"].size(), 2u);
  EXPECT_EQ(all["bandits"][0]["name"], "ads");
  EXPECT_EQ(all["bandits"][0]["rounds"], 1);
  EXPECT_EQ(all["bandits"][1]["agent"], "uniform");
  EXPECT_EQ(all["bandits"][1]["leader"], nullptr);  // before its first decision
  EXPECT_EQ(all["gone"], json::array());
  EXPECT_FALSE(all["bandits"][0].contains("spec"));
}

TEST(Live, AListOfNobodyIsEmpty) {
  Office office;
  Seconds seconds(office);
  Onlooker onlooker(office, "/v1/live");
  EXPECT_EQ(onlooker.next(seconds, "bandits").data["bandits"], json::array());
  office.make_ads();
  EXPECT_EQ(onlooker.next(seconds, "bandits").data["bandits"][0]["name"], "ads");
}

TEST(Live, TheListGoesOnWithWhatChanged) {
  Office office;
  office.make_ads();
  make_b(office);
  Seconds seconds(office);
  Onlooker first(office, "/v1/live"), second(office, "/v1/live");
  for (Onlooker* one : {&first, &second}) one->next(seconds, "bandits");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":3})");
  for (Onlooker* one : {&first, &second}) {
    const json changed = one->next(seconds, "bandits").data;
    EXPECT_EQ(wrong("BanditsEvent", changed), "");
    ASSERT_EQ(changed["bandits"].size(), 1u) << changed;
    EXPECT_EQ(changed["bandits"][0]["name"], "ads");
    EXPECT_EQ(changed["bandits"][0]["open"], 3);
  }
  office.expect(204, "POST", "/v1/bandits/b/pause");
  const json paused = first.next(seconds, "bandits").data["bandits"];
  ASSERT_EQ(paused.size(), 1u);
  EXPECT_EQ(paused[0]["name"], "b");
  EXPECT_TRUE(paused[0]["paused_at"].is_string());
  office.expect(204, "DELETE", "/v1/bandits/b");
  const json gone = first.next(seconds, "bandits").data;
  EXPECT_EQ(gone["bandits"], json::array());
  EXPECT_EQ(gone["gone"], json({"b"}));
  make_b(office);
  const json back = first.next(seconds, "bandits").data;
  EXPECT_EQ(back["bandits"].size(), 1u);
  EXPECT_EQ(back["gone"], json::array());
}

// Who reads slowly is told at once all that changed meanwhile.
TEST(Live, WhoReadsTheListLateMissesNothing) {
  Office office;
  office.make_ads();
  make_b(office);
  Seconds seconds(office);
  Onlooker quick(office, "/v1/live"), slow(office, "/v1/live");
  for (Onlooker* one : {&quick, &slow}) one->next(seconds, "bandits");
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  quick.next(seconds, "bandits");  // now it waits for the slow one
  office.expect(200, "POST", "/v1/bandits/b/ask");
  quick.next(seconds, "bandits");
  office.expect(204, "DELETE", "/v1/bandits/ads");
  quick.next(seconds, "bandits");
  const json first = slow.next(seconds, "bandits").data;
  EXPECT_EQ(first["bandits"][0]["name"], "ads");
  const json then = slow.next(seconds, "bandits").data;
  ASSERT_EQ(then["bandits"].size(), 1u) << then;
  EXPECT_EQ(then["bandits"][0]["name"], "b");
  EXPECT_EQ(then["gone"], json({"ads"}));
}

TEST(Live, ABanditBeginsWithItsState) {
  Office office;
  office.make_ads(R"(,"expire_after":100,"on_expiry":{"reward":0})");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":4})");
  office.now += 3'000'000;
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"reward":0.25})");
  Seconds seconds(office);
  const json state = Onlooker(office, kAds).next(seconds, "state").data;
  EXPECT_EQ(wrong("State", state), "");
  EXPECT_EQ(state["rounds"], 4);
  EXPECT_EQ(state["told"], 1);
  EXPECT_EQ(state["rewards"], 1);
  EXPECT_EQ(state["loss"], 0.75);
  EXPECT_EQ(state["arms_of"], 3);
  EXPECT_EQ(state["arms"][0]["arm"], "say \"a\"");
  EXPECT_EQ(state["loss_range"], json({0, 1}));
  EXPECT_EQ(state["on_expiry"], json::parse(R"({"reward":0})"));
  EXPECT_EQ(state["point"], nullptr);
  EXPECT_EQ(state["delays"].size(), state["edges"].size() + 1);
  std::uint64_t asked = 0, delays = 0, ages = 0;
  for (const json& arm : state["arms"]) asked += arm["asked"].get<std::uint64_t>();
  for (const json& count : state["delays"]) delays += count.get<std::uint64_t>();
  for (const json& count : state["ages"]) ages += count.get<std::uint64_t>();
  EXPECT_EQ(asked, 4u);
  EXPECT_EQ(delays, 1u);
  EXPECT_EQ(ages, 3u);
}

// The last one is good, and it has learnt that.
TEST(Live, OfManyArmsTheLikelyOnes) {
  Office office;
  office.expect(201, "POST", "/v1/bandits", R"({"name":"ads","agent":"banker","arms":40,"seed":7})");
  for (int i = 0; i < 20; ++i) {
    json outcomes = json::array();
    const json asked = office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":200})");
    for (const json& made : asked["decisions"])
      outcomes.push_back({{"id", made["id"]}, {"loss", made["arm"] == 39 ? 0 : 1}});
    office.expect(200, "POST", "/v1/bandits/ads/tell", json{{"outcomes", outcomes}}.dump());
  }
  const std::vector<double> all = office.expect(200, "GET", "/v1/bandits/ads")["probabilities"];
  Seconds seconds(office);
  const json state = Onlooker(office, kAds).next(seconds, "state").data;
  EXPECT_EQ(state["arms_of"], 40);
  ASSERT_EQ(state["arms"].size(), 16u);
  double least = 1;
  std::set<int> arms;
  for (const json& one : state["arms"]) {
    EXPECT_TRUE(arms.empty() || *arms.rbegin() < one["arm"].get<int>()) << "by number";
    arms.insert(one["arm"].get<int>());
    EXPECT_EQ(one["probability"], all[one["arm"].get<std::size_t>()]);
    least = std::min(least, one["probability"].get<double>());
  }
  for (int arm = 0; arm < 40; ++arm)
    EXPECT_TRUE(arms.contains(arm) || all[static_cast<std::size_t>(arm)] <= least) << arm;
  EXPECT_EQ(*arms.rbegin(), 39);
  EXPECT_EQ(state["leader"]["arm"], 39);
}

// What is open grows old, though nothing happens.
TEST(Live, AgesGoOnByThemselves) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":2})");
  office.now += 600'000'000;  // it is not busy any more
  Seconds seconds(office);
  Onlooker onlooker(office, kAds);
  const json first = onlooker.next(seconds, "state").data;
  EXPECT_EQ(first["asks_per_minute"], 0);
  office.now += 86'400'000'000;
  const json then = onlooker.next(seconds, "state").data;
  EXPECT_EQ(then["rounds"], 2);
  EXPECT_EQ(then["asks_per_minute"], 0);
  EXPECT_NE(then["ages"], first["ages"]);
}

TEST(Live, ABodyHasAPoint) {
  Office office;
  office.expect(201, "POST", "/v1/bandits",
                R"({"name":"ads","agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})");
  Seconds seconds(office);
  const json state = Onlooker(office, kAds).next(seconds, "state").data;
  EXPECT_EQ(wrong("State", state), "");
  EXPECT_EQ(state["arms"], json::array());
  EXPECT_EQ(state["point"].size(), 2u);
  EXPECT_EQ(state["leader"], nullptr);
}

TEST(Live, ABanditGoesOnWithEventsAndStates) {
  Office office;
  office.make_ads();
  make_b(office);
  Seconds seconds(office);
  Onlooker onlooker(office, kAds);
  onlooker.next(seconds, "state");
  office.expect(200, "POST", "/v1/bandits/b/ask");  // is nobody's concern
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  EXPECT_EQ(onlooker.next(seconds, "ask").data["round"], 1);
  EXPECT_EQ(onlooker.next(seconds, "state").data["rounds"], 1);
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  EXPECT_EQ(onlooker.next(seconds, "tell").data["loss"], 0.5);
  EXPECT_EQ(onlooker.next(seconds, "state").data["told"], 1);
  office.expect(204, "POST", "/v1/bandits/ads/pause");
  const json paused = onlooker.next(seconds, "pause").data;
  EXPECT_EQ(onlooker.next(seconds, "state").data["paused_at"], paused["at"]);
  EXPECT_EQ(paused, (json{{"bandit", "ads"}, {"at", paused["at"]}}));
  office.expect(204, "POST", "/v1/bandits/ads/resume");
  onlooker.next(seconds, "resume");
  EXPECT_EQ(onlooker.next(seconds, "state").data["paused_at"], nullptr);
}

// However much happens, it costs no more.
TEST(Live, ShowsAFewEventsASecond) {
  Office office;
  office.make_ads();
  Seconds seconds(office);
  Onlooker onlooker(office, kAds);
  onlooker.next(seconds, "state");
  EXPECT_TRUE(office.hub.watched());
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":300})");
  EXPECT_FALSE(office.hub.watched());  // so that nothing is even copied
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  for (std::size_t i = 1; i <= Hub::kFewEvents; ++i)
    EXPECT_EQ(onlooker.next(seconds, "ask").data["round"], i);
  EXPECT_EQ(onlooker.next(seconds, "state").data["rounds"], 301);
  EXPECT_TRUE(office.hub.watched());
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  EXPECT_EQ(onlooker.next(seconds, "ask").data["round"], 302);
}

TEST(Live, TheListWantsNoEvents) {
  Office office;
  office.make_ads();
  Onlooker onlooker(office, "/v1/live");
  EXPECT_FALSE(office.hub.watched());
}

TEST(Live, EndsWithItsBandit) {
  Office office;
  office.make_ads();
  Seconds seconds(office);
  Onlooker onlooker(office, kAds), list(office, "/v1/live");
  onlooker.next(seconds, "state");
  office.expect(204, "DELETE", "/v1/bandits/ads");
  EXPECT_EQ(onlooker.next(seconds, "delete").data,
            json::parse(R"({"bandit":"ads","at":"2026-01-02T03:04:05.678901Z"})"));
  EXPECT_EQ(onlooker.next(seconds).kind, "end");
  list.next(seconds, "bandits");
}

// Nobody listened when it was deleted, but it is not there any more, or another one is.
TEST(Live, EndsAlsoIfTheEndWasNotHeard) {
  for (const bool again : {false, true}) {
    Office office;
    office.make_ads();
    Seconds seconds(office);
    Onlooker onlooker(office, kAds);
    onlooker.next(seconds, "state");
    office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":30})");
    ASSERT_FALSE(office.hub.watched());
    office.expect(204, "DELETE", "/v1/bandits/ads");
    if (again) office.make_ads();
    for (std::size_t i = 0; i < Hub::kFewEvents; ++i) onlooker.next(seconds, "ask");
    onlooker.next(seconds, "delete");
    EXPECT_EQ(onlooker.next(seconds).kind, "end");
  }
}

TEST(Live, EndsWithItsToken) {
  Office office;
  office.tokens.tokens = {{"looker", {}}, {"other", {}}};
  http::Request request = testing::request("GET", "/v1/live");
  request.authorization = "Bearer looker";
  const auto response = office.send(request);
  ASSERT_TRUE(response.stream);
  EXPECT_TRUE(response.stream->allowed());
  office.tokens.tokens.erase("looker");
  EXPECT_FALSE(response.stream->allowed());
}

TEST(Live, ListenersAndOnlookersAreCountedTogether) {
  Office office;
  office.make_ads();
  std::vector<http::Response> all;
  for (std::size_t i = 0; i < Hub::kMostListeners; i += 2) {
    all.push_back(office.send("GET", "/v1/events"));
    all.push_back(office.send("GET", i % 4 == 0 ? "/v1/live" : kAds));
    EXPECT_EQ(all.back().status, 200);
  }
  for (const char* target : {"/v1/live", kAds, "/v1/events"}) office.expect(429, "GET", target);
  all.pop_back();
  EXPECT_EQ(office.send("GET", kAds).status, 200);
}

TEST(Live, NobodyOfThisName) {
  Office office;
  office.make_ads();
  EXPECT_NE(office.expect(404, "GET", "/v1/live?bandit=adz")["detail"].get<std::string>().find("\"ads\""),
            std::string::npos);
  EXPECT_FALSE(office.send("HEAD", kAds).stream);
  EXPECT_FALSE(office.hub.watched());
}

TEST(Live, AnEmptyNameIsNoName) {
  Office office;
  for (const char* target : {"/v1/live?bandit=", "/v1/live?bandit"}) office.expect(400, "GET", target);
}

// Also within the second in which the last list may be shown again.
TEST(Live, WhoComesAfterADeleteDoesNotSeeIt) {
  Office office;
  office.make_ads();
  make_b(office);
  Seconds seconds(office);
  Onlooker before(office, "/v1/live");
  EXPECT_EQ(before.next(seconds, "bandits").data["bandits"].size(), 2u);
  office.expect(204, "DELETE", "/v1/bandits/b");
  Onlooker after(office, "/v1/live");
  EXPECT_EQ(after.next(seconds, "bandits").data["bandits"].size(), 1u);
  make_b(office);
  Onlooker again(office, "/v1/live");
  EXPECT_EQ(again.next(seconds, "bandits").data["bandits"].size(), 2u);
}

TEST(Live, ASpecOfManyNamesIsNotSentEverySecond) {
  Office office;
  json spec{{"name", "many"}, {"agent", "uniform"}, {"arms", json::array()}};
  for (int i = 0; i < 2000; ++i) spec["arms"].push_back("\\ arm ]\" " + std::to_string(i));
  office.expect(201, "POST", "/v1/bandits", spec.dump());
  office.make_ads();
  Seconds seconds(office);
  const json state = Onlooker(office, "/v1/live?bandit=many").next(seconds, "state").data;
  EXPECT_EQ(wrong("State", state), "");
  EXPECT_EQ(state["spec"]["agent"], "uniform");
  EXPECT_EQ(state["spec"]["arms"], 2000);
  EXPECT_TRUE(state["spec"].contains("seed"));
  EXPECT_EQ(state["arms"][3]["index"], 3);
  EXPECT_LT(state.dump().size(), 8000u);
  json actions = json::array();
  for (int i = 0; i < 2000; ++i) actions.push_back({i / 4000.0, 0.5});
  office.expect(201, "POST", "/v1/bandits",
                json{{"name", "listed"}, {"agent", "banker-bolo"}, {"actions", actions}}.dump());
  const json listed = Onlooker(office, "/v1/live?bandit=listed").next(seconds, "state").data;
  EXPECT_EQ(wrong("State", listed), "");
  EXPECT_EQ(listed["spec"], json({{"agent", "banker-bolo"}}));
  EXPECT_EQ(Onlooker(office, kAds).next(seconds, "state").data["spec"]["arms"].size(), 3u);
}

// The router goes while there is looking to be done; what is left of it does nothing.
TEST(Live, TheRouterGoesAtAnyTime) {
  for (int i = 0; i < 20; ++i) {
    Office office;
    office.make_ads();
    Seconds seconds(office);
    {
      Onlooker onlooker(office, kAds), list(office, "/v1/live");
      office.expect(200, "POST", "/v1/bandits/ads/ask");
      seconds.begin();
    }
    office.router.reset();
    seconds.begin();
  }
}

// Over sockets, with two threads that read and write, and others who ask.
TEST(Live, OverTheWire) {
  http::ServerOptions options;
  options.threads = 2;
  testing::RunningServer running(options);
  const auto read_event = [](testing::Wire& wire, const std::string& kind) {
    while (const auto chunk = wire.read_chunk())
      if (chunk->starts_with("event: " + kind)) return true;
    return false;
  };
  testing::Wire one = running.dial(), list = running.dial(), asking = running.dial();
  ASSERT_TRUE(one.send_get(kAds) && list.send_get("/v1/live"));
  ASSERT_EQ(one.read_answer(false)->status, 200);
  ASSERT_EQ(list.read_answer(false)->status, 200);
  EXPECT_TRUE(read_event(one, "state"));
  EXPECT_TRUE(read_event(list, "bandits"));
  ASSERT_TRUE(asking.send_post("/v1/bandits/ads/ask"));
  EXPECT_EQ(asking.read_answer()->status, 200);
  EXPECT_TRUE(read_event(one, "ask"));
  EXPECT_TRUE(read_event(one, "state"));
  EXPECT_TRUE(read_event(list, "bandits"));
  running.server->stop();
  EXPECT_FALSE(read_event(one, "nothing"));
}

}  // namespace
}  // namespace banker::live_test
