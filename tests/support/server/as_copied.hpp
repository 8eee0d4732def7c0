#pragma once

#include <string>

namespace banker::testing {

// The bytes of a database without those that SQLite writes anew in every copy, and on which nothing depends: docs/journal_format.md, "Pages".
inline std::string as_copied(std::string database) {
  for (const auto& [from, size] : {std::pair{24u, 4u}, {40u, 4u}, {92u, 8u}})
    database.replace(from, size, size, '\0');
  return database;
}

}  // namespace banker::testing
