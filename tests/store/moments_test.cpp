// Moments: which of them are kept, and what becomes of them when bandits are compacted and removed.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <set>

#include "store/scribe.hpp"
#include "support/script.hpp"

namespace banker::store::testing::moments_test {
namespace {

BanditRow bandit(const std::string& name) {
  return {
      .id = 0, .name = name, .spec = R"({"agent":"omd","arms":3,"seed":1})", .terms = "{}", .created_at = 1};
}

Moment numbered(std::uint64_t number) {
  Moment moment;
  moment.number = number;
  moment.at = static_cast<Time>(number) * 5'000'000;
  return moment;
}

std::set<std::uint64_t> numbers(Journal& journal, std::int64_t id) {
  std::set<std::uint64_t> found;
  for (const Moment& moment : *(*journal.reader())->history(id)) found.insert(moment.number);
  return found;
}

// Moment n = 2^l (2k + 1) is kept until there is moment n + kMomentsKept 2^l: said for every moment there ever was.
std::set<std::uint64_t> kept_of(std::uint64_t count) {
  std::set<std::uint64_t> kept;
  for (std::uint64_t n = 1; n <= count; ++n) {
    std::uint64_t power = 1;
    while (n % (2 * power) == 0) power *= 2;
    if (count < n + kMomentsKept * power) kept.insert(n);
  }
  return kept;
}

TEST(Moments, ThoseThatAreKeptAreThoseOfTheRule) {
  banker::testing::check_times(20, [] {
    const auto count = static_cast<std::uint64_t>(*rc::gen::inRange(1, 6000));
    const Folder folder;
    const auto journal = *open_journal(folder.file());
    RC_ASSERT(!journal->begin());
    const std::int64_t id = *journal->add_bandit(bandit("a")), other = *journal->add_bandit(bandit("b"));
    RC_ASSERT(!journal->add(other, numbered(1)));
    for (std::uint64_t n = 1; n <= count; ++n) RC_ASSERT(!journal->add(id, numbered(n)));
    RC_ASSERT(!journal->commit());
    const auto kept = numbers(*journal, id);
    RC_ASSERT(kept == kept_of(count));
    RC_ASSERT(numbers(*journal, other).size() == 1u);
    RC_ASSERT((*journal->last_moment(id))->number == count);
    // Few, and the last ones all of them.
    RC_ASSERT(kept.size() <= 64u * 7 + 128u);
    for (std::uint64_t n = count; n > 0 && n + kMomentsKept > count; --n) RC_ASSERT(kept.contains(n));
  });
}

TEST(Moments, EveryBitComesBackInOrder) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  Random random(3);
  History history;
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = *journal->add_bandit(bandit("a"));
  std::vector<std::string> written;
  for (int i = 0; i < 100; ++i) {
    const Moment moment = history.moment(random, i);
    written.push_back(image_of(moment));
    ASSERT_FALSE(journal->add(id, moment));
    EXPECT_EQ(image_of(**journal->last_moment(id)), written.back());
  }
  ASSERT_FALSE(journal->commit());
  std::vector<std::string> read;
  for (const Moment& moment : *(*journal->reader())->history(id)) read.push_back(image_of(moment));
  EXPECT_EQ(read, written);
}

TEST(Moments, NoneIsThereAtFirstAndNoneTwice) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = *journal->add_bandit(bandit("a"));
  EXPECT_FALSE((*journal->last_moment(id)).has_value());
  EXPECT_EQ(*journal->last_moment_number(id), 0u);
  ASSERT_FALSE(journal->add(id, numbered(1)));
  EXPECT_TRUE(journal->add(id, numbered(1)));
}

TEST(Moments, GoWithTheirBandit) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  const std::int64_t gone = *journal->add_bandit(bandit("a")), stays = *journal->add_bandit(bandit("b"));
  for (const std::int64_t id : {gone, stays})
    for (std::uint64_t n = 1; n <= 50; ++n) ASSERT_FALSE(journal->add(id, numbered(n)));
  ASSERT_FALSE(journal->remove_bandit(gone, std::nullopt, 1));
  for (std::size_t left = 51; left > 0;) {  // the bandit itself is the last
    const std::size_t took = *journal->purge(7);
    EXPECT_EQ(took, std::min<std::size_t>(left, 7));
    left -= took;
  }
  EXPECT_EQ(*journal->purge(7), 0u);
  ASSERT_FALSE(journal->commit());
  EXPECT_EQ(numbers(*journal, gone).size(), 0u);
  EXPECT_EQ(numbers(*journal, stays).size(), 50u);
}

TEST(Moments, ARollbackBringsBackWhatANewOneReplaced) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = *journal->add_bandit(bandit("a"));
  for (std::uint64_t n = 1; n <= 200; ++n) ASSERT_FALSE(journal->add(id, numbered(n)));
  ASSERT_FALSE(journal->commit());
  ASSERT_FALSE(journal->begin());
  for (std::uint64_t n = 201; n <= 300; ++n) ASSERT_FALSE(journal->add(id, numbered(n)));
  journal->rollback();
  EXPECT_EQ(numbers(*journal, id), kept_of(200));
}

TEST(Moments, ADamagedOneIsRefusedByNameAndTheOthersAreNot) {
  const Folder folder;
  const auto journal = *open_journal(folder.file());
  ASSERT_FALSE(journal->begin());
  const std::int64_t id = *journal->add_bandit(bandit("a")), other = *journal->add_bandit(bandit("b"));
  for (std::uint64_t n = 1; n <= 3; ++n) ASSERT_FALSE(journal->add(id, numbered(n)));
  ASSERT_FALSE(journal->add(other, numbered(1)));
  ASSERT_FALSE(journal->commit());
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(folder.file().c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "UPDATE moments SET told = 7 WHERE bandit = 1 AND number = 2", nullptr,
                         nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const auto history = (*journal->reader())->history(id);
  ASSERT_FALSE(history);
  EXPECT_EQ(history.error().code, ErrorCode::kDamaged);
  EXPECT_NE(history.error().message.find("moments, bandit 1, number 2"), std::string::npos)
      << history.error().message;
  EXPECT_TRUE(journal->last_moment(id));  // recovery needs no more
  EXPECT_EQ(numbers(*journal, other).size(), 1u);
}

// So that one can go on without it.
TEST(Moments, TheNumberOfADamagedOneIsKnownUnlessItIsTheNumberThatIsDamaged) {
  const std::pair<const char*, bool> cases[] = {{"told = 7 WHERE number = 3", true},
                                                {"arms = 'x' WHERE number = 3", true},
                                                {"number = 9007199254740993 WHERE number = 3", false}};
  for (const auto& [change, known] : cases) {
    const Folder folder;
    const auto journal = *open_journal(folder.file());
    ASSERT_FALSE(journal->begin());
    const std::int64_t id = *journal->add_bandit(bandit("a"));
    for (std::uint64_t n = 1; n <= 3; ++n) ASSERT_FALSE(journal->add(id, numbered(n)));
    ASSERT_FALSE(journal->commit());
    EXPECT_EQ(*journal->last_moment_number(id), 3u);
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(folder.file().c_str(), &database), SQLITE_OK);
    const std::string sql = std::string("UPDATE moments SET ") + change;
    ASSERT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK);
    sqlite3_close(database);
    EXPECT_EQ(journal->last_moment(id).error().code, ErrorCode::kDamaged);
    const auto number = journal->last_moment_number(id);
    ASSERT_EQ(static_cast<bool>(number), known) << change;
    EXPECT_EQ(number ? *number : 0, known ? 3u : 0u);
  }
}

TEST(MostLikely, AreThoseOfASortByProbabilityAndNumber) {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    std::vector<double> probabilities(below(random, 60));
    for (double& p : probabilities) p = static_cast<double>(below(random, 6)) / 5;
    std::vector<std::size_t> order(probabilities.size());
    for (std::size_t arm = 0; arm < order.size(); ++arm) order[arm] = arm;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return probabilities[a] > probabilities[b]; });
    order.resize(std::min(order.size(), kMomentArms));
    std::sort(order.begin(), order.end());
    EXPECT_EQ(most_likely(probabilities), order);
  }
}

TEST(Paused, IsKeptWithTheBanditAndTakenBackWithTheTransaction) {
  const Folder folder;
  const auto paused = [&] { return (*open_journal(folder.file()))->bandits()->at(0).paused_at; };
  {
    const auto journal = *open_journal(folder.file());
    ASSERT_FALSE(journal->begin());
    const std::int64_t id = *journal->add_bandit(bandit("a"));
    ASSERT_FALSE(journal->set_paused(id, 17));
    ASSERT_FALSE(journal->commit());
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(journal->set_paused(id, std::nullopt));
    EXPECT_FALSE(journal->bandits()->at(0).paused_at);
    journal->rollback();
    EXPECT_EQ(journal->bandits()->at(0).paused_at, 17);
  }
  EXPECT_EQ(paused(), 17);
  {
    const auto journal = *open_journal(folder.file());
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(journal->set_paused(1, std::nullopt));
    EXPECT_TRUE(journal->set_paused(2, 5)) << "there is no such bandit";
    ASSERT_FALSE(journal->commit());
  }
  EXPECT_FALSE(paused());
}

TEST(Bins, AreBetweenTheirEdges) {
  EXPECT_EQ(bin_of(-1), 0u);
  EXPECT_EQ(bin_of(0), 0u);
  for (std::size_t i = 0; i < std::size(kEdges); ++i) {
    const Time edge = std::llround(kEdges[i] * 1e6);
    EXPECT_EQ(bin_of(edge - 1), i);
    EXPECT_EQ(bin_of(edge), i + 1);
  }
  EXPECT_EQ(bin_of(std::numeric_limits<Time>::max()), kBins - 1);
}

}  // namespace
}  // namespace banker::store::testing::moments_test
