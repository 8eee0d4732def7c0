// The verb token: what it makes, lists and revokes, and what it refuses.

#include <gtest/gtest.h>

#include "agent/json_library.hpp"
#include "apps/printed.hpp"
#include "apps/serving.hpp"
#include "support/server/first_format.hpp"

namespace banker::testing::token_test {
namespace {

class TokenVerb : public ServeVerb {};

std::string bearer(const std::string& token) { return "Authorization: Bearer " + token + "\r\n"; }

TEST_F(TokenVerb, TokensOpenWhatTheirRolesSay) {
  const auto make = [&](const std::string& roles) {
    const Finished done = run({"token", "--data", data, "--role", roles});
    EXPECT_EQ(done.status, 0) << done.err;
    EXPECT_NE(done.err.find("only time"), std::string::npos);
    EXPECT_TRUE(done.out.ends_with('\n'));
    return bearer(done.out.substr(0, done.out.size() - 1));
  };
  const std::string admin = make("admin"), ask = make("ask");
  EXPECT_NE(admin, ask);
  Serve serve(folder, {"--data", data, "--address", "127.0.0.1"});
  EXPECT_EQ(serve.post("/v1/bandits", kAds).status, 401);
  EXPECT_EQ(serve.post("/v1/bandits", kAds, ask).status, 403);
  EXPECT_EQ(serve.post("/v1/bandits", kAds, admin).status, 201);
  EXPECT_EQ(serve.post("/v1/bandits/ads/ask", "", ask).status, 200);

  const Finished listed = run({"token", "--data", data, "--list"});
  EXPECT_EQ(listed.status, 0);
  for (const char* words : {"admin", "ask", "made"}) EXPECT_NE(listed.out.find(words), std::string::npos);
  EXPECT_EQ(listed.out.find(ask.substr(22, 10)), std::string::npos) << "tokens are not kept";

  EXPECT_EQ(run({"token", "--data", data, "--revoke", "2"}).status, 0);
  while (serve.post("/v1/bandits/ads/ask", "", ask).status != 401) continue;  // the server learns of it
  EXPECT_EQ(serve.post("/v1/bandits/ads/ask", "", admin).status, 200);
}

TEST_F(TokenVerb, SaysWhereTheCopyOfAnOldJournalIs) {
  EXPECT_EQ(run({"token", "--data", data, "--role", "admin"}).status, 0);
  const std::string copy = data + "-format-1";
  to_first_format(data);
  const Finished listed = run({"token", "--data", data, "--list", "--format", "csv"});
  EXPECT_EQ(listed.status, 0) << listed.err;
  EXPECT_NE(listed.err.find("as it was, it is " + copy), std::string::npos) << listed.err;
  EXPECT_TRUE(std::filesystem::exists(copy));
  EXPECT_TRUE(listed.out.starts_with("id,roles,made\n1,")) << listed.out;
  EXPECT_EQ(run({"token", "--data", data, "--list"}).err, "") << "it is brought forward once";
}

TEST_F(TokenVerb, ListsTokensForProgramsToo) {
  const auto list = [&](const std::string& format) {
    const Finished done = run({"token", "--data", data, "--list", "--format", format});
    EXPECT_EQ(done.status, 0) << done.err;
    return done.out;
  };
  const auto make = [&](const std::string& roles) {
    EXPECT_EQ(run({"token", "--data", data, "--role", roles}).status, 0);
  };
  make("ask,tell");
  make("admin");
  EXPECT_EQ(list("table"), run({"token", "--data", data, "--list"}).out);

  const auto all = nlohmann::ordered_json::parse(list("json"));
  EXPECT_EQ(keys(all), Texts{"tokens"});
  ASSERT_EQ(all["tokens"].size(), 2u);
  EXPECT_EQ(keys(all["tokens"][0]), (Texts{"id", "roles", "made"}));
  EXPECT_EQ(all["tokens"][0]["id"], 1);
  EXPECT_EQ(all["tokens"][0]["roles"], Json::array({"ask", "tell"}));
  EXPECT_EQ(all["tokens"][1]["roles"], Json::array({"admin"}));

  const auto rows = parse_csv(list("csv"));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0], (Texts{"id", "roles", "made"}));
  EXPECT_EQ(rows[1], (Texts{"1", "ask,tell", all["tokens"][0]["made"]}));
  EXPECT_EQ(rows[2], (Texts{"2", "admin", all["tokens"][1]["made"]}));

  for (const char* id : {"1", "2"}) EXPECT_EQ(run({"token", "--data", data, "--revoke", id}).status, 0);
  EXPECT_EQ(Json::parse(list("json")), (Json{{"tokens", Json::array()}}));
  EXPECT_EQ(list("csv"), "id,roles,made\n");
  EXPECT_EQ(list("table"), "");
}

TEST_F(TokenVerb, RefusesBadTokenRequests) {
  expect_refusal({"token", "--data", data, "--list"}, 2, "no file");
  EXPECT_EQ(run({"token", "--data", data, "--role", "ask,tell"}).status, 0);
  expect_refusal({"token", "--data", data, "--role", "king"}, 2, "king");
  expect_refusal({"token", "--data", data, "--revoke", "9"}, 2, "no token 9");
  expect_refusal({"token", "--data", data, "--revoke", "abc"}, 2, "digits only");
  expect_refusal({"token", "--data", "", "--role", "ask"}, 2, "names no file");
  expect_refusal({"token", "--data", ":memory:", "--role", "ask"}, 2, "no file");
  expect_refusal({"token", "--data", data}, 2, "");
  expect_refusal({"token", "--data", data, "--list", "--revoke", "1"}, 2, "");
  expect_refusal({"token", "--data", data, "--list", "--format", "xml"}, 2, "xml");
  expect_refusal({"token", "--data", data, "--role", "ask", "--format", "json"}, 2, "--list");
}

}  // namespace
}  // namespace banker::testing::token_test
