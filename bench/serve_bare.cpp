#include "serve_bare.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "serve_client.hpp"

namespace banker::bench {

namespace {

void check(sqlite3* database, int code) {
  if (code != SQLITE_OK && code != SQLITE_DONE && code != SQLITE_ROW)
    throw std::runtime_error(std::string("SQLite: ") + sqlite3_errmsg(database));
}

sqlite3* open(const std::string& file, int flags) {
  sqlite3* database = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &database, flags, nullptr);
  check(database, code);
  return database;
}

void run(sqlite3* database, const std::string& sql) {
  check(database, sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr));
}

sqlite3_stmt* prepare(sqlite3* database, const std::string& sql) {
  sqlite3_stmt* statement = nullptr;
  check(database,
        sqlite3_prepare_v3(database, sql.c_str(), -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr));
  return statement;
}

void step(sqlite3* database, sqlite3_stmt* statement) {
  check(database, sqlite3_step(statement));
  sqlite3_reset(statement);
}

// The rows after event ?1 of the one bandit, their `seq` in front; and the same columns put in.
std::string select_new(const std::string& table) {
  return "SELECT seq, * FROM " + table + " WHERE seq > ?1 ORDER BY seq";
}
std::string insert_into(const std::string& table, int columns) {
  std::string sql = "INSERT INTO " + table + " VALUES (?";
  for (int i = 1; i < columns; ++i) sql += ",?";
  return sql + ")";
}

}  // namespace

Bare::Bare(const std::string& journal, const std::string& copy) {
  journal_ = open(journal, SQLITE_OPEN_READONLY);
  run(journal_, "VACUUM INTO '" + copy + "'");
  copy_ = open(copy, SQLITE_OPEN_READWRITE);
  run(copy_, "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -32768");
  for (const std::string table : {"decisions", "outcomes"}) {
    sqlite3_stmt* since = prepare(journal_, select_new(table));
    tables_.push_back({since, prepare(copy_, insert_into(table, sqlite3_column_count(since) - 1))});
  }
  begin_ = prepare(copy_, "BEGIN IMMEDIATE");
  books_ = prepare(copy_, "REPLACE INTO books VALUES (1, 1, ?1, ?1, ?1)");
  commit_ = prepare(copy_, "COMMIT");
  sqlite3_stmt* last =
      prepare(copy_, "SELECT max(seq) FROM (SELECT seq FROM decisions UNION ALL SELECT seq FROM outcomes)");
  check(copy_, sqlite3_step(last));
  seq_ = sqlite3_column_int64(last, 0);
  sqlite3_finalize(last);
}

Bare::~Bare() {
  for (const Table& table : tables_) {
    sqlite3_finalize(table.since);
    sqlite3_finalize(table.add);
  }
  for (sqlite3_stmt* statement : {begin_, books_, commit_}) sqlite3_finalize(statement);
  sqlite3_close(journal_);
  sqlite3_close(copy_);
}

std::vector<Bare::Row> Bare::read_new() {
  std::vector<Row> rows;
  for (const Table& table : tables_) {
    sqlite3_bind_int64(table.since, 1, seq_);
    while (sqlite3_step(table.since) == SQLITE_ROW) {
      rows.push_back({sqlite3_column_int64(table.since, 0), &table, {}});
      for (int i = 1; i < sqlite3_column_count(table.since); ++i)
        rows.back().values.push_back(sqlite3_value_dup(sqlite3_column_value(table.since, i)));
    }
    check(journal_, sqlite3_reset(table.since));
  }
  std::sort(rows.begin(), rows.end(), [](const Row& a, const Row& b) { return a.seq < b.seq; });
  if (rows.empty()) throw std::runtime_error("the server has written nothing");
  seq_ = rows.back().seq;
  return rows;
}

void Bare::commit(const Row* first, const Row* last) {
  step(copy_, begin_);
  for (const Row* row = first; row != last; ++row) {
    for (std::size_t i = 0; i < row->values.size(); ++i)
      sqlite3_bind_value(row->table->add, static_cast<int>(i) + 1, row->values[i]);
    step(copy_, row->table->add);
  }
  sqlite3_bind_int64(books_, 1, (last - 1)->seq);
  step(copy_, books_);
  step(copy_, commit_);
}

double Bare::write_again(double rows_per_commit) {
  const std::vector<Row> rows = read_new();
  const double start = now();
  for (std::size_t done = 0, commits = 1; done < rows.size(); ++commits) {
    const auto due = static_cast<std::size_t>(std::lround(static_cast<double>(commits) * rows_per_commit));
    const std::size_t end = std::min(rows.size(), std::max(due, done + 1));
    commit(rows.data() + done, rows.data() + end);
    done = end;
  }
  const double seconds = now() - start;
  for (const Row& row : rows)
    for (sqlite3_value* value : row.values) sqlite3_value_free(value);
  return static_cast<double>(rows.size()) / seconds;
}

}  // namespace banker::bench
