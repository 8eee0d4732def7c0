// What a bandit has been through: history, lists of decisions, and who spent what.
#include <gtest/gtest.h>

#include <thread>

#include "http/history_text.hpp"
#include "office.hpp"
#include "support/folder.hpp"

namespace banker::past_test {
namespace {

using nlohmann::json;
using testing::Office;

constexpr const char* kAds = "/v1/bandits/ads";
constexpr const char* kDecisions = "/v1/bandits/ads/decisions";

std::vector<int> rounds_of(const json& answer) {
  std::vector<int> rounds;
  for (const json& decision : answer["decisions"]) rounds.push_back(decision["round"].get<int>());
  return rounds;
}

TEST(Past, TheLastDecisions) {
  Office office;
  office.make_ads();
  EXPECT_EQ(office.expect(200, "GET", kDecisions)["decisions"], json::array());
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"decision_ids":["a","b/c"]})");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":98})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/a/tell", R"({"reward":1})");
  const auto get = [&](const std::string& query) { return office.expect(200, "GET", kDecisions + query); };
  EXPECT_EQ(rounds_of(get("")).size(), 50u);
  EXPECT_EQ(rounds_of(get("")).front(), 100);
  EXPECT_EQ(rounds_of(get("?limit=3")), (std::vector{100, 99, 98}));
  EXPECT_EQ(rounds_of(get("?before=98&limit=2&open=false")), (std::vector{97, 96}));
  EXPECT_EQ(rounds_of(get("?limit=200&before=4")), (std::vector{3, 2, 1}));
  EXPECT_EQ(rounds_of(get("?before=1")), std::vector<int>());
  EXPECT_EQ(rounds_of(get("?before=9223372036854775807&limit=1")), std::vector{100});
  // Each is what it is alone.
  const json last = get("?before=4");
  EXPECT_EQ(last["decisions"][0], office.expect(200, "GET", "/v1/bandits/ads/decisions/r3"));
  EXPECT_EQ(last["decisions"][1], office.expect(200, "GET", "/v1/bandits/ads/decisions/b%2Fc"));
  EXPECT_EQ(last["decisions"][2], office.expect(200, "GET", "/v1/bandits/ads/decisions/a"));
}

TEST(Past, TheOldestOpenDecisions) {
  Office office;
  office.make_ads();
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":6})");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r2/drop");
  EXPECT_EQ(rounds_of(office.expect(200, "GET", std::string(kDecisions) + "?open=true&limit=3")),
            (std::vector{1, 3, 4}));
  EXPECT_EQ(rounds_of(office.expect(200, "GET", std::string(kDecisions) + "?open=true")).size(), 5u);
}

TEST(Past, WrongQueries) {
  Office office;
  office.make_ads();
  const auto refuse = [&](int status, const std::string& query, const char* words) {
    const std::string detail = office.expect(status, "GET", kDecisions + query)["detail"];
    EXPECT_NE(detail.find(words), std::string::npos) << query << ": " << detail;
  };
  refuse(400, "?limit=x", "\"limit\" in the query must be a whole number, not \"x\"");
  refuse(400, "?limit=", "whole number");
  refuse(400, "?limit=-1", "whole number");
  refuse(400, "?limit=1e2", "whole number");
  refuse(422, "?limit=0", "from 1 to 200");
  refuse(422, "?limit=201", "from 1 to 200");
  refuse(422, "?limit=99999999999999999999999", "from 1 to 200");
  refuse(422, "?before=0", "from 1 to ");
  refuse(422, "?before=9223372036854775808", "from 1 to ");
  refuse(400, "?open=yes", "true or false, not \"yes\"");
  refuse(400, "?open=true&before=3", "do not go together");
  refuse(400, "?limit=1&limit=2", "\"limit\" is in the query twice");
  refuse(400, "?limits=1", "did you mean \"limit\"?");
  refuse(400, "?zzzzzzzzzzzzz", "known: \"limit\", \"before\", \"open\"");
}

TEST(Past, HistoryOfMoments) {
  Office office;
  office.make_ads();
  const auto history = [&] { return office.expect(200, "GET", "/v1/bandits/ads/history"); };
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":10})");
  office.now += 10'000'000;
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  json found = history();
  while (found["told"].empty() || found["told"].back() != 1)
    found = history();  // as upkeep comes round to it
  const std::size_t moments = found["at"].size();
  for (const auto& [key, column] : found.items()) {
    EXPECT_TRUE(key == "arms" || column.size() == moments) << key;
  }
  EXPECT_EQ(found["rounds"].back(), 10);
  EXPECT_EQ(found["open"].back(), 9);
  EXPECT_EQ(found["loss"].back(), 0.5);
  EXPECT_GT(found["scale"].back(), 0);
  ASSERT_EQ(found["arms"].size(), 3u);
  EXPECT_EQ(found["arms"][0]["arm"], "say \"a\"");
  std::uint64_t asked = 0;
  for (const json& arm : found["arms"]) {
    EXPECT_EQ(arm["probability"].size(), moments);
    asked += arm["asked"].back().get<std::uint64_t>();
  }
  EXPECT_EQ(asked, 10u);
}

// A moment has the most likely arms only: what is not known of the others is null.
TEST(Past, ArmsThatComeAndGo) {
  Identity who;
  who.arms = 1000;
  std::vector<store::Moment> moments(2);
  moments[0].arms = {{3, 0.5, {7, 6, 1.5}}};
  moments[1].arms = {{3, 0.25, {8, 7, 2}}, {900, 0.125, {1, 0, 0}}};
  moments[1].scale = 4;
  std::string text;
  http::append_history(text, who, moments);
  const json found = json::parse(text);
  EXPECT_EQ(found["arms"], json::parse(R"([
      {"arm":3,"index":3,"probability":[0.5,0.25],"asked":[7,8],"told":[6,7],"loss":[1.5,2]},
      {"arm":900,"index":900,"probability":[null,0.125],"asked":[null,1],"told":[null,0],"loss":[null,0]}])"));
  EXPECT_EQ(found["scale"], json::parse("[null,4]"));
}

TEST(Past, OfVeryManyArmsThoseThatWereThereMostOften) {
  Identity who;
  who.arms = 10'000;
  std::vector<store::Moment> moments(3);
  for (std::size_t arm = 0; arm < 300; ++arm) moments[0].arms.push_back({arm, 0, {}});
  for (std::size_t arm = 250; arm < 300; ++arm) moments[1].arms.push_back({arm, 0, {}});
  std::string text;
  http::append_history(text, who, moments);
  const json arms = json::parse(text)["arms"];
  ASSERT_EQ(arms.size(), http::kHistoryArms);
  EXPECT_EQ(arms[49]["index"], 49);
  EXPECT_EQ(arms[50]["index"], 250);
}

TEST(Past, Statements) {
  Office office;
  office.make_ads();
  office.expect(201, "POST", "/v1/bandits", R"({"name":"plain","agent":"uniform","arms":2})");
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  office.expect(200, "POST", "/v1/bandits/plain/ask");
  const auto get = [&](const std::string& bandit) {
    return office.expect(200, "GET", "/v1/bandits/" + bandit + "/decisions/r1/statement");
  };
  const json open = get("ads");
  EXPECT_EQ(open["decision"], office.expect(200, "GET", "/v1/bandits/ads/decisions/r1"));
  EXPECT_EQ(open["returned"], nullptr);
  EXPECT_EQ(open["spent"], json::array());
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":5})");
  const json closed = get("ads");
  EXPECT_EQ(closed["returned"], closed["decision"]["statement"]["scale"]);
  EXPECT_EQ(closed["looked_until"], nullptr);
  for (const json& payment : closed["spent"]) EXPECT_GT(payment["round"], 1);
  office.expect(204, "POST", "/v1/bandits/plain/decisions/r1/tell", R"({"loss":0.5})");
  EXPECT_EQ(get("plain")["returned"], nullptr);  // it has no bank
  office.expect(404, "GET", "/v1/bandits/ads/decisions/r99/statement");
}

// A saving that is not pooled: who spent it says so.
TEST(Past, StatementsSayWhoSpent) {
  Office office;
  office.expect(201, "POST", "/v1/bandits", R"({"name":"ads","agent":"banker-tinf","arms":3,"seed":7})");
  office.expect(200, "POST", "/v1/bandits/ads/ask");
  office.expect(204, "POST", "/v1/bandits/ads/decisions/r1/tell", R"({"loss":0.5})");
  office.expect(200, "POST", "/v1/bandits/ads/ask", R"({"count":5})");
  const json found = office.expect(200, "GET", "/v1/bandits/ads/decisions/r1/statement");
  double paid = 0;
  for (const json& payment : found["spent"]) {
    const json later = office.expect(200, "GET", "/v1/bandits/ads/decisions/r" + payment["round"].dump());
    double amount = 0;
    for (const json& one : later["statement"]["payments"])
      if (one["round"] == 1) amount += one["amount"].get<double>();
    EXPECT_EQ(payment["amount"], amount);
    paid += amount;
  }
  EXPECT_GT(paid, 0);
  EXPECT_LE(paid, found["returned"].get<double>() * (1 + 1e-12));
}

TEST(Past, NobodyOfThisName) {
  Office office;
  office.make_ads();
  for (const char* what : {"history", "decisions", "report", "decisions/r1/statement"})
    EXPECT_NE(
        office.expect(404, "GET", std::string("/v1/bandits/adz/") + what)["detail"].get<std::string>().find(
            "\"ads\""),
        std::string::npos);
}

// Neither asks nor logs wait for those who look back; and they not for logs.
TEST(Past, HasAThreadOfItsOwn) {
  std::promise<int> ask, log;  // outlive the threads that set them
  Office office;
  office.make_ads();
  std::promise<void> end_of_look;  // outlives the thread that waits for it
  http::Desk desk(*office.service, office.hub);
  auto place = desk.looker.enter();
  desk.looker.post(
      [&](store::Reader&) -> Result<http::Response> {
        end_of_look.get_future().wait();
        return http::Response{};
      },
      [](http::Response&&) {}, std::move(place));
  EXPECT_EQ(office.send("GET", kAds).status, 200);
  desk.submit(
      service::Ask{"ads", 1, {}}, [&](http::Response&& response) { ask.set_value(response.status); },
      [](const service::Answer&) { return http::Response{}; });
  desk.reader.post([&] { log.set_value(200); });
  EXPECT_EQ(ask.get_future().get(), 200);
  EXPECT_EQ(log.get_future().get(), 200);
  end_of_look.set_value();
}

// More than so many do not wait.
TEST(Past, TooManyAreRefused) {
  Office office;
  http::Desk desk(*office.service, office.hub);
  std::vector<std::shared_ptr<void>> places;
  for (int i = 0; i < http::Looker::kMost; ++i) places.push_back(desk.looker.enter());
  EXPECT_TRUE(places.back());
  EXPECT_FALSE(desk.looker.enter());
  places.pop_back();
  EXPECT_TRUE(desk.looker.enter());
}

// A reader that fails is not used again, and the next one may do better.
TEST(Past, ATroubledReaderIsReplaced) {
  Office office;
  http::Looker looker(*office.service);
  const auto send = [&](http::Looker::Read read) {
    std::promise<int> status;
    looker.post(
        std::move(read), [&](http::Response&& response) { status.set_value(response.status); },
        looker.enter());
    return status.get_future().get();
  };
  const store::Reader *first = nullptr, *second = nullptr;
  EXPECT_EQ(send([&](store::Reader& reader) -> Result<http::Response> {
              first = &reader;
              return http::Response{};
            }),
            200);
  EXPECT_EQ(send([&](store::Reader& reader) -> Result<http::Response> {
              second = &reader;
              return Error{ErrorCode::kDisk, "the disk is gone"};
            }),
            503);
  EXPECT_EQ(first, second);
  EXPECT_EQ(send([](store::Reader& reader) -> Result<http::Response> {
              const auto moments = reader.history(1);
              if (!moments) return moments.error();
              return http::Response{};
            }),
            200);
}

// A router over a journal on a disk.
struct Archive {
  http::Response send(const char* method, const std::string& target, const std::string& body = {}) {
    std::promise<http::Response> promise;
    router.handle(testing::request(method, target, body),
                  [&](http::Response&& response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  testing::Folder folder;
  std::unique_ptr<service::Service> service =
      *service::Service::start(*store::open_journal(folder.file("bank.db")), {});
  testing::GivenTokens tokens;
  http::Hub hub;
  http::Router router{*service, tokens, hub, {}};
};

// Savings are spent the newest first, so that those of round 1 wait, and many decisions are made meanwhile. Of long actions
// not so many are read.
TEST(Past, StatementsSayHowFarTheyLooked) {
  const auto looked_until = [](const std::string& spec, int told, int asked) {
    Archive archive;
    EXPECT_EQ(
        archive.send("POST", "/v1/bandits", R"({"name":"ads","spending":"newest-first",)" + spec).status,
        201);
    const auto ask = [&](int count) {
      return archive.send("POST", "/v1/bandits/ads/ask", json{{"count", count}}.dump()).status;
    };
    EXPECT_EQ(ask(told), 200);
    json outcomes = json::array();
    for (int round = 1; round <= told; ++round)
      outcomes.push_back({{"id", "r" + std::to_string(round)}, {"loss", 0.5}});
    EXPECT_EQ(archive.send("POST", "/v1/bandits/ads/tell", json{{"outcomes", outcomes}}.dump()).status, 200);
    EXPECT_EQ(ask(asked), 200);
    const auto response = archive.send("GET", "/v1/bandits/ads/decisions/r1/statement");
    EXPECT_EQ(response.status, 200) << response.body.substr(0, 1000);
    return json::parse(response.body)["looked_until"];
  };
  const std::string arms = R"("agent":"banker-omd","arms":3,"seed":7,"scale":{"rule":"constant","value":8}})";
  EXPECT_EQ(looked_until(arms, 3000, 2000), nullptr);
  EXPECT_EQ(looked_until(arms, 3000, 2001), 5000);
  const std::string ball =
      R"("agent":"banker-bolo","body":{"type":"ball","dimension":50000,"radius":1},"seed":7})";
  EXPECT_EQ(looked_until(ball, 30, 20), nullptr);
  EXPECT_EQ(looked_until(ball, 30, 21), 50);
}

// The same on a disk, while others write.
TEST(Past, ReadsAJournalThatIsWritten) {
  Archive archive;
  const auto send = [&](auto... what) { return archive.send(what...); };
  ASSERT_EQ(send("POST", "/v1/bandits", R"({"name":"ads","arms":3,"seed":7})").status, 201);
  std::atomic<bool> stop = false;
  std::thread writer([&] {
    while (!stop) EXPECT_EQ(send("POST", "/v1/bandits/ads/ask", R"({"count":5})").status, 200);
  });
  int last = 0;
  while (last < 200) {
    const auto rounds = rounds_of(json::parse(send("GET", std::string(kDecisions) + "?limit=20").body));
    for (std::size_t i = 1; i < rounds.size(); ++i) ASSERT_EQ(rounds[i], rounds[i - 1] - 1);
    last = rounds.empty() ? 0 : rounds.front();
    EXPECT_EQ(send("GET", "/v1/bandits/ads/history").status, 200);
  }
  stop = true;
  writer.join();
}

}  // namespace
}  // namespace banker::past_test
