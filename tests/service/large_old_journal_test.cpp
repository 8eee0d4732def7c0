// A large journal of version 0.1.0: its tails are played again, every open decision can be told, and a kill at any moment leaves the old
// file or the new one.

#include <signal.h>

#include <chrono>
#include <random>

#include "service/old_journal.hpp"
#include "support/child.hpp"
#include "support/effort.hpp"
#include "support/server/as_copied.hpp"

namespace banker::testing::large_old_journal_test {
namespace {

// Every fifth decision stays open.
void play(Service& service, const std::string& bandit, std::size_t decisions) {
  const Asked asked = expect<Asked>(service, Ask{bandit, decisions, {}});
  Tell tell{bandit, {}};
  for (std::size_t n = 0; n < asked.decisions.size(); ++n)
    if (n % 5 != 0) tell.reports.push_back({asked.decisions[n].id, static_cast<double>(n % 17) / 16, {}});
  expect<Heard>(service, std::move(tell));
}

// A journal of format 1 of a server that was stopped once, which leaves checkpoints, and killed later: every other bandit has a tail.
// So many decisions at a time: one and a half as many for a bandit, in the mean.
void make_large(const std::string& file, int bandits, std::size_t decisions) {
  const auto name = [](int i) { return concat("bandit-", i); };
  {
    const auto service = serve(file);
    for (int i = 0; i < bandits; ++i) {
      expect<View>(*service, Create{name(i), concat(R"({"agent":"banker","arms":4,"seed":)", i, "}"), {}});
      play(*service, name(i), decisions);
    }
  }
  const int status = status_of(in_child([&] {
    const auto service = serve(file);
    for (int i = 1; i < bandits; i += 2) play(*service, name(i), decisions);
    if (!::testing::Test::HasFailure()) raise(SIGKILL);
  }));
  ASSERT_TRUE(WIFSIGNALED(status));
  to_first_format(file);
}

TEST(LargeOldJournal, OpensAndEveryOpenDecisionCanBeTold) {
  const int bandits = effort(1000, 50);
  const Folder folder;
  make_large(folder.file(), bandits, 67);
  EXPECT_EQ(number_in(folder.file(), "SELECT user_version FROM pragma_user_version"), 1);
  EXPECT_GE(number_in(folder.file(), "SELECT count(*) FROM decisions"), 100 * bandits);
  EXPECT_EQ(number_in(folder.file(),
                      "SELECT count(*) FROM checkpoints c WHERE kind = 'last' AND seq < "
                      "(SELECT max(seq) FROM outcomes WHERE bandit = c.bandit)"),
            bandits / 2);
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
  EXPECT_GE(rounds, 100u * static_cast<unsigned>(bandits));
  EXPECT_GT(open, rounds / 6);
  EXPECT_EQ(told, open);
  EXPECT_TRUE(log_of(*service, "bandit-1").starts_with(R"({"agent":"banker","rule":1,)"));
}

// The old one, or the new one with the old one beside it; nothing between. Whether it is the old one.
bool expect_old_or_new(const Folder& folder, const std::string& old) {
  const std::string file = folder.file(), copy = folder.file("banker.db-format-1");
  const std::int64_t format = number_in(file, "SELECT user_version FROM pragma_user_version");
  const bool is_old = format == 1;
  EXPECT_TRUE(is_old || format == 2);
  EXPECT_EQ(number_in(file, "SELECT count(*) FROM sqlite_schema WHERE name IN ('changes', 'formats')"),
            is_old ? 0 : 2);
  EXPECT_EQ(number_in(file, "SELECT count(*) FROM bandits WHERE spec LIKE '%\"rule\"%'"),
            is_old ? 0 : number_in(file, "SELECT count(*) FROM bandits"));
  if (!is_old || std::filesystem::exists(copy)) {
    EXPECT_TRUE(as_copied(content_of(copy)) == as_copied(old)) << "a copy that has its name is whole";
  }
  return is_old;
}

TEST(LargeOldJournal, IsWholeAfterAKillAtAnyMoment) {
  const Folder source, whole;
  make_large(source.file(), effort(1000, 200), 13);
  const std::string old = content_of(source.file()), head = content_of(source.file("banker.db-head"));
  const auto set_up = [&](const Folder& folder) {
    put(folder.file(), old);
    put(folder.file("banker.db-head"), head);
  };
  set_up(whole);
  const auto before = std::chrono::steady_clock::now();
  ASSERT_TRUE(store::open_journal(whole.file()));
  const auto took = std::chrono::steady_clock::now() - before;
  const std::string truth = show(serve(whole.file())->call(List{}));
  const auto longest = std::chrono::duration_cast<std::chrono::microseconds>(took).count() * 5 / 4;
  std::mt19937_64 random(20);
  for (int kill_number = 0; kill_number < effort(20, 5); ++kill_number) {
    SCOPED_TRACE(kill_number);
    const Folder folder;
    set_up(folder);
    const bool first = kill_number == 0;  // it is killed before it begins
    const pid_t child = in_child([&] {
      if (first) raise(SIGSTOP);
      ASSERT_TRUE(store::open_journal(folder.file()));
    });
    if (first) EXPECT_TRUE(WIFSTOPPED(status_of(child, WUNTRACED)));
    else usleep(static_cast<unsigned>(std::uniform_int_distribution<long>(0, longest)(random)));
    kill(child, SIGKILL);
    const int status = status_of(child);
    EXPECT_TRUE(WIFSIGNALED(status) || WEXITSTATUS(status) == 0);
    const bool is_old = expect_old_or_new(folder, old);
    EXPECT_TRUE(is_old || !first);
    EXPECT_EQ(show(serve(folder.file())->call(List{})), truth);
  }
}

}  // namespace
}  // namespace banker::testing::large_old_journal_test
