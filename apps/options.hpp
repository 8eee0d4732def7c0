#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace banker::apps {

// Digits and nothing else: no sign, no octal.
inline const CLI::Validator kWhole(
    [](std::string& text) -> std::string {
      const bool digits =
          !text.empty() && text.size() <= 18 && text.find_first_not_of("0123456789") == text.npos;
      if (digits && (text[0] != '0' || text.size() == 1)) return {};
      return "\"" + text + "\" is not a whole number, written in digits only, such as 0, 7 or 1000";
    },
    "");

// The verbs of the server, each with its options.
void add_serve(CLI::App& app, int& status);
void add_token(CLI::App& app, int& status);
void add_migrate(CLI::App& app, int& status);

}  // namespace banker::apps
