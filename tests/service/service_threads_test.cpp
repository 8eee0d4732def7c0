// Many threads at once. What each was answered agrees with its own record, and what is recovered with all of them.

#include <gtest/gtest.h>

#include <map>
#include <set>
#include <thread>

#include "desk.hpp"
#include "support/effort.hpp"
#include "support/script.hpp"

namespace banker::testing::service_threads_test {
namespace {

constexpr int kThreads = 8;
const int kSteps = effort(1000, 150);

const std::vector<std::string> kSpecs{
    R"({"agent":"banker","arms":5,"seed":1})",
    R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":2})",
    R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":3})",
    R"({"agent":"delayed-exp3","arms":4,"seed":4})"};

// What one thread was answered about its own decisions.
struct Mine {
  std::string made;  // as shown
  std::optional<double> loss;
  bool dropped = false;
  std::string verdict;
};

class Client {
 public:
  Client(Desk& desk, int number)
      : desk_(desk), number_(number), random_(static_cast<std::uint64_t>(number)) {}

  void run() {
    for (int i = 0; i < kSteps; ++i) step();
  }
  void step() {
    const std::string bandit = name(between(random_, 0, 3));
    auto& mine = mine_[bandit];
    if (mine.empty() || between(random_, 0, 2) == 0) return ask(bandit);
    auto it = mine.begin();
    std::advance(it, between(random_, 0, static_cast<int>(mine.size()) - 1));
    switch (between(random_, 0, 5)) {
      case 0: return drop(bandit, it->first, it->second);
      case 1: return check(bandit, it->first, it->second);
      case 2: return read(bandit);
      default: return tell(bandit, it->first, it->second);
    }
  }
  void check_all() {
    for (auto& [bandit, mine] : mine_)
      for (auto& [id, one] : mine) check(bandit, id, one);
  }
  static std::string name(int bandit) { return concat("b", bandit); }
  const std::map<std::string, Mine>& mine(const std::string& bandit) { return mine_[bandit]; }

 private:
  void ask(const std::string& bandit) {
    Ask request{bandit, static_cast<std::size_t>(between(random_, 1, 3)), {}};
    if (between(random_, 0, 1) == 0)
      for (std::size_t i = 0; i < request.count; ++i)
        request.ids.push_back(concat("t", number_, " ", ++last_id_));
    for (const Made& made : desk_.expect<Asked>(request).decisions) {
      const bool fresh = mine_[bandit].emplace(made.id, Mine{show(made.decision), {}, false, ""}).second;
      EXPECT_TRUE(fresh) << made.id;
    }
  }
  void tell(const std::string& bandit, const std::string& id, Mine& one) {
    const double value = between(random_, 0, 16) / 16.0;
    const std::string verdict = desk_.tell(bandit, id, value);
    if (!one.loss && !one.dropped) one.loss = value, one.verdict = verdict;
    else EXPECT_EQ(verdict, one.loss == value ? one.verdict : "conflict");
  }
  void drop(const std::string& bandit, const std::string& id, Mine& one) {
    const std::string verdict = desk_.drop(bandit, id);
    EXPECT_EQ(verdict, one.loss ? "conflict" : "dropped");
    if (!one.loss) one.dropped = true;
  }
  void check(const std::string& bandit, const std::string& id, const Mine& one) {
    const Found found = desk_.find(bandit, id);
    EXPECT_EQ(show(found.decision.decision), one.made);
    ASSERT_EQ(found.outcome.has_value(), one.loss || one.dropped);
    if (found.outcome) {
      EXPECT_EQ(found.outcome->value, one.loss);
    }
  }
  void read(const std::string& bandit) {
    if (between(random_, 0, 9) == 0) {
      EXPECT_FALSE(desk_.log(bandit).empty());
    }
    const Summary s = desk_.look(bandit);
    EXPECT_EQ(s.rounds, s.open + s.tally.settled + s.tally.skipped + s.tally.stale + s.tally.dropped);
    EXPECT_EQ(desk_.expect<Summaries>(List{}).bandits.size(), kSpecs.size());
    EXPECT_FALSE(desk_.service->trouble());
  }

  Desk& desk_;
  int number_;
  Random random_;
  int last_id_ = 0;
  std::map<std::string, std::map<std::string, Mine>> mine_;
};

TEST(ServiceThreads, EightClientsOnFourBandits) {
  Desk desk;
  for (std::size_t i = 0; i < kSpecs.size(); ++i) desk.create(Client::name(static_cast<int>(i)), kSpecs[i]);
  std::vector<Client> clients;
  for (int i = 0; i < kThreads; ++i) clients.emplace_back(desk, i);
  for (int half = 0; half < 2; ++half) {
    std::vector<std::thread> threads;
    for (Client& client : clients) threads.emplace_back([&client] { client.run(); });
    for (std::thread& thread : threads) thread.join();
    desk.crash();
    desk.start();
    for (Client& client : clients) client.check_all();
  }
  for (std::size_t i = 0; i < kSpecs.size(); ++i) {
    const std::string name = Client::name(static_cast<int>(i));
    std::set<std::string> rounds;  // "round 17 arm ..." begins with the round
    std::size_t known = 0;
    for (Client& client : clients)
      for (const auto& [id, one] : client.mine(name))
        ++known, rounds.insert(one.made.substr(0, one.made.find(" arm")));
    EXPECT_EQ(rounds.size(), known) << "a round was given twice";
    EXPECT_EQ(desk.look(name).rounds, known);
  }
  expect_logs_replay(desk);
}

// Bandits come and go while others are asked.
TEST(ServiceThreads, CreateAndRemoveAtTheSameTime) {
  Desk desk;
  std::atomic<int> made = 0, gone = 0;
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&, t] {
      Random random(static_cast<std::uint64_t>(t));
      for (int i = 0; i < kSteps / 5; ++i) {
        const std::string name = Client::name(between(random, 0, 3));
        switch (between(random, 0, 3)) {
          case 0: made += desk.problem(Create{name, kSpecs[0], {}}) == 0; break;
          case 1: gone += desk.problem(Remove{name}) == 0; break;
          default: desk.call(Ask{name, 1, {}}); break;
        }
      }
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(desk.expect<Summaries>(List{}).bandits.size(), static_cast<std::size_t>(made - gone));
  desk.crash();
  desk.start();
  EXPECT_EQ(desk.expect<Summaries>(List{}).bandits.size(), static_cast<std::size_t>(made - gone));
  expect_logs_replay(desk);
}

}  // namespace
}  // namespace banker::testing::service_threads_test
