#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "banker/store/maybe_error.hpp"

namespace banker::store {

// A connection to a SQLite file. It stays where it is: statements point to it.
class Database {
 public:
  enum class Access { kRead, kWrite };

  Database() = default;
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database() { sqlite3_close_v2(handle_); }

  // A file that is not there is made for its owner only, and so are those SQLite makes next to it. Its pages have checksums:
  // page_checksum.hpp. `vfs` is the name of another layer of files below that, for tests; null: the system's.
  MaybeError open(const std::string& file, Access access, const char* vfs = nullptr);
  // Statements without parameters and without rows that matter.
  MaybeError run(const char* sql);
  // Whether the WAL stays as it is when the last connection is closed; otherwise its pages go into the database then.
  void keep_wal(bool keep) {
    sqlite3_db_config(handle_, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, keep ? 1 : 0, nullptr);
  }
  bool in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

  // What the last call that failed was about, and what to do.
  Error error() const;
  // A row, or what is around it, is not what was written; or what the last call said, if it could not be read.
  Error damaged(std::string_view what) const;
  const std::string& file() const { return file_; }  // by its full name, without links
  sqlite3* handle() const { return handle_; }

 private:
  Error refuse(std::string_view what) const;
  Error other_pages() const;

  std::string file_;
  sqlite3* handle_ = nullptr;
};

// Makes a file for its owner only. One that is there is not opened: to close it would end the locks of this process on it. What
// goes wrong SQLite finds too, and says.
void make_private(const char* file);

// What to do about a disk on which SQLite failed with this code.
std::string_view advice_on_sqlite(int code);

// A statement, prepared when it is first used and kept. Texts and blobs that are bound must live until next() or run(), which
// also say if it could not be prepared, or something could not be bound.
class Query {
 public:
  Query(Database& database, const char* sql) : database_(database), sql_(sql) {}
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;
  ~Query() { sqlite3_finalize(handle_); }

  void bind(int place, std::int64_t value) {
    if (ready()) check(sqlite3_bind_int64(handle_, place, value));
  }
  void bind(int place, double value) {
    if (ready()) check(sqlite3_bind_double(handle_, place, value));
  }
  void bind_null(int place) {
    if (ready()) check(sqlite3_bind_null(handle_, place));
  }
  void bind_text(int place, std::string_view value) {
    if (ready())
      check(sqlite3_bind_text64(handle_, place, value.data(), value.size(), SQLITE_STATIC, SQLITE_UTF8));
  }
  void bind_blob(int place, std::string_view value) {
    if (ready()) check(sqlite3_bind_blob64(handle_, place, value.data(), value.size(), SQLITE_STATIC));
  }

  // Goes to the next row; false: there is none. At the end and after an error the statement is as before the first row.
  Result<bool> next();
  // All of a statement that changes something.
  MaybeError run();
  void reset() { sqlite3_reset(handle_), failed_.reset(); }

  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_, column); }
  std::string_view text(int column) const;
  sqlite3_stmt* handle() const { return handle_; }
  Database& database() const { return database_; }

 private:
  bool ready();  // false once something failed, until reset()
  void check(int code) {
    if (code != SQLITE_OK) failed_ = database_.error();
  }

  Database& database_;
  const char* sql_;
  sqlite3_stmt* handle_ = nullptr;
  MaybeError failed_;  // of what came before next()
};

// Ends a statement that may have rows left. An open one would keep its view of the file, and the WAL from starting anew.
class Reset {
 public:
  explicit Reset(Query& query) : query_(query) {}
  Reset(const Reset&) = delete;
  Reset& operator=(const Reset&) = delete;
  ~Reset() { query_.reset(); }

 private:
  Query& query_;
};

}  // namespace banker::store
