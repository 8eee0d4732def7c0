// The verb migrate, as a program: what it says where there is nothing to do, and what it refuses. tests/upgrade/ sees it move a bandit.

#include <gtest/gtest.h>

#include "agent/json_library.hpp"
#include "apps/serving.hpp"

namespace banker::testing::migrate_test {
namespace {

class MigrateVerb : public ServeVerb {};

TEST_F(MigrateVerb, FindsNothingToDoWhereAllPlayByTheNewestRule) {
  {
    const Serve serve(folder, {"--data", data});
    EXPECT_EQ(serve.post("/v1/bandits", kAds).status, 201);
    expect_refusal({"migrate", "--data", data}, 1, "in use");
  }
  const Finished done = run({"migrate", "--data", data, "--all", "--format", "json"});
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_NE(done.err.find("nothing to do"), std::string::npos) << done.err;
  const Json bandit = Json::parse(done.out)["bandits"].at(0);
  EXPECT_EQ(bandit["bandit"], "ads");
  EXPECT_EQ(bandit["agent"], "banker");
  EXPECT_EQ(bandit["rule"], bandit["newest"]);
  EXPECT_EQ(bandit["moved"], false);
}

TEST_F(MigrateVerb, RefusesBadRequests) {
  expect_refusal({"migrate", "--data", data}, 2, "no file");
  EXPECT_EQ(run({"token", "--data", data, "--role", "ask"}).status, 0);  // makes it
  expect_refusal({"migrate", "--data", data, "--bandit", "ads"}, 2, "no bandit ads");
  expect_refusal({"migrate", "--data", data, "--bandit", "ads", "--all"}, 2, "--all");
  expect_refusal({"migrate", "--data", data, "--format", "xml"}, 2, "xml");
}

}  // namespace
}  // namespace banker::testing::migrate_test
