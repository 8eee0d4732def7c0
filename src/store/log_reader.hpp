#pragma once

#include <memory>
#include <string>

#include "banker/store/journal.hpp"

namespace banker::store {

// The log of a bandit, read through a connection of its own.
Result<std::unique_ptr<LogReader>> open_log(const std::string& file, const char* vfs,
                                            const BanditRow& bandit);

}  // namespace banker::store
