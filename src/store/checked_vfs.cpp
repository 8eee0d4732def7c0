#include "checked_vfs.hpp"

#include <cstring>
#include <map>
#include <mutex>
#include <string>

#include "page_checksum.hpp"

namespace banker::store {

namespace {

constexpr char kSqliteMagic[] = "SQLite format 3";  // and its 0
constexpr int kHeader = 100;                        // bytes of page 1

// A file of ours: SQLite's part, then that of the layer below.
struct File {
  sqlite3_file base;
  std::int64_t damaged;  // page, counted from 1
  bool other_pages;
  sqlite3_file* under() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

File& self(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
sqlite3_file* under(sqlite3_file* file) { return self(file).under(); }
const sqlite3_io_methods& next(sqlite3_file* file) { return *under(file)->pMethods; }
sqlite3_vfs* under(sqlite3_vfs* vfs) { return static_cast<sqlite3_vfs*>(vfs->pAppData); }

// ---- Pages

bool is_damaged(sqlite3_file* f, unsigned char* page, std::int64_t number) {
  if (has_page_checksum(page)) return !take_page_checksum(page, number);
  sqlite3_int64 size = 0;
  return has_holes(page, number) && next(f).xFileSize(under(f), &size) == SQLITE_OK &&
         size <= kMostPages * kPageSize;
}

// What SQLite gets has a tail of 0, so that no checksum gets into its WAL. A first page without SQLite's name is none of ours, as SQLite
// will say.
int read_page(sqlite3_file* f, unsigned char* page, sqlite3_int64 offset) {
  const int code = next(f).xRead(under(f), page, kPageSize, offset);
  if (code != SQLITE_OK) return code;  // also when the file is shorter
  if (offset == 0 && std::memcmp(page, kSqliteMagic, sizeof kSqliteMagic) != 0) return SQLITE_OK;
  const std::int64_t number = offset / kPageSize + 1;
  if (!is_damaged(f, page, number)) return SQLITE_OK;
  self(f).damaged = number;
  return kWrongPage;
}

// SQLite reads the header before it knows how long pages are, and newer ones read long rows without the tails of their pages.
int read(sqlite3_file* f, void* out, int size, sqlite3_int64 offset) {
  const sqlite3_int64 in_page = offset % kPageSize;
  if (in_page == 0 && size == kPageSize) return read_page(f, static_cast<unsigned char*>(out), offset);
  if (offset + size <= kHeader || in_page + size > kPageSize)
    return next(f).xRead(under(f), out, size, offset);
  unsigned char page[kPageSize];
  const int code = read_page(f, page, offset - in_page);
  if (code == SQLITE_OK || code == SQLITE_IOERR_SHORT_READ)
    std::memcpy(out, page + in_page, static_cast<std::size_t>(size));
  return code;
}

// SQLite writes whole pages only. A part of one would make its checksum wrong.
int write(sqlite3_file* f, const void* bytes, int size, sqlite3_int64 offset) {
  if (size != kPageSize || offset % kPageSize != 0) return SQLITE_IOERR_WRITE;
  unsigned char page[kPageSize];
  std::memcpy(page, bytes, kPageSize);
  put_page_checksum(page, offset / kPageSize + 1);
  return next(f).xWrite(under(f), page, size, offset);
}

// ---- All else is done by the layer below

int close(sqlite3_file* f) { return next(f).xClose(under(f)); }
int truncate(sqlite3_file* f, sqlite3_int64 size) { return next(f).xTruncate(under(f), size); }
int sync(sqlite3_file* f, int flags) { return next(f).xSync(under(f), flags); }
int file_size(sqlite3_file* f, sqlite3_int64* out) { return next(f).xFileSize(under(f), out); }
int lock(sqlite3_file* f, int level) { return next(f).xLock(under(f), level); }
int unlock(sqlite3_file* f, int level) { return next(f).xUnlock(under(f), level); }
int check_lock(sqlite3_file* f, int* out) { return next(f).xCheckReservedLock(under(f), out); }
int control(sqlite3_file* f, int op, void* arg) { return next(f).xFileControl(under(f), op, arg); }
int sector_size(sqlite3_file* f) { return next(f).xSectorSize(under(f)); }
int device(sqlite3_file* f) { return next(f).xDeviceCharacteristics(under(f)); }
int shm_map(sqlite3_file* f, int page, int size, int extend, void volatile** out) {
  return next(f).xShmMap(under(f), page, size, extend, out);
}
int shm_lock(sqlite3_file* f, int at, int n, int flags) { return next(f).xShmLock(under(f), at, n, flags); }
void shm_barrier(sqlite3_file* f) { next(f).xShmBarrier(under(f)); }
int shm_unmap(sqlite3_file* f, int remove) { return next(f).xShmUnmap(under(f), remove); }

// Version 2: pages are read, never looked at in the memory of the system.
constexpr sqlite3_io_methods kMethods = {
    2,       close,       read,   write,   truncate, sync,        file_size, lock,    unlock, check_lock,
    control, sector_size, device, shm_map, shm_lock, shm_barrier, shm_unmap, nullptr, nullptr};

bool header_has_other_pages(sqlite3_file* f) {
  unsigned char header[kHeader];
  if (next(f).xRead(under(f), header, kHeader, 0) != SQLITE_OK) return false;  // a new one
  const int size = header[16] << 8 | header[17], tail = header[20];
  return std::memcmp(header, kSqliteMagic, sizeof kSqliteMagic) == 0 &&
         (size != kPageSize || tail != kPageTail);
}

// The WAL has checksums of its own, which would no longer be right.
int open(sqlite3_vfs* vfs, const char* path, sqlite3_file* f, int flags, int* out) {
  sqlite3_vfs* const below = under(vfs);
  if ((flags & SQLITE_OPEN_MAIN_DB) == 0) return below->xOpen(below, path, f, flags, out);
  self(f) = {};
  under(f)->pMethods = nullptr;
  const int code = below->xOpen(below, path, under(f), flags, out);
  if (under(f)->pMethods) f->pMethods = &kMethods;
  if (code == SQLITE_OK) self(f).other_pages = header_has_other_pages(f);
  return code;
}

int remove(sqlite3_vfs* v, const char* path, int sync) { return under(v)->xDelete(under(v), path, sync); }
int access(sqlite3_vfs* v, const char* path, int flags, int* out) {
  return under(v)->xAccess(under(v), path, flags, out);
}
int full_path(sqlite3_vfs* v, const char* path, int size, char* out) {
  return under(v)->xFullPathname(under(v), path, size, out);
}

// The file of a connection; null: it is not open, or on no such layer.
File* file_of(sqlite3* database) {
  sqlite3_file* file = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_FILE_POINTER, &file);
  return file && file->pMethods == &kMethods ? &self(file) : nullptr;
}

}  // namespace

// What is not named here is the same for all files, whoever is asked.
const char* checked_vfs(const char* name) {
  struct Layer {
    std::string name;
    sqlite3_vfs vfs;
  };
  static std::mutex& mutex = *new std::mutex;  // both are needed until the very end
  static auto& layers = *new std::map<std::string, Layer>;
  const std::lock_guard lock(mutex);
  sqlite3_vfs* const below = sqlite3_vfs_find(name);
  if (!below) return name;  // SQLite says that there is none
  const auto [place, made] = layers.try_emplace(below->zName);
  auto& [own_name, vfs] = place->second;
  if (!made && vfs.pAppData == below) return own_name.c_str();
  if (!made) sqlite3_vfs_unregister(&vfs);  // the layer below is another one of the same name
  own_name = std::string("checked ") + below->zName;
  vfs = *below;
  vfs.iVersion = 2;
  vfs.szOsFile = static_cast<int>(sizeof(File)) + below->szOsFile;
  vfs.pNext = nullptr;
  vfs.zName = own_name.c_str();
  vfs.pAppData = below;
  vfs.xOpen = open;
  vfs.xDelete = remove;
  vfs.xAccess = access;
  vfs.xFullPathname = full_path;
  sqlite3_vfs_register(&vfs, 0);
  return own_name.c_str();
}

std::int64_t damaged_page(sqlite3* database) {
  const File* file = file_of(database);
  return file ? file->damaged : 0;
}

bool has_other_pages(sqlite3* database) {
  const File* file = file_of(database);
  return file && file->other_pages;
}

const char* vfs_below(sqlite3* database) {
  sqlite3_vfs* vfs = nullptr;
  sqlite3_file_control(database, "main", SQLITE_FCNTL_VFS_POINTER, &vfs);
  return vfs ? under(vfs)->zName : nullptr;
}

}  // namespace banker::store
