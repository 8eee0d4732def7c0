#pragma once

#include <cstdint>

namespace banker::store {

// Pages of the database file. The last bytes of each are its checksum, which also knows the number of the page, counted from 1.
// docs/journal_format.md, "Pages".
inline constexpr int kPageSize = 4096;
inline constexpr int kPageTail = 8;

void put_page_checksum(unsigned char* page, std::int64_t number);

// A page without one, its tail is 0, was written by another program, which copied the file or put a WAL into it.
bool has_page_checksum(const unsigned char* page);

// Whether the checksum is right. Leaves a tail of 0, as pages have in SQLite's memory.
bool take_page_checksum(unsigned char* page, std::int64_t number);

// Whether a page of a table or an index says that something is where nothing but zeros are, as in a sector that was lost. Of other pages,
// which are known by their first byte, nothing can be said; nor in files of more than kMostPages, where that byte may be any.
bool has_holes(const unsigned char* page, std::int64_t number);
inline constexpr std::int64_t kMostPages = 1 << 25;

}  // namespace banker::store
