#include "support/server/lossy_vfs.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

namespace banker::testing {

namespace {

constexpr std::size_t kSector = 512;

std::string content_of(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

}  // namespace

// A file of ours: SQLite's part, then that of the system.
struct LossyVfs::File {
  sqlite3_file base;
  LossyVfs* vfs;
  Entry* entry;  // null: a temporary file, which need not survive
  const char* path;
  bool syncs_folder;  // with its first sync
  bool read_only;     // to be written, but opened on a disk that could not be written then
  sqlite3_file* system() { return reinterpret_cast<sqlite3_file*>(this + 1); }
};

struct LossyVfs::Calls {
  static LossyVfs& self(sqlite3_vfs* vfs) { return *static_cast<LossyVfs*>(vfs->pAppData); }
  static File& self(sqlite3_file* file) { return *reinterpret_cast<File*>(file); }
  static sqlite3_file* system(sqlite3_file* file) { return self(file).system(); }
  static const sqlite3_io_methods& next(sqlite3_file* file) { return *system(file)->pMethods; }

  static int open(sqlite3_vfs* v, const char* path, sqlite3_file* file, int flags, int* out) {
    LossyVfs& vfs = self(v);
    const std::lock_guard lock(vfs.mutex_);
    File& f = self(file);
    file->pMethods = nullptr;
    if (vfs.cut_) return SQLITE_CANTOPEN;
    const bool made = path && !std::filesystem::exists(path);
    const bool read_only = vfs.read_only_;
    if (made && (vfs.fail_writes_ || read_only)) return SQLITE_CANTOPEN;
    f.read_only = path && read_only && (flags & SQLITE_OPEN_READWRITE) != 0;
    if (f.read_only) flags = (flags & ~(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)) | SQLITE_OPEN_READONLY;
    const int code = vfs.system_->xOpen(vfs.system_, path, f.system(), flags, out);
    if (code != SQLITE_OK) return code;
    f.vfs = &vfs;
    f.path = path;
    f.entry = path && (flags & SQLITE_OPEN_DELETEONCLOSE) == 0 ? &vfs.entry(path) : nullptr;
    f.syncs_folder = made && (flags & (SQLITE_OPEN_WAL | SQLITE_OPEN_MAIN_JOURNAL)) != 0;
    file->pMethods = &vfs.methods_;
    return SQLITE_OK;
  }
  static int remove(sqlite3_vfs* v, const char* path, int sync_folder) {
    LossyVfs& vfs = self(v);
    const std::lock_guard lock(vfs.mutex_);
    if (const int code = vfs.strike()) return code;
    if (vfs.read_only_) return SQLITE_IOERR_DELETE;
    Entry& entry = vfs.entry(path);
    const int code = vfs.system_->xDelete(vfs.system_, path, sync_folder);
    if (code != SQLITE_OK) return code;
    std::optional<std::string> before = entry.on_disk ? std::optional(entry.disk) : entry.before;
    entry = {.disk = {}, .pending = {}, .there = false, .on_disk = false, .before = std::move(before)};
    if (sync_folder) vfs.sync_folder();
    return SQLITE_OK;
  }
  static int access(sqlite3_vfs* v, const char* path, int flags, int* out) {
    LossyVfs& vfs = self(v);
    if (vfs.cut_) return SQLITE_IOERR_ACCESS;
    const int code = vfs.system_->xAccess(vfs.system_, path, flags, out);
    if (vfs.read_only_ && flags == SQLITE_ACCESS_READWRITE) *out = 0;
    return code;
  }
  static int full_path(sqlite3_vfs* v, const char* path, int size, char* out) {
    return self(v).system_->xFullPathname(self(v).system_, path, size, out);
  }

  // A temporary file is on no disk.
  static bool may_only_read(sqlite3_file* f) {
    return self(f).path && (self(f).read_only || self(f).vfs->read_only_);
  }

  static int close(sqlite3_file* f) { return next(f).xClose(system(f)); }
  static int read(sqlite3_file* f, void* out, int size, sqlite3_int64 offset) {
    const LossyVfs& vfs = *self(f).vfs;
    return vfs.cut_ || vfs.fail_reads_ ? SQLITE_IOERR_READ : next(f).xRead(system(f), out, size, offset);
  }
  static int write(sqlite3_file* f, const void* bytes, int size, sqlite3_int64 offset) {
    LossyVfs& vfs = *self(f).vfs;
    const std::lock_guard lock(vfs.mutex_);
    if (const int code = vfs.strike()) return code;
    if (vfs.fail_writes_ || may_only_read(f)) return SQLITE_IOERR_WRITE;
    sqlite3_int64 now = 0;
    next(f).xFileSize(system(f), &now);
    const std::int64_t growth = std::max<std::int64_t>(0, offset + size - now);
    if (vfs.room_ && growth > *vfs.room_) return SQLITE_FULL;
    if (vfs.room_) *vfs.room_ -= growth;
    if (Entry* entry = self(f).entry)
      entry->pending.push_back(
          {offset, std::string(static_cast<const char*>(bytes), static_cast<std::size_t>(size))});
    return next(f).xWrite(system(f), bytes, size, offset);
  }
  static int truncate(sqlite3_file* f, sqlite3_int64 size) {
    LossyVfs& vfs = *self(f).vfs;
    const std::lock_guard lock(vfs.mutex_);
    if (const int code = vfs.strike()) return code;
    if (vfs.fail_writes_ || may_only_read(f)) return SQLITE_IOERR_TRUNCATE;
    if (Entry* entry = self(f).entry) entry->pending.push_back({size, std::nullopt});
    return next(f).xTruncate(system(f), size);
  }
  static int sync(sqlite3_file* f, int) {  // the system need not sync: the process lives on
    LossyVfs& vfs = *self(f).vfs;
    const std::lock_guard lock(vfs.mutex_);
    if (const int code = vfs.strike()) return code;
    Entry* entry = self(f).entry;
    if (vfs.fail_syncs_) {
      if (entry) entry->pending.clear();
      return SQLITE_IOERR_FSYNC;
    }
    if (entry && !vfs.forget_syncs_) vfs.sync(*entry, std::exchange(self(f).syncs_folder, false));
    return SQLITE_OK;
  }
  static int file_size(sqlite3_file* f, sqlite3_int64* out) {
    return self(f).vfs->cut_ ? SQLITE_IOERR_FSTAT : next(f).xFileSize(system(f), out);
  }
  // Locks are no matter of the disk, and shared memory is only where a read-only one has no file for it, or one that may not be
  // put in order: then SQLite makes its own, which needs no locks.
  static int lock(sqlite3_file* f, int level) { return next(f).xLock(system(f), level); }
  static int unlock(sqlite3_file* f, int level) { return next(f).xUnlock(system(f), level); }
  static int check_lock(sqlite3_file* f, int* out) { return next(f).xCheckReservedLock(system(f), out); }
  static int control(sqlite3_file* f, int op, void* arg) { return next(f).xFileControl(system(f), op, arg); }
  static int sector_size(sqlite3_file* f) { return next(f).xSectorSize(system(f)); }
  static int device(sqlite3_file* f) { return next(f).xDeviceCharacteristics(system(f)); }
  static int shm_map(sqlite3_file* f, int page, int size, int extend, void volatile** out) {
    if (!self(f).read_only) return next(f).xShmMap(system(f), page, size, extend, out);
    const bool there = std::filesystem::exists(self(f).path + std::string("-shm"));
    return there ? SQLITE_READONLY_CANTINIT : SQLITE_CANTOPEN;
  }
  static int shm_lock(sqlite3_file* f, int offset, int n, int flags) {
    return self(f).read_only ? SQLITE_OK : next(f).xShmLock(system(f), offset, n, flags);
  }
  static void shm_barrier(sqlite3_file* f) { next(f).xShmBarrier(system(f)); }
  static int shm_unmap(sqlite3_file* f, int remove) { return next(f).xShmUnmap(system(f), remove); }
};

LossyVfs::LossyVfs() : system_(sqlite3_vfs_find(nullptr)), vfs_(*system_), methods_{} {
  static int made = 0;
  name_ = "lossy" + std::to_string(++made);
  vfs_.zName = name_.c_str();
  vfs_.pNext = nullptr;
  vfs_.pAppData = this;
  vfs_.szOsFile = static_cast<int>(sizeof(File)) + system_->szOsFile;
  vfs_.xOpen = Calls::open;
  vfs_.xDelete = Calls::remove;
  vfs_.xAccess = Calls::access;
  vfs_.xFullPathname = Calls::full_path;
  methods_.iVersion = 2;
  methods_.xClose = Calls::close;
  methods_.xRead = Calls::read;
  methods_.xWrite = Calls::write;
  methods_.xTruncate = Calls::truncate;
  methods_.xSync = Calls::sync;
  methods_.xFileSize = Calls::file_size;
  methods_.xLock = Calls::lock;
  methods_.xUnlock = Calls::unlock;
  methods_.xCheckReservedLock = Calls::check_lock;
  methods_.xFileControl = Calls::control;
  methods_.xSectorSize = Calls::sector_size;
  methods_.xDeviceCharacteristics = Calls::device;
  methods_.xShmMap = Calls::shm_map;
  methods_.xShmLock = Calls::shm_lock;
  methods_.xShmBarrier = Calls::shm_barrier;
  methods_.xShmUnmap = Calls::shm_unmap;
  sqlite3_vfs_register(&vfs_, 0);
}

LossyVfs::~LossyVfs() { sqlite3_vfs_unregister(&vfs_); }

int LossyVfs::strike() {
  ++calls_;
  if (left_ && (*left_)-- == 0) cut_ = true, left_.reset();
  return cut_ ? SQLITE_IOERR : SQLITE_OK;
}

// A file that was there before us is on the disk.
LossyVfs::Entry& LossyVfs::entry(const std::string& path) {
  const auto [place, made] = entries_.try_emplace(path);
  Entry& entry = place->second;
  if (made) entry.disk = content_of(path), entry.on_disk = !entry.disk.empty();
  entry.there = true;
  return entry;
}

void LossyVfs::sync(Entry& entry, bool folder) {
  for (const Change& change : entry.pending) apply(entry.disk, change);
  entry.pending.clear();
  if (folder) sync_folder();
}

void LossyVfs::sync_folder() {
  for (auto& [path, entry] : entries_) {
    entry.on_disk = entry.there;
    entry.before.reset();
  }
}

void LossyVfs::apply(std::string& content, const Change& change) {
  const auto offset = static_cast<std::size_t>(change.offset);
  if (!change.bytes) return content.resize(offset);
  content.resize(std::max(content.size(), offset + change.bytes->size()));
  content.replace(offset, change.bytes->size(), *change.bytes);
}

void LossyVfs::settle(std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const double survives = std::vector{0.0, 0.1, 0.5, 0.9, 1.0}[random() % 5];
  const auto lucky = [&](double chance) {
    return std::uniform_real_distribution<double>(0, 1)(random) < chance;
  };
  for (auto& [path, entry] : entries_) {
    std::filesystem::remove(path);
    std::filesystem::remove(path + "-shm");
    const bool gone = !entry.there || (!entry.on_disk && !lucky(survives));
    if (gone && (!entry.before || lucky(survives))) continue;
    if (gone) entry.disk = *entry.before, entry.pending.clear();
    for (const Change& change : entry.pending) {
      if (!change.bytes) {
        if (lucky(survives)) apply(entry.disk, change);
        continue;
      }
      std::size_t at = 0;
      while (at < change.bytes->size()) {
        const std::size_t place = static_cast<std::size_t>(change.offset) + at;
        const std::size_t size = std::min(kSector - place % kSector, change.bytes->size() - at);
        if (lucky(survives))
          apply(entry.disk, {static_cast<std::int64_t>(place), change.bytes->substr(at, size)});
        at += size;
      }
    }
    std::ofstream(path, std::ios::binary) << entry.disk;
  }
  entries_.clear();
}

}  // namespace banker::testing
