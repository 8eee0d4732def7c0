#include <gtest/gtest.h>

#include "store/scribe.hpp"
#include "store/sqlite.hpp"

namespace banker::store::testing::query_test {
namespace {

TEST(Query, SaysWhatCouldNotBePreparedOrBound) {
  const Folder folder;
  Database database;
  ASSERT_FALSE(database.open(folder.file(), Database::Access::kWrite));
  Query insert(database, "INSERT INTO t VALUES(?, ?)");
  const auto fill = [&](int second) {
    insert.bind(1, std::int64_t{1});
    insert.bind(second, std::int64_t{2});
  };
  // Prepared in the middle, it would lack the first value.
  insert.bind(1, std::int64_t{1});
  ASSERT_FALSE(database.run("CREATE TABLE t(a, b)"));
  insert.bind(2, std::int64_t{2});
  const auto error = insert.run();
  ASSERT_TRUE(error);
  EXPECT_NE(error->message.find("no such table"), std::string::npos) << error->message;
  fill(3);
  EXPECT_TRUE(insert.run()) << "there is no third value";
  fill(3);
  EXPECT_FALSE(insert.next());
  fill(2);
  EXPECT_FALSE(insert.run());
  Query count(database, "SELECT count(*), sum(a + b) FROM t");
  ASSERT_TRUE(*count.next());
  EXPECT_EQ(count.integer(0), 1);
  EXPECT_EQ(count.integer(1), 3);
}

}  // namespace
}  // namespace banker::store::testing::query_test
