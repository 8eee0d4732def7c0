#include <gtest/gtest.h>

#include <set>

#include "store/scribe.hpp"
#include "store/sqlite_journal.hpp"
#include "support/effort.hpp"
#include "support/server/as_copied.hpp"
#include "support/server/first_format.hpp"
#include "support/server/lossy_vfs.hpp"

// The power goes at a random point of a random script of commits: what was committed is there, all of it, and nothing is there by
// half. Exact: no error level.
namespace banker::store::testing::power_loss_test {
namespace {

using banker::testing::as_copied;
using banker::testing::effort;
using banker::testing::LossyVfs;

struct Story {
  std::string committed;                 // what the journal said after the last commit that returned
  std::optional<std::string> in_flight;  // and what it would have said after the one that did not
  std::uint64_t commits = 0;
};

std::string empty_image() {
  const Folder folder;
  return *image_of(**open_journal(folder.file()), false);
}

// Writes until the power is gone, or `commits` are done.
Story write_until_cut(const std::string& file, const LossyVfs& vfs, Scribe& scribe, Random& random,
                      int commits) {
  Story story{empty_image(), std::nullopt, 0};
  const auto opened = open_journal(file, vfs.name());
  if (!opened) return story;
  Journal& journal = **opened;
  if (const auto before = image_of(journal, false)) story.committed = *before;
  for (; commits > 0; --commits) {
    Scribe tried = scribe;
    story.in_flight.reset();
    if (journal.begin() || tried.write(journal, random, 1 + below(random, 30))) break;
    const auto image = image_of(journal, false);
    if (!image) break;
    story.in_flight = *image;
    if (journal.commit()) break;
    story.committed = *std::exchange(story.in_flight, std::nullopt);
    ++story.commits;
    scribe = std::move(tried);
  }
  journal.rollback();
  return story;
}

std::uint64_t calls_of_a_whole_script(std::uint64_t seed, int commits) {
  const Folder folder;
  LossyVfs vfs;
  Random random(seed);
  Scribe scribe;
  write_until_cut(folder.file(), vfs, scribe, random, commits);
  return vfs.calls();
}

TEST(PowerLoss, LosesNoCommitThatReturned) {
  constexpr int kCommits = 25;
  int survived = 0, before_the_first = 0;
  constexpr std::uint64_t kFirst = 25;  // a script some of whose cuts hit a commit under way
  for (std::uint64_t script = kFirst; script < kFirst + effort<std::uint64_t>(25, 6); ++script) {
    const std::uint64_t calls = calls_of_a_whole_script(script, kCommits);
    Random where(script * 7919);
    for (int cut = 0; cut < 15; ++cut) {
      SCOPED_TRACE(::testing::Message() << "script " << script << ", cut " << cut);
      const Folder folder;
      LossyVfs vfs;
      vfs.cut_after(below(where, calls));
      Random random(script);
      Scribe scribe;
      const Story story = write_until_cut(folder.file(), vfs, scribe, random, kCommits);
      vfs.settle(where());
      const auto journal = open_journal(folder.file());  // the head, which says the most it may, is not lost
      ASSERT_TRUE(journal) << journal.error().message;
      const auto image = image_of(**journal, true);
      ASSERT_TRUE(image) << image.error().message;
      const std::string found = *image_of(**journal, false);
      ASSERT_TRUE(found == story.committed || found == story.in_flight)
          << "after " << story.commits << " commits";
      survived += found == story.in_flight;
      before_the_first += story.commits == 0;
    }
  }
  // The cuts are where they hurt: some commits that did not return are on the disk.
  EXPECT_GT(survived, 0);
  EXPECT_GT(before_the_first, 0);
}

// One journal through many cuts: what recovery makes of one must stand the next.
TEST(PowerLoss, AgainAndAgain) {
  for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(8, 2); ++seed) {
    const Folder folder;
    Random random(seed);
    Scribe scribe;
    for (int life = 0; life < effort(25, 10); ++life) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << ", life " << life);
      LossyVfs vfs;
      vfs.cut_after(below(random, 600));
      const Story story = write_until_cut(folder.file(), vfs, scribe, random, 40);
      if (!vfs.is_cut()) continue;
      vfs.settle(random());
      const auto journal = open_journal(folder.file());
      ASSERT_TRUE(journal) << journal.error().message;
      const std::string found = *image_of(**journal, false);
      ASSERT_TRUE(found == story.committed || found == story.in_flight)
          << "after " << story.commits << " commits";
      // The scribe knows what returned. Where more is there, or less than it remembers, it starts anew with other bandits.
      if (found != story.committed || story.commits == 0) scribe = {};
    }
  }
}

// A journal of the first format is brought forward while the power goes: it is the old one or the new one then, and comes up to date the
// next time.
TEST(PowerLoss, BringsAnOldJournalForwardWholeOrNotAtAll) {
  const Folder source;
  {
    const auto journal = *open_journal(source.file());
    ASSERT_FALSE(journal->begin());
    for (int i = 0; i < 60; ++i)
      ASSERT_TRUE(
          journal->add_bandit({0, std::to_string(i), R"({"agent":"omd","rule":1,"arms":3})", "{}", 0}));
    ASSERT_FALSE(journal->commit());
  }
  const std::string truth = *image_of(**open_journal(source.file()), true), now = content_of(source.file());
  banker::testing::to_first_format(source.file());
  const std::string old = content_of(source.file());
  ASSERT_NE(old, now);
  std::uint64_t calls = 0;
  int olds = 0, news = 0;
  Random random(3);
  for (int cut = -1; cut < effort(60, 15); ++cut) {
    SCOPED_TRACE(cut);
    const Folder folder;
    put(folder.file(), old);
    LossyVfs vfs;
    if (cut >= 0) vfs.cut_after(cut % 2 == 0 ? below(random, calls) : calls - 1 - below(random, calls / 8));
    (void)open_journal(folder.file(), vfs.name());
    if (cut < 0) calls = vfs.calls();
    vfs.settle(random());
    std::string copy;
    {
      const auto journal = open_journal(folder.file());
      ASSERT_TRUE(journal) << journal.error().message;
      EXPECT_TRUE(*image_of(**journal, true) == truth);
      copy = (*journal)->older_copy();
    }
    (copy.empty() ? news : olds) += 1;
    EXPECT_TRUE(as_copied(content_of(folder.file("banker.db-format-1"))) == as_copied(old));
  }
  EXPECT_GT(olds, 3);
  EXPECT_GT(news, 1);
}

// More than the cache holds: pages go into the WAL long before the commit.
TEST(PowerLoss, ALargeCommitIsThereWholeOrNotAtAll) {
  const std::string megabyte(std::size_t{1} << 20, 'x');
  std::uint64_t first = 0, last = 0;  // the calls of the large commit
  for (int cut = -1; cut < effort(12, 3); ++cut) {
    SCOPED_TRACE(cut);
    const Folder folder;
    LossyVfs vfs;
    Random random(11);
    Scribe scribe;
    Story story = write_until_cut(folder.file(), vfs, scribe, random, 3);
    {
      const auto journal = *open_journal(folder.file(), vfs.name());
      if (cut < 0) first = vfs.calls();
      else vfs.cut_after(first + static_cast<std::uint64_t>(cut) * (last - first) / 12 - vfs.calls());
      MaybeError error = journal->begin();
      for (int i = 0; i < 48 && !error; ++i) {
        const auto id = journal->add_bandit({0, std::to_string(i), megabyte, "{}", 0});
        if (!id) error = id.error();
      }
      if (!error) story.in_flight = *image_of(*journal, false);
      if (!error) error = journal->commit();
      if (!error) story.committed = *story.in_flight;  // the cut came when the WAL was copied, or later
      if (cut < 0) last = vfs.calls();
    }
    if (cut < 0) continue;
    vfs.settle(static_cast<std::uint64_t>(cut));
    const auto journal = open_journal(folder.file());
    ASSERT_TRUE(journal) << journal.error().message;
    const std::string found = *image_of(**journal, false);
    EXPECT_TRUE(found == story.committed || found == story.in_flight);
  }
  EXPECT_GT(last - first, 20'000u);  // written page by page
}

// A layer that forgets more than it may is caught: the test above can fail.
TEST(PowerLoss, IsNoticedWhereSyncsAreNotDone) {
  int refused = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Folder folder;
    LossyVfs vfs;
    Random random(seed);
    Scribe scribe;
    ASSERT_TRUE(open_journal(folder.file(), vfs.name()));
    vfs.forget_syncs(true);
    vfs.cut_after(60);
    const Story story = write_until_cut(folder.file(), vfs, scribe, random, 40);
    vfs.settle(seed);
    const auto journal = open_journal(folder.file());
    if (!journal) {
      EXPECT_EQ(journal.error().code, ErrorCode::kDamaged);
      ++refused;
    } else if (const auto image = image_of(**journal, false)) {
      EXPECT_TRUE(*image == story.committed || *image == story.in_flight);
    }
  }
  EXPECT_GT(refused, 5);
}

// Linux forgets what a failed sync should have written, and says so once.
TEST(PowerLoss, FailedSyncsLoseNothingThatReturned) {
  for (std::uint64_t seed = 1; seed <= effort<std::uint64_t>(60, 10); ++seed) {
    SCOPED_TRACE(seed);
    const Folder folder;
    LossyVfs vfs;
    Random random(seed);
    Scribe scribe;
    std::string committed;
    {
      const auto journal = *open_journal(folder.file(), vfs.name());
      committed = *image_of(*journal, false);
      for (int i = 0; i < 40; ++i) {
        const bool fail = below(random, 3) == 0;
        Scribe tried = scribe;
        ASSERT_FALSE(journal->begin());
        ASSERT_FALSE(tried.write(*journal, random, 1 + below(random, 30)));
        const std::string image = *image_of(*journal, false);
        vfs.fail_syncs(fail);
        const auto error = journal->commit();
        vfs.fail_syncs(false);
        if (error) {
          EXPECT_EQ(error->code, ErrorCode::kDisk);
          journal->rollback();
        } else {
          committed = image;
          scribe = std::move(tried);
        }
        ASSERT_EQ(*image_of(*journal, false), committed)
            << "a commit that failed left something, or took something";
      }
      // The last commit succeeds: from then on nothing of a failed one can be found.
      ASSERT_FALSE(journal->begin());
      ASSERT_FALSE(scribe.write(*journal, random, 5));
      committed = *image_of(*journal, false);
      ASSERT_FALSE(journal->commit());
      vfs.cut_after(0);
    }
    vfs.settle(seed);
    const auto journal = open_journal(folder.file());
    ASSERT_TRUE(journal) << journal.error().message;
    EXPECT_EQ(*image_of(**journal, false), committed);
  }
}

}  // namespace
}  // namespace banker::store::testing::power_loss_test
