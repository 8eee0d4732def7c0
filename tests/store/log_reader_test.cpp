#include <gtest/gtest.h>

#include "store/event_reader.hpp"
#include "store/scribe.hpp"

// Logs that are read while the journal is written.
namespace banker::store::testing::log_reader_test {
namespace {

// A bandit with a history in which outcomes are late, and a journal to write it to.
class LogReading : public ::testing::Test {
 protected:
  void SetUp() override {
    history_.row.name = "b";
    history_.row.spec = R"({"agent":"omd","arms":3,"seed":1})";
    ASSERT_FALSE(journal_->begin());
    history_.row.id = *journal_->add_bandit(history_.row);
    write(500);
    ASSERT_FALSE(journal_->commit());
  }
  void write(int events) {
    for (int i = 0; i < events; ++i) {
      const bool ask = history_.open.empty() || below(random_, 2) == 0;
      ASSERT_FALSE(ask ? journal_->add(id(), history_.ask(random_, ++clock_))
                       : journal_->add(id(), history_.close(random_, ++clock_)));
    }
  }
  // As housekeeping does. The base is that of the call before.
  void compact() {
    const Checkpoint now = history_.checkpoint(random_, ++clock_, 10);
    ASSERT_FALSE(journal_->begin());
    ASSERT_FALSE(journal_->add(id(), now));
    ASSERT_TRUE(journal_->compact(
        id(), clock_, [&] { return now; }, 100'000));
    ASSERT_FALSE(journal_->commit());
  }
  std::int64_t id() const { return history_.row.id; }
  static std::string rest_of(LogReader& log) {
    std::string all;
    for (std::string lines; !(lines = *log.next(1000)).empty();) all += lines;
    return all;
  }

  const Folder folder_;
  const std::unique_ptr<Journal> journal_ = *open_journal(folder_.file());
  Random random_{1};
  History history_;
  Time clock_ = 0;
};

// A reader that takes its time must not keep the WAL from starting anew.
TEST_F(LogReading, SlowReaderDoesNotLetTheWalGrow) {
  const std::string whole = *log_of(*journal_, history_.row);
  const auto unread = *journal_->log(history_.row), begun = *journal_->log(history_.row);
  const std::string first = *begun->next(1000);
  std::uintmax_t most = 0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_FALSE(journal_->begin());
    write(20);
    ASSERT_FALSE(journal_->commit());
    most = std::max(most, std::filesystem::file_size(folder_.file("banker.db-wal")));
  }
  EXPECT_LT(most, 6u << 20);  // 1000 pages and a commit; each commit writes at least three
  EXPECT_EQ(rest_of(*unread), whole);
  EXPECT_EQ(first + rest_of(*begun), whole);
}

TEST_F(LogReading, FailsWhereRoundsAreThrownAway) {
  const auto log = *journal_->log(history_.row);
  ASSERT_TRUE(log->next(1000));
  compact();
  EXPECT_FALSE(log->next(1000)->empty());  // there is no base yet
  compact();
  EXPECT_TRUE(log_of(*journal_, history_.row)->starts_with(R"({"snapshot":")"));
  Result<std::string> lines = log->next(1'000'000);
  ASSERT_FALSE(lines);
  EXPECT_EQ(lines.error().code, ErrorCode::kDisk);
  EXPECT_NE(lines.error().message.find("thrown away while its log was read"), std::string::npos)
      << lines.error().message;
  EXPECT_FALSE(log->next(1000)) << "it does not go on behind a gap";
}

TEST_F(LogReading, FailsWhereTheBanditIsRemoved) {
  const auto log = *journal_->log(history_.row);
  ASSERT_TRUE(log->next(1000));
  ASSERT_FALSE(journal_->begin());
  ASSERT_FALSE(journal_->remove_bandit(id(), std::nullopt, 1));
  ASSERT_FALSE(journal_->commit());
  ASSERT_TRUE(log->next(1000));  // its rows are still there
  ASSERT_FALSE(journal_->begin());
  ASSERT_TRUE(journal_->purge(100'000));
  ASSERT_FALSE(journal_->commit());
  const auto lines = log->next(1'000'000);
  ASSERT_FALSE(lines);
  EXPECT_NE(lines.error().message.find("was removed"), std::string::npos) << lines.error().message;
}

// However few events are listed at a time, and whatever is written between two of them.
TEST_F(LogReading, WindowsOfAnySizeGiveTheSameEvents) {
  const Checkpoint middle = history_.checkpoint(random_, ++clock_, 10);
  ASSERT_FALSE(journal_->begin());
  write(500);
  ASSERT_FALSE(journal_->commit());
  for (const Checkpoint* after : {static_cast<const Checkpoint*>(nullptr), &middle}) {
    for (const std::uint64_t window : {1u, 2u, 7u, 100u, 499u, 500u, 501u, 1000u}) {
      SCOPED_TRACE(window);
      std::vector<std::string> truth, found;
      const auto keep = [](std::vector<std::string>& list, const Event& event) {
        list.push_back(std::visit([](const auto& row) { return image_of(row); }, event));
        return MaybeError();
      };
      ASSERT_FALSE(journal_->tail(id(), after, [&](const Event& event) { return keep(truth, event); }));
      Database database;
      ASSERT_FALSE(database.open(folder_.file(), Database::Access::kRead));
      EventQueries queries(database);
      EventReader reader(queries, id(), window);
      ASSERT_FALSE(reader.start(after));
      ASSERT_FALSE(journal_->begin());
      write(5);
      ASSERT_FALSE(journal_->commit());
      for (;;) {
        const auto event = reader.next();
        ASSERT_TRUE(event) << event.error().message;
        if (!*event) break;
        keep(found, **event);
        if (found.size() % 3 == 0) reader.pause();
      }
      EXPECT_EQ(found, truth);
    }
  }
}

}  // namespace
}  // namespace banker::store::testing::log_reader_test
