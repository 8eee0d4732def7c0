#pragma once

#include <filesystem>
#include <string>

#include "banker/lab/report.hpp"
#include "verbs.hpp"

namespace banker::apps {

enum class Verb { kCompare, kRun };

// Prints the results, and keeps them if there is a folder. Returns the exit status.
int print(Verb verb, const lab::Report& report, const Output& output);

// Writes the whole file or, if that fails, nothing, and says so.
bool write_file(const std::filesystem::path& path, const std::string& text);

}  // namespace banker::apps
