// The document of the routes is true: every answer it names is given, and no other; and bodies are as its schemas say.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "office.hpp"
#include "running_server.hpp"
#include "schema_check.hpp"

namespace banker::openapi_test {
namespace {

using http::Need;
using http::Request;
using http::Response;
using http::Route;
using nlohmann::json;
using testing::document;
using testing::FullServer;
using testing::Office;
using testing::operation_of;
using testing::request;
using testing::RunningServer;
using testing::SchemaCheck;
using testing::Wire;

const json& responses_of(const Route& route) { return operation_of(route)["responses"]; }

// An answer, or the one it refers to.
const json& resolved(const json& answer) {
  if (!answer.contains("$ref")) return answer;
  const std::string ref = answer["$ref"];
  return document()["components"]["responses"].at(ref.substr(ref.rfind('/') + 1));
}

const Route& route_of(std::string_view method, std::string_view path) {
  for (const Route& route : http::routes())
    if (route.method == method && route.path == path) return route;
  throw std::runtime_error("no such route");
}

TEST(OpenApi, HasEveryRoute) {
  std::size_t operations = 0;
  for (const auto& [path, item] : document()["paths"].items()) operations += item.size();
  EXPECT_EQ(operations, http::routes().size());
  std::set<std::string> names;
  for (const Route& route : http::routes()) {
    const json& operation = operation_of(route);
    EXPECT_TRUE(names.insert(operation["operationId"]).second) << operation["operationId"];
    EXPECT_EQ(operation["summary"], route.what);
    EXPECT_EQ(operation.contains("security"), route.need != Need::kNothing);
    std::size_t in_path = 0;
    for (const json& parameter : operation["parameters"]) in_path += parameter["in"] == "path";
    EXPECT_EQ(in_path, std::count(route.path.begin(), route.path.end(), '{'));
  }
}

TEST(OpenApi, SaysWhatQueriesTake) {
  const json& parameters = document()["paths"]["/v1/bandits/{bandit}/decisions"]["get"]["parameters"];
  ASSERT_EQ(parameters.size(), 4u);
  EXPECT_EQ(parameters[1]["schema"], json::parse(R"({"type":"integer","minimum":1,"maximum":200})"));
  EXPECT_EQ(parameters[1]["in"], "query");
  EXPECT_EQ(parameters[2]["schema"],
            json::parse(R"({"type":"integer","minimum":1,"maximum":9223372036854775807})"));
  EXPECT_EQ(parameters[3]["schema"], json::parse(R"({"type":"boolean"})"));
}

TEST(OpenApi, NamesOnlyWhatIsThere) {
  const std::string text = http::openapi();
  const std::string mark = "\"#/";
  std::size_t names = 0;
  for (auto at = text.find(mark); at != text.npos; at = text.find(mark, at + 1), ++names) {
    const std::string place = text.substr(at + 2, text.find('"', at + 1) - at - 2);
    EXPECT_TRUE(document().contains(json::json_pointer(place))) << place;
  }
  EXPECT_GT(names, 200u);
}

TEST(OpenApi, TheCheckOfSchemasFails) {
  const SchemaCheck check(document()["components"]["schemas"]);
  const auto fits = [&](const char* schema, const char* value) {
    return check.check(schema, json::parse(value)).empty();
  };
  EXPECT_TRUE(fits("Decision", R"({"id":"r1","round":1,"arm":0,"probability":0.5})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","arm":0,"probability":0.5})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","round":1.5,"arm":0,"probability":0.5})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","round":1,"arm":0,"probability":0})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","round":1,"arm":null,"probability":0.5})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","round":1,"action":[1,"x"]})"));
  EXPECT_FALSE(fits("Decision", R"({"id":"r1","round":1,"more":1})"));
  EXPECT_FALSE(fits("Asked", R"({"decisions":[{}]})"));
  EXPECT_FALSE(fits("Time", R"("2026-01-02 03:04:05")"));
  EXPECT_FALSE(fits("Outcome", R"({"loss":1,"reward":1})"));
  EXPECT_FALSE(fits("Late", R"("never")"));
}

// Sends requests, checks their answers against the document, and notes which statuses came from where.
class Examiner {
 public:
  void send(Office& office, const Route& route, Request what) {
    const auto response = office.send(what);
    const std::string where = what.method + " " + what.target + " " + what.body.substr(0, 100);
    take(route, response, where);
    const bool good_body = response.status < 300 && !route.body.empty() && !what.body.empty();
    const std::string wrong =
        good_body ? check_.check(std::string(route.body), json::parse(what.body)) : std::string();
    EXPECT_EQ(wrong, "") << where;
  }

  // An answer of a route.
  void take(const Route& route, const Response& response, const std::string& where) {
    const std::string status = std::to_string(response.status);
    given.emplace(route.method, route.path, response.status);
    ASSERT_TRUE(responses_of(route).contains(status)) << where << status << response.body;
    check_answer(resolved(responses_of(route)[status]), response, where);
  }

  std::set<std::tuple<std::string_view, std::string_view, int>> given;

 private:
  void check_answer(const json& answer, const Response& response, const std::string& where) {
    if (!answer.contains("content")) {
      EXPECT_EQ(response.body + response.type, "") << where;
      return;
    }
    const json& content = answer["content"];
    const std::string type = content.begin().key();
    EXPECT_TRUE(response.type.starts_with(type)) << where << response.type;
    const json& schema = content[type]["schema"];
    if (!schema.contains("$ref")) return;
    const std::string ref = schema["$ref"];
    EXPECT_EQ(check_.check(ref.substr(ref.rfind('/') + 1), json::parse(response.body)), "") << where;
  }

  SchemaCheck check_{document()["components"]["schemas"]};
};

std::string fill(std::string_view path, const std::string& bandit, const std::string& id) {
  std::string text(path);
  for (const auto& [name, value] : {std::pair<std::string, std::string>{"{bandit}", bandit}, {"{id}", id}})
    if (const auto at = text.find(name); at != text.npos) text.replace(at, name.size(), value);
  return text;
}

// What goes wrong in the same way on every route that it can go wrong on.
void examine_common(Examiner& examiner) {
  for (const Route& route : http::routes()) {
    const Request good = request(std::string(route.method), fill(route.path, "ads", "r1"));
    Office office;
    Request query = good;
    query.target += "?no=1";
    examiner.send(office, route, query);  // 400, but for those that do not look at it
    Request foreign = good;
    foreign.host = "example.com";
    examiner.send(office, route, foreign);  // 403
    if (route.path.find('{') != route.path.npos) {
      Request missing = good;
      missing.body = route.body == "Outcome"    ? R"({"loss":1})"
                     : route.body == "Outcomes" ? R"({"outcomes":[]})"
                     : route.body == "Expire"   ? R"({"older_than":1})"
                     : route.body == "Change"   ? R"({"rule":1})"
                                                : "";
      examiner.send(office, route, missing);  // 404
    }
    Request large = good;
    large.body.assign(Office::kMaxBody + 1, ' ');
    examiner.send(office, route, large);  // 413
    if (has_body(route)) {
      Request packed = good;
      packed.encoding = "gzip";
      examiner.send(office, route, packed);  // 415
    }
    if (route.need == Need::kNothing) continue;
    office.tokens.tokens["t"] = {};
    examiner.send(office, route, good);  // 401
    office.tokens.broken = true;
    examiner.send(office, route, good);  // 503
  }
}

struct Step {
  const char* method;
  const char* path;  // of the route
  const char* bandit;
  const char* id;
  std::string body;
};

const std::vector<Step> kSteps{
    {"POST", "/v1/bandits", "", "", R"({"name":"ads","agent":"banker","arms":["a","b"],"max_open":50})"},
    {"POST", "/v1/bandits", "", "", R"({"name":"ads","agent":"banker","arms":["a","b"]})"},
    {"POST", "/v1/bandits", "", "", R"({"name":"x","agent":"banker","arms":1})"},
    {"POST", "/v1/bandits", "", "",
     R"({"name":"late","agent":"banker","arms":2,"expire_after":10,"on_expiry":{"loss":1},"late":"ignore"})"},
    {"POST", "/v1/bandits", "", "",
     R"({"name":"ball","agent":"banker-bolo","body":{"type":"ball","dimension":2,"radius":1}})"},
    {"POST", "/v1/bandits", "", "",
     R"({"name":"list","agent":"banker-bolo","actions":[[1,0],[-1,0],[0,1]]})"},
    {"POST", "/v1/bandits", "", "",
     R"({"name":"exp3","agent":"exp3","arms":2,"horizon":100,"expire_after":null})"},
    {"POST", "/v1/bandits", "", "",
     R"({"name":"omd","agent":"omd","arms":2,"scale":{"rule":"constant","value":1}})"},
    {"POST", "/v1/bandits/{bandit}/ask", "omd", "", ""},
    {"POST", "/v1/bandits/{bandit}/ask", "omd", "", ""},  // 409
    {"POST", "/v1/bandits/{bandit}/ask", "ads", "", R"({"count":9})"},
    {"POST", "/v1/bandits/{bandit}/ask", "ads", "", R"({"decision_id":"mine"})"},
    {"POST", "/v1/bandits/{bandit}/ask", "ads", "", R"({"decision_ids":["mine","yours"]})"},
    {"POST", "/v1/bandits/{bandit}/ask", "ads", "", R"({"count":0})"},
    {"POST", "/v1/bandits/{bandit}/ask", "ads", "", R"({"count":51})"},
    {"POST", "/v1/bandits/{bandit}/ask", "ball", "", "{}"},
    {"POST", "/v1/bandits/{bandit}/ask", "list", "", "{}"},
    {"POST", "/v1/bandits/{bandit}/ask", "late", "", R"({"count":2})"},
    {"POST", "/v1/bandits/{bandit}/ask", "exp3", "", ""},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/tell", "ads", "r1", R"({"loss":0.5})"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/tell", "ads", "r1", R"({"loss":0.6})"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/tell", "ads", "r2", R"({"loss":2})"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/tell", "exp3", "r1", R"({"reward":1})"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/drop", "ads", "r3", "{}"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/drop", "ads", "r1", ""},
    {"POST", "/v1/bandits/{bandit}/tell", "ads", "",
     R"({"outcomes":[{"id":"mine","reward":1},{"id":"r1","loss":0},{"id":"r77","loss":0},{"id":"r4","loss":9}]})"},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "ads", "r1", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "ads", "r2", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "ads", "r3", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "ads", "mine", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "ball", "r1", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "list", "r1", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}", "exp3", "r1", ""},
    {"GET", "/v1/bandits/{bandit}", "ads", "", ""},
    {"GET", "/v1/bandits/{bandit}", "ball", "", ""},
    {"GET", "/v1/bandits/{bandit}", "list", "", ""},
    {"GET", "/v1/bandits/{bandit}", "late", "", ""},
    {"GET", "/v1/bandits/{bandit}", "exp3", "", ""},
    {"GET", "/v1/bandits", "", "", ""},
    {"GET", "/v1/bandits/{bandit}/log", "ads", "", ""},
    {"GET", "/v1/bandits/{bandit}/decisions", "ads", "", ""},
    {"GET", "/v1/bandits/{bandit}/decisions", "ball", "", ""},
    {"GET", "/v1/bandits/{bandit}/decisions", "list", "", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}/statement", "ads", "r1", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}/statement", "ads", "r2", ""},
    {"GET", "/v1/bandits/{bandit}/decisions/{id}/statement", "exp3", "r1", ""},
    {"GET", "/v1/bandits/{bandit}/history", "ads", "", ""},
    {"GET", "/v1/bandits/{bandit}/history", "ball", "", ""},
    {"GET", "/v1/bandits/{bandit}/report", "ads", "", ""},
    {"PATCH", "/v1/bandits/{bandit}", "ads", "", R"({"rule":1})"},
    {"PATCH", "/v1/bandits/{bandit}", "ads", "", R"({"rule":99})"},
    {"POST", "/v1/bandits/{bandit}/pause", "exp3", "", ""},
    {"GET", "/v1/bandits/{bandit}", "exp3", "", ""},
    {"GET", "/v1/bandits", "", "", ""},
    {"POST", "/v1/bandits/{bandit}/resume", "exp3", "", "{}"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/expire", "ads", "r4", "{}"},
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/expire", "ads", "r4", ""},  // 200
    {"POST", "/v1/bandits/{bandit}/decisions/{id}/expire", "ads", "r1", ""},  // 409
    {"POST", "/v1/bandits/{bandit}/expire", "exp3", "", R"({"older_than":0})"},
    {"POST", "/v1/bandits/{bandit}/expire", "exp3", "", R"({"older_than":-1})"},
    {"GET", "/v1/catalog", "", "", ""},
    {"GET", "/", "", "", ""},
    {"GET", "/v1/live", "", "", ""},
    {"GET", "/healthz", "", "", ""},
    {"GET", "/readyz", "", "", ""},
    {"GET", "/metrics", "", "", ""},
    {"GET", "/openapi.json", "", "", ""},
    {"GET", "/v1/events", "", "", ""},
    {"DELETE", "/v1/bandits/{bandit}", "list", "", ""},
};

void take(Examiner& examiner, Office& office, const Step& step) {
  const Route& route = route_of(step.method, step.path);
  examiner.send(office, route, request(step.method, fill(step.path, step.bandit, step.id), step.body));
}

// The looker has too many in line, as the service does not answer.
void examine_waiting(Examiner& examiner, Office& office) {
  office.door.close();
  std::atomic<int> answers{0};
  const auto count = [&](http::Response&&) { ++answers; };
  office.router->handle(request("POST", "/v1/bandits/ads/ask"), count);
  office.door.knock();
  for (int i = 0; i < http::Looker::kMost; ++i)
    office.router->handle(request("GET", "/v1/bandits/ads/history"), count);
  for (const char* path : {"/v1/bandits/{bandit}/history", "/v1/bandits/{bandit}/decisions",
                           "/v1/bandits/{bandit}/report", "/v1/bandits/{bandit}/decisions/{id}/statement"})
    take(examiner, office, {"GET", path, "ads", "r1", ""});
  office.door.open();
  while (answers <= http::Looker::kMost) std::this_thread::yield();
}

// A request to this route, up to the end of its first line.
std::string first_line(const Route& route) {
  return std::string(route.method) + " " + fill(route.path, "ads", "r1") + " HTTP/1.1\r\n";
}

void take(Examiner& examiner, const Route& route, Wire& wire) {
  const auto answer = wire.read_answer();
  ASSERT_TRUE(answer) << route.path;
  Response response;
  response.status = answer->status;
  response.type = answer->header("Content-Type");
  response.body = answer->body;
  examiner.take(route, response, first_line(route));
}

// What is refused before there is a request.
void examine_wires(Examiner& examiner) {
  const RunningServer running;
  http::ServerOptions options;
  options.read_seconds = 0.05;
  const RunningServer hasty(options);
  for (const Route& route : http::routes()) {
    Wire nowhere = running.dial(), lengthy = running.dial(), slow = hasty.dial();
    nowhere.send(first_line(route) + "\r\n");
    take(examiner, route, nowhere);  // 400
    lengthy.send(first_line(route) + "Long: " + std::string(20'000, 'x') + "\r\n\r\n");
    take(examiner, route, lengthy);  // 431
    slow.send(first_line(route));
    take(examiner, route, slow);  // 408
  }
}

// There is no room for one more body, as those that are there wait for the disk.
void examine_bodies(Examiner& examiner) {
  FullServer full;
  for (const Route& route : http::routes()) {
    Wire late = full.running.dial();
    late.send(first_line(route) + "Host: localhost\r\nContent-Length: 1000\r\n\r\n" + full.body);
    take(examiner, route, late);  // 429
  }
  full.let_go();
}

// What needs a disk that fails, time that passes, or others who read.
void examine_special(Examiner& examiner, Office& office) {
  office.now += 60'000'000;
  take(examiner, office, {"POST", "/v1/bandits/{bandit}/decisions/{id}/tell", "late", "r1", R"({"loss":0})"});
  take(examiner, office, {"POST", "/v1/bandits/{bandit}/decisions/{id}/drop", "late", "r2", ""});
  take(examiner, office, {"GET", "/v1/bandits/{bandit}/decisions/{id}", "late", "r2", ""});
  for (const std::string path : {"/v1/events", "/v1/live"})
    examiner.send(office, route_of("GET", path), request("GET", path + "?bandit=nobody"));
  examiner.send(office, route_of("GET", "/v1/bandits/{bandit}/decisions"),
                request("GET", "/v1/bandits/ads/decisions?limit=0"));
  std::vector<Response> readers;
  for (int i = 0; i < 4; ++i) readers.push_back(office.send("GET", "/v1/bandits/ads/log"));
  take(examiner, office, {"GET", "/v1/bandits/{bandit}/log", "ads", "", ""});
  for (std::size_t i = 0; i < http::Hub::kMostListeners; ++i)
    readers.push_back(office.send("GET", "/v1/events"));
  take(examiner, office, {"GET", "/v1/events", "", "", ""});
  take(examiner, office, {"GET", "/v1/live", "", "", ""});
  examiner.send(office, route_of("POST", "/v1/bandits/{bandit}/tell"),
                request("POST", "/v1/bandits/ads/tell", R"({"outcomes":3})"));
  office.disk->fail_commits = 1'000'000;
  office.send("POST", "/v1/bandits/ads/ask");
  take(examiner, office, {"GET", "/readyz", "", "", ""});
  office.disk->fail_commits = 0;
}

// More outcomes than may be told at once.
void examine_many(Examiner& examiner) {
  Office office;
  office.make_ads();
  office.router.emplace(*office.service, office.tokens, office.hub, http::RouterOptions{});
  std::string body = R"({"outcomes":[)";
  for (int i = 0; i <= 100'000; ++i) body += R"({"id":"a","loss":0},)";
  body.back() = ']';
  examiner.send(office, route_of("POST", "/v1/bandits/{bandit}/tell"),
                request("POST", "/v1/bandits/ads/tell", body + "}"));
}

TEST(OpenApi, EveryAnswerOfTheDocumentIsGivenAndNoOther) {
  Examiner examiner;
  examine_common(examiner);
  Office office;
  for (const Step& step : kSteps) take(examiner, office, step);
  examine_special(examiner, office);
  examine_waiting(examiner, office);
  examine_many(examiner);
  examine_wires(examiner);
  examine_bodies(examiner);
  for (const Route& route : http::routes()) {
    for (const auto& [status, answer] : responses_of(route).items()) {
      if (status == "503" && route.need == Need::kNothing) continue;  // there is no memory: memory_test
      EXPECT_TRUE(examiner.given.contains({route.method, route.path, std::stoi(status)}))
          << route.method << " " << route.path << " never answered " << status;
    }
  }
}

TEST(OpenApi, HasWhatBelongsToNoRoute) {
  Office office;
  EXPECT_EQ(office.send("PUT", "/v1/bandits").status, 405);  // send() looks whether it is there
  EXPECT_EQ(office.send("GET", "/nowhere").status, 404);
  const json& allowed = document()["components"]["responses"]["MethodNotAllowed"]["headers"];
  EXPECT_TRUE(allowed.contains("Allow"));
  EXPECT_FALSE(testing::is_listed("PUT", "/v1/bandits", 418));
  EXPECT_FALSE(testing::is_listed("GET", "/healthz", 409));
}

}  // namespace
}  // namespace banker::openapi_test
