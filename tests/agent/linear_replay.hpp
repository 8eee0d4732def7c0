#pragma once

#include <set>

#include "agent/base64.hpp"
#include "agent/player.hpp"
#include "banker/agent/replay.hpp"

// Replays of linear agents, line by line.
namespace banker::testing {

using Keys = std::vector<std::string>;

inline constexpr const char* kBall =
    R"({"agent":"banker-bolo","body":{"type":"ball","dimension":3,"radius":1.0},"horizon":10000,"sampler":"cholesky"})";
inline constexpr const char* kRoutes =
    R"({"agent":"banker-bolo","actions":{"north":[0,1],"east":[1,0],"south":[0,-1]},"seed":7})";
inline constexpr const char* kAskLine = R"({"ask":{}})";

class LinearReplay : public ::testing::Test {
 protected:
  std::string feed(std::string_view line) { return replay_.feed(line).value(); }
  Json answer(std::string_view line) { return Json::parse(feed(line)); }
  void start(std::string_view spec) { ASSERT_EQ(feed(spec), ""); }

  // The line is refused with these words, and the replay is as it was before.
  void expect_refused(std::string_view line, std::initializer_list<std::string_view> words,
                      ErrorCode code = ErrorCode::kBadEvent) {
    SCOPED_TRACE(line);
    const std::string before = replay_.agent()->save();
    expect_error(replay_.feed(line), code, words);
    EXPECT_TRUE(replay_.agent()->save() == before) << "the line changed the agent";
  }
  static Keys keys(const Json& object) {
    Keys list;
    for (const auto& [key, value] : object.items()) list.push_back(key);
    return list;
  }
  static std::string tell(std::uint64_t round, const char* what, double value) {
    return Json{{"tell", {{"round", round}, {what, value}}}}.dump();
  }

  Replay replay_;
};

}  // namespace banker::testing
