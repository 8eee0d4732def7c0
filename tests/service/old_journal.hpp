#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <string>

#include "support/folder.hpp"
#include "support/server/file_service.hpp"
#include "support/server/first_format.hpp"

// The journal that version 0.1.0 left.
namespace banker::testing {

inline const std::string kOldJournal = BANKER_SOURCE_DIR "/tests/golden/0.1.0/journal/";

inline std::string unpacked(const std::string& file) {
  std::string content, buffer(1 << 16, '\0');
  gzFile in = gzopen(file.c_str(), "rb");
  EXPECT_TRUE(in) << file;
  for (int n; in && (n = gzread(in, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
    content.append(buffer, 0, static_cast<std::size_t>(n));
  gzclose(in);
  return content;
}

// The journal of a server of 0.1.0 that was killed: its last events are in the WAL, and after the last checkpoints.
inline void put_old_journal(const Folder& folder) {
  put(folder.file(), unpacked(kOldJournal + "banker.db.gz"));
  put(folder.file("banker.db-wal"), unpacked(kOldJournal + "banker.db-wal.gz"));
  put(folder.file("banker.db-head"), content_of(kOldJournal + "banker.db-head"));
}

}  // namespace banker::testing
