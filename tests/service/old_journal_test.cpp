// Journals of version 0.1.0 open: what was learned is the same to the last bit, every open decision can be told, and the old file
// stays beside the new one.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <zlib.h>

#include <chrono>
#include <fstream>
#include <random>
#include <sstream>

#include "agent/base64.hpp"
#include "banker/service/service.hpp"
#include "banker/store/tokens.hpp"
#include "show.hpp"
#include "support/effort.hpp"
#include "support/folder.hpp"
#include "support/server/as_copied.hpp"
#include "support/server/first_format.hpp"
#include "support/server/plain_sql.hpp"
#include "support/server/replayed.hpp"

namespace banker::testing::old_journal_test {
namespace {

using namespace service;

const std::string kOld = BANKER_SOURCE_DIR "/tests/golden/0.1.0/journal/";

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
void put(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

std::string unpacked(const std::string& file) {
  std::string content, buffer(1 << 16, '\0');
  gzFile in = gzopen(file.c_str(), "rb");
  EXPECT_TRUE(in) << file;
  for (int n; in && (n = gzread(in, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
    content.append(buffer, 0, static_cast<std::size_t>(n));
  gzclose(in);
  return content;
}

// The journal of a server of 0.1.0 that was killed: its last events are in the WAL, and after the last checkpoints.
void put_old_journal(const Folder& folder) {
  put(folder.file(), unpacked(kOld + "banker.db.gz"));
  put(folder.file("banker.db-wal"), unpacked(kOld + "banker.db-wal.gz"));
  put(folder.file("banker.db-head"), content_of(kOld + "banker.db-head"));
}

std::unique_ptr<Service> serve(const std::string& file, std::string* copy = nullptr) {
  auto journal = store::open_journal(file);
  EXPECT_TRUE(journal) << journal.error().message;
  if (copy) *copy = (*journal)->older_copy();
  auto started = Service::start(*std::move(journal), {});
  EXPECT_TRUE(started) << started.error().message;
  return *std::move(started);
}

template <class T>
T expect(Service& service, Request request) {
  Answer answer = service.call(std::move(request));
  EXPECT_TRUE(std::holds_alternative<T>(answer)) << show(answer);
  return std::get<T>(std::move(answer));
}

std::string log_of(Service& service, const std::string& bandit) {
  const auto log = service.log(bandit);
  EXPECT_TRUE(log) << log.error().message;
  std::string all;
  for (std::string piece; !(piece = *(*log)->next(1 << 16)).empty();) all += piece;
  return all;
}

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
  const Json states = Json::parse(content_of(kOld + "states.json"));
  const auto service = serve(folder.file());
  EXPECT_EQ(expect<Summaries>(*service, List{}).bandits.size(), states.size());
  std::uint64_t expired = 0, dropped = 0, shortened = 0;
  for (const auto& [name, state] : states.items()) {
    SCOPED_TRACE(name);
    const View view = expect<View>(*service, Look{name});
    expect_state(view, state);
    const std::string old = content_of(kOld + name + ".log.jsonl");
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
  std::string token = content_of(kOld + "token");
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

TEST(OldJournal, IsLeftAsItIsWhereItCannotBeCopied) {
  const Folder folder;
  put_old_journal(folder);
  std::filesystem::create_directory(folder.file("banker.db-format-1.tmp"));
  const auto journal = store::open_journal(folder.file());
  ASSERT_FALSE(journal);
  EXPECT_NE(journal.error().message.find("cannot be copied"), std::string::npos) << journal.error().message;
  std::filesystem::remove(folder.file("banker.db-format-1.tmp"));
  EXPECT_TRUE(store::open_journal(folder.file()));
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
  const auto journal = store::open_journal(folder.file());
  ASSERT_FALSE(journal);
  for (const char* word : {"Banker 3.1.4", "format 7", "It is left as it is"})
    EXPECT_NE(journal.error().message.find(word), std::string::npos) << journal.error().message;
}

// ---- Many bandits, and kills

// A journal of format 1 with so many bandits and decisions, a fifth of them open; half the bandits have a tail after their checkpoint.
void make_large(const std::string& file, int bandits, int decisions) {
  const auto name = [](int i) { return concat("bandit-", i); };
  for (const int part : {0, 1}) {
    const auto service = serve(file);
    for (int i = 0; i < bandits; ++i) {
      if (part == 1 && i % 2 == 0) continue;
      if (part == 0)
        (void)service->call(Create{name(i), concat(R"({"agent":"banker","arms":4,"seed":)", i, "}"), {}});
      const Asked asked =
          expect<Asked>(*service, Ask{name(i), static_cast<std::size_t>(decisions / bandits * 2 / 3), {}});
      Tell tell{name(i), {}};
      for (std::size_t n = 0; n < asked.decisions.size(); ++n)
        if (n % 5 != 0) tell.reports.push_back({asked.decisions[n].id, static_cast<double>(n % 17) / 16, {}});
      (void)service->call(std::move(tell));
    }
  }
  to_first_format(file);
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

TEST(OldJournal, OfManyBanditsOpensAndEveryOpenDecisionCanBeTold) {
  const int bandits = effort(1000, 50), decisions = 100 * bandits;
  const Folder folder;
  make_large(folder.file(), bandits, decisions);
  const auto service = serve(folder.file());
  std::uint64_t rounds = 0, open = 0, told = 0;
  for (const Summary& bandit : expect<Summaries>(*service, List{}).bandits) {
    rounds += bandit.rounds, open += bandit.open;
    Tell tell{bandit.name, {}};
    for (const RoundId round : expect<OpenRounds>(*service, Oldest{bandit.name, 1000}).rounds)
      tell.reports.push_back({concat("r", round), 1, {}});
    for (const Told& one : expect<Heard>(*service, std::move(tell)).results)
      told += counted(one.verdict) || one.verdict == Verdict::kStale;
  }
  EXPECT_GE(rounds, static_cast<std::uint64_t>(decisions) * 9 / 10);
  EXPECT_GT(open, rounds / 6);
  EXPECT_EQ(told, open);
  const std::string log = log_of(*service, "bandit-1");
  EXPECT_EQ(log.find(R"({"agent":"banker","rule":1,)"), 0u);
}

// Either the old file or the new one, nothing between.
TEST(OldJournal, IsWholeAfterAKillAtAnyMoment) {
  const Folder source, again;
  make_large(source.file(), effort(1000, 200), effort(20'000, 4'000));
  const std::string old = content_of(source.file()), head = content_of(source.file("banker.db-head"));
  const auto set_up = [&](const Folder& folder) {
    for (const char* name :
         {"banker.db-wal", "banker.db-shm", "banker.db-format-1", "banker.db-format-1.tmp"})
      std::filesystem::remove(folder.file(name));
    put(folder.file(), old);
    put(folder.file("banker.db-head"), head);
  };
  set_up(again);
  const std::string truth = show(serve(again.file())->call(List{}));
  set_up(again);
  const auto before = std::chrono::steady_clock::now();
  ASSERT_TRUE(store::open_journal(again.file()));
  const auto took = std::chrono::steady_clock::now() - before;
  std::mt19937_64 random(20);
  int olds = 0;
  for (int kill_number = 0; kill_number < effort(20, 5); ++kill_number) {
    SCOPED_TRACE(kill_number);
    const Folder folder;
    set_up(folder);
    const pid_t child = fork();
    if (child == 0) _exit(store::open_journal(folder.file()) ? 0 : 1);
    // The first at once, before the commit, and the others whenever.
    const auto longest = std::chrono::duration_cast<std::chrono::microseconds>(took).count() * 5 / 4;
    if (kill_number > 0)
      usleep(static_cast<unsigned>(std::uniform_int_distribution<long>(0, longest)(random)));
    kill(child, SIGKILL);
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    {
      store::Database database;
      ASSERT_FALSE(database.open(folder.file(), store::Database::Access::kRead));
      const auto count = [&](const char* sql) {
        store::Query query(database, sql);
        EXPECT_TRUE(*query.next());
        return query.integer(0);
      };
      const std::int64_t format = count("SELECT user_version FROM pragma_user_version");
      const bool is_old = format == 1;
      olds += is_old;
      EXPECT_TRUE(is_old || format == 2);
      EXPECT_EQ(count("SELECT count(*) FROM sqlite_schema WHERE name IN ('changes', 'formats')"),
                is_old ? 0 : 2);
      EXPECT_EQ(count("SELECT count(*) FROM bandits WHERE spec LIKE '%\"rule\"%'"),
                is_old ? 0 : count("SELECT count(*) FROM bandits"));
      EXPECT_TRUE(is_old || as_copied(content_of(folder.file("banker.db-format-1"))) == as_copied(old));
    }
    EXPECT_EQ(show(serve(folder.file())->call(List{})), truth);
  }
  EXPECT_GT(olds, 0) << "none was killed before the commit";
}

}  // namespace
}  // namespace banker::testing::old_journal_test
