#pragma once

#include <gtest/gtest.h>

#include <sstream>
#include <string>

#include "banker/agent/replay.hpp"

namespace banker::testing {

// The bytes of an agent that played this log from its beginning.
inline std::string replayed(const std::string& log) {
  Replay replay;
  std::istringstream lines(log);
  for (std::string line; std::getline(lines, line);) {
    const auto answer = replay.feed(line);
    EXPECT_TRUE(answer) << line << ": " << answer.error().message;
    if (!answer) return "";
  }
  return replay.agent() ? replay.agent()->save() : "";
}

}  // namespace banker::testing
