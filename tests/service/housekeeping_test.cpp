// What the service does by itself, and what it leaves where something is damaged: that is no matter of the others.

#include <gtest/gtest.h>

#include "desk.hpp"
#include "service/bandit.hpp"
#include "store/sqlite.hpp"
#include "support/folder.hpp"

namespace banker::testing::housekeeping_test {
namespace {

const std::string kArms = R"({"agent":"banker","arms":3,"seed":8})";

Terms expiring(Late late = Late::kIgnore) {
  return {.expire_after = 60, .on_expiry = {}, .late = late, .max_open = 1000};
}

// A service whose clock is moved by hand, on any journal.
struct Office {
  explicit Office(std::unique_ptr<store::Journal> journal, std::optional<double> keep = {}) {
    Options options;
    options.clock = [now = now] { return now->load(); };
    options.keep_seconds = keep;
    service = *Service::start(std::move(journal), options);
  }
  // Rounds of housekeeping have passed by then: a list looks at no clock.
  void expire_one(const std::string& bandit) {
    const auto expired = [&] {
      const Answer list = service->call(List{});
      for (const Summary& s : std::get<Summaries>(list).bandits)
        if (s.name == bandit) return s.tally.expired;
      return std::uint64_t{0};
    };
    const std::uint64_t before = expired();
    ASSERT_TRUE(std::holds_alternative<Asked>(service->call(Ask{bandit, 1, {}})));
    *now += 61'000'000;
    while (expired() == before) ASSERT_FALSE(service->trouble());
  }
  std::uint64_t failures() { return std::get<Measures>(service->call(Measure{})).failures; }

  std::shared_ptr<std::atomic<Time>> now = std::make_shared<std::atomic<Time>>(1'767'323'045'678'901);
  std::unique_ptr<Service> service;
};

TEST(Housekeeping, ADamagedBanditThatWasRemovedIsLeftAndAllElseGoesOn) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  {
    const auto journal = *store::open_journal(file);
    ASSERT_FALSE(journal->begin());
    for (const char* name : {"a", "b", "c"}) {
      const auto id = journal->add_bandit({0, name, kArms, "{}", 1, {}});
      ASSERT_FALSE(journal->remove_bandit(*id, 0, 2));
    }
    ASSERT_FALSE(journal->commit());
  }
  store::Database database;
  ASSERT_FALSE(database.open(file, store::Database::Access::kWrite));
  ASSERT_FALSE(database.run("UPDATE bandits SET created_at = 7 WHERE name = 'b'"));
  Office office(*store::open_journal(file));
  office.service->call(Create{"d", kArms, expiring()});
  for (int i = 0; i < 2; ++i) office.expire_one("d");
  EXPECT_EQ(office.failures(), 0u);
  EXPECT_FALSE(office.service->trouble());
  store::Query left(database, "SELECT group_concat(name) FROM bandits WHERE removed_at IS NOT NULL");
  ASSERT_TRUE(*left.next());
  EXPECT_EQ(left.text(0), "b");
}

TEST(Housekeeping, ItIsTriedOnceToReadWhatWasRemoved) {
  const auto disk = std::make_shared<MemoryDisk>();
  disk->damage_purges = 1000;
  Office office(std::make_unique<MemoryJournal>(disk));
  office.service->call(Create{"a", kArms, expiring()});
  for (int i = 0; i < 3; ++i) office.expire_one("a");
  EXPECT_EQ(disk->damage_purges.fail, 999);
  EXPECT_EQ(office.failures(), 0u);
  EXPECT_FALSE(office.service->trouble());
}

TEST(Housekeeping, ACompactionThatMeetsDamageWaitsForItsNextTurn) {
  const auto disk = std::make_shared<MemoryDisk>();
  disk->damage_compactions = 1000;
  Office office(std::make_unique<MemoryJournal>(disk), 10'000);  // a turn every thousand seconds
  office.service->call(Create{"a", kArms, expiring()});
  for (int i = 0; i < 3; ++i) office.expire_one("a");
  EXPECT_EQ(disk->damage_compactions.fail, 999);
  *office.now += 1'000'000'000;
  for (int i = 0; i < 3; ++i) office.expire_one("a");
  EXPECT_EQ(disk->damage_compactions.fail, 998);
  EXPECT_EQ(office.failures(), 0u);
  EXPECT_FALSE(office.service->trouble());
}

// It knows how many events it has: they are not read to be thrown away.
TEST(Housekeeping, ABanditOfWhichARowIsDamagedCanBeRemoved) {
  const Folder folder;
  const std::string file = folder.file("banker.db");
  Office office(*store::open_journal(file));
  for (const char* name : {"a", "b"}) {
    office.service->call(Create{name, kArms, {}});
    for (int i = 0; i < 3; ++i) office.service->call(Ask{name, 1, {}});
  }
  store::Database database;
  ASSERT_FALSE(database.open(file, store::Database::Access::kWrite));
  ASSERT_FALSE(database.run("UPDATE decisions SET at = 7 WHERE bandit = 1 AND round = 2"));
  EXPECT_TRUE(std::holds_alternative<Done>(office.service->call(Remove{"a"})));
  office.service.reset();
  EXPECT_TRUE(Service::start(*store::open_journal(file), {})) << "the books do not balance";
}

// A bandit by itself, in one transaction of a journal in memory after the other.
struct Alone {
  explicit Alone(const Terms& terms) {
    bandit = *service::Bandit::make({0, "a", kArms, write_terms(terms), now, {}});
    EXPECT_FALSE(journal.begin());
    bandit->set_id(*journal.add_bandit(bandit->row()));
    EXPECT_FALSE(journal.commit());
  }
  template <class Work>
  auto in_transaction(Work work) {
    Transaction transaction(journal, Transaction::Purpose::kChange, now, 0);
    const auto done = work(transaction);
    EXPECT_FALSE(transaction.commit());
    return done;
  }
  void ask(std::size_t count) {
    in_transaction([&](Transaction& t) { return bandit->ask(Ask{"a", count, {}}, t).index(); });
  }
  void ask_and_tell() {
    ask(1);
    const std::string id = concat("r", ++told);
    in_transaction([&](Transaction& t) { return bandit->tell({id, 0.5, Outcome::Kind::kLoss}, t).verdict; });
  }
  // Whether there is one of now on the disk.
  bool write_checkpoint() {
    return in_transaction([&](Transaction& t) {
      bandit->add_checkpoint(t);
      const auto last = disk->checkpoint("a");
      return last && last->seq == bandit->seq();
    });
  }

  Time now = 1'767'323'045'678'901;
  std::shared_ptr<MemoryDisk> disk = std::make_shared<MemoryDisk>();
  MemoryJournal journal{disk};
  std::unique_ptr<service::Bandit> bandit;
  std::size_t told = 0;
};

// Also those that only wait for what is late take their time.
TEST(Housekeeping, SoManyRoundsExpireOrLapseAtOnceAndNoMore) {
  for (const Late late : {Late::kIgnore, Late::kAccept}) {
    Alone alone(expiring(late));
    alone.ask(25);
    alone.now += 61'000'000;
    for (const std::size_t done : {10u, 10u, 5u, 0u}) {
      EXPECT_TRUE(done == 0 || alone.bandit->is_due(alone.now));
      EXPECT_EQ(alone.in_transaction([&](Transaction& t) { return alone.bandit->expire(t, 10); }), done);
    }
    EXPECT_FALSE(alone.bandit->is_due(alone.now));
    EXPECT_EQ(alone.bandit->summary(alone.now).open, late == Late::kAccept ? 25u : 0u);
  }
}

TEST(Housekeeping, ACheckpointThatIsTooLargeIsNotMadeAgainAndAgain) {
  Alone alone(Terms{});
  alone.disk->largest_checkpoint = 100;
  std::vector<std::uint64_t> tries;
  for (int i = 0; i < 4000; ++i) {
    alone.ask_and_tell();
    const std::size_t before = alone.disk->checkpoints_measured;
    EXPECT_FALSE(alone.write_checkpoint());
    EXPECT_FALSE(alone.bandit->wants_checkpoint(0));
    if (alone.disk->checkpoints_measured > before) tries.push_back(alone.bandit->seq());
  }
  ASSERT_GE(tries.size(), 3u);
  EXPECT_LE(tries.size(), 13u);
  for (std::size_t i = 2; i < tries.size(); ++i)
    EXPECT_GE(tries[i] - tries[i - 1], 2 * (tries[i - 1] - tries[i - 2]) - 2);
  // Once there is room for it, it is written as before.
  alone.disk->largest_checkpoint = SIZE_MAX;
  while (!alone.bandit->wants_checkpoint(0)) alone.ask_and_tell();
  EXPECT_TRUE(alone.write_checkpoint());
  alone.ask_and_tell();
  EXPECT_TRUE(alone.write_checkpoint());
}

}  // namespace
}  // namespace banker::testing::housekeeping_test
