// What is counted for those who look on: sums over events, which a crash does not change.

#include <gtest/gtest.h>

#include "desk.hpp"
#include "support/script.hpp"

namespace banker::testing::ledger_test {
namespace {

const std::string kArms = R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":8})";

View view(Desk& desk, const std::string& bandit) { return desk.expect<View>(Look{bandit}); }

TEST(Ledger, CountsByArmInTheUnitsOfTheSpec) {
  Desk desk;
  Terms terms;
  terms.expire_after = 60;
  terms.on_expiry = Default{7, Outcome::Kind::kReward};
  desk.create("a", R"({"agent":"banker","arms":2,"seed":8,"loss_range":[-2,10],"skip_stale":false})", terms);
  struct Counted {
    double asked = 0, told = 0, loss = 0;
  } expected[2];
  const auto told = [&](const Made& made, double loss) {
    ++expected[made.decision.arm].told;
    expected[made.decision.arm].loss += loss;
  };
  std::vector<Made> all;
  for (int i = 0; i < 40; ++i) {
    all.push_back(desk.ask("a"));
    ++expected[all.back().decision.arm].asked;
  }
  desk.wait(3);
  for (std::size_t i = 0; i < 10; ++i) desk.tell("a", all[i].id, 4), told(all[i], 4);
  for (std::size_t i = 10; i < 20; ++i) desk.reward("a", all[i].id, 9), told(all[i], -1);  // -2 + 10 - 9
  for (std::size_t i = 20; i < 30; ++i) desk.drop("a", all[i].id);
  desk.wait(60);
  for (std::size_t i = 30; i < 40; ++i) told(all[i], 1);  // -2 + 10 - 7
  const View seen = view(desk, "a");
  EXPECT_EQ(seen.ledger->all.asked, 40u);
  EXPECT_EQ(seen.ledger->all.told, 30u);
  EXPECT_EQ(seen.ledger->all.loss, 40 - 10 + 10);
  EXPECT_EQ(seen.ledger->rewards, 20u);
  ASSERT_EQ(seen.ledger->arms.size(), 2u);
  for (std::size_t arm = 0; arm < 2; ++arm) {
    EXPECT_EQ(static_cast<double>(seen.ledger->arms[arm].asked), expected[arm].asked);
    EXPECT_EQ(static_cast<double>(seen.ledger->arms[arm].told), expected[arm].told);
    EXPECT_EQ(seen.ledger->arms[arm].loss, expected[arm].loss);
  }
  EXPECT_EQ(seen.ledger->last_at, desk.now->load());
  EXPECT_EQ(seen.summary.last_at, desk.now->load());
  store::Bins delays{};
  delays[store::bin_of(3'000'000)] = 20;
  EXPECT_EQ(seen.ledger->delays, delays);
  EXPECT_EQ(seen.ages, store::Bins{});
}

// Delays are of what clients told, also too late to count; what comes after expiry is not even that.
TEST(Ledger, StaleOutcomesHaveADelayAndNoLoss) {
  Desk desk;
  Terms terms;
  terms.expire_after = 60;
  desk.create("a", R"({"agent":"banker","arms":2,"seed":7,"skip_stale":0.5})", terms);
  desk.ask("a", "old");
  for (int i = 0; i < 40; ++i) desk.tell("a", desk.ask("a").id, 0.5);
  desk.wait(30);
  EXPECT_EQ(desk.tell("a", "old", 0.5), "stale");
  desk.ask("a", "silent");
  desk.wait(61);
  EXPECT_EQ(desk.tell("a", "silent", 0.5), "expired");
  const View seen = view(desk, "a");
  EXPECT_EQ(seen.ledger->all.told, 40u);
  store::Bins delays{};
  delays[0] = 40;
  delays[store::bin_of(30'000'000)] = 1;
  EXPECT_EQ(seen.ledger->delays, delays);
}

TEST(Ledger, OfABodyHasNoArmsAndOfAnAgentWithoutABankNoScale) {
  Desk desk;
  desk.create("ball",
              R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"seed":4})");
  desk.create("exp3", R"({"agent":"delayed-exp3","arms":3,"seed":3})");
  for (const char* bandit : {"ball", "exp3"}) desk.tell(bandit, desk.ask(bandit).id, 0.5), desk.ask(bandit);
  const View ball = view(desk, "ball"), exp3 = view(desk, "exp3");
  EXPECT_TRUE(ball.ledger->arms.empty());
  EXPECT_EQ(ball.ledger->all.told, 1u);
  EXPECT_EQ(ball.ledger->scale, desk.find("ball", "r2").decision.statement->scale);
  EXPECT_EQ(exp3.ledger->arms.size(), 3u);
  EXPECT_FALSE(exp3.ledger->scale);
}

// Sums of doubles depend on their order: after a crash they have the same bits.
TEST(Ledger, HasTheSameBitsAfterACrashWithAndWithoutCheckpoints) {
  Desk desk;
  Random random(5);
  desk.create("a", kArms);
  std::vector<std::string> open;
  for (int i = 0; i < 5000; ++i) {
    open.push_back(desk.ask("a").id);
    if (i % 10 == 0) desk.wait(0.37);
    if (open.size() < 20) continue;
    std::swap(open[static_cast<std::size_t>(between(random, 0, 19))], open.back());
    desk.tell("a", open.back(), between(random, 0, 1000) / 1000.0);
    open.pop_back();
  }
  const std::string before = show(desk.call(Look{"a"}));
  desk.crash();
  ASSERT_TRUE(desk.disk->checkpoint("a"));
  desk.start();
  EXPECT_EQ(show(desk.call(Look{"a"})), before);
  desk.crash();
  desk.disk->forget_checkpoints();
  desk.start();
  EXPECT_EQ(show(desk.call(Look{"a"})), before);
}

TEST(Ledger, ACheckpointThatCountsOtherArmsIsNotBelieved) {
  const std::vector<std::function<void(store::Checkpoint&)>> changes{
      [](auto& c) { c.ledger.arms.pop_back(); }, [](auto& c) { ++c.ledger.all.asked; },
      [](auto& c) { c.open.at(0).arm = 3; }};
  for (const auto& change : changes) {
    Desk desk;
    desk.create("a", kArms);
    desk.ask("a");
    desk.stop();
    change(*desk.disk->bandits.begin()->second.checkpoint);
    const auto service = Service::start(std::make_unique<MemoryJournal>(desk.disk), {});
    ASSERT_FALSE(service);
    EXPECT_EQ(service.error().code, ErrorCode::kDamaged) << service.error().message;
  }
}

TEST(Summaries, SayHowManyWereAskedAndToldInTheLastMinute) {
  Desk desk;
  desk.create("a", kArms);
  for (int i = 0; i < 10; ++i) desk.ask("a");
  for (int i = 1; i <= 4; ++i) desk.tell("a", concat("r", i), 0.5);
  desk.drop("a", "r5");
  desk.expect<Heard>(Expire{"a", "r6"});
  EXPECT_EQ(desk.look("a").asks_per_minute, 10);
  EXPECT_EQ(desk.look("a").tells_per_minute, 4);
  const Summary listed = desk.expect<service::Summaries>(List{}).bandits.at(0);
  EXPECT_EQ(listed.asks_per_minute, 10);
  EXPECT_EQ(listed.tells_per_minute, 4);
  desk.wait(121);
  EXPECT_EQ(desk.look("a").asks_per_minute, 0);
}

TEST(Ages, AreThoseOfOpenDecisionsAlsoAfterACrash) {
  Desk desk;
  Terms terms;
  terms.expire_after = 100;
  terms.late = Late::kAccept;
  desk.create("a", kArms, terms);
  desk.expect<Asked>(Ask{"a", 3, {}});
  desk.wait(90);
  desk.expect<Asked>(Ask{"a", 2, {}});
  desk.tell("a", "r1", 0.5);
  desk.wait(15);  // the first are beyond their time, and still open
  store::Bins expected{};
  expected[store::bin_of(105'000'000)] = 2;
  expected[store::bin_of(15'000'000)] = 2;
  EXPECT_EQ(view(desk, "a").ages, expected);
  desk.crash();
  desk.start();
  EXPECT_EQ(view(desk, "a").ages, expected);
  EXPECT_EQ(show(desk.call(Oldest{"a", 3})), "open 2 3 4");
  EXPECT_EQ(show(desk.call(Oldest{"a", 0})), "open");
}

}  // namespace
}  // namespace banker::testing::ledger_test
