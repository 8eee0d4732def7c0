#pragma once

#include <string>

#include "sqlite.hpp"

namespace banker::store {

// Copies a journal, as of its last commit, for its owner only. The copy has its name when it is whole and on disk, not before.
MaybeError keep_copy(const Database& database, const std::string& copy);

}  // namespace banker::store
