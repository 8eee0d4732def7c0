#pragma once

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <string>

namespace banker::testing {

// What another program does to a file, which knows nothing of checksums of pages.
inline void run_plain_sql(const std::string& file, const std::string& sql) {
  sqlite3* database = nullptr;
  EXPECT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
      << sqlite3_errmsg(database);
  sqlite3_close(database);
}

}  // namespace banker::testing
