// A journal that cannot be written or read: whatever in the batch would change something is refused with 503, nothing of it is
// done, looking goes on, nothing that was answered is lost, and all goes on when the disk does.

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "desk.hpp"
#include "model.hpp"
#include "support/script.hpp"

namespace banker::testing::failing_disk_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":5,"seed":7})";
const std::string kBall =
    R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":4})";
constexpr long kForever = 1'000'000'000;

Report loss(const std::string& id, double value) { return {id, value, Outcome::Kind::kLoss}; }

// A desk with two bandits and some decisions.
void furnish(Desk& desk) {
  desk.create("a", kArms);
  desk.create("b", kBall);
  for (const char* bandit : {"a", "b"})
    for (const char* id : {"told", "dropped", "open"}) desk.ask(bandit, id);
  for (const char* bandit : {"a", "b"}) desk.tell(bandit, "told", 0.5), desk.drop(bandit, "dropped");
}

bool refused(const Answer& answer) { return show(answer) == "problem 503"; }

void expect_no_changes(const Requests& requests, const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < requests.size(); ++i)
    EXPECT_TRUE(is_look(requests[i]) || refused(answers[i])) << i;
}

void expect_only_looks(const Requests& requests, const std::vector<Answer>& answers) {
  for (std::size_t i = 0; i < requests.size(); ++i)
    EXPECT_EQ(refused(answers[i]), !is_look(requests[i])) << i << ": " << show(answers[i]);
}

// One request of every kind that writes, and readers between them.
Requests everything() {
  return {Ask{"a", 1, {}},
          Ask{"b", 3, {"x", "y", "x"}},
          Look{"a"},
          Tell{"a", {loss("open", 0.25), loss("told", 0.5)}},
          Drop{"b", "open"},
          Find{"a", "open"},
          Expire{"a", "x"},
          ExpireOld{"b", 0},
          Pause{"a", true},
          Pause{"a", false},
          Pause{"a", true},
          Create{"c", kArms, {}},
          Ask{"c", 1, {"first"}},
          Remove{"b"},
          Create{"b", kArms, {}},
          List{}};
}

std::string state(Desk& desk) {
  std::string text;
  for (const char* bandit : {"a", "b"}) {
    text += show(desk.call(Look{bandit}));
    for (const char* id : {"told", "dropped", "open", "x"}) text += show(desk.call(Find{bandit, id}));
  }
  return text + show(desk.call(Look{"c"}));
}

TEST(FailingDisk, AFailedCommitIs503ForAllWhoWouldChangeSomethingAndNothingIsDone) {
  Desk desk;
  furnish(desk);
  const std::string before = state(desk);
  const auto answers =
      desk.batch(Ask{"a", 1, {"first"}}, everything(), [&] { desk.disk->fail_commits.after(1); });
  expect_only_looks(everything(), answers);
  EXPECT_NE(state(desk), before);  // "first" was committed
  EXPECT_EQ(desk.look("a").rounds, 4u);
  EXPECT_EQ(desk.look("b").rounds, 3u);
  EXPECT_EQ(desk.problem(Look{"c"}), 404);
  EXPECT_EQ(desk.tell("a", "open", 0.25), "settled");  // as if for the first time
  expect_logs_replay(desk);
}

// Wherever in the batch the journal fails, which has more than `least` such places.
void expect_nothing_done(Fault MemoryDisk::*fault, long least) {
  bool failed = true;
  for (long n = 0; failed; ++n) {
    Desk desk;
    furnish(desk);
    const std::string before = state(desk);
    Fault& place = desk.disk.get()->*fault;
    const auto answers = desk.batch(Create{"other", kArms, {}}, everything(), [&] { place.after(n); });
    place = 0;
    failed = std::any_of(answers.begin(), answers.end(), refused);
    if (failed) {
      expect_only_looks(everything(), answers);
      EXPECT_EQ(state(desk), before) << "place " << n;
    } else {
      EXPECT_GT(n, least);
      EXPECT_NE(state(desk), before);
    }
    expect_logs_replay(desk);
  }
}

TEST(FailingDisk, AFailedWriteAnywhereIs503ForAllWhoWouldChangeSomethingAndNothingIsDone) {
  expect_nothing_done(&MemoryDisk::fail_adds, 8);
}

TEST(FailingDisk, AFailedReadAnywhereIs503ForAllWhoWouldChangeSomethingAndNothingIsDone) {
  expect_nothing_done(&MemoryDisk::fail_reads, 4);
}

// Not even what a failed batch touched can be read back.
TEST(FailingDisk, WhileNothingCanBeReadNothingIsAnsweredWrongly) {
  for (long reads = 0; reads < 6; ++reads) {
    Desk desk;
    furnish(desk);
    const std::string before = state(desk);
    expect_no_changes(everything(), desk.batch(Create{"other", kArms, {}}, everything(), [&] {
      desk.disk->fail_commits.after(1, kForever);
      desk.disk->fail_reads.after(reads, kForever);
    }));
    for (int i = 0; i < 3; ++i)
      for (const char* bandit : {"a", "b"}) {
        EXPECT_EQ(desk.problem(Ask{bandit, 1, {}}), 503);
        EXPECT_EQ(desk.problem(Find{bandit, "open"}), 503);
      }
    desk.disk->fail_commits = 0;
    desk.disk->fail_reads = 0;
    EXPECT_EQ(state(desk), before);
    EXPECT_EQ(desk.expect<Summaries>(List{}).bandits.size(), 3u);
    expect_logs_replay(desk);
  }
}

// Memory may run out anywhere, also between what an agent has done and its row.
TEST(FailingDisk, ARequestThatRunsOutOfMemoryLeavesNothingBehind) {
  for (int n = 0; n < 5; ++n) {
    Desk desk;
    furnish(desk);
    const std::string before = state(desk);
    desk.disk->on_add = [left = n]() mutable {
      if (left-- == 0) throw std::bad_alloc();
    };
    EXPECT_EQ(desk.problem(Ask{"a", 5, {}}), 503);
    desk.disk->on_add = {};
    EXPECT_EQ(state(desk), before) << "decision " << n;
    desk.ask("a");
    expect_logs_replay(desk);
  }
}

TEST(FailingDisk, IsSaidAndTakenBackWhenItIsOver) {
  Desk desk;
  furnish(desk);
  EXPECT_FALSE(desk.service->trouble());
  desk.disk->fail_commits = kForever;
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);
  ASSERT_TRUE(desk.service->trouble());
  EXPECT_NE(desk.service->trouble()->find("commit"), std::string::npos) << *desk.service->trouble();
  EXPECT_TRUE(std::get<Measures>(desk.call(Measure{})).trouble);
  EXPECT_GE(std::get<Measures>(desk.call(Measure{})).failures, 1u);
  desk.disk->fail_commits = 0;
  while (desk.service->trouble()) std::this_thread::yield();  // by itself
  desk.ask("a");
  EXPECT_FALSE(std::get<Measures>(desk.call(Measure{})).trouble);
}

// However short it is.
TEST(FailingDisk, EachTroubleIsToldOnceAndItsEnd) {
  const auto disk = std::make_shared<MemoryDisk>();
  std::vector<std::string> told;
  {
    Options options;
    options.on_trouble = [&](const std::string& why) { told.push_back(why); };
    options.on_recovery = [&] { told.emplace_back("well"); };
    const auto service = *Service::start(std::make_unique<MemoryJournal>(disk), options);
    service->call(Create{"a", kArms, {}});
    for (int i = 0; i < 2; ++i) {
      disk->fail_commits = 2;
      for (int k = 0; k < 3; ++k) service->call(Ask{"a", 1, {}});
      disk->fail_commits = 0;
      service->call(Ask{"a", 1, {}});
    }
  }
  ASSERT_EQ(told.size(), 4u);
  for (const std::size_t i : {0, 2}) EXPECT_NE(told[i].find("commit"), std::string::npos) << told[i];
  for (const std::size_t i : {1, 3}) EXPECT_EQ(told[i], "well");
}

TEST(FailingDisk, BanditsThatWereNotInTheBatchGoOnAsTheyWere) {
  Desk desk;
  furnish(desk);
  const std::string before = show(desk.call(Look{"b"}));
  EXPECT_TRUE(refused(
      desk.batch(Create{"other", kArms, {}}, {Ask{"a", 1, {}}}, [&] { desk.disk->fail_commits.after(1); })
          .at(0)));
  EXPECT_EQ(show(desk.call(Look{"b"})), before);
  EXPECT_EQ(desk.tell("b", "open", 0.5), "settled");
  expect_logs_replay(desk);
}

// Also for somebody who looks at the bandits that were to be changed: they are as they were.
TEST(FailingDisk, LookingGoesOn) {
  Desk desk;
  furnish(desk);
  const std::string before = state(desk);
  desk.disk->fail_commits = kForever;
  for (int i = 0; i < 3; ++i) {
    EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);
    EXPECT_EQ(desk.problem(Tell{"b", {loss("open", 0.5)}}), 503);
    EXPECT_EQ(state(desk), before);
    EXPECT_EQ(desk.expect<Summaries>(List{}).bandits.size(), 2u);
  }
}

// Only the first request that fails costs a bandit its state, which has to be read back.
TEST(FailingDisk, WhoIsRefusedMeanwhileCostsNothing) {
  Desk desk;
  furnish(desk);
  for (int i = 0; i < 50; ++i) desk.ask("a");
  desk.disk->fail_commits = kForever;
  EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);
  EXPECT_EQ(desk.look("a").open, 51u);  // it is back
  desk.disk->fail_reads.after(kForever);
  for (int i = 0; i < 100; ++i) EXPECT_EQ(desk.problem(Ask{"a", 1, {}}), 503);
  EXPECT_LE(kForever - desk.disk->fail_reads.pass,
            2 * 100 + 10);  // of bandits; one has more than fifty decisions
  desk.disk->fail_reads = 0;
}

// Expiry happens by itself, within whatever batch comes next or none.
TEST(FailingDisk, WhatCannotBeWrittenDoesNotExpire) {
  for (const bool asked : {true, false}) {
    Desk desk;
    Terms terms;
    terms.expire_after = 60;
    desk.create("a", kArms, terms);
    desk.ask("a", "x");
    desk.disk->fail_commits = kForever;
    desk.wait(61);
    if (asked) {
      EXPECT_EQ(desk.look("a").open, 1u);
    } else {
      while (!desk.service->trouble()) std::this_thread::yield();
    }
    EXPECT_EQ(desk.disk->committed("a"), 1u);
    desk.disk->fail_commits = 0;
    EXPECT_EQ(desk.tell("a", "x", 0.5), "expired");
    EXPECT_EQ(desk.look("a").tally.expired, 1u);
    EXPECT_EQ(desk.tell("a", desk.ask("a").id, 0.5), "settled");
    expect_logs_replay(desk);
  }
}

TEST(FailingDisk, AServiceThatCannotReadItsJournalDoesNotStart) {
  auto disk = std::make_shared<MemoryDisk>();
  {
    Desk desk(disk);
    furnish(desk);
  }
  for (long n = 0; n < 6; ++n) {
    disk->fail_reads.after(n);
    const auto service = Service::start(std::make_unique<MemoryJournal>(disk), {});
    EXPECT_FALSE(service) << n;
  }
  disk->fail_reads = 0;
  EXPECT_TRUE(Service::start(std::make_unique<MemoryJournal>(disk), {}));
}

// What is recorded is computed again and compared: a journal that says something else is not believed.
TEST(FailingDisk, AJournalThatWasChangedIsNotBelieved) {
  using Change = std::function<void(MemoryDisk::Bandit&)>;
  const std::vector<Change> changes{
      [](auto& b) { b.decisions.at(2).decision.arm ^= 1; },
      [](auto& b) { b.decisions.at(2).decision.probability += 0x1p-53; },
      [](auto& b) { b.outcomes.at(1).value = 0.25; },
      [](auto& b) { b.outcomes.at(1).state = RoundState::kDropped; },
      [](auto& b) { b.closed.erase(b.closed.begin()); },
      [](auto& b) { b.asked.erase(std::prev(b.asked.end())); },
      [](auto& b) { b.row.spec.replace(b.row.spec.find("\"seed\":7"), 8, "\"seed\":8"); },
  };
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Desk desk;
    furnish(desk);
    desk.crash();
    desk.disk->forget_checkpoints();
    changes[i](desk.disk->bandits.begin()->second);
    const auto service = Service::start(std::make_unique<MemoryJournal>(desk.disk), {});
    ASSERT_FALSE(service) << "change " << i;
    EXPECT_EQ(service.error().code, ErrorCode::kDamaged) << service.error().message;
  }
}

// Random requests while commits, writes and reads fail at random: what was answered is what a model says that never heard
// of the others.
TEST(FailingDisk, RandomFailuresLoseNothingThatWasAnswered) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    Random random(seed);
    Desk desk;
    Model model;
    const auto send = [&](const Request& request) {
      const Answer answer = desk.call(request);
      if (show(answer) == "problem 503") return false;
      EXPECT_EQ(show(answer), show(model.answer(request, desk.now->load())));
      return true;
    };
    for (const char* name : {"a", "b"}) send(Create{name, name == std::string("a") ? kArms : kBall, {}});
    int refused = 0;
    for (int i = 0; i < 300; ++i) {
      const std::string bandit = between(random, 0, 1) == 0 ? "a" : "b";
      const std::string id = concat("d", between(random, 0, 40));
      switch (between(random, 0, 5)) {
        case 0: desk.disk->fail_commits = between(random, 0, 2); break;
        case 1: desk.disk->fail_adds.after(between(random, 0, 2)); break;
        case 2: desk.disk->fail_reads.after(between(random, 0, 9)); break;
        default: break;
      }
      const std::vector<Request> choices{Ask{bandit, 1, {id}}, Ask{bandit, 2, {}}, Drop{bandit, id},
                                         Look{bandit},
                                         Tell{bandit, {loss(id, between(random, 0, 16) / 16.0)}}};
      refused += !send(one_of(random, choices));
    }
    EXPECT_GT(refused, 10);
    for (Fault* fault : {&desk.disk->fail_commits, &desk.disk->fail_adds, &desk.disk->fail_reads}) *fault = 0;
    for (const char* name : {"a", "b"}) EXPECT_TRUE(send(Look{name}));
    expect_logs_replay(desk);
    for (const char* name : {"a", "b"}) EXPECT_EQ(agent_bytes(*desk.disk, name), model.find(name)->bytes());
  }
}

}  // namespace
}  // namespace banker::testing::failing_disk_test
