// What those who watch are told of, and how much of it.

#include <gtest/gtest.h>

#include "desk.hpp"

namespace banker::testing::watching_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

struct Watched {
  explicit Watched(std::size_t wants) : wanted(std::make_shared<std::atomic<std::size_t>>(wants)) {
    Options options;
    options.clock = [now = now] { return now->load(); };
    options.watched = [wanted = wanted] { return wanted->load(); };
    options.watch = [heard = heard](std::span<const Happened> all) {
      for (const Happened& one : all) heard->push_back(word(one) + " " + one.id);
    };
    service = *Service::start(std::make_unique<MemoryJournal>(disk), options);
  }
  static std::string word(const Happened& one) {
    constexpr const char* kWords[] = {"ask", "outcome", "create", "remove", "pause"};
    return kWords[one.what.index()];
  }
  // What was heard of it. Replies come after those who watch.
  std::vector<std::string> during(Request request) {
    heard->clear();
    const Answer answer = service->call(std::move(request));
    EXPECT_FALSE(std::holds_alternative<Problem>(answer)) << show(answer);
    service->call(List{});
    return *heard;
  }

  const std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  const std::shared_ptr<std::atomic<Time>> now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  const std::shared_ptr<std::atomic<std::size_t>> wanted;
  const std::shared_ptr<std::vector<std::string>> heard = std::make_shared<std::vector<std::string>>();
  std::unique_ptr<Service> service;
};

using Words = std::vector<std::string>;

TEST(Watching, NobodyHearsNothing) {
  Watched watched(0);
  EXPECT_EQ(watched.during(Create{"a", kArms, {}}), Words{});
  EXPECT_EQ(watched.during(Ask{"a", 3, {}}), Words{});
  EXPECT_EQ(watched.during(Remove{"a"}), Words{});
}

// The first ones of a transaction, as many as are wanted when it begins.
TEST(Watching, NoMoreEventsAreMadeThanAreWanted) {
  Watched watched(2);
  watched.during(Create{"a", kArms, {}});
  EXPECT_EQ(watched.during(Ask{"a", 100, {}}), (Words{"ask r1", "ask r2"}));
  Tell tell{"a", {}};
  for (const char* id : {"r5", "r6", "r7"}) tell.reports.push_back({id, 0.5, Outcome::Kind::kLoss});
  EXPECT_EQ(watched.during(tell), (Words{"outcome r5", "outcome r6"}));
  EXPECT_EQ(watched.during(ExpireOld{"a", 0}), (Words{"outcome r1", "outcome r2"}));
  *watched.wanted = 1000;
  EXPECT_EQ(watched.during(Ask{"a", 100, {}}).size(), 100u);
}

// An expired decision is named by its own id, which has to be looked up: only if somebody hears of it.
TEST(Watching, NoIdIsLookedUpForNobody) {
  Watched watched(1);
  Terms terms;
  terms.expire_after = 60;
  watched.during(Create{"a", kArms, terms});
  watched.during(Ask{"a", 2, {"x", "y"}});
  watched.disk->fail_reads.after(1);  // the second one that is read
  *watched.now += 61'000'000;         // from now on both may expire by themselves
  EXPECT_EQ(show(watched.service->call(Oldest{"a", 1})), "open");
  EXPECT_EQ(*watched.heard, (Words{"ask x", "outcome x"}));
  EXPECT_FALSE(watched.service->trouble());
}

// What becomes of bandits is heard of beside any number of events.
TEST(Watching, WhatBecomesOfBanditsIsHeardInAnyCase) {
  Watched watched(1);
  EXPECT_EQ(watched.during(Create{"a", kArms, {}}), (Words{"create "}));
  EXPECT_EQ(watched.during(Pause{"a", true}), (Words{"pause "}));
  EXPECT_EQ(watched.during(Remove{"a"}), (Words{"remove "}));
}

}  // namespace
}  // namespace banker::testing::watching_test
