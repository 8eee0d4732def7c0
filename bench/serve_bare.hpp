#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;
struct sqlite3_value;

namespace banker::bench {

// SQLite without a server: a copy of the server's journal, to which are added the rows the server adds to its own.
class Bare {
 public:
  Bare(const std::string& journal, const std::string& copy);
  ~Bare();
  Bare(const Bare&) = delete;
  Bare& operator=(const Bare&) = delete;

  // Adds what the server has added since the last time, so many rows in a commit on average. Rows per second.
  double write_again(double rows_per_commit);

 private:
  struct Table {
    sqlite3_stmt *since = nullptr, *add = nullptr;
  };
  struct Row {
    std::int64_t seq;
    const Table* table;
    std::vector<sqlite3_value*> values;
  };
  std::vector<Row> read_new();
  void commit(const Row* first, const Row* last);

  sqlite3 *journal_ = nullptr, *copy_ = nullptr;
  std::vector<Table> tables_;
  sqlite3_stmt *begin_ = nullptr, *books_ = nullptr, *commit_ = nullptr;
  std::int64_t seq_ = 0;  // of the last row in the copy
};

}  // namespace banker::bench
