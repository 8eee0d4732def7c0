// The page for people: what it may do, and that nothing a client wrote becomes a part of it.
#include "http/page.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "http/openapi.hpp"
#include "office.hpp"
#include "running_server.hpp"
#include "schema_check.hpp"

namespace banker::page_test {
namespace {

using nlohmann::json;
using testing::header;
using testing::Office;

std::string file_of_the_page() {
  std::ifstream file(BANKER_SOURCE_DIR "/web/dist/dash.html");
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

std::string dash_page() { return http::page({}).body; }

// What is between two marks, the first time.
std::string between(const std::string& text, const std::string& first, const std::string& second) {
  const auto start = text.find(first);
  EXPECT_TRUE(start != text.npos) << first;
  return text.substr(start + first.size(), text.find(second, start + first.size()) - start - first.size());
}

TEST(Page, IsTheOneOfTheBuild) {
  Office office;
  const auto response = office.send("GET", "/");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.type, "text/html; charset=utf-8");
  EXPECT_TRUE(response.body == file_of_the_page());  // which is too long to be shown
  EXPECT_EQ(header(response, "X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(header(response, "Referrer-Policy"), "no-referrer");
  EXPECT_EQ(header(response, "Cache-Control"), "no-cache");
}

TEST(Page, MayDoWhatItSaysAndIsInNobodysFrame) {
  const std::string meta = between(dash_page(), "http-equiv=\"Content-Security-Policy\"", ">");
  const std::string policy = between(meta, "content=\"", "\"");
  EXPECT_TRUE(policy.starts_with("default-src 'none'")) << policy;
  EXPECT_EQ(policy.find("unsafe"), policy.npos) << policy;
  Office office;
  office.make_ads();
  for (const char* target : {"/", "/v1/bandits/ads/report"})
    EXPECT_EQ(header(office.send("GET", target), "Content-Security-Policy"),
              policy + "; frame-ancestors 'none'");
}

// Server::start says so; nobody is sent such a page.
TEST(Page, MustBeBuiltRight) {
  EXPECT_FALSE(http::check_page(http::page_as_built()));
  const auto without = [](const std::string& what) {
    std::string page(http::page_as_built());
    const auto at = page.find(what);
    EXPECT_NE(at, page.npos) << what;
    page.erase(at, what.size());
    const auto error = http::check_page(page);
    return error ? error->message : "nothing";
  };
  EXPECT_NE(without("Content-Security-Policy").find("no Content-Security-Policy"), std::string::npos);
  EXPECT_NE(without("@BANKER_SAVED@</script>").find("no @BANKER_SAVED@"), std::string::npos);
  EXPECT_TRUE(http::check_page(""));
}

TEST(Page, NeedsNoToken) {
  Office office;
  office.tokens.tokens["t"] = {};
  EXPECT_EQ(office.send("GET", "/").status, 200);
  office.expect(401, "GET", "/v1/bandits");
  office.tokens.broken = true;
  EXPECT_EQ(office.send("GET", "/").status, 200);
}

TEST(Page, ItsHeadIsItsHead) {
  testing::RunningServer running;
  testing::Wire wire = running.dial();
  wire.send("HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n");
  const auto answer = wire.read_answer(false);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->status, 200);
  EXPECT_TRUE(answer->has("Content-Length: " + std::to_string(dash_page().size()))) << answer->head;
  wire.send_get("/healthz");
  EXPECT_EQ(wire.read_answer()->body, "{\"status\":\"ok\"}\n");
}

TEST(Page, WhoLinksToItMayAddAQuery) {
  Office office;
  EXPECT_EQ(office.send("GET", "/?from=mail&x").status, 200);
}

TEST(Page, OtherPathsAreNotThere) {
  Office office;
  for (const char* target : {"/index.html", "//", "/b/ads", "/favicon.ico"})
    EXPECT_NE(office.expect(404, "GET", target)["detail"].get<std::string>().find(
                  "/ is the dashboard, /openapi.json says what there is"),
              std::string::npos);
  EXPECT_EQ(header(office.send("POST", "/"), "Allow"), "GET, HEAD");
  EXPECT_EQ(office.send("GET", "http://localhost:8080").status, 200);
}

TEST(Report, HasTheBanditInIt) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":300})");
  const auto response = office.send("GET", "/v1/bandits/ads/report");
  EXPECT_EQ(response.status, 200);
  EXPECT_EQ(response.type, "text/html; charset=utf-8");
  EXPECT_EQ(header(response, "Content-Disposition"), "attachment; filename=\"ads.html\"");
  EXPECT_EQ(header(response, "Cache-Control"), "no-store");
  const std::string page = dash_page(), mark = "@BANKER_SAVED@</script>";
  const auto place = page.find(mark);
  ASSERT_NE(place, page.npos);
  const std::string before = page.substr(0, place), after = page.substr(place + mark.size() - 9);
  ASSERT_TRUE(response.body.starts_with(before));
  ASSERT_TRUE(response.body.ends_with(after));
  const json saved =
      json::parse(response.body.substr(before.size(), response.body.size() - before.size() - after.size()));
  EXPECT_EQ(saved["format"], 1);
  EXPECT_EQ(saved.size(), 4u);
  const testing::SchemaCheck check(json::parse(http::openapi())["components"]["schemas"]);
  EXPECT_EQ(check.check("State", saved["state"]), "");
  EXPECT_EQ(check.check("History", saved["history"]), "");
  EXPECT_EQ(check.check("Records", {{"decisions", saved["decisions"]}}), "");
  EXPECT_EQ(saved["decisions"].size(), 200u);
  EXPECT_EQ(saved["decisions"][0]["round"], 300);
}

TEST(Report, NothingInItEndsItsElement) {
  Office office;
  const std::string evil = "</script><script>alert(1)</script>";
  office.expect(201, "POST", "/v1/bandits",
                json{{"name", "ads"}, {"arms", {evil, "<!--<script>", "c"}}, {"seed", 7}}.dump());
  office.expect(200, "POST", "/v1/bandits/ads/ask", json{{"decision_id", evil}}.dump());
  const auto response = office.send("GET", "/v1/bandits/ads/report");
  ASSERT_EQ(response.status, 200);
  EXPECT_TRUE(response.body.find(evil) == std::string::npos);
  const auto count = [](const std::string& text) { return std::count(text.begin(), text.end(), '<'); };
  EXPECT_EQ(count(response.body), count(dash_page()));
  const std::string saved = between(response.body, R"({"format":1)", "</script>");
  EXPECT_EQ(json::parse(R"({"format":1)" + saved)["decisions"][0]["id"], evil);
}

}  // namespace
}  // namespace banker::page_test
