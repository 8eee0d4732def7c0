// A disk that becomes read-only while the server runs, as disks with errors do: what would write is answered 503, looking goes
// on, and when it may be written again, so does the rest.

#include <gtest/gtest.h>

#include <sstream>

#include "agent/json_library.hpp"
#include "banker/agent/replay.hpp"
#include "http/running_server.hpp"
#include "store/sqlite_journal.hpp"
#include "support/folder.hpp"
#include "support/server/http_client.hpp"
#include "support/server/lossy_vfs.hpp"

namespace banker::testing::read_only_disk_test {
namespace {

using Json = nlohmann::json;

class ReadOnlyDisk : public ::testing::Test {
 protected:
  ReadOnlyDisk() {
    http::ServerOptions options;
    options.port = 0;
    server_ = *http::Server::start(*store::open_journal(file_, disk.name()), std::make_unique<NoTokens>(), {},
                                   options);
    client_.emplace(server_->port());
    EXPECT_EQ(post("/v1/bandits", R"({"name":"ads","agent":"banker","arms":3,"seed":8})").status, 201);
    for (int i = 0; i < 5; ++i) EXPECT_EQ(post("/v1/bandits/ads/ask").status, 200);
    EXPECT_EQ(post("/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})").status, 204);
  }

  Answered post(const std::string& target, const std::string& body = "") {
    return client_->post(target, body).value_or(Answered{});
  }
  Answered get(const std::string& target) { return client_->get(target).value_or(Answered{}); }

  // All that is written down, as clients see it.
  std::string seen() {
    Json bandit = Json::parse(get("/v1/bandits/ads").body);
    for (const char* key : {"asks_per_minute", "tells_per_minute"}) bandit.erase(key);
    std::string text = bandit.dump();
    for (const char* rest :
         {"/log", "/decisions", "/decisions/r1", "/decisions/r2", "/decisions/r1/statement"}) {
      const Answered answer = get("/v1/bandits/ads" + std::string(rest));
      EXPECT_EQ(answer.status, 200) << rest << ' ' << answer.body;
      text += '\n' + answer.body;
    }
    return text;
  }

  void expect_unavailable(const Answered& answer) {
    EXPECT_EQ(answer.status, 503) << answer.body;
    EXPECT_NE(answer.body.find(file_), std::string::npos) << answer.body;
    EXPECT_NE(answer.body.find("send it again later"), std::string::npos) << answer.body;
  }

  void stop() {
    client_.reset();
    server_.reset();
  }

  const Folder folder_;
  const std::string file_ = folder_.file("banker.db");
  LossyVfs disk;
  std::unique_ptr<http::Server> server_;
  std::optional<HttpClient> client_;
};

TEST_F(ReadOnlyDisk, IsUnavailableForWritersAndGoesOnByItself) {
  const std::string before = seen();
  EXPECT_EQ(get("/readyz").status, 200);
  disk.read_only(true);
  for (int i = 0; i < 2; ++i) {
    expect_unavailable(post("/v1/bandits/ads/ask"));
    expect_unavailable(post("/v1/bandits/ads/decisions/r2/tell", R"({"loss":0.25})"));
    expect_unavailable(post("/v1/bandits/ads/decisions/r3/drop"));
    expect_unavailable(post("/v1/bandits", R"({"name":"more","agent":"banker","arms":2})"));
    EXPECT_EQ(seen(), before) << "looking goes on, and shows nothing that was refused";
  }
  EXPECT_EQ(get("/readyz").status, 503);
  EXPECT_EQ(get("/healthz").status, 200);
  disk.read_only(false);
  while (get("/readyz").status != 200) continue;  // it tries by itself
  EXPECT_EQ(seen(), before);
  EXPECT_EQ(post("/v1/bandits/ads/decisions/r2/tell", R"({"loss":0.25})").status, 204);
  EXPECT_EQ(Json::parse(post("/v1/bandits/ads/ask").body)["round"], 6);
}

// Also where it stops while nothing can be written: what was answered is there, to the last bit.
TEST_F(ReadOnlyDisk, LosesNothingOfAServerThatStopsOnIt) {
  for (const bool writable_again : {true, false}) {
    SCOPED_TRACE(writable_again);
    disk.read_only(true);
    expect_unavailable(post("/v1/bandits/ads/ask"));
    disk.read_only(!writable_again);
    if (writable_again) {
      EXPECT_EQ(post("/v1/bandits/ads/ask").status, 200);
    }
  }
  const std::string log = get("/v1/bandits/ads/log").body;
  stop();
  disk.read_only(false);
  auto journal = *store::open_journal(file_);
  auto service = *service::Service::start(std::move(journal), {});
  Replay replay;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) ASSERT_TRUE(replay.feed(line)) << line;
  service.reset();
  journal = *store::open_journal(file_);
  const auto checkpoint = *journal->checkpoint(journal->bandits()->at(0).id);
  ASSERT_TRUE(checkpoint);
  EXPECT_EQ(checkpoint->seq, 7u);  // six decisions and an outcome
  EXPECT_TRUE(checkpoint->agent == replay.agent()->save()) << "its log leads elsewhere";
}

}  // namespace
}  // namespace banker::testing::read_only_disk_test
