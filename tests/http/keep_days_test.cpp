// `banker serve --keep-days`: closed rounds that are older are thrown away, and nothing else changes.

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>

#include "agent/json_library.hpp"
#include "banker/service/service.hpp"
#include "support/folder.hpp"
#include "support/server/http_client.hpp"
#include "support/server/replayed.hpp"
#include "support/server/server_process.hpp"

namespace banker::testing::keep_days_test {
namespace {

using Json = nlohmann::json;
using namespace service;

Time days_ago(double days) {
  using namespace std::chrono;
  const auto now = duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
  return now - static_cast<Time>(days * 86400e6);
}

// A service as it was some time ago, from its start to its end.
template <class Work>
void live(const std::string& data, double days, std::optional<double> keep_days, Work work) {
  Options options;
  options.clock = [at = days_ago(days)] { return at; };
  if (keep_days) options.keep_seconds = *keep_days * 86400;
  const auto service = *Service::start(*store::open_journal(data), options);
  for (int i = 0; i < 2; ++i)
    service->call(List{});  // what it does by itself at the start is done by the second
  work(*service);
}

void ask(Service& service, const std::vector<std::string>& ids, std::size_t count = 1) {
  const Answer answer = service.call(Ask{"ads", count, ids});
  ASSERT_TRUE(std::holds_alternative<Asked>(answer));
}
void tell(Service& service, const std::string& id, double loss) {
  const Answer answer = service.call(Tell{"ads", {{id, loss, Outcome::Kind::kLoss}}});
  ASSERT_TRUE(std::holds_alternative<Heard>(answer));
}

// r1 to r5 are 200 days old: r1 told, r2 dropped, r3 open, r4 as "own" told, r5 told 50 days ago. So are r6, told, and r7, open.
// A base for a shorter log is a hundred days old.
void write_history(const std::string& data) {
  live(data, 200, std::nullopt, [](Service& service) {
    service.call(Create{"ads", R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":5})", {}});
    ask(service, {}, 3);
    ask(service, {"own"});
    ask(service, {});
    tell(service, "r1", 0.25);
    service.call(Drop{"ads", "r2"});
    tell(service, "own", 0.75);
  });
  live(data, 100, 90, [](Service&) {});
  live(data, 50, std::nullopt, [](Service& service) {
    ask(service, {}, 2);
    tell(service, "r5", 1);
    tell(service, "r6", 0.5);
  });
}

// What a client sees of the journal once the program serves it, and what it leaves.
struct Seen {
  std::map<std::string, int> found;  // by id of a decision, the status
  Json bandit;
  std::string log, next;         // what it decides next
  Answered told_again;           // r1, as it was
  store::Checkpoint checkpoint;  // at the end
};

std::string ends_of(const std::string& data, store::Checkpoint& checkpoint) {
  const auto journal = *store::open_journal(data);
  const auto bandits = *journal->bandits();
  checkpoint = journal->checkpoint(bandits.at(0).id)->value();
  const auto reader = *journal->log(bandits.at(0));
  std::string log;
  for (std::string piece = "-"; !piece.empty(); log += piece) piece = *reader->next(65536);
  return log;
}

Seen serve(const std::string& history, std::vector<std::string> flags) {
  const Folder folder;
  const std::string data = folder.file("banker.db");
  std::filesystem::copy_file(history, data);
  std::filesystem::copy_file(history + "-head", data + "-head");
  Seen seen;
  flags.insert(flags.end(), {"--data", data});
  ServerProcess server(flags);
  {
    HttpClient http(server.port());
    const auto get = [&](const std::string& rest) { return *http.get("/v1/bandits/ads" + rest); };
    for (int i = 0; i < 2; ++i) seen.bandit = Json::parse(get("").body);
    for (const char* key : {"asks_per_minute", "tells_per_minute"}) seen.bandit.erase(key);
    for (const char* id : {"r1", "r2", "r3", "own", "r5", "r6", "r7"})
      seen.found[id] = get(std::string("/decisions/") + id).status;
    const auto post = [&](const std::string& rest, const std::string& body) {
      return *http.post("/v1/bandits/ads" + rest, body);
    };
    seen.told_again = post("/decisions/r1/tell", R"({"loss":0.25})");
    EXPECT_EQ(post("/decisions/own/tell", R"({"loss":0.75})").status, 204) << "known for ever";
    EXPECT_EQ(post("/decisions/r3/tell", R"({"loss":0.5})").status, 204);
    seen.next = post("/ask", R"({"count":20})").body;
  }
  EXPECT_EQ(server.end(SIGTERM), 0);
  seen.log = ends_of(data, seen.checkpoint);
  return seen;
}

// The rounds of the history that are open at the end, and since when.
using Open = std::vector<std::pair<std::uint64_t, Time>>;
Open old_and_open(const Seen& seen) {
  Open open;
  for (const store::OpenRound& round : seen.checkpoint.open)
    if (number(round.round) <= 7) open.emplace_back(number(round.round), round.asked_at);
  return open;
}

void expect_same_state(const Seen& a, const Seen& b) {
  EXPECT_EQ(a.bandit, b.bandit);
  EXPECT_EQ(a.next, b.next);
  EXPECT_EQ(a.checkpoint.seq, b.checkpoint.seq);
  EXPECT_TRUE(a.checkpoint.agent == b.checkpoint.agent) << "another agent";
  EXPECT_EQ(old_and_open(a), old_and_open(b));
  ASSERT_EQ(old_and_open(a).size(), 1u);
  EXPECT_EQ(old_and_open(a)[0].first, 7u);
  EXPECT_TRUE(replayed(a.log) == a.checkpoint.agent) << "its log leads elsewhere";
}

class KeepDays : public ::testing::Test {
 protected:
  KeepDays() { write_history(history); }
  const Folder folder;
  const std::string history = folder.file("history.db");
};

TEST_F(KeepDays, WithoutItEverythingIsKept) {
  const Seen all = serve(history, {});
  for (const auto& [id, status] : all.found) EXPECT_EQ(status, 200) << id;
  EXPECT_TRUE(all.log.starts_with(R"({"agent":"banker-tinf")")) << all.log.substr(0, 80);
  EXPECT_EQ(all.told_again.status, 204);
  EXPECT_TRUE(replayed(all.log) == all.checkpoint.agent);
}

TEST_F(KeepDays, WhatIsNotOlderStays) {
  const Seen all = serve(history, {}), kept = serve(history, {"--keep-days", "110"});
  EXPECT_EQ(kept.found, all.found);
  EXPECT_EQ(kept.log, all.log);
  EXPECT_EQ(kept.told_again.status, 204);
  expect_same_state(kept, all);
}

TEST_F(KeepDays, ClosedRoundsThatAreOlderGoAndTheStateStays) {
  const Seen all = serve(history, {}), kept = serve(history, {"--keep-days", "90"});
  const std::map<std::string, int> expected{{"r1", 404}, {"r2", 404}, {"r3", 200}, {"own", 200},
                                            {"r5", 200}, {"r6", 200}, {"r7", 200}};
  EXPECT_EQ(kept.found, expected);
  EXPECT_TRUE(kept.log.starts_with(R"({"snapshot":")")) << kept.log.substr(0, 80);
  EXPECT_EQ(kept.told_again.status, 409);
  EXPECT_NE(kept.told_again.body.find("not kept any more"), std::string::npos) << kept.told_again.body;
  expect_same_state(kept, all);
}

}  // namespace
}  // namespace banker::testing::keep_days_test
