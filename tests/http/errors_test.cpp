// Every refusal: its status, and that its detail says what was wrong. 408 and 431 are answered before there is a request.
#include <gtest/gtest.h>

#include <array>

#include "office.hpp"

namespace banker::errors_test {
namespace {

using nlohmann::json;
using testing::header;
using testing::Office;

struct Case {
  int status;
  const char* method;
  const char* target;
  std::string body;
  std::vector<const char*> words;  // of the detail
};

void expect_problem(Office& office, const Case& one) {
  const auto response = office.send(one.method, one.target, one.body);
  const std::string what = one.method + std::string(" ") + one.target + " " + one.body.substr(0, 200);
  ASSERT_EQ(response.status, one.status) << what << "\n" << response.body;
  EXPECT_EQ(response.type, "application/problem+json");
  EXPECT_TRUE(response.body.ends_with("}\n")) << response.body;  // the prompt of a terminal comes after it
  const json problem = json::parse(response.body);
  EXPECT_EQ(problem.size(), 4u);
  EXPECT_EQ(problem["type"], "about:blank");
  EXPECT_EQ(problem["title"], http::reason(one.status));
  EXPECT_EQ(problem["status"], one.status);
  const std::string detail = problem["detail"];
  for (const char* word : one.words)
    EXPECT_NE(detail.find(word), std::string::npos) << what << "\nhas no " << word << ": " << detail;
}

// "ads" has a decision r1 that was told, r2 that was dropped, and r3 that is open.
void prepare(Office& office) {
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":3})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/drop");
}

void expect_problems(const std::vector<Case>& cases) {
  Office office;
  prepare(office);
  const json before = office.expect(200, "GET", "/v1/bandits/ads");
  for (const Case& one : cases) expect_problem(office, one);
  EXPECT_EQ(office.expect(200, "GET", "/v1/bandits/ads"), before);  // nothing was done
}

constexpr const char* kAsk = "/v1/bandits/ads/ask";
constexpr const char* kTell = "/v1/bandits/ads/decisions/r3/tell";
constexpr const char* kTells = "/v1/bandits/ads/tell";
constexpr const char* kDrop = "/v1/bandits/ads/decisions/r3/drop";
constexpr const char* kPause = "/v1/bandits/ads/pause";
constexpr const char* kExpire = "/v1/bandits/ads/expire";
constexpr const char* kBandits = "/v1/bandits";

TEST(Errors, TargetsThatCannotBeRead) {
  expect_problems({
      {400, "GET", "/v1/bandits/a%2", "", {"%", "%25"}},
      {400, "GET", "/v1/bandits/a%zz", "", {"hex"}},
      {400, "GET", "/v1/bandits/%ff", "", {"UTF-8"}},
      {400, "POST", "/v1/bandits/ads/decisions/%80/drop", "", {"UTF-8"}},
      {400, "GET", "/v1/bandits?limit=3", "", {"\"limit\"", "none"}},
      {400, "GET", "/v1/events?bandits=ads", "", {"\"bandits\"", "did you mean \"bandit\"?"}},
      {400, "GET", "/v1/events?bandit=%f", "", {"hex"}},
      {400, "GET", "/v1/live?bandit=ads&bandit=b", "", {"\"bandit\"", "twice"}},
  });
}

TEST(Errors, BodiesThatAreNotJson) {
  for (const char* target : {kAsk, kTell, kTells, kDrop, kPause, kExpire, kBandits}) {
    expect_problems({
        {400, "POST", target, "{", {"the body", "broken JSON at column 2"}},
        {400, "POST", target, "[]", {"an object", "a list"}},
        {400, "POST", target, "3", {"an object", "an integer"}},
        {400, "POST", target, "{} {}", {"column 4"}},
        {400, "POST", target, "{\n  \"\xc3\xa4\": x}", {"broken JSON at line 2, column 8"}},
        {400, "POST", target, std::string("{}\0", 3), {"a zero byte"}},
        {400, "POST", target, "{\"a\":\"\xff\"}", {"broken JSON"}},
        {400, "POST", target, R"({"loss":1,"loss":2})", {"\"loss\"", "twice"}},
        {400, "POST", target, R"({"loss":NaN})", {"NaN"}},
        {400, "POST", target, R"({"loss":1e999})", {"too large"}},
        {400, "POST", target, R"({"x":)" + std::string(70, '['), {"nested"}},
    });
  }
}

TEST(Errors, WrongAsks) {
  expect_problems({
      {400, "POST", kAsk, R"({"cuont":3})", {"\"cuont\"", "did you mean \"count\"?"}},
      {400, "POST", kAsk, R"({"count":"3"})", {"\"count\" must be an integer, not a text"}},
      {400, "POST", kAsk, R"({"count":1.5})", {"\"count\" must be an integer, not a number"}},
      {400, "POST", kAsk, R"({"count":null})", {"not null"}},
      {400, "POST", kAsk, R"({"decision_id":7})", {"\"decision_id\" must be a text, not an integer"}},
      {400, "POST", kAsk, R"({"decision_ids":"x"})", {"a list of texts, not a text"}},
      {400, "POST", kAsk, R"({"decision_ids":["x",3]})", {"\"decision_ids[1]\" must be a text"}},
      {400, "POST", kAsk, R"({"count":1,"decision_id":"x"})", {"only one of"}},
      {422, "POST", kAsk, R"({"count":0})", {"from 1 to 100000"}},
      {422, "POST", kAsk, R"({"count":-1})", {"-1"}},
      {422, "POST", kAsk, R"({"count":100001})", {"100001", "from 1 to 100000"}},
      {422, "POST", kAsk, R"({"count":18446744073709551615})", {"from 1 to 100000"}},
      {422, "POST", kAsk, R"({"count":1e30})", {"\"count\" is 1e+30: it is too large"}},
      {422, "POST", kAsk, R"({"count":-1e30})", {"-1e+30", "at least 1"}},
      {422, "POST", kAsk, R"({"decision_ids":[]})", {"empty"}},
      {422, "POST", kAsk, R"({"decision_id":""})", {}},
      {422, "POST", kAsk, R"({"decision_id":"r17"})", {"r17"}},
      {422, "POST", kAsk, R"({"decision_id":"a\nb"})", {}},
      {422, "POST", kAsk, R"({"decision_ids":["x",""]})", {}},
      {422, "POST", kAsk, R"({"decision_id":")" + std::string(201, 'x') + "\"}", {"200"}},
      {404, "POST", "/v1/bandits/adz/ask", "", {"there is no bandit \"adz\"", "did you mean \"ads\"?"}},
      {404, "POST", "/v1/bandits//ask", "", {"there is no bandit \"\""}},
  });
}

TEST(Errors, WrongTells) {
  expect_problems({
      {400, "POST", kTell, "", {"the body", "nothing"}},
      {400, "POST", kTell, "{}", {"no outcome", R"({"loss":0.5})"}},
      {400, "POST", kTell, R"({"loss":1,"reward":0})", {"both"}},
      {400, "POST", kTell, R"({"loss":"1"})", {"\"loss\" must be a number, not a text"}},
      {400, "POST", kTell, R"({"reward":null})", {"\"reward\" must be a number, not null"}},
      {400, "POST", kTell, R"({"los":1})", {"\"los\"", "did you mean \"loss\"?"}},
      {422, "POST", kTell, R"({"loss":1.5})", {"1.5"}},
      {404, "POST", "/v1/bandits/ads/decisions/r4/tell", R"({"loss":1})", {"no decision \"r4\""}},
      {404, "POST", "/v1/bandits/ads/decisions/%00/tell", R"({"loss":1})", {"no decision"}},
      {404, "POST", "/v1/bandits/x/decisions/r1/tell", R"({"loss":1})", {"no bandit \"x\""}},
      {409, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.6})", {"loss 0.5", "0.6"}},
      {409, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"reward":0.5})", {"loss 0.5"}},
      {409, "POST", "/v1/bandits/ads/decisions/r2/tell", R"({"loss":0.6})", {"dropped"}},
  });
}

TEST(Errors, WrongLists) {
  std::string too_many = R"({"outcomes":[)";
  for (int i = 0; i <= 100'000; ++i) too_many += R"({"id":"a","loss":0},)";
  too_many.back() = ']';
  too_many += '}';
  expect_problems({
      {400, "POST", kTells, "{}", {"\"outcomes\" is missing"}},
      {400, "POST", kTells, R"({"outcome":[]})", {"did you mean \"outcomes\"?"}},
      {400, "POST", kTells, R"({"outcomes":{}})", {"\"outcomes\" must be a list, not an object"}},
      {400, "POST", kTells, R"({"outcomes":[7]})", {"outcomes[0]", "an object"}},
      {400, "POST", kTells, R"({"outcomes":[{"id":"r3","loss":0},{"loss":1}]})", {"outcomes[1]", "\"id\""}},
      {400, "POST", kTells, R"({"outcomes":[{"id":3,"loss":1}]})", {"\"id\" must be a text, not an integer"}},
      {400, "POST", kTells, R"({"outcomes":[{"id":"r3"}]})", {"no outcome"}},
      {400, "POST", kTells, R"({"outcomes":[{"id":"r3","loss":1,"reward":1}]})", {"both"}},
      {400, "POST", kTells, R"({"outcomes":[{"id":"r3","loss":true}]})", {"not true or false"}},
      {400,
       "POST",
       kTells,
       R"({"outcomes":[{"id":"r3","lost":1}]})",
       {"outcomes[0]", "did you mean \"loss\"?"}},
      {404, "POST", "/v1/bandits/x/tell", R"({"outcomes":[]})", {"no bandit"}},
  });
  Office office;
  office.make_ads();
  service::Service& service = *office.service;
  http::Router wide(service, office.tokens, office.hub, {});  // the usual limit of bodies
  std::promise<int> status;
  wide.handle(testing::request("POST", kTells, too_many),
              [&](http::Response&& response) { status.set_value(response.status); });
  EXPECT_EQ(status.get_future().get(), 422);
}

TEST(Errors, WrongDrops) {
  expect_problems({
      {400, "POST", kDrop, R"({"loss":1})", {"empty", "\"loss\""}},
      {404, "POST", "/v1/bandits/ads/decisions/nobody/drop", "", {"no decision \"nobody\""}},
      {409, "POST", "/v1/bandits/ads/decisions/r1/drop", "", {"told"}},
  });
}

TEST(Errors, WrongBandits) {
  expect_problems({
      {400, "POST", kBandits, "", {"nothing"}},
      {400, "POST", kBandits, R"({"agent":"banker","arms":3})", {"\"name\" is missing"}},
      {400, "POST", kBandits, R"({"name":3,"agent":"banker","arms":3})", {"\"name\" must be a text"}},
      {400, "POST", kBandits, R"({"name":"b"})", {"\"arms\" is missing"}},
      {400, "POST", kBandits, R"({"name":"b","agent":"banker-bolo"})", {"needs one of", "\"body\""}},
      {400, "POST", kBandits, R"({"name":"b","arms":["a",1]})", {"\"arms\"", "an integer"}},
      {400, "POST", kBandits, R"({"name":"b","arms":2,"loss_range":["a","b"]})", {"two numbers"}},
      {400, "POST", kBandits, R"({"name":"b","arms":2,"loss_range":[0,null]})", {"two numbers"}},
      {400, "POST", kBandits, R"({"name":"b","arms":2,"horizon":1})", {"\"horizon\" in banker"}},
      {400, "POST", kBandits, R"({"name":"b","arms":2,"reserve":{"zzz":1}})", {"\"zzz\" in \"reserve\""}},
      {400, "POST", kBandits, R"({"name":"b","spec":{"arms":2}})", {"directly beside \"name\""}},
      {422, "POST", kBandits, R"({"name":"b","arms":2,"loss_range":[1,0]})", {"low must be below high"}},
      {422, "POST", kBandits, R"({"name":"b","arms":1e30})", {"\"arms\" is 1e+30: it is too large"}},
      {422,
       "POST",
       kBandits,
       R"({"name":"b","arms":2,"max_open":99999999999999999999})",
       {"\"max_open\" is 1e+20", "100000000"}},
      {400, "POST", kBandits, R"({"name":"b","arms":3,"sed":1})", {"did you mean \"seed\"?"}},
      {400,
       "POST",
       kBandits,
       R"({"name":"b","agent":[],"arms":3})",
       {"\"agent\" must be a text, not a list"}},
      {400, "POST", kBandits, R"({"name":"b","agent":"banker","arms":"3"})", {"\"arms\""}},
      {400,
       "POST",
       kBandits,
       R"({"name":"b","agent":"banker","arms":3,"sead":1})",
       {"did you mean \"seed\"?"}},
      {400,
       "POST",
       kBandits,
       R"({"name":"b","agent":"banker","arms":3,"expire_afer":1})",
       {"\"expire_after\""}},
      {400, "POST", kBandits, R"({"name":"b","agent":"banker","arms":3,"expire_after":"1h"})", {"a text"}},
      {400, "POST", kBandits, R"({"name":"b","agent":"banker","arms":3,"max_open":1.5})", {"\"max_open\""}},
      {422, "POST", kBandits, R"({"name":"b","agent":"banker","arms":1})", {"at least 2 arms"}},
      {422, "POST", kBandits, R"({"name":"b","agent":"banker","arms":100001})", {"100000"}},
      {422, "POST", kBandits, R"({"name":"b","agent":"bankers","arms":3})", {"did you mean \"banker\"?"}},
      {422, "POST", kBandits, R"({"name":"b","agent":"banker","arms":3,"late":"never"})", {"\"late\""}},
      {422, "POST", kBandits, R"({"name":"b","agent":"banker","arms":3,"expire_after":-1})", {"above 0"}},
      {422, "POST", kBandits, R"({"name":"b","agent":"banker","arms":3,"max_open":0})", {"\"max_open\""}},
      {422, "POST", kBandits, R"({"name":"a b","agent":"banker","arms":3})", {"a b"}},
      {422, "POST", kBandits, R"({"name":"..","agent":"banker","arms":3})", {".."}},
      {409, "POST", kBandits, R"({"name":"ads","agent":"banker","arms":3})", {"\"ads\"", "already"}},
      {404, "GET", "/v1/bandits/adz", "", {"did you mean \"ads\"?"}},
      {404, "GET", "/v1/bandits/adz/log", "", {"did you mean \"ads\"?"}},
      {404, "GET", "/v1/events?bandit=adz", "", {"did you mean \"ads\"?"}},
      {404, "DELETE", "/v1/bandits/adz", "", {"did you mean \"ads\"?"}},
      {404, "GET", "/v1/bandits/ads/decisions/r9", "", {"no decision \"r9\""}},
  });
}

TEST(Errors, NothingThere) {
  expect_problems({
      {404, "GET", "/index.html", "", {"\"/index.html\"", "/ is the dashboard", "/openapi.json"}},
      {404, "GET", "", "", {}},
      {404, "GET", "*", "", {}},
      {404, "GET", "/v1/bandit", "", {"/v1/bandit"}},
      {404, "GET", "/v1/bandits/ads/", "", {}},
      {404, "GET", "/healthz/", "", {}},
      {404, "GET", "//healthz", "", {}},
      {404, "GET", "/V1/bandits", "", {}},
  });
}

TEST(Errors, WrongMethods) {
  Office office;
  for (const auto& [method, target, allowed] :
       std::vector<std::array<const char*, 3>>{{"PUT", "/v1/bandits", "GET, HEAD, POST"},
                                               {"PUT", "/v1/bandits/ads", "GET, HEAD, PATCH, DELETE"},
                                               {"GET", "/v1/bandits/ads/ask", "POST"},
                                               {"HEAD", "/v1/bandits/ads/ask", "POST"},
                                               {"OPTIONS", "/healthz", "GET, HEAD"},
                                               {"get", "/healthz", "GET, HEAD"}}) {
    const auto response = office.send(method, target);
    EXPECT_EQ(response.status, 405) << method << " " << target;
    EXPECT_EQ(header(response, "Allow"), allowed);
    EXPECT_NE(response.body.find(allowed), std::string::npos) << response.body;
  }
}

TEST(Errors, BodiesThatAreEncoded) {
  Office office;
  office.make_ads();
  const auto status_of = [&](const char* method, const char* target, const char* encoding) {
    http::Request request = testing::request(method, target);
    request.encoding = encoding;
    return office.send(request).status;
  };
  EXPECT_EQ(status_of("POST", kAsk, "gzip"), 415);
  EXPECT_EQ(status_of("PATCH", "/v1/bandits/ads", "gzip"), 415);
  EXPECT_EQ(status_of("POST", kAsk, "identity, br"), 415);
  EXPECT_EQ(status_of("POST", kAsk, "Identity"), 200);
  EXPECT_EQ(status_of("GET", kBandits, "gzip"), 200);  // there is no body to look at
}

TEST(Errors, BodiesThatAreTooLarge) {
  Office office;
  office.make_ads();
  EXPECT_EQ(office.send("POST", kAsk, std::string(Office::kMaxBody, ' ')).status, 200);
  expect_problem(office, {413, "POST", kAsk, std::string(Office::kMaxBody + 1, ' '), {"100001", "100000"}});
}

TEST(Errors, AgentsAskedOutOfTurn) {
  Office office;
  office.expect(201, "POST", kBandits,
                R"({"name":"omd","agent":"omd","arms":2,"scale":{"rule":"constant","value":1}})");
  office.expect(200, "POST", "/v1/bandits/omd/ask");
  expect_problem(office, {409, "POST", "/v1/bandits/omd/ask", "", {"round 1"}});
}

TEST(Errors, LateOutcomesThatAreRefused) {
  Office office;
  office.make_ads(R"(,"expire_after":10,"late":"refuse")");
  office.expect(200, "POST", kAsk);
  office.now += 10'000'000;
  expect_problem(office, {409, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":1})", {"expired"}});
}

TEST(Errors, TooManyOpenDecisions) {
  Office office;
  office.make_ads(R"(,"max_open":2)");
  expect_problem(office,
                 {429, "POST", kAsk, R"({"count":3})", {"cannot make 3", "max_open", "ask for fewer"}});
  office.expect(200, "POST", kAsk, R"({"count":2})");
  expect_problem(office, {429, "POST", kAsk, "", {"2 open decisions", "max_open", "tell or drop"}});
  EXPECT_EQ(header(office.send("POST", kAsk), "Retry-After"), "1");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/drop");
  office.expect(200, "POST", kAsk);
}

TEST(Errors, TooManyReaders) {
  Office office;
  office.make_ads();
  std::vector<http::Response> logs, listeners;
  for (int i = 0; i < 4; ++i) logs.push_back(office.send("GET", "/v1/bandits/ads/log"));
  expect_problem(office, {429, "GET", "/v1/bandits/ads/log", "", {"4 logs"}});
  logs.pop_back();
  EXPECT_EQ(office.send("GET", "/v1/bandits/ads/log").status, 200);
  for (std::size_t i = 0; i < http::Hub::kMostListeners; ++i)
    listeners.push_back(office.send("GET", "/v1/events"));
  expect_problem(office, {429, "GET", "/v1/events", "", {"100 listeners"}});
  listeners.pop_back();
  EXPECT_EQ(office.send("GET", "/v1/events").status, 200);
}

TEST(Errors, AJournalThatCannotBeWritten) {
  Office office;
  prepare(office);
  office.disk->fail_commits = 1'000'000;
  expect_problem(office, {503, "POST", kAsk, "", {"disk", "send it again"}});
  EXPECT_EQ(header(office.send("POST", kAsk), "Retry-After"), "1");
  expect_problem(office, {503, "GET", "/readyz", "", {"disk"}});
  EXPECT_EQ(office.send("GET", "/healthz").status, 200);
  office.disk->fail_commits = 0;
  EXPECT_EQ(office.expect(200, "POST", kAsk)["id"], "r4");  // as if nothing had been
  EXPECT_EQ(office.send("GET", "/readyz").status, 200);
}

}  // namespace
}  // namespace banker::errors_test
