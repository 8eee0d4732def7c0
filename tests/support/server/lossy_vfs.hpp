#pragma once

#include <sqlite3.h>

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace banker::testing {

// A layer of files for SQLite that knows what of them is on the disk, and what would be lost without power.
//
// A write is seen at once, but it is on the disk only after a sync of its file; until then each of its sectors may get there or
// not. The same holds for truncation. A file that was made or deleted may be gone or back until its folder is synced.
// A sync that fails forgets what it should have written, as Linux does: only writing it again helps.
//
// Any thread may use the files, and say read_only(); all else is for the thread that writes, or for one that is alone.
class LossyVfs {
 public:
  LossyVfs();
  ~LossyVfs();
  LossyVfs(const LossyVfs&) = delete;
  LossyVfs& operator=(const LossyVfs&) = delete;
  const char* name() const { return name_.c_str(); }

  // The power goes after this many more writes, syncs, truncations and deletions. From then on every call fails.
  void cut_after(std::uint64_t calls) { left_ = calls; }
  bool is_cut() const { return cut_; }
  std::uint64_t calls() const { return calls_; }  // of that kind so far
  // The power is back: puts what the disk has in place of the files. REQUIRES: nobody has them open.
  void settle(std::uint64_t seed);

  // Other troubles.
  void limit_growth(std::optional<std::int64_t> bytes) {
    room_ = bytes;
  }  // the disk is full after this many bytes
  void fail_syncs(bool fail) { fail_syncs_ = fail; }
  void forget_syncs(bool forget) {
    forget_syncs_ = forget;
  }  // a disk that lies: they succeed, and do nothing
  void fail_writes(bool fail) { fail_writes_ = fail; }
  void fail_reads(bool fail) { fail_reads_ = fail; }
  // Nothing is written, made or deleted, also by those who have files open. Who opens one to write may only read it.
  void read_only(bool only) { read_only_ = only; }

 private:
  struct Change {
    std::int64_t offset = 0;
    std::optional<std::string> bytes;  // none: the file is cut at the offset
  };
  struct Entry {
    std::string disk;  // what is on it for certain
    std::vector<Change> pending;
    bool there = true;                  // seen by the program
    bool on_disk = false;               // its name is on the disk for certain
    std::optional<std::string> before;  // a file of this name that was deleted, but perhaps not on the disk
  };
  struct File;
  struct Calls;

  int strike();  // counts a call; an error if the power is gone
  Entry& entry(const std::string& path);
  void sync(Entry& entry, bool folder);
  void sync_folder();
  static void apply(std::string& content, const Change& change);

  std::string name_;
  sqlite3_vfs* system_;
  sqlite3_vfs vfs_;
  sqlite3_io_methods methods_;
  std::map<std::string, Entry> entries_;
  std::optional<std::uint64_t> left_;
  std::uint64_t calls_ = 0;
  bool fail_syncs_ = false, forget_syncs_ = false, fail_writes_ = false;
  std::optional<std::int64_t> room_;
  std::atomic<bool> cut_ = false, fail_reads_ = false, read_only_ = false;  // also read without the mutex
  std::mutex mutex_;  // of what is above, while the files change
};

}  // namespace banker::testing
