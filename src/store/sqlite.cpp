#include "sqlite.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "../core/text.hpp"
#include "checked_vfs.hpp"
#include "page_checksum.hpp"

namespace banker::store {

namespace {

constexpr int kBusyMilliseconds = 5000;  // a token being made by another process takes much less

}  // namespace

std::string_view advice_on_sqlite(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL: return "free some room on the disk";
    case SQLITE_READONLY: return "make the file, its folder and its disk writable";
    case SQLITE_CANTOPEN: return "check that the folder is there and that it may be written";
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return "another program holds it: end that, or wait";
    case SQLITE_PERM:
    case SQLITE_AUTH: return "check the rights of the file";
    case SQLITE_NOMEM: return "there is too little memory";
    default: return "check the disk";
  }
}

void make_private(const char* file) {
  if (::access(file, F_OK) == 0 || errno != ENOENT) return;
  const int descriptor = ::open(file, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor >= 0) ::close(descriptor);
}

MaybeError Database::open(const std::string& file, Access access, const char* vfs) {
  file_ = file;
  if (access == Access::kWrite) make_private(file.c_str());
  const int flags =
      access == Access::kRead ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
  if (sqlite3_open_v2(file.c_str(), &handle_, flags | SQLITE_OPEN_NOMUTEX, checked_vfs(vfs)) != SQLITE_OK)
    return error();
  if (const char* name = sqlite3_db_filename(handle_, "main"); name && *name) file_ = name;
  if (has_other_pages(handle_)) return other_pages();
  int tail = kPageTail;  // of the pages of a new file
  sqlite3_file_control(handle_, "main", SQLITE_FCNTL_RESERVE_BYTES, &tail);
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_timeout(handle_, kBusyMilliseconds);
  // A file that was tampered with runs no code.
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(handle_, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return run("PRAGMA cell_size_check = ON");
}

MaybeError Database::run(const char* sql) {
  if (sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr) == SQLITE_OK) return std::nullopt;
  return error();
}

Error Database::error() const {
  const int code = sqlite3_extended_errcode(handle_);
  const char* message = sqlite3_errmsg(handle_);
  if (code == kWrongPage)
    return refuse(concat("its page ", damaged_page(handle_), " is not what was written"));
  switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CONSTRAINT: return damaged(message);
    default:
      return {ErrorCode::kDisk, concat("the journal ", file_, ": ", message, " (SQLite code ", code,
                                       "): ", advice_on_sqlite(code))};
  }
}

Error Database::damaged(std::string_view what) const {
  const int code = sqlite3_errcode(handle_) & 0xff;  // a row may look wrong because it could not be read
  if (code == SQLITE_IOERR || code == SQLITE_NOMEM) return error();
  return refuse(what);
}

Error Database::refuse(std::string_view what) const {
  return {ErrorCode::kDamaged, concat("the journal ", file_, " is damaged: ", what,
                                      ". Restore a backup; the file is left as it is")};
}

Error Database::other_pages() const {
  return {ErrorCode::kDamaged,
          concat(file_, " is not a journal of Banker, or its header is damaged: a journal has pages of ",
                 kPageSize, " bytes, of which ", kPageTail,
                 " are a checksum, and this file has others. Name another file, or restore a backup. "
                 "It is left as it is")};
}

bool Query::ready() {
  if (!handle_ && !failed_)
    check(sqlite3_prepare_v3(database_.handle(), sql_, -1, SQLITE_PREPARE_PERSISTENT, &handle_, nullptr));
  return !failed_;
}

Result<bool> Query::next() {
  if (!ready()) {
    const Error error = *failed_;
    reset();
    return error;
  }
  const int code = sqlite3_step(handle_);
  if (code == SQLITE_ROW) return true;
  const MaybeError error = code == SQLITE_DONE ? std::nullopt : MaybeError(database_.error());
  sqlite3_reset(handle_);
  if (error) return *error;
  return false;
}

MaybeError Query::run() {
  const Reset end(*this);
  const auto row = next();
  return row ? std::nullopt : MaybeError(row.error());
}

std::string_view Query::text(int column) const {
  const auto* bytes = static_cast<const char*>(sqlite3_column_blob(handle_, column));
  if (!bytes) return {};
  return {bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

}  // namespace banker::store
