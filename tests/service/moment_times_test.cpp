// When a service writes moments, and what is in them.

#include <gtest/gtest.h>

#include <thread>

#include "desk.hpp"
#include "store/sqlite.hpp"
#include "store/sqlite_journal.hpp"
#include "support/folder.hpp"

namespace banker::testing::moment_times_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

std::vector<store::Moment> history(Desk& desk, const std::string& bandit) {
  return *(*desk.service->reader())->history(desk.look(bandit).id);
}

TEST(MomentTimes, TheFirstComesWithTheFirstEventAndOthersEveryFewSeconds) {
  Desk desk;
  desk.create("a", kArms);
  EXPECT_TRUE(history(desk, "a").empty());
  const Time start = desk.now->load();
  for (int i = 0; i < 200; ++i) {
    if (i > 0) desk.wait(0.25);
    desk.tell("a", desk.ask("a").id, 0.5);
  }
  const auto moments = history(desk, "a");
  ASSERT_EQ(moments.size(), 10u);
  for (std::size_t i = 0; i < moments.size(); ++i) {
    EXPECT_EQ(moments[i].number, i + 1);
    EXPECT_EQ(moments[i].at, start + static_cast<Time>(i) * 5'000'000);
  }
  // With what had happened by then: what was told before, and the ask it came with, unless it came by itself.
  EXPECT_EQ(moments[0].seq, 1u);
  EXPECT_EQ(moments[1].seq, 40 + moments[1].open);
  EXPECT_EQ(moments[1].rounds, 20 + moments[1].open);
  EXPECT_LE(moments[1].open, 1u);
  EXPECT_EQ(moments[1].tally.settled, 20u);
  EXPECT_EQ(moments[1].all.told, 20u);
  EXPECT_EQ(moments[1].all.loss, 10);
}

// The last state is in a moment, too, soon after; and where nothing happens there is none.
TEST(MomentTimes, TheLastStateIsWrittenByItselfAndOnce) {
  Desk desk;
  desk.create("a", kArms);
  for (int i = 0; i < 3; ++i) desk.ask("a");
  EXPECT_EQ(history(desk, "a").size(), 1u);
  desk.wait(6);
  while (history(desk, "a").size() < 2) std::this_thread::yield();
  EXPECT_EQ(history(desk, "a").back().seq, 3u);
  const std::uint64_t commits = desk.disk->commits;
  for (int i = 0; i < 20; ++i) desk.wait(10), desk.look("a"), desk.call(List{});
  EXPECT_EQ(history(desk, "a").size(), 2u);
  EXPECT_EQ(desk.disk->commits, commits);
}

TEST(MomentTimes, HaveTheMostLikelyArmsByNumber) {
  Desk desk;
  desk.create("many", R"({"agent":"banker","arms":40,"seed":8})");
  desk.create("few", kArms);
  desk.create("ball",
              R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":4})");
  for (int i = 0; i < 200; ++i)
    for (const char* bandit : {"many", "few", "ball"}) {
      const Made made = desk.ask(bandit);
      desk.tell(bandit, made.id, made.decision.arm % 7 == 0 ? 0.1 : 0.9);
    }
  desk.wait(5);
  for (const char* bandit : {"many", "few", "ball"}) desk.drop(bandit, desk.ask(bandit).id);
  desk.wait(5);
  for (const char* bandit : {"many", "few", "ball"})
    while (history(desk, bandit).back().seq < 402) std::this_thread::yield();
  for (const char* bandit : {"many", "few"}) {
    const View view = desk.expect<View>(Look{bandit});
    const store::Moment moment = history(desk, bandit).back();
    std::vector<std::size_t> order(view.probabilities.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return view.probabilities[a] > view.probabilities[b];
    });
    order.resize(std::min<std::size_t>(order.size(), store::kMomentArms));
    std::sort(order.begin(), order.end());
    ASSERT_EQ(moment.arms.size(), order.size());
    for (std::size_t i = 0; i < order.size(); ++i) {
      EXPECT_EQ(moment.arms[i].arm, order[i]);
      EXPECT_EQ(moment.arms[i].probability, view.probabilities[order[i]]);
      EXPECT_EQ(moment.arms[i].tally.asked, view.ledger->arms[order[i]].asked);
      EXPECT_EQ(moment.arms[i].tally.told, view.ledger->arms[order[i]].told);
      EXPECT_EQ(moment.arms[i].tally.loss, view.ledger->arms[order[i]].loss);
    }
    EXPECT_EQ(moment.scale, view.ledger->scale);
    EXPECT_EQ(moment.total_invested, view.summary.total_invested);
    EXPECT_EQ(moment.certificate, view.summary.certificate);
  }
  EXPECT_TRUE(history(desk, "ball").back().arms.empty());
}

TEST(MomentTimes, GoOnAfterARestartAndACrash) {
  Desk desk;
  desk.create("a", kArms);
  std::uint64_t count = 0;
  for (int i = 0; i < 12; ++i) {
    desk.ask("a");  // the first thing since the last moment: one comes with it
    const auto moments = history(desk, "a");
    ASSERT_EQ(moments.size(), ++count);
    EXPECT_EQ(moments.back().number, count);
    EXPECT_EQ(moments.back().at, desk.now->load());
    if (i % 3 == 1) desk.crash(), desk.start();
    if (i % 3 == 2) desk.restart();
    desk.wait(2);
    desk.ask("a");
    EXPECT_EQ(history(desk, "a").size(), count) << "too soon";
    desk.restart(), ++count;
    desk.wait(5);
  }
}

// What happened is dated before the next start, which may be a week later.
TEST(MomentTimes, OneIsWrittenWhenTheServiceStops) {
  Desk desk;
  desk.create("a", kArms);
  desk.create("quiet", kArms);
  desk.ask("a");
  desk.wait(1);
  desk.ask("a");
  EXPECT_EQ(history(desk, "a").size(), 1u);
  desk.wait(1);
  const Time stopped = desk.now->load();
  desk.stop();
  desk.wait(7 * 86400);
  desk.start();
  const auto moments = history(desk, "a");
  ASSERT_EQ(moments.size(), 2u);
  EXPECT_EQ(moments[1].seq, 2u);
  EXPECT_EQ(moments[1].at, stopped);
  desk.restart();
  EXPECT_EQ(history(desk, "a").size(), 2u) << "nothing happened";
  EXPECT_TRUE(history(desk, "quiet").empty());
}

TEST(MomentTimes, AClockThatWasSetBackDoesNotStopThemOrMixThemUp) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a");
  desk.wait(3);
  desk.stop();
  desk.wait(-100'000);
  desk.start();
  for (std::size_t count = 1; count <= 5; ++count) {
    desk.ask("a");
    EXPECT_EQ(history(desk, "a").size(), count);
    desk.wait(10);
  }
  const auto moments = history(desk, "a");
  for (std::size_t i = 1; i < moments.size(); ++i) EXPECT_GT(moments[i].at, moments[i - 1].at);
}

// One that could not be written is written later, with its number.
TEST(MomentTimes, AFailedTransactionLeavesNoNumberBehind) {
  for (const bool add : {true, false}) {
    Desk desk;
    desk.create("a", kArms);
    desk.ask("a");
    desk.wait(5);
    // The moment is the second thing that an ask adds.
    if (add) desk.disk->fail_adds.after(1);
    else desk.disk->fail_commits = 1;
    Answer answer = desk.call(Ask{"a", 1, {}});
    if (!std::holds_alternative<Problem>(answer)) {  // the housekeeping was first
      answer = desk.call(Ask{"a", 1, {}});
    }
    desk.disk->fail_adds = 0;
    desk.disk->fail_commits = 0;
    desk.wait(5);
    desk.ask("a");
    const auto moments = history(desk, "a");
    for (std::size_t i = 0; i < moments.size(); ++i) EXPECT_EQ(moments[i].number, i + 1);
    EXPECT_EQ(moments.back().at, desk.now->load());
    expect_logs_replay(desk);
  }
}

TEST(MomentTimes, AMomentOfEventsThatAreNotThereIsNotBelieved) {
  Desk desk;
  desk.create("a", kArms);
  desk.ask("a");
  desk.crash();
  desk.disk->bandits.begin()->second.moments.begin()->second.seq = 2;
  const auto service = Service::start(std::make_unique<MemoryJournal>(desk.disk), {});
  ASSERT_FALSE(service);
  EXPECT_EQ(service.error().code, ErrorCode::kDamaged);
  EXPECT_NE(service.error().message.find("moment 1"), std::string::npos) << service.error().message;
}

// ---- Who leads

TEST(Leader, IsTheMostLikelyArmOfSomeSecondsAgoAtTheMost) {
  Desk desk;
  desk.create("a", kArms);
  desk.create("ball",
              R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":4})");
  const auto listed = [&] { return desk.expect<Summaries>(List{}).bandits.at(0).leader; };
  EXPECT_FALSE(listed()) << "before the first decision";
  EXPECT_FALSE(desk.look("a").leader);
  for (int i = 0; i < 300; ++i) {
    const Made made = desk.ask("a");
    desk.tell("a", made.id, made.decision.arm == 2 ? 0.0 : 1.0);
    desk.ask("ball");
  }
  const auto probability = [&] { return desk.expect<View>(Look{"a"}).probabilities.at(2); };
  EXPECT_EQ(desk.look("a").leader->arm, 2u);
  EXPECT_EQ(desk.look("a").leader->probability, probability());
  EXPECT_NE(listed()->probability, probability()) << "of the first moment: all were the same";
  desk.wait(5);
  EXPECT_EQ(listed()->arm, 2u);
  EXPECT_EQ(listed()->probability, probability());
  desk.ask("a");  // a moment comes with it
  const auto before = listed();
  for (int i = 0; i < 20; ++i) desk.tell("a", desk.ask("a").id, 1);
  EXPECT_NE(probability(), before->probability);
  EXPECT_EQ(listed()->probability, before->probability) << "not computed again within seconds";
  desk.crash();
  desk.start();
  EXPECT_TRUE(listed());
  EXPECT_FALSE(desk.expect<Summaries>(List{}).bandits.at(1).leader) << "a body has no arms";
  for (const Summary& summary : desk.expect<Measures>(Measure{}).bandits) EXPECT_FALSE(summary.leader);
}

// ---- On a real disk

// All that matters is there: the server starts, and only the history says what is wrong.
TEST(MomentTimes, ADamagedOneStopsNoServer) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  auto now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  Options options;
  options.clock = [now] { return now->load(); };
  {
    const auto service = *Service::start(*store::open_journal(file), options);
    service->call(Create{"a", kArms, {}});
    for (int i = 0; i < 3; ++i) service->call(Ask{"a", 1, {}}), *now += 5'000'000;
  }
  store::Database database;
  ASSERT_FALSE(database.open(file, store::Database::Access::kWrite));
  ASSERT_FALSE(database.run("UPDATE moments SET told = told + 1 WHERE number = 3"));
  const auto started = Service::start(*store::open_journal(file), options);
  ASSERT_TRUE(started) << started.error().message;
  Service& service = **started;
  // By the second answer what a service does by itself at the start is done: a moment after the one that it cannot read.
  for (int i = 0; i < 2; ++i) service.call(List{});
  *now += 5'000'000;
  ASSERT_TRUE(std::holds_alternative<Asked>(service.call(Ask{"a", 1, {}})));
  EXPECT_EQ(std::get<View>(service.call(Look{"a"})).summary.rounds, 4u);
  EXPECT_TRUE(std::get<Summaries>(service.call(List{})).bandits.at(0).leader);
  const auto reader = *service.reader();
  const auto history = reader->history(1);
  ASSERT_FALSE(history);
  EXPECT_NE(history.error().message.find("moments, bandit 1, number 3"), std::string::npos)
      << history.error().message;
  ASSERT_FALSE(database.run("UPDATE moments SET told = told - 1 WHERE number = 3"));
  const auto moments = *reader->history(1);
  ASSERT_EQ(moments.size(), 5u) << "the next ones have the next numbers";
  EXPECT_EQ(moments[3].number, 4u);
  EXPECT_EQ(moments[3].seq, 3u);
  EXPECT_EQ(moments[4].number, 5u);
  EXPECT_EQ(moments[4].seq, 4u);
}

TEST(MomentTimes, OfAServiceOverSqliteAreReadWhileItWrites) {
  const Folder folder;
  auto now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  Options options;
  options.clock = [now] { return now->load(); };
  const auto service = *Service::start(*store::open_journal(folder.file("banker.db")), options);
  service->call(Create{"a", kArms, {}});
  auto reader = *service->reader();
  for (std::size_t i = 1; i <= 300; ++i) {
    service->call(Ask{"a", 1, {}});
    *now += 5'000'000;
    const auto moments = *reader->history(1);
    ASSERT_GE(moments.back().seq + 1, i);
  }
  EXPECT_LT(reader->history(1)->size(), 280u);
  EXPECT_EQ(reader->decisions(1, 0, 5)->front().decision.decision.round, RoundId{300});
}

}  // namespace
}  // namespace banker::testing::moment_times_test
