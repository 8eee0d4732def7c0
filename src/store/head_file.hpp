#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "sqlite.hpp"

namespace banker::store {

// The file next to the journal that says how many commits were answered, and whose lock keeps a second server away.
// docs/journal_format.md.
class HeadFile {
 public:
  HeadFile() = default;
  HeadFile(const HeadFile&) = delete;
  HeadFile& operator=(const HeadFile&) = delete;
  ~HeadFile();

  // Makes the file, for its owner only, if it is not there, and locks it. `journal` is a name without links: two names of one
  // file would have two heads.
  MaybeError open(const std::string& journal);
  // After a commit that is on disk. A head that cannot be written is an older one: it only promises less.
  void write(std::uint64_t commits);

 private:
  int descriptor_ = -1;
};

// Whether the journal has the commits its head speaks of.
MaybeError check_head(const std::string& journal, std::uint64_t commits);

// What to do about a file that the system refuses with this code.
std::string_view advice_on_file(int code);

}  // namespace banker::store
