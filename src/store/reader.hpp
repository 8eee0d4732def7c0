#pragma once

#include <memory>
#include <string>

#include "banker/store/journal.hpp"

namespace banker::store {

// What is in the journal, read through a connection of its own.
Result<std::unique_ptr<Reader>> open_reader(const std::string& file, const char* vfs);

}  // namespace banker::store
