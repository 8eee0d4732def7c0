// Pausing, and closing open decisions by hand.
#include <gtest/gtest.h>

#include "office.hpp"

namespace banker::pause_test {
namespace {

using nlohmann::json;
using testing::Office;

constexpr const char* kAsk = "/v1/bandits/ads/ask";
constexpr const char* kPause = "/v1/bandits/ads/pause";
constexpr const char* kResume = "/v1/bandits/ads/resume";
constexpr const char* kExpire = "/v1/bandits/ads/expire";

std::string detail(const json& problem) { return problem["detail"]; }

TEST(Pause, NewDecisionsAreRefusedAndOutcomesAreNot) {
  Office office;
  office.make_ads();
  const json first = office.expect(200, "POST", kAsk, R"({"decision_id":"mine"})");
  office.expect(200, "POST", kAsk, R"({"count":2})");
  office.now += 1'000'000;
  for (const char* body : {"", "{}"}) EXPECT_EQ(office.send("POST", kPause, body).status, 204);  // also twice
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["paused_at"], "2026-01-02T03:04:06.678901Z");
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits")["bandits"][0]["paused_at"],
            "2026-01-02T03:04:06.678901Z");
  EXPECT_EQ(detail(office.expect(409, "POST", kAsk)),
            "ads is paused: POST /v1/bandits/ads/resume lets it go on");
  EXPECT_EQ(office.expect(200, "POST", kAsk, R"({"decision_id":"mine"})"), first);  // it was made before
  office.expect(204, "POST", "/v1/bandits/ads/decisions/mine/tell", R"({"loss":0.5})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/drop");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(office.send("POST", kResume).status, 204);
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["paused_at"], nullptr);
  EXPECT_EQ(office.expect(200, "POST", kAsk)["round"], 4);
}

TEST(Pause, WhatIsRefused) {
  Office office;
  office.make_ads();
  for (const char* verb : {"/pause", "/resume"}) {
    EXPECT_NE(detail(office.expect(404, "POST", std::string("/v1/bandits/adz") + verb)).find("\"ads\""),
              std::string::npos);
    EXPECT_NE(detail(office.expect(400, "POST", std::string("/v1/bandits/ads") + verb, R"({"why":1})"))
                  .find("\"why\""),
              std::string::npos);
    office.expect(405, "GET", std::string("/v1/bandits/ads") + verb);
  }
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["paused_at"], nullptr);
}

TEST(Pause, IsAMetric) {
  Office office;
  office.make_ads();
  const auto has = [&](const char* line) {
    return office.send("GET", "/metrics").body.find(line) != std::string::npos;
  };
  EXPECT_TRUE(has("banker_paused{bandit=\"ads\"} 0\n"));
  office.expect(204, "POST", kPause);
  EXPECT_TRUE(has("banker_paused{bandit=\"ads\"} 1\n"));
}

TEST(Expire, OneDecision) {
  Office office;
  office.make_ads(R"(,"on_expiry":{"loss":1},"expire_after":1000000)");
  office.expect(200, "POST", kAsk, R"({"count":3})");
  const std::string first = "/v1/bandits/ads/decisions/r1";
  EXPECT_EQ(office.send("POST", first + "/expire").status, 204);
  const json record = office.expect(200, "GET", first);
  EXPECT_EQ(record["status"], "expired");
  EXPECT_EQ(record["outcome"]["loss"], 1);
  const json late = json::parse(R"({"status":"expired","counted":false})");
  EXPECT_EQ(office.expect(200, "POST", first + "/expire", "{}"), late);
  EXPECT_EQ(office.expect(200, "POST", first + "/tell", R"({"loss":0})"), late);
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/tell", R"({"loss":0.5})");
  office.expect(409, "POST", "/v1/bandits/ads/decisions/r2/expire");
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["expired"], 1);
}

TEST(Expire, OldDecisions) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", kAsk, R"({"count":3})");
  office.now += 60'000'000;
  office.expect(200, "POST", kAsk, R"({"count":2})");
  const auto expire = [&](const char* body) { return office.expect(200, "POST", kExpire, body); };
  EXPECT_EQ(expire(R"({"older_than":1e300})"), json::parse(R"({"expired":0,"more":false})"));
  EXPECT_EQ(expire(R"({"older_than":61})"), json::parse(R"({"expired":0,"more":false})"));
  EXPECT_EQ(expire(R"({"older_than":59.5})"), json::parse(R"({"expired":3,"more":false})"));
  EXPECT_EQ(expire(R"({"older_than":0})"), json::parse(R"({"expired":2,"more":false})"));
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["open"], 0);
}

TEST(Expire, SoManyAtOnce) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", kAsk, R"({"count":10001})");
  EXPECT_EQ(office.expect(200, "POST", kExpire, R"({"older_than":0})"),
            json::parse(R"({"expired":10000,"more":true})"));
  EXPECT_EQ(office.expect(200, "POST", kExpire, R"({"older_than":0})"),
            json::parse(R"({"expired":1,"more":false})"));
}

TEST(Expire, WhatIsRefused) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", kAsk, R"({"count":3})");
  const auto refuse = [&](int status, const char* target, const char* body, const char* words) {
    EXPECT_NE(detail(office.expect(status, "POST", target, body)).find(words), std::string::npos) << body;
  };
  refuse(400, kExpire, "", "nothing");
  refuse(400, kExpire, "{}", "\"older_than\" is missing");
  refuse(400, kExpire, R"({"older_then":1})", "did you mean \"older_than\"?");
  refuse(400, kExpire, R"({"older_than":"1h"})", "a number, not a text");
  refuse(422, kExpire, R"({"older_than":-0.5})", "0 or more");
  refuse(404, "/v1/bandits/adz/expire", R"({"older_than":0})", "\"ads\"");
  refuse(404, "/v1/bandits/ads/decisions/r9/expire", "", "no decision \"r9\"");
  refuse(404, "/v1/bandits/ads/decisions//expire", "", "no decision \"\"");  // and not all of them
  refuse(400, "/v1/bandits/ads/decisions/r1/expire", R"({"older_than":0})", "\"older_than\"");
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads")["open"], 3);
}

}  // namespace
}  // namespace banker::pause_test
