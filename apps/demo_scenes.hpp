#pragma once

#include <functional>
#include <optional>
#include <random>
#include <vector>

#include "banker/service/messages.hpp"

// A made-up world for `banker serve --demo`.
namespace banker::apps {

using DemoRandom = std::mt19937_64;

// What a decision comes to. No value: nobody will ever say.
struct Ending {
  std::optional<double> value;
  double delay = 0;  // seconds until it is told
};

// A bandit, how often it is asked, and what its decisions come to.
struct Scene {
  service::Create bandit;
  double share;  // of all decisions
  Outcome::Kind kind;
  // `seconds`: since the world began.
  std::function<Ending(const service::Made& made, double seconds, DemoRandom& random)> end;
};

// Their shares add up to 1. Agents learn fast here ("head_start" is small), so that there is something to see within half a minute.
const std::vector<Scene>& demo_scenes();

}  // namespace banker::apps
