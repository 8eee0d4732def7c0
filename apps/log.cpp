#include "log.hpp"

#include <chrono>
#include <cstdio>
#include <ctime>

namespace banker::apps {

namespace {

std::string_view name(Log::Level level) {
  return level == Log::Level::kError ? "error" : level == Log::Level::kInfo ? "info" : "debug";
}

// "2026-01-02T03:04:05.678Z"
std::string now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(since).count();
  const std::time_t seconds = milliseconds / 1000;
  std::tm parts{};
  gmtime_r(&seconds, &parts);
  char date[32], text[40];
  std::strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%S", &parts);
  std::snprintf(text, sizeof text, "%s.%03dZ", date, static_cast<int>(milliseconds % 1000));
  return text;
}

// In ASCII: what clients send must not move the cursor of whoever reads this.
std::string dump(const Json& value) { return value.dump(-1, ' ', true, Json::error_handler_t::replace); }

}  // namespace

Log::Log(std::string_view level, bool json)
    : level_(level == "off"     ? Level::kOff
             : level == "error" ? Level::kError
             : level == "info"  ? Level::kInfo
                                : Level::kDebug),
      json_(json) {}

void Log::write(Level level, std::string_view event, const Json& more) const {
  if (!tells(level)) return;
  std::string line;
  if (json_) {
    Json object{{"at", now()}, {"level", name(level)}, {"event", event}};
    if (more.is_object()) object.update(more);
    line = dump(object);
  } else {
    line = now() + ' ' + std::string(name(level)) + ' ' + std::string(event);
    for (const auto& [key, value] : more.items()) line += ' ' + key + '=' + dump(value);
  }
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);  // whole lines, also from many threads
}

}  // namespace banker::apps
