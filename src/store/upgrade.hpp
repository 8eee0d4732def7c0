#pragma once

#include <cstdint>
#include <string>

#include "sqlite.hpp"

namespace banker::store {

// What brings a journal of an older format to the next one. docs/journal_format.md, "Formats".
struct Step {
  std::int64_t format;  // that it leads to
  MaybeError (*take)(Database& database);
};

// Brings a journal of format `from` to kJournalVersion: every step in one transaction, so that a crash leaves the old file or the new
// one. A copy of the old one stays beside it; its name is left in `copy`. Nobody else may have the journal meanwhile.
MaybeError upgrade(Database& database, std::int64_t from, std::string& copy);

// Why a journal of a newer format is refused: which version wrote it.
Error refuse_newer(Database& database, std::int64_t format);

// Says in the journal which version of Banker brought it to this format; and whether that is there.
MaybeError sign_format(Database& database);
MaybeError check_signature(Database& database);

}  // namespace banker::store
