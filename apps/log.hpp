#pragma once

#include <string>
#include <string_view>

#include "text.hpp"

namespace banker::apps {

// What a server tells on standard error: a line for each event. Thread safe.
class Log {
 public:
  enum class Level { kOff, kError, kInfo, kDebug };
  Log(std::string_view level, bool json);

  bool tells(Level level) const { return level <= level_; }
  // `more` is an object: what else there is to say.
  void write(Level level, std::string_view event, const Json& more = {}) const;

 private:
  Level level_;
  bool json_;
};

}  // namespace banker::apps
