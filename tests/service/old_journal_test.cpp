// Journals of version 0.1.0 open: what was learned is the same to the last bit, every open decision can be told, and the old file
// stays beside the new one.

#include "service/old_journal.hpp"

#include <gtest/gtest.h>

#include "agent/base64.hpp"
#include "banker/store/tokens.hpp"
#include "support/server/as_copied.hpp"
#include "support/server/plain_sql.hpp"

namespace banker::testing::old_journal_test {
namespace {

// A log of 0.1.0 comes out as it was, but for the number of the rule in its first line: in the spec, or in the snapshot's.
void expect_numbered(const std::string& log, const std::string& old) {
  const std::size_t end = log.find('\n'), old_end = old.find('\n');
  EXPECT_EQ(log.substr(end), old.substr(old_end));
  const Json first = Json::parse(log.substr(0, end)), old_first = Json::parse(old.substr(0, old_end));
  if (!old_first.contains("snapshot")) {
    EXPECT_EQ(first["rule"], 1);
    EXPECT_EQ(without_rules(first), old_first);
    return;
  }
  const std::string bytes = *base64_decode(first["snapshot"].get<std::string>());
  EXPECT_NE(bytes.find(R"(,"rule":1,)"), std::string::npos);
  EXPECT_EQ(base64_encode(first_snapshot(bytes)), old_first["snapshot"]);
}

std::optional<double> number_or_none(const Json& json) {
  return json.is_number() ? std::optional(json.get<double>()) : std::nullopt;
}

void expect_state(const View& view, const Json& state) {
  const Summary& is = view.summary;
  EXPECT_EQ(view.probabilities, state.value("probabilities", std::vector<double>()));
  EXPECT_EQ(view.point, state.value("point", std::vector<double>()));
  EXPECT_EQ(is.rounds, state["rounds"]);
  EXPECT_EQ(is.open, state["open"]);
  EXPECT_EQ(is.tally.settled, state["settled"]);
  EXPECT_EQ(is.tally.dropped, state["dropped"]);
  EXPECT_EQ(is.tally.expired, state["expired"]);
  EXPECT_EQ(is.total_invested, number_or_none(state["total_invested"]));
  EXPECT_EQ(is.certificate, number_or_none(state["certificate"]));
  EXPECT_EQ(is.paused_at.has_value(), !state["paused_at"].is_null());
  EXPECT_EQ(without_rules(Json::parse(*is.spec)), state["spec"]);
  EXPECT_EQ(Json::parse(*is.spec)["rule"], 1) << "running bandits keep their rule";
}

TEST(OldJournal, OfVersion010IsReadToTheLastBit) {
  const Folder folder;
  put_old_journal(folder);
  const Json states = Json::parse(content_of(kOldJournal + "states.json"));
  const auto service = serve(folder.file());
  EXPECT_EQ(expect<Summaries>(*service, List{}).bandits.size(), states.size());
  std::uint64_t expired = 0, dropped = 0, shortened = 0;
  for (const auto& [name, state] : states.items()) {
    SCOPED_TRACE(name);
    const View view = expect<View>(*service, Look{name});
    expect_state(view, state);
    const std::string old = content_of(kOldJournal + name + ".log.jsonl");
    expect_numbered(log_of(*service, name), old);
    shortened += old.starts_with(R"({"snapshot":)");
    expired += view.summary.tally.expired;
    dropped += view.summary.tally.dropped;
  }
  EXPECT_GT(expired, 0u);
  EXPECT_GT(dropped, 0u);
  EXPECT_GT(shortened, 0u);
}

// Also the states that a log will start from later.
TEST(OldJournal, HasTheNumberOfTheRuleInEveryState) {
  const Folder folder;
  put_old_journal(folder);
  ASSERT_TRUE(store::open_journal(folder.file()));
  store::Database database;
  ASSERT_FALSE(database.open(folder.file(), store::Database::Access::kRead));
  store::Query query(
      database,
      "SELECT count(*), count(DISTINCT kind), sum(instr(agent, CAST(',\"rule\":1,' AS BLOB)) > 0) "
      "FROM checkpoints");
  ASSERT_TRUE(*query.next());
  EXPECT_EQ(query.integer(1), 3);
  EXPECT_EQ(query.integer(2), query.integer(0));
}

TEST(OldJournal, KeepsTokensAndTellsWhatWasOpen) {
  const Folder folder;
  put_old_journal(folder);
  const auto service = serve(folder.file());
  const auto tokens = store::Tokens::open(folder.file());
  ASSERT_TRUE(tokens);
  std::string token = content_of(kOldJournal + "token");
  token.pop_back();
  const auto roles = *(*tokens)->roles_of(token);
  EXPECT_TRUE(roles && roles->admin);
  std::size_t told = 0;
  for (const Summary& bandit : expect<Summaries>(*service, List{}).bandits) {
    for (const RoundId round : expect<OpenRounds>(*service, Oldest{bandit.name, 1000}).rounds) {
      const std::string id = concat("r", round);
      const Heard heard = expect<Heard>(*service, Tell{bandit.name, {{id, 0.5, Outcome::Kind::kLoss}}});
      const Verdict verdict = heard.results[0].verdict;
      EXPECT_TRUE(counted(verdict) || verdict == Verdict::kStale) << bandit.name << " " << id;
      told += counted(verdict);
    }
    EXPECT_EQ(expect<View>(*service, Look{bandit.name}).summary.open, 0u);
  }
  EXPECT_GT(told, 20u);
}

// A decision with an id of the client's own is found by it.
TEST(OldJournal, AnswersARepeatedAskAsBefore) {
  const Folder folder;
  put_old_journal(folder);
  const auto service = serve(folder.file());
  const Asked asked = expect<Asked>(*service, Ask{"ads", 1, {"visit 9"}});
  EXPECT_EQ(asked.decisions[0].id, "visit 9");
  EXPECT_LT(number(asked.decisions[0].decision.round), 61u);
}

TEST(OldJournal, StaysBesideTheNewOne) {
  const Folder folder, older;
  put_old_journal(folder);
  std::string copy;
  const std::string before = show(serve(folder.file(), &copy)->call(List{}));
  EXPECT_EQ(copy, folder.file("banker.db-format-1"));
  std::string none = "?";
  EXPECT_EQ(show(serve(folder.file(), &none)->call(List{})), before);
  EXPECT_EQ(none, "") << "it is brought forward once";
  // What was in the WAL is in the copy: it needs no other file.
  put(older.file(), content_of(copy));
  EXPECT_EQ(show(serve(older.file())->call(List{})), before);
  EXPECT_EQ(as_copied(content_of(older.file("banker.db-format-1"))), as_copied(content_of(copy)));
}

// A file that is opened beside SQLite and closed ends its locks: another program that comes and goes would then throw the WAL away.
TEST(OldJournal, IsStillLockedWhenItWasBroughtForward) {
  const Folder folder;
  put_old_journal(folder);
  {
    const auto service = serve(folder.file());
    const std::string visit = "sqlite3 '" + folder.file() + "' 'SELECT count(*) FROM bandits' >/dev/null";
    for (int i = 0; i < 2; ++i) {
      expect<Asked>(*service, Ask{"ads", 1, {concat("after ", i)}});
      ASSERT_EQ(std::system(visit.c_str()), 0);
      EXPECT_TRUE(std::filesystem::exists(folder.file("banker.db-wal")));
    }
  }
  const auto again = serve(folder.file());
  for (const char* id : {"after 0", "after 1"}) expect<Found>(*again, Find{"ads", id});
}

// A journal of format 1 with nothing in its WAL. The middle one of many decisions has an id of its own, its bandit's name.
std::string put_made_journal(const Folder& folder) {
  {
    const auto service = serve(folder.file());
    for (const char* name : {"apples", "pears"}) {
      expect<View>(*service, Create{name, R"({"agent":"banker","arms":2,"seed":1})", {}});
      expect<Asked>(*service, Ask{name, 200, {}});
      expect<Asked>(*service, Ask{name, 1, {concat("one of ", name)}});
      expect<Asked>(*service, Ask{name, 200, {}});
    }
  }
  to_first_format(folder.file());
  return content_of(folder.file());
}

TEST(OldJournal, IsLeftAsItIsWhereItCannotBeCopied) {
  const auto expect_refused = [](const Folder& folder, const std::string& in_the_way, const char* advice) {
    const std::string before = content_of(folder.file()), head = content_of(folder.file("banker.db-head"));
    std::filesystem::create_directory(folder.file(in_the_way));
    const auto journal = store::open_journal(folder.file());
    ASSERT_FALSE(journal);
    for (const std::string& words : {std::string("cannot be copied to"), folder.file(), std::string(advice)})
      EXPECT_NE(journal.error().message.find(words), std::string::npos) << journal.error().message;
    EXPECT_EQ(content_of(folder.file()), before);
    EXPECT_EQ(content_of(folder.file("banker.db-head")), head);
    std::filesystem::remove(folder.file(in_the_way));
    EXPECT_FALSE(std::filesystem::exists(folder.file("banker.db-format-1.tmp"))) << "it takes room";
  };
  const Folder folder;
  put_made_journal(folder);
  expect_refused(folder, "banker.db-format-1.tmp",
                 "check that the folder is there and that it may be written");
  expect_refused(folder, "banker.db-format-1", "move that folder away");
  EXPECT_TRUE(store::open_journal(folder.file()));
}

// A page of which nothing is needed before somebody asks for it.
TEST(OldJournal, OfWhichAPageIsDamagedOpensAndIsCopiedAsItIs) {
  const Folder folder;
  std::string old = put_made_journal(folder);
  for (std::size_t at = 0; (at = old.find("one of apples", at)) != std::string::npos; ++at) old[at] ^= 1;
  put(folder.file(), old);
  const auto service = serve(folder.file());
  EXPECT_EQ(expect<Problem>(*service, Find{"apples", "r201"}).kind, Problem::Kind::kUnavailable);
  expect<Found>(*service, Find{"pears", "r201"});
  expect<Asked>(*service, Ask{"apples", 1, {}});
  EXPECT_TRUE(as_copied(content_of(folder.file("banker.db-format-1"))) == as_copied(old));
}

TEST(OldJournal, ThatIsDamagedIsLeftAsItIs) {
  const Folder folder;
  put_old_journal(folder);
  run_plain_sql(folder.file(), "UPDATE bandits SET spec = '{}' WHERE name = 'ads'; VACUUM");
  const std::string before = content_of(folder.file());
  const auto journal = store::open_journal(folder.file());
  ASSERT_FALSE(journal);
  EXPECT_EQ(journal.error().code, ErrorCode::kDamaged) << journal.error().message;
  EXPECT_EQ(content_of(folder.file()), before);
}

TEST(OldJournal, OfALaterVersionIsRefusedByItsName) {
  const Folder folder;
  ASSERT_TRUE(store::open_journal(folder.file()));
  run_plain_sql(folder.file(),
                "INSERT INTO formats VALUES(7, '3.1.4', 0, 0); PRAGMA user_version = 7; VACUUM");
  const std::string before = content_of(folder.file()), head = content_of(folder.file("banker.db-head"));
  const auto journal = store::open_journal(folder.file());
  ASSERT_FALSE(journal);
  for (const char* word : {"Banker 3.1.4", "format 7", "It is left as it is"})
    EXPECT_NE(journal.error().message.find(word), std::string::npos) << journal.error().message;
  EXPECT_EQ(content_of(folder.file()), before);
  EXPECT_EQ(content_of(folder.file("banker.db-head")), head);
}

// That the tests make one as 0.1.0 did: the real one, brought forward and back, has the same rows.
TEST(OldJournal, IsMadeByTheTestsAs010Did) {
  const Folder real, made;
  put_old_journal(real);
  put_old_journal(made);
  ASSERT_TRUE(store::open_journal(made.file()));
  to_first_format(made.file());
  const auto rows = [](const std::string& file) {
    store::Database database;
    EXPECT_FALSE(database.open(file, store::Database::Access::kWrite));
    std::string all;
    for (const char* sql :
         {"SELECT id, name, spec, crc FROM bandits WHERE removed_at IS NULL ORDER BY id",
          "SELECT bandit, kind, hex(agent), crc FROM checkpoints ORDER BY bandit, kind",
          "SELECT name, sql, 0, 0 FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
          "SELECT application_id, user_version, 0, 0 FROM pragma_application_id, pragma_user_version"}) {
      store::Query query(database, sql);
      while (*query.next())
        for (int i = 0; i < 4; ++i) all.append(query.text(i)).append(i < 3 ? "|" : "\n");
    }
    return all;
  };
  EXPECT_EQ(rows(made.file()), rows(real.file()));
}

}  // namespace
}  // namespace banker::testing::old_journal_test
