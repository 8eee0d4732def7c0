#include "keep_copy.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>

#include "../core/text.hpp"
#include "checked_vfs.hpp"
#include "head_file.hpp"

namespace banker::store {

namespace {

// A connection that neither looks at the checksums of pages nor writes any.
struct PlainConnection {
  sqlite3* handle = nullptr;
  ~PlainConnection() { sqlite3_close(handle); }
};

// Copies the pages as they are stored: a damaged one may matter to nobody, and must not stop the upgrade of the others. SQLite does it,
// which respects the locks of the file and syncs the copy. Returns a code of SQLite.
int copy_pages(const Database& database, const std::string& to) {
  PlainConnection source, copy;
  int code = sqlite3_open_v2(database.file().c_str(), &source.handle, SQLITE_OPEN_READONLY,
                             vfs_below(database.handle()));
  if (code == SQLITE_OK) code = sqlite3_open_v2(to.c_str(), &copy.handle, SQLITE_OPEN_READWRITE, nullptr);
  if (code != SQLITE_OK) return code;
  sqlite3_backup* const backup = sqlite3_backup_init(copy.handle, "main", source.handle, "main");
  if (!backup) return sqlite3_errcode(copy.handle);
  code = sqlite3_backup_step(backup, -1);
  const int finished = sqlite3_backup_finish(backup);
  return code == SQLITE_DONE ? finished : code;
}

// 0, or what the system says.
int sync_folder_of(const std::string& file) {
  const int folder =
      ::open(std::filesystem::path(file).parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  const int code = folder < 0 || ::fsync(folder) != 0 ? errno : 0;
  if (folder >= 0) ::close(folder);
  return code;
}

}  // namespace

MaybeError keep_copy(const Database& database, const std::string& copy) {
  const std::string unfinished = copy + ".tmp";
  const auto refuse = [&](std::string_view why, std::string_view advice) {
    ::unlink(unfinished.c_str());  // it would only take room
    return Error{ErrorCode::kDisk,
                 concat("the journal ", database.file(), " is of an older format and cannot be copied to ",
                        copy, ": ", why, ": ", advice, ". It is left as it is")};
  };
  ::unlink(unfinished.c_str());
  make_private(unfinished.c_str());
  if (const int code = copy_pages(database, unfinished); code != SQLITE_OK)
    return refuse(sqlite3_errstr(code), advice_on_sqlite(code));
  const int code = std::rename(unfinished.c_str(), copy.c_str()) == 0 ? sync_folder_of(copy) : errno;
  if (code != 0) return refuse(std::strerror(code), advice_on_file(code));
  return std::nullopt;
}

}  // namespace banker::store
