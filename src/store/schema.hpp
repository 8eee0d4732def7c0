#pragma once

#include <cstdint>

#include "sqlite.hpp"

namespace banker::store {

inline constexpr std::int64_t kApplicationId = 0x42414E4B;  // "BANK"
inline constexpr std::int64_t kJournalVersion = 1;

// Makes the tables in an empty file; otherwise checks that the file is a journal of this version. A file that is not is left
// as it is.
MaybeError prepare_schema(Database& database);

}  // namespace banker::store
