// The program is killed at random moments while eight clients use it, and started again; now and then it is stopped in good
// order before that, so that it comes back from checkpoints and what came after them. Nothing that was answered is lost,
// nothing is done twice, and what was not answered can be repeated. BANKER_KILLS in the environment: how often.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <sstream>
#include <thread>

#include "banker/agent/replay.hpp"
#include "banker/store/journal.hpp"
#include "support/folder.hpp"
#include "support/server/crash_client.hpp"
#include "support/server/server_process.hpp"

namespace banker::testing::crash_test {
namespace {

constexpr int kClients = 8;
const std::map<std::string, std::string> kBandits{
    {"arms", R"({"name":"arms","agent":"banker","arms":6,"seed":11})"},
    {"listed", R"({"name":"listed","agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":12})"},
    {"ball",
     R"({"name":"ball","agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":13})"}};

int kills() {
  const char* text = std::getenv("BANKER_KILLS");
  return text ? std::atoi(text) : 10;
}

Json get(HttpClient& http, const std::string& target) {
  const auto answer = http.get(target);
  EXPECT_TRUE(answer && answer->status == 200) << target << (answer ? answer->body : " has no answer");
  return answer && answer->status == 200 ? Json::parse(answer->body) : Json();
}

std::string get_log(HttpClient& http, const std::string& bandit) {
  const auto answer = http.get("/v1/bandits/" + bandit + "/log");
  EXPECT_TRUE(answer && answer->status == 200);
  return answer ? answer->body : "";
}

// A log, by rounds.
struct Log {
  explicit Log(const std::string& text) {
    std::istringstream lines(text);
    std::string line;
    std::getline(lines, line);  // the spec
    while (std::getline(lines, line)) {
      Json event = Json::parse(line);
      if (event.contains("ask")) {
        asks.push_back(event["ask"]);
        continue;
      }
      const bool drop = event.contains("drop");
      Json what = drop ? Json{{"drop", true}} : event["tell"];
      const auto round = (drop ? event["drop"] : event["tell"])["round"].get<std::uint64_t>();
      what.erase("round");
      EXPECT_TRUE(outcomes.emplace(round, what).second) << "round " << round << " was closed twice";
      EXPECT_LE(round, asks.size()) << "closed before it was asked";
    }
  }
  std::vector<Json> asks;                  // round 1 first
  std::map<std::uint64_t, Json> outcomes;  // as Known has them
};

class Crash : public ::testing::Test {
 protected:
  Crash() {
    std::vector<std::string> names;
    for (const auto& [name, spec] : kBandits) names.push_back(name);
    for (int i = 0; i < kClients; ++i) clients_.emplace_back(i + 1, names);
  }

  void create_bandits(HttpClient& http) {
    for (const auto& [name, spec] : kBandits) {
      const auto answer = http.post("/v1/bandits", spec);
      ASSERT_TRUE(answer);
      ASSERT_EQ(answer->status, 201) << answer->body;
    }
  }

  // From one start to the end, which is SIGKILL, or SIGTERM for an end in good order.
  void live(const std::string& data, long answers, int signal) {
    ServerProcess server({"--data", data});
    HttpClient http(server.port());
    if (lives_++ == 0) create_bandits(http);
    check_everything(http);
    http.hang_up();
    run_and_end(server, answers, signal);
  }

  // Eight clients until `answers` requests were answered; then the server is ended in the midst of the next ones.
  void run_and_end(ServerProcess& server, long answers, int signal) {
    std::atomic<long> answered = 0;
    std::atomic<int> running = kClients;
    std::vector<std::thread> threads;
    for (CrashClient& client : clients_)
      threads.emplace_back([&] {
        client.run(server.port(), answered);
        --running;
      });
    while (answered < answers && running > 0) std::this_thread::yield();
    EXPECT_EQ(running, kClients) << "the server went away by itself";
    EXPECT_EQ(server.end(signal), signal == SIGKILL ? -SIGKILL : 0);
    for (std::thread& thread : threads) thread.join();
  }

  // What the server says now agrees with all that the clients were ever answered.
  void check_everything(HttpClient& http) {
    for (const auto& [bandit, spec] : kBandits) {
      const Log log(get_log(http, bandit));
      std::set<std::uint64_t> rounds;
      std::size_t lost = 0;
      for (CrashClient& client : clients_) {
        lost += client.lost(bandit);
        for (const Known& known : client.known(bandit)) {
          const auto round = known.decision["round"].get<std::uint64_t>();
          EXPECT_TRUE(rounds.insert(round).second) << "round " << round << " was given to two";
          check_in_log(log, known, round);
        }
        check_newest(http, bandit, client);
      }
      EXPECT_LE(log.asks.size(), rounds.size() + lost) << "rounds that nobody asked for";
      EXPECT_EQ(get(http, "/v1/bandits/" + bandit)["rounds"], log.asks.size());
      if (HasFailure()) return;
    }
  }

  static void check_in_log(const Log& log, const Known& known, std::uint64_t round) {
    ASSERT_LE(round, log.asks.size()) << "lost: " << known.decision;
    const Json& ask = log.asks[round - 1];
    if (known.decision.contains("arm")) {
      EXPECT_EQ(ask["arm"], known.decision["arm"]) << known.decision;
      EXPECT_EQ(ask["probability"].get<double>(), known.decision["probability"].get<double>());
    }
    const auto outcome = log.outcomes.find(round);
    if (known.in_doubt) return;
    ASSERT_EQ(outcome != log.outcomes.end(), known.outcome.has_value()) << known.decision;
    if (known.outcome) {
      EXPECT_EQ(outcome->second, *known.outcome) << known.decision;
    }
  }

  // The decisions that are new since the last time, one by one.
  void check_newest(HttpClient& http, const std::string& bandit, CrashClient& client) {
    auto& known = client.known(bandit);
    std::size_t& checked = checked_[{&client, bandit}];
    for (; checked < known.size(); ++checked) {
      const Json& decision = known[checked].decision;
      const Json found = get(
          http, "/v1/bandits/" + bandit + "/decisions/" + percent_encoded(decision["id"].get<std::string>()));
      for (const auto& [key, value] : decision.items()) EXPECT_EQ(found[key], value) << decision;
      if (known[checked].outcome) {
        EXPECT_FALSE(found["outcome"].is_null()) << found;
      }
    }
  }

  std::vector<CrashClient> clients_;
  int lives_ = 0;
  std::map<std::pair<CrashClient*, std::string>, std::size_t> checked_;
};

// Every probability comes out again, to the last bit. The agent at the end.
std::string replayed(const std::string& log) {
  Replay replay;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto answer = replay.feed(line);
    if (!answer) {
      ADD_FAILURE() << line << ": " << answer.error().message;
      return "";
    }
    const Json event = Json::parse(line);
    if (!event.contains("ask") || !event["ask"].contains("arm")) continue;
    EXPECT_EQ(Json::parse(*answer)["probability"].get<double>(), event["ask"]["probability"].get<double>());
  }
  return replay.agent()->save();
}

std::string read_all(store::LogReader& reader) {
  std::string text;
  for (std::string piece = "-"; !piece.empty(); text += piece) piece = reader.next(65536).value();
  return text;
}

// What the next start reads back, seen in a copy: a checkpoint of every bandit, and events that came after it.
void expect_checkpoints_and_tails(const std::string& data) {
  const Folder folder;
  const std::string copy = folder.file("copy.db");
  for (const char* part : {"", "-wal", "-head"}) std::filesystem::copy_file(data + part, copy + part);
  auto journal = store::open_journal(copy);
  ASSERT_TRUE(journal) << journal.error().message;
  std::uint64_t before = 0, after = 0;
  for (const store::BanditRow& row : *(*journal)->bandits()) {
    const auto checkpoint = *(*journal)->checkpoint(row.id);
    ASSERT_TRUE(checkpoint) << row.name << " has none, although the server was stopped in good order";
    before += checkpoint->seq;
    const auto count = [&](const store::Event&) { return ++after, store::MaybeError(); };
    ASSERT_FALSE((*journal)->tail(row.id, &*checkpoint, count));
  }
  EXPECT_GT(before, 0u) << "everything is played again";
  EXPECT_GT(after, 0u) << "nothing came after the checkpoints";
  EXPECT_EQ(*(*journal)->events(), before + after);
}

TEST_F(Crash, NothingThatWasAnsweredIsLostOrDoneTwice) {
  const Folder folder;
  const std::string data = folder.file("banker.db");
  Random random(20230723);
  for (int i = 0; i < kills() && !HasFailure(); ++i) {
    const bool stopped_first = i % 3 == 1;
    if (stopped_first) live(data, between(random, 50, 150), SIGTERM);
    const bool soon = !stopped_first && between(random, 0, 3) == 0;
    live(data, soon ? between(random, 1, 20) : between(random, 50, 500), SIGKILL);
    if (stopped_first) expect_checkpoints_and_tails(data);
  }
  if (HasFailure()) return;

  std::map<std::string, std::string> logs;
  ServerProcess server({"--data", data});
  {
    HttpClient http(server.port());
    for (CrashClient& client : clients_) EXPECT_TRUE(client.repeat(http));
    check_everything(http);
    for (const auto& [bandit, spec] : kBandits) logs[bandit] = get_log(http, bandit);
  }
  EXPECT_EQ(server.end(SIGTERM), 0);

  auto journal = store::open_journal(data);
  ASSERT_TRUE(journal) << journal.error().message;
  const auto bandits = (*journal)->bandits();
  ASSERT_TRUE(bandits) << bandits.error().message;
  EXPECT_EQ(bandits->size(), kBandits.size());
  for (const store::BanditRow& row : *bandits) {
    EXPECT_EQ(read_all(**(*journal)->log(row)), logs[row.name]);
    const auto checkpoint = *(*journal)->checkpoint(row.id);
    ASSERT_TRUE(checkpoint) << "a server that stops in good order leaves checkpoints";
    EXPECT_TRUE(checkpoint->agent == replayed(logs[row.name])) << row.name << " is not what its log makes";
  }
}

}  // namespace
}  // namespace banker::testing::crash_test
