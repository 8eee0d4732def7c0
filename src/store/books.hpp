#pragma once

#include <cstdint>

#include "sqlite.hpp"

namespace banker::store {

// What must add up, written in every commit.
struct Books {
  std::uint64_t bandits = 0;  // living ones
  std::uint64_t events = 0;   // the sum of their last seq
  std::uint64_t commits = 0;
};

inline constexpr const char* kReadBooks = "SELECT one, bandits, events, commits, crc FROM books";
inline constexpr const char* kWriteBooks = "REPLACE INTO books VALUES(?, ?, ?, ?, ?)";

Result<Books> read_books(Query& query);                    // kReadBooks
MaybeError write_books(Query& query, const Books& books);  // kWriteBooks

}  // namespace banker::store
