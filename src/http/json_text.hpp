#pragma once

#include <cmath>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "../core/text.hpp"
#include "../store/number_text.hpp"
#include "banker/agent/identity.hpp"
#include "banker/store/journal.hpp"

// JSON appended to a text, for answers that are made a hundred thousand times a second.
namespace banker::http {

// In quotes, escaped. REQUIRES: UTF-8.
void append_quoted(std::string& out, std::string_view text);

// "2026-01-02T03:04:05.678901Z", in quotes.
void append_time(std::string& out, store::Time time);

// The name of an arm, or its number where the spec gives none.
void append_arm(std::string& out, const Identity& who, std::size_t arm);

// As the log has it; what is not a number in JSON is null.
inline void append_number(std::string& out, double value) {
  if (std::isfinite(value)) store::append_number(out, value);
  else out += "null";
}
inline void append_number(std::string& out, std::optional<double> value) {
  append_number(out, value.value_or(NAN));
}
void append_numbers(std::string& out, std::span<const double> values);

}  // namespace banker::http
