#include "json_text.hpp"

#include <chrono>
#include <cstdio>

namespace banker::http {

void append_quoted(std::string& out, std::string_view text) {
  out += '"';
  for (const char c : text) {
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (static_cast<unsigned char>(c) < 0x20) {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\u%04x", static_cast<unsigned>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  out += '"';
}

void append_time(std::string& out, store::Time time) {
  using namespace std::chrono;
  const sys_time<microseconds> at{microseconds(time)};
  const auto midnight = floor<days>(at);
  const year_month_day day(midnight);
  const hh_mm_ss clock(at - midnight);
  char text[64];
  std::snprintf(text, sizeof text, "\"%04d-%02u-%02uT%02d:%02d:%02d.%06dZ\"", static_cast<int>(day.year()),
                static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()),
                static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
                static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  out += text;
}

void append_arm(std::string& out, const Identity& who, std::size_t arm) {
  if (who.arm_names.empty()) append(out, arm);
  else append_quoted(out, who.arm_names[arm]);
}

void append_numbers(std::string& out, std::span<const double> values) {
  out += '[';
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) out += ',';
    append_number(out, values[i]);
  }
  out += ']';
}

}  // namespace banker::http
