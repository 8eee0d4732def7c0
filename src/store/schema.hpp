#pragma once

#include <cstdint>
#include <string>

#include "sqlite.hpp"

namespace banker::store {

inline constexpr std::int64_t kApplicationId = 0x42414E4B;  // "BANK"
inline constexpr std::int64_t kJournalVersion = 2;

// Makes the tables in an empty file; otherwise checks that the file is a journal, and brings an older one to this format
// (upgrade.hpp): the name of the copy it leaves is then in `copy`, if there is one. A file that is none is left as it is. REQUIRES:
// this process does not hold the head.
MaybeError prepare_schema(Database& database, std::string* copy = nullptr);

// The tables that this format has and the one before it has not.
MaybeError make_tables(Database& database, std::int64_t format);

}  // namespace banker::store
