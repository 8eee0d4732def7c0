#include <gtest/gtest.h>

#include <cstdlib>

#include "banker/agent/catalog.hpp"
#include "store/player.hpp"
#include "store/scribe.hpp"
#include "support/server/plain_sql.hpp"
#include "support/server/replayed.hpp"

namespace banker::store::testing::journal_test {
namespace {

using banker::testing::replayed;
using banker::testing::run_plain_sql;

std::unique_ptr<Journal> reopened(std::unique_ptr<Journal> journal, const std::string& file) {
  journal.reset();
  return *open_journal(file);
}

TEST(Journal, EveryBitOfEveryRowComesBack) {
  const Folder folder;
  auto journal = *open_journal(folder.file());
  Random random(1);
  History history;
  history.row = {.id = 0, .name = "b", .spec = "{}", .terms = R"({"late":"ignore"})", .created_at = -5};
  std::vector<std::string> images;
  ASSERT_FALSE(journal->begin());
  history.row.id = *journal->add_bandit(history.row);
  std::vector<std::pair<RoundId, std::string>> ids;
  for (int i = 0; i < 2000; ++i) {
    if (history.open.empty() || below(random, 2) == 0) {
      const DecisionRow d = history.ask(random, i);
      ASSERT_FALSE(journal->add(history.row.id, d));
      images.push_back(image_of(d));
      if (!d.id.empty()) ids.emplace_back(d.decision.round, d.id);
    } else {
      const OutcomeRow o = history.close(random, i);
      ASSERT_FALSE(journal->add(history.row.id, o));
      images.push_back(image_of(o));
    }
  }
  ASSERT_FALSE(journal->commit());
  journal = reopened(std::move(journal), folder.file());

  EXPECT_EQ(image_of(journal->bandits()->at(0)), image_of(history.row));
  std::size_t next = 0;
  const auto take = [&](const Event& event) {
    EXPECT_EQ(std::visit([](const auto& row) { return image_of(row); }, event), images[next]) << next;
    ++next;
    return MaybeError();
  };
  ASSERT_FALSE(journal->tail(history.row.id, nullptr, take));
  EXPECT_EQ(next, images.size());
  EXPECT_EQ(*journal->events(), images.size());
  for (const auto& [round, id] : ids) {
    const auto by_id = *journal->decision(history.row.id, id);
    ASSERT_TRUE(by_id) << id;
    EXPECT_EQ(image_of(*by_id), image_of(**journal->decision(history.row.id, round)));
  }
  EXPECT_FALSE(*journal->decision(history.row.id, "id"));
  EXPECT_FALSE(*journal->decision(history.row.id, RoundId{history.rounds + 1}));
  EXPECT_FALSE(*journal->decision(history.row.id + 1, RoundId{1}));
  EXPECT_FALSE(*journal->outcome(history.row.id, history.open.at(0).round));
}

TEST(Journal, TailGoesOnFromACheckpoint) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(2);
  History history;
  history.row.name = "b";
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = history.row.id = *journal->add_bandit(history.row);
  std::vector<Checkpoint> checkpoints;
  std::vector<std::string> images;
  for (int i = 0; i < 400; ++i) {
    if (history.open.empty() || below(random, 2) == 0) {
      const DecisionRow d = history.ask(random, i);
      ASSERT_FALSE(journal->add(id, d));
      images.push_back(image_of(d));
    } else {
      const OutcomeRow o = history.close(random, i);
      ASSERT_FALSE(journal->add(id, o));
      images.push_back(image_of(o));
    }
    checkpoints.push_back(history.checkpoint(random, i, 10));
  }
  ASSERT_FALSE(journal->add(id, checkpoints[99]));
  ASSERT_FALSE(journal->add(id, checkpoints[199]));
  ASSERT_FALSE(journal->commit());
  EXPECT_EQ(image_of(**journal->checkpoint(id)), image_of(checkpoints[199]));
  for (const Checkpoint& checkpoint : checkpoints) {
    std::size_t next = checkpoint.seq;
    const auto take = [&](const Event& event) {
      EXPECT_EQ(std::visit([](const auto& row) { return image_of(row); }, event), images.at(next++));
      return MaybeError();
    };
    ASSERT_FALSE(journal->tail(id, &checkpoint, take));
    EXPECT_EQ(next, images.size());
  }
  const auto refuse = [](const Event&) { return MaybeError(Error{ErrorCode::kBadValue, "enough"}); };
  EXPECT_EQ(journal->tail(id, nullptr, refuse)->message, "enough");
  // A checkpoint that is not of this history.
  Checkpoint wrong = checkpoints[100];
  ++wrong.seq;
  EXPECT_EQ(journal->tail(id, &wrong, [](const Event&) { return MaybeError(); })->code, ErrorCode::kDamaged);
}

TEST(Journal, SeesWhatWasAddedAndForgetsItAfterRollback) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(3);
  Scribe scribe;
  ASSERT_FALSE(journal->begin());
  ASSERT_FALSE(scribe.write(*journal, random, 200));
  const std::string first = *image_of(*journal, false);
  ASSERT_FALSE(journal->commit());
  EXPECT_EQ(*image_of(*journal, false), first);
  Scribe second = scribe;
  ASSERT_FALSE(journal->begin());
  ASSERT_FALSE(second.write(*journal, random, 200));
  EXPECT_NE(*image_of(*journal, false), first);
  journal->rollback();
  EXPECT_EQ(*image_of(*journal, false), first);
  ASSERT_FALSE(journal->begin());
  ASSERT_FALSE(journal->commit());  // nothing
  EXPECT_EQ(*image_of(*journal, false), first);
  const auto reopen = open_journal(folder.file());
  ASSERT_FALSE(reopen);
  EXPECT_NE(reopen.error().message.find("in use by another server"), std::string::npos);
}

TEST(Journal, BooksBalanceOverRandomHistories) {
  const Folder folder;
  auto journal = *open_journal(folder.file());
  Random random(4);
  Scribe scribe;
  for (int commits = 0; commits < 60; ++commits) {
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(scribe.write(*journal, random, below(random, 60)));
    ASSERT_FALSE(journal->commit());
    if (commits % 20 == 19) journal = reopened(std::move(journal), folder.file());
    std::uint64_t events = 0;
    for (const History& bandit : scribe.bandits) events += bandit.seq;
    EXPECT_EQ(*journal->events(), events);
    ASSERT_EQ(journal->bandits()->size(), scribe.bandits.size());
    for (std::size_t i = 0; i < scribe.bandits.size(); ++i)
      EXPECT_EQ(image_of(journal->bandits()->at(i)), image_of(scribe.bandits[i].row));
  }
}

TEST(Journal, RemovedBanditsGoInSlicesAndTheirNamesAreFree) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(5);
  ASSERT_FALSE(journal->begin());
  History history;
  history.row.name = "again";
  const std::int64_t id = *journal->add_bandit(history.row);
  for (int i = 0; i < 100; ++i) ASSERT_FALSE(journal->add(id, history.ask(random, i)));
  for (int i = 0; i < 50; ++i) ASSERT_FALSE(journal->add(id, history.close(random, i)));
  ASSERT_FALSE(journal->add(id, history.checkpoint(random, 1, 100)));
  ASSERT_FALSE(journal->remove_bandit(id, std::nullopt, 1));
  const auto second = journal->add_bandit(history.row);
  ASSERT_TRUE(second);
  EXPECT_GT(*second, id);
  EXPECT_EQ(journal->bandits()->size(), 1u);
  EXPECT_EQ(*journal->events(), 0u);
  EXPECT_EQ(*journal->purge(70), 70u);
  EXPECT_EQ(*journal->purge(70), 70u);
  EXPECT_EQ(*journal->purge(70), 11u);  // 150 rows, and the bandit with its checkpoint
  EXPECT_EQ(*journal->purge(70), 0u);
  ASSERT_FALSE(journal->remove_bandit(*second, std::nullopt, 1));
  EXPECT_EQ(*journal->purge(70), 1u);
  const auto third = journal->add_bandit(history.row);
  EXPECT_GT(*third, *second);
  ASSERT_FALSE(journal->commit());
}

class Logs : public ::testing::TestWithParam<const char*> {};

TEST_P(Logs, ReplayToTheStateOfTheAgentAlsoAfterCompaction) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(6);
  ASSERT_FALSE(journal->begin());
  Player player(*journal, GetParam());
  std::size_t gone = 0;
  for (int i = 1; i <= 400; ++i) {
    if (player.open().empty() || below(random, 2) == 0) {
      player.ask();
    } else {
      const RoundId round = player.open()[below(random, player.open().size())].round;
      const double value = below(random, 5) == 0 ? -0.0 : static_cast<double>(below(random, 1000)) / 1000;
      switch (below(random, 6)) {
        case 0: player.close(round, Cause::kDrop, {}); break;
        case 1: player.close(round, Cause::kExpiry, {}); break;
        case 2: player.close(round, Cause::kExpiry, value); break;
        case 3: player.close(round, Cause::kReward, value); break;
        default: player.close(round, Cause::kLoss, value);
      }
    }
    if (i % 50 == 0) {
      ASSERT_FALSE(journal->add(player.row().id, player.checkpoint()));
      ASSERT_FALSE(journal->commit());
      EXPECT_EQ(replayed(*log_of(*journal, player.row())), player.agent().save());
      ASSERT_FALSE(journal->begin());
    }
    if (i > 200 && i % 20 == 0)
      gone += *journal->compact(
          player.row().id, player.checkpoint().at - 60, [&] { return player.checkpoint(); }, 30);
  }
  EXPECT_GT(gone, 50u);
  ASSERT_FALSE(journal->commit());
  const std::string log = *log_of(*journal, player.row());
  EXPECT_TRUE(log.starts_with(R"({"snapshot":")"));
  EXPECT_EQ(replayed(log), player.agent().save());
  EXPECT_FALSE(*journal->decision(player.row().id, RoundId{1}) &&
               *journal->outcome(player.row().id, RoundId{1}));
  for (const OpenRound& open : player.open()) EXPECT_TRUE(*journal->decision(player.row().id, open.round));
}

INSTANTIATE_TEST_SUITE_P(
    Agents, Logs,
    ::testing::Values(
        R"({"agent":"banker","arms":4,"seed":3})", R"({"agent":"banker-tinf","arms":3,"seed":1})",
        R"({"agent":"delayed-exp3","arms":["a","b"],"seed":5})",
        R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1},"loss_range":[-1,1],"seed":2})",
        R"({"agent":"banker-bolo","actions":[[0,1],[1,0],[1,1]],"loss_range":[-1,1],"seed":2})"));

TEST(Journal, LogShowsTheMomentItWasOpened) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  Player player(*journal, R"({"agent":"banker","arms":3,"seed":1})");
  for (int i = 0; i < 10; ++i) player.ask();
  ASSERT_FALSE(journal->commit());
  const auto log = *journal->log(player.row());
  ASSERT_FALSE(journal->begin());
  for (int i = 0; i < 10; ++i) player.ask();
  ASSERT_FALSE(journal->commit());
  std::string all;
  for (std::string lines; !(lines = *log->next(1)).empty();) all += lines;
  EXPECT_EQ(std::count(all.begin(), all.end(), '\n'), 11);
  EXPECT_TRUE(log->next(100)->empty());
}

TEST(Journal, LargeSnapshotsAreNotCompacted) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  Player player(*journal, R"({"agent":"banker","arms":3,"seed":1})");
  player.close(player.ask(), Cause::kLoss, 1);
  Checkpoint large = player.checkpoint();
  large.agent.resize((std::size_t{12} << 20) + 1);
  ASSERT_FALSE(journal->add(player.row().id, large));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(*journal->compact(
                  player.row().id, 1'000'000, [&] { return large; }, 10),
              0u);
  ASSERT_FALSE(journal->commit());
  EXPECT_EQ(image_of(**journal->checkpoint(player.row().id)), image_of(large));
  EXPECT_TRUE(log_of(*journal, player.row())->starts_with("{\"agent\""));
}

// Whoever asks or tells again with an id of their own gets the first answer, however long ago that was.
TEST(Journal, CompactionKeepsRoundsWithAnIdOfTheClient) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(8);
  History history;
  history.row.name = "b";
  history.row.spec = "{}";
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = history.row.id = *journal->add_bandit(history.row);
  std::vector<DecisionRow> asked;
  std::vector<std::string> told(101);
  for (int i = 0; i < 100; ++i) {
    asked.push_back(history.ask(random, i));
    ASSERT_FALSE(journal->add(id, asked.back()));
  }
  while (!history.open.empty()) {
    const OutcomeRow outcome = history.close(random, 100);
    ASSERT_FALSE(journal->add(id, outcome));
    told[number(outcome.round)] = image_of(outcome);
  }
  const Checkpoint end = history.checkpoint(random, 100, 10);
  ASSERT_FALSE(journal->add(id, end));
  EXPECT_EQ(*journal->compact(
                id, 200, [&] { return end; }, 30),
            0u);  // the base of the next call
  // All are looked at once, also those that stay.
  std::vector<std::size_t> looked;
  for (int i = 0; i < 5; ++i)
    looked.push_back(*journal->compact(
        id, 200, [&] { return end; }, 30));
  EXPECT_EQ(looked, (std::vector<std::size_t>{30, 30, 30, 10, 0}));
  ASSERT_FALSE(journal->commit());
  std::size_t kept = 0;
  for (const DecisionRow& row : asked) {
    const auto decision = *journal->decision(id, row.decision.round);
    const auto outcome = *journal->outcome(id, row.decision.round);
    EXPECT_EQ(decision.has_value(), !row.id.empty());
    EXPECT_EQ(outcome.has_value(), !row.id.empty());
    if (!decision || !outcome) continue;
    ++kept;
    EXPECT_EQ(image_of(**journal->decision(id, row.id)), image_of(row));
    EXPECT_EQ(image_of(*outcome), told[number(row.decision.round)]);
  }
  EXPECT_GT(kept, 10u);
  // They are no part of the log, nor of what recovery reads, and go with the bandit.
  const std::string log = *log_of(*journal, history.row);
  EXPECT_EQ(std::count(log.begin(), log.end(), '\n'), 1);
  EXPECT_TRUE(image_of(*journal, true));
  ASSERT_FALSE(journal->begin());
  ASSERT_FALSE(journal->remove_bandit(id, std::nullopt, 1));
  EXPECT_EQ(*journal->purge(1000), 2 * kept + 1);
}

// The deletions of a transaction that failed are looked at again.
TEST(Journal, CompactionThatWasRolledBackIsDoneAgain) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  Player player(*journal, R"({"agent":"banker","arms":3,"seed":1})");
  for (int i = 0; i < 20; ++i) player.close(player.ask(), Cause::kLoss, 0.5);
  const Checkpoint end = player.checkpoint();
  ASSERT_FALSE(journal->add(player.row().id, end));
  EXPECT_EQ(*journal->compact(
                player.row().id, 1'000'000, [&] { return end; }, 100),
            0u);
  ASSERT_FALSE(journal->commit());
  for (int i = 0; i < 2; ++i) {
    ASSERT_FALSE(journal->begin());
    EXPECT_EQ(*journal->compact(
                  player.row().id, 1'000'000, [&] { return end; }, 100),
              20u);
    journal->rollback();
  }
}

TEST(Journal, CompactionKeepsWhatRecoveryNeeds) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  Player player(*journal, R"({"agent":"banker","arms":3,"seed":1})");
  const Checkpoint last = player.checkpoint();
  ASSERT_FALSE(journal->add(player.row().id, last));
  for (int i = 0; i < 20; ++i) player.close(player.ask(), Cause::kLoss, 0.5);
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(*journal->compact(
                  player.row().id, 1'000'000, [&] { return player.checkpoint(); }, 100),
              0u);
  std::size_t events = 0;
  EXPECT_FALSE(journal->tail(player.row().id, &last, [&](const Event&) { return ++events, MaybeError(); }));
  EXPECT_EQ(events, 40u);
}

TEST(Journal, RefusesWhatIsNotAJournal) {
  const Folder folder;
  const auto refused = [&](const std::string& word) {
    const std::string before = content_of(folder.file());
    const auto journal = open_journal(folder.file());
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
    EXPECT_NE(journal.error().message.find(word), std::string::npos) << journal.error().message;
    EXPECT_EQ(content_of(folder.file()), before);
  };
  const auto change = [&](const std::string& sql) { run_plain_sql(folder.file(), sql + "; VACUUM"); };
  put(folder.file(), "name,age\nada,36\n");
  refused("not a database");
  std::filesystem::remove(folder.file());
  change("CREATE TABLE t(x)");
  refused("not a journal of Banker");
  std::filesystem::remove(folder.file());
  ASSERT_TRUE(open_journal(folder.file()));
  change("CREATE VIEW mine AS SELECT * FROM decisions; CREATE INDEX mine_too ON outcomes(at)");
  ASSERT_TRUE(open_journal(folder.file()));
  change("PRAGMA user_version = 9");
  refused("in format 9");
  change(
      "PRAGMA user_version = 2; CREATE TRIGGER t AFTER INSERT ON decisions BEGIN DELETE FROM outcomes; END");
  refused("trigger");
  change("DROP TRIGGER t; ALTER TABLE decisions ADD COLUMN note");
  refused("tables");
  EXPECT_EQ(open_journal(folder.file("no/such/folder")).error().code, ErrorCode::kDisk);
}

// The seed of the fuzzer: a journal of version 1, which this and later builds must read. Its pages have no checksums, so that what is
// changed in them is read. With BANKER_WRITE_SEED in the environment it is made anew.
TEST(Journal, ReadsTheFileThatIsKept) {
  const std::string kept = BANKER_SOURCE_DIR "/tests/fuzz/corpus/journal_fuzz/version-1.db";
  const Folder folder;
  if (std::getenv("BANKER_WRITE_SEED")) {
    {
      const auto journal = *open_journal(folder.file());
      Random random(210);
      Scribe scribe;
      scribe.snapshot = 40;
      ASSERT_FALSE(journal->begin());
      ASSERT_FALSE(scribe.write(*journal, random, 45));
      ASSERT_FALSE(journal->commit());
    }
    run_plain_sql(folder.file(), "VACUUM");
    std::filesystem::create_directories(std::filesystem::path(kept).parent_path());
    std::filesystem::copy_file(folder.file(), kept, std::filesystem::copy_options::overwrite_existing);
  }
  put(folder.file("kept.db"), content_of(kept));
  const auto journal = open_journal(folder.file("kept.db"));
  ASSERT_TRUE(journal) << journal.error().message;
  const auto image = image_of(**journal, true);
  ASSERT_TRUE(image) << image.error().message;
  const auto bandits = *(*journal)->bandits();
  EXPECT_EQ(bandits.size(), 6u);
  EXPECT_TRUE(std::any_of(bandits.begin(), bandits.end(), [&](const BanditRow& row) {
    return (*(*journal)->last_moment(row.id)).has_value();
  }));
  EXPECT_GT(*(*journal)->events(), 25u);
}

TEST(Journal, OlderCopyIsRefusedUntilTheHeadIsDeleted) {
  const Folder folder;
  Random random(7);
  Scribe scribe;
  const auto write = [&](Journal& journal) {
    ASSERT_FALSE(journal.begin());
    ASSERT_FALSE(scribe.write(journal, random, 10));
    ASSERT_FALSE(journal.commit());
  };
  write(**open_journal(folder.file()));
  const std::string older = content_of(folder.file());
  write(**open_journal(folder.file()));
  put(folder.file(), older);
  for (int i = 0; i < 2; ++i) {
    const auto journal = open_journal(folder.file());
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
    EXPECT_NE(journal.error().message.find("ends at commit 1, but commit 2 was answered"), std::string::npos)
        << journal.error().message;
  }
  put(folder.file("banker.db-head"), "banker-head\nnonsense");
  EXPECT_EQ(open_journal(folder.file()).error().code, ErrorCode::kDamaged);
  std::filesystem::remove(folder.file("banker.db-head"));
  EXPECT_TRUE(open_journal(folder.file()));
  EXPECT_TRUE(open_journal(folder.file()));
}

}  // namespace
}  // namespace banker::store::testing::journal_test
