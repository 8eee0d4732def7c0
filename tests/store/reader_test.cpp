// What those who look on read of the past, beside the one who writes.

#include <gtest/gtest.h>

#include <set>

#include "store/player.hpp"
#include "store/scribe.hpp"
#include "store/sqlite.hpp"

namespace banker::store::testing::reader_test {
namespace {

const char* const kTinf = R"({"agent":"banker-tinf","arms":3,"spending":"oldest-first","seed":5})";

// Plays until there are so many rounds, some of them open.
void play(Player& player, Random& random, std::uint64_t rounds) {
  while (player.agent().rounds() < rounds) {
    if (player.open().size() < 3 || below(random, 2) == 0) {
      player.ask();
      continue;
    }
    const RoundId round = player.open()[below(random, player.open().size())].round;
    if (below(random, 8) == 0) player.close(round, Cause::kDrop, {});
    else player.close(round, Cause::kLoss, static_cast<double>(below(random, 17)) / 16);
  }
}

struct Played {
  explicit Played(std::uint64_t rounds, const char* spec = kTinf, std::uint64_t seed = 1)
      : journal(*open_journal(folder.file())), random(seed) {
    EXPECT_FALSE(journal->begin());
    player.emplace(*journal, spec);
    play(*player, random, rounds);
    EXPECT_FALSE(journal->commit());
    reader = *journal->reader();
  }
  std::int64_t id() const { return player->row().id; }
  Record record(std::uint64_t round) {
    const RoundId rounds[] = {RoundId{round}};
    return reader->decisions(id(), rounds)->at(0);
  }

  const Folder folder;
  std::unique_ptr<Journal> journal;
  Random random;
  std::optional<Player> player;
  std::unique_ptr<Reader> reader;
};

// By looking at every decision there is.
std::vector<Payment> all_spending(Played& played, std::uint64_t payer) {
  std::vector<Payment> by;
  for (const Record& record : *played.reader->decisions(played.id(), 0, 1'000'000)) {
    if (!record.decision.statement) continue;
    for (const Payment& payment : record.decision.statement->payments)
      if (payment.round == RoundId{payer})
        by.insert(by.begin(), {record.decision.decision.round, payment.amount});
  }
  return by;
}

TEST(Reader, DecisionsAreTheLastOnesBeforeARoundAndTheirOutcomes) {
  Played played(300);
  std::set<RoundId> open;
  for (const OpenRound& round : played.player->open()) open.insert(round.round);
  for (const std::uint64_t before : {0, 1, 2, 50, 300, 301, 1000}) {
    for (const std::size_t most : {0, 1, 7, 1000}) {
      const std::uint64_t last = before == 0 ? 300 : std::min<std::uint64_t>(before - 1, 300);
      const auto records = *played.reader->decisions(played.id(), before, most);
      ASSERT_EQ(records.size(), std::min<std::uint64_t>(last, most)) << before << ", " << most;
      for (std::size_t i = 0; i < records.size(); ++i) {
        const RoundId round{last - i};
        ASSERT_EQ(records[i].decision.decision.round, round);
        EXPECT_EQ(testing::image_of(records[i].decision),
                  testing::image_of(**played.journal->decision(played.id(), round)));
        ASSERT_EQ(records[i].outcome.has_value(), !open.contains(round));
        if (!records[i].outcome) continue;
        EXPECT_EQ(testing::image_of(*records[i].outcome),
                  testing::image_of(**played.journal->outcome(played.id(), round)));
      }
    }
  }
}

TEST(Reader, DecisionsByRoundAreThoseThatAreThereInTheOrderAskedFor) {
  Played played(20);
  const std::vector<RoundId> rounds{RoundId{7}, RoundId{21}, RoundId{3}, RoundId{0}, RoundId{20}};
  const auto records = *played.reader->decisions(played.id(), rounds);
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[0].decision.decision.round, RoundId{7});
  EXPECT_EQ(records[1].decision.decision.round, RoundId{3});
  EXPECT_EQ(records[2].decision.decision.round, RoundId{20});
  EXPECT_TRUE(played.reader->decisions(played.id() + 1, rounds)->empty());
}

TEST(Reader, SeesWhatIsCommittedWhenItIsAsked) {
  Played played(10);
  ASSERT_FALSE(played.journal->begin());
  played.player->ask();
  EXPECT_EQ(played.reader->decisions(played.id(), 0, 100)->size(), 10u);
  ASSERT_FALSE(played.journal->commit());
  EXPECT_EQ(played.reader->decisions(played.id(), 0, 100)->size(), 11u);
}

TEST(Reader, SpendingIsWhatASearchThroughEveryDecisionFinds) {
  std::size_t spent = 0, open = 0;
  for (const char* spending : {"oldest-first", "newest-first"}) {
    const std::string spec =
        std::string(R"({"agent":"banker-tinf","arms":3,"seed":5,"spending":")") + spending + "\"}";
    Played played(400, spec.c_str(), 9);
    for (std::uint64_t round = 1; round <= 400; ++round) {
      const Record record = played.record(round);
      const auto found = *played.reader->spending(played.id(), record, 1000);
      EXPECT_EQ(found.until, 0u);
      EXPECT_EQ(found.by, all_spending(played, round)) << spending << ", round " << round;
      spent += !found.by.empty();
      open += !record.outcome;
      EXPECT_TRUE(record.outcome || found.by.empty());
    }
  }
  EXPECT_GT(spent, 300u);
  EXPECT_GT(open, 2u);
}

// What is found in pieces of any size is the same, and `until` says where a piece ended.
TEST(Reader, SpendingLooksAtNoMoreThanItIsAllowed) {
  Played played(400);
  std::size_t cut = 0;
  for (std::uint64_t round = 1; round <= 400; ++round) {
    const Record record = played.record(round);
    const auto all = all_spending(played, round);
    for (const std::size_t most : {1, 3, 20}) {
      const auto found = *played.reader->spending(played.id(), record, most);
      std::vector<Payment> expected;
      for (const Payment& payment : all)
        if (found.until == 0 || number(payment.round) <= found.until) expected.push_back(payment);
      EXPECT_EQ(found.by, expected) << "round " << round << ", " << most;
      if (found.until == 0) continue;
      ++cut;
      // The first decision that can spend it is the one after the outcome.
      std::uint64_t asked_before = 0;
      while (asked_before < 400 && played.record(asked_before + 1).decision.seq < record.outcome->seq)
        ++asked_before;
      EXPECT_EQ(found.until, asked_before + most);
    }
  }
  EXPECT_GT(cut, 100u);
}

TEST(Reader, SpendingOfAPoolAndWithoutABankIsNothing) {
  for (const char* spec :
       {R"({"agent":"banker","arms":3,"seed":5})", R"({"agent":"delayed-exp3","arms":3,"seed":5})"}) {
    Played played(100, spec);
    for (std::uint64_t round = 1; round <= 100; ++round) {
      const auto found = *played.reader->spending(played.id(), played.record(round), 1000);
      EXPECT_TRUE(found.by.empty());
    }
  }
}

// Throws away what is closed.
void compact(Played& played) {
  const Checkpoint now = played.player->checkpoint();
  ASSERT_FALSE(played.journal->add(played.id(), now));
  ASSERT_TRUE(played.journal->compact(
      played.id(), now.at + 1, [&] { return now; }, 1000));
  ASSERT_GT(*played.journal->compact(
                played.id(), now.at + 1, [&] { return now; }, 1000),
            200u);
}

// Compaction leaves gaps in the rounds: who spent what is found as far as it is there, and `until` says up to where that is all.
TEST(Reader, SpendingAcrossRoundsThatAreGoneSaysUpToWhereItIsComplete) {
  Played played(300);
  std::vector<Record> records;
  std::vector<std::vector<Payment>> spent;
  for (std::uint64_t round = 1; round <= 300; ++round) {
    records.push_back(played.record(round));
    spent.push_back(all_spending(played, round));
  }
  ASSERT_FALSE(played.journal->begin());
  compact(played);
  // The rounds that are left are open ones; some of them spend, and later ones.
  play(*played.player, played.random, 330);
  ASSERT_FALSE(played.journal->commit());
  std::size_t complete = 0, cut = 0, lost = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    if (!records[i].outcome) continue;
    std::vector<Payment> truth = spent[i];
    const auto here = all_spending(played, i + 1);
    for (const Payment& payment : here)
      if (number(payment.round) > 300) truth.push_back(payment);
    const auto found = *played.reader->spending(played.id(), records[i], 1000);
    EXPECT_EQ(found.by, here) << "round " << i + 1;
    if (found.until == 0) {
      EXPECT_EQ(found.by, truth) << "round " << i + 1;
      ++complete;
      continue;
    }
    ++cut;
    lost += found.by != truth;
    const auto early = [&](const std::vector<Payment>& all) {
      std::vector<Payment> some;
      for (const Payment& payment : all)
        if (number(payment.round) <= found.until) some.push_back(payment);
      return some;
    };
    EXPECT_EQ(early(found.by), early(truth)) << "round " << i + 1;
    EXPECT_GT(found.until, i);
  }
  EXPECT_GT(complete, 0u);
  EXPECT_GT(lost, 100u);
  EXPECT_GE(cut, lost);
}

// The last rounds of all may be gone, too: the last moment knows that there were some.
TEST(Reader, SpendingByTheLastRoundsMayBeGone) {
  for (const bool damaged : {false, true}) {
    Played played(300);
    const Record kept = [&] {
      std::uint64_t round = 300;
      while (!played.record(round).outcome || !all_spending(played, round).empty()) --round;
      return played.record(round);
    }();
    EXPECT_EQ(played.reader->spending(played.id(), kept, 1000)->until, 0u) << "all were looked at";
    ASSERT_FALSE(played.journal->begin());
    while (!played.player->open().empty())
      played.player->close(played.player->open().front().round, Cause::kDrop, {});
    compact(played);
    Moment last;
    last.number = 1;
    last.rounds = 300;
    ASSERT_FALSE(played.journal->add(played.id(), last));
    ASSERT_FALSE(played.journal->commit());
    Database database;
    ASSERT_FALSE(database.open(played.folder.file(), Database::Access::kWrite));
    const char* change = damaged ? "UPDATE moments SET rounds = 1" : "UPDATE moments SET rounds = rounds";
    ASSERT_FALSE(database.run(change));
    EXPECT_EQ(played.reader->spending(played.id(), kept, 1000)->until, number(kept.decision.decision.round));
  }
}

TEST(Reader, ADamagedRowIsRefused) {
  for (const char* sql :
       {"UPDATE decisions SET probability = 0.5 WHERE round = 40",
        "UPDATE outcomes SET value = 0.25 WHERE round = (SELECT max(round) FROM outcomes)"}) {
    Played played(60);
    Database database;
    ASSERT_FALSE(database.open(played.folder.file(), Database::Access::kWrite));
    ASSERT_FALSE(database.run(sql));
    const auto records = played.reader->decisions(played.id(), 0, 100);
    ASSERT_FALSE(records) << sql;
    EXPECT_EQ(records.error().code, ErrorCode::kDamaged) << records.error().message;
    EXPECT_TRUE(played.reader->decisions(played.id(), 10, 5)) << "others can be read";
  }
}

// A reader that stays open keeps nothing from being written, and the WAL not from starting anew.
TEST(Reader, HoldsNothingBetweenCalls) {
  Played played(50);
  ASSERT_TRUE(played.reader->decisions(played.id(), 0, 10));
  ASSERT_TRUE(played.reader->history(played.id()));
  ASSERT_TRUE(played.reader->spending(played.id(), played.record(1), 10));
  Database database;
  ASSERT_FALSE(database.open(played.folder.file(), Database::Access::kWrite));
  Query checkpoint(database, "PRAGMA wal_checkpoint(TRUNCATE)");
  ASSERT_TRUE(*checkpoint.next());
  EXPECT_EQ(checkpoint.integer(0), 0) << "somebody is in the way";
}

}  // namespace
}  // namespace banker::store::testing::reader_test
