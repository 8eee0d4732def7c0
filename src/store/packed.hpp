#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "banker/store/journal.hpp"

// What a checkpoint keeps as bytes: docs/journal_format.md. Reading is false for what writing does not make.
namespace banker::store {

std::string write_open(const std::vector<OpenRound>& open);
bool read_open(std::string_view bytes, std::vector<OpenRound>& open);

std::string write_ledger(const Ledger& ledger);
bool read_ledger(std::string_view bytes, Ledger& ledger);

}  // namespace banker::store
