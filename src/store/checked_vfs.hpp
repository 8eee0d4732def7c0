#pragma once

#include <sqlite3.h>

#include <cstdint>

namespace banker::store {

// One of the codes for what is malformed, and not for a disk that fails, SQLITE_IOERR_DATA: that would end the transaction at hand, and
// with it what others have written.
inline constexpr int kWrongPage = SQLITE_CORRUPT | 66 << 8;

// The name of a layer of files that gives every page of a database its checksum when it is written, and looks whether it has the right one
// when it is read: kWrongPage if not. It lies over the layer of this name, null: the system's, and is made when it is first
// asked for, by any thread. docs/journal_format.md, "Pages".
const char* checked_vfs(const char* under);

// Of a connection on such a layer:
// the page that was last found to be another than was written; 0: none was,
std::int64_t damaged_page(sqlite3* database);
// and whether it is a SQLite file whose header speaks of other pages than those of a journal. Nothing may be done with it then.
bool has_other_pages(sqlite3* database);

// The name of the layer below, for a connection that takes pages as they are stored.
const char* vfs_below(sqlite3* database);

}  // namespace banker::store
