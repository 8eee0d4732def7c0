// How a service comes back: many bandits, long logs with checkpoints in between, shortened logs.

#include <gtest/gtest.h>

#include "desk.hpp"
#include "support/effort.hpp"
#include "support/script.hpp"

namespace banker::testing::recovery_test {
namespace {

TEST(Recovery, OfTwoThousandBandits) {
  const int bandits = effort(2000, 300);
  const auto name = [](int i) { return concat("bandit-", i); };
  Desk desk;
  std::vector<std::future<Answer>> answers;
  for (int i = 0; i < bandits; ++i) {
    answers.push_back(
        desk.submit(Create{name(i), concat(R"({"agent":"banker","arms":3,"seed":)", i, "}"), {}}));
    answers.push_back(desk.submit(Ask{name(i), 1 + static_cast<std::size_t>(i % 3), {}}));
    answers.push_back(desk.submit(Tell{name(i), {{"r1", (i % 17) / 16.0, Outcome::Kind::kLoss}}}));
  }
  for (auto& answer : answers) EXPECT_FALSE(std::holds_alternative<Problem>(answer.get()));
  const std::string before = show(desk.call(List{}));
  desk.crash();
  desk.start();
  EXPECT_EQ(show(desk.call(List{})), before);
  desk.restart();
  EXPECT_EQ(show(desk.call(List{})), before);
  for (int i = 0; i < bandits; i += 100) EXPECT_EQ(number(desk.ask(name(i)).decision.round), 2u + i % 3);
  expect_logs_replay(desk);
}

// Checkpoints are written on the way, and what comes after them is played again.
TEST(Recovery, FromACheckpointOnTheWay) {
  Desk desk;
  Random random(5);
  desk.create("a", R"({"agent":"banker-tinf","arms":3,"spending":"newest-first","seed":2})");
  std::vector<std::string> open;
  for (int i = 0; i < 5000; ++i) {
    open.push_back(desk.ask("a").id);
    if (open.size() < 20) continue;
    std::swap(open[static_cast<std::size_t>(between(random, 0, 19))], open.back());
    EXPECT_EQ(desk.tell("a", open.back(), between(random, 0, 16) / 16.0), "settled");
    open.pop_back();
  }
  const std::string before = show(desk.call(Look{"a"}));
  desk.crash();
  const auto checkpoint = desk.disk->checkpoint("a");
  ASSERT_TRUE(checkpoint);
  EXPECT_LT(checkpoint->seq, desk.disk->find("a")->last);
  desk.start();
  EXPECT_EQ(show(desk.call(Look{"a"})), before);
  expect_logs_replay(desk);
}

// A checkpoint that is damaged is not believed.
TEST(Recovery, ADamagedCheckpointIsFoundOut) {
  const std::vector<std::function<void(store::Checkpoint&)>> changes{
      [](auto& c) { c.agent.pop_back(); }, [](auto& c) { c.open.pop_back(); },
      [](auto& c) { c.tally.settled += 1; }, [](auto& c) { c.seq -= 1; }};
  for (const auto& change : changes) {
    Desk desk;
    desk.create("a", R"({"agent":"banker","arms":3,"seed":2})");
    for (int i = 0; i < 5; ++i) desk.tell("a", desk.ask("a").id, 0.5);
    desk.ask("a");
    desk.stop();
    change(*desk.disk->bandits.begin()->second.checkpoint);
    const auto service = Service::start(std::make_unique<MemoryJournal>(desk.disk), {});
    ASSERT_FALSE(service);
    EXPECT_EQ(service.error().code, ErrorCode::kDamaged) << service.error().message;
  }
}

// Closed rounds that are thrown away: their ids are forgotten, the rest goes on, and the shorter log leads to the same
// agent.
TEST(Recovery, OfAShortenedLog) {
  auto disk = std::make_shared<MemoryDisk>();
  auto now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  const auto start = [&] {
    Options options;
    options.clock = [now] { return now->load(); };
    options.keep_seconds = 100;
    return *Service::start(std::make_unique<MemoryJournal>(disk), options);
  };
  auto service = start();
  service->call(Create{"a", R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":2})", {}});
  service->call(Ask{"a", 1, {"for ever open"}});
  for (int i = 0; i < 100; ++i) {
    *now += 10'000'000;
    service->call(Ask{"a", 1, {}});
    service->call(Tell{"a", {{concat("r", i + 2), 0.5, Outcome::Kind::kLoss}}});
    if (i % 20 == 19) service.reset(), service = start();
  }
  // Compaction comes by the clock.
  while (!std::holds_alternative<Problem>(service->call(Find{"a", "r2"}))) std::this_thread::yield();
  EXPECT_TRUE(std::holds_alternative<Found>(service->call(Find{"a", "for ever open"})));
  EXPECT_TRUE(std::holds_alternative<Found>(service->call(Find{"a", "r101"})));
  EXPECT_EQ(show(service->call(Tell{"a", {{"for ever open", 0.5, Outcome::Kind::kLoss}}})),
            "heard (for ever open: settled)");
  auto reader = *service->log("a");
  std::string log;
  for (std::string piece = "-"; !piece.empty(); log += piece) piece = *reader->next(10000);
  EXPECT_EQ(log.find(R"({"snapshot":)"), 0u);
  service.reset();
  EXPECT_TRUE(replayed(log) == agent_bytes(*disk, "a"));
}

}  // namespace
}  // namespace banker::testing::recovery_test
