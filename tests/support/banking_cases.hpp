#pragma once

#include <string>
#include <vector>

#include "agent/player.hpp"

// Banker agents with options that the catalog does not have by default: a reserve, rounds that are given up, and
// losses without a unit.
namespace banker::testing {

// Whether it plays from what is known, and learns nothing, until a loss has told it how large losses are.
inline bool rests_at_first(const Agent& agent) {
  return agent.identity().name == "banker-scale-free" ||
         agent.spec().find("\"scale_invariant\":true") != std::string::npos;
}

inline bool skips_stale_rounds(const Agent& agent) {
  const Json spec = Json::parse(agent.spec());
  return spec.contains("skip_stale") && spec["skip_stale"] != false;
}

inline std::vector<Case> make_banking_cases() {
  const Json reserve{{"rho", 8}, {"kappa", 1}}, seldom{{"rho", nullptr}, {"kappa", 0.5}, {"hysteresis", 0.5}};
  std::vector<Case> cases;
  const auto add = [&](const std::string& name, Json options) {
    Json spec{{"agent", options["agent"]}, {"seed", 7}};
    if (options["agent"] == "banker-bolo") spec["body"] = ball_place().value;
    else spec["arms"] = 4;
    spec.update(options);
    cases.push_back(make_case(name, spec));
  };
  for (const std::string& spending : spendings()) {
    add("tinf.stale." + spending,
        {{"agent", "banker-tinf"}, {"spending", spending}, {"skip_stale", 0.5}, {"loss_range", {-1, 1}}});
    for (const std::string agent : {"banker-sftinf", "banker-sflbinf"})
      add(agent + ".invariant." + spending,
          {{"agent", agent}, {"spending", spending}, {"scale_invariant", true}});
  }
  const Json pool{{"spending", "proportional"}};
  const auto pooled = [&](const std::string& name, Json options) {
    options.update(pool);
    add(name, options);
  };
  pooled("tinf.reserve", {{"agent", "banker-tinf"}, {"reserve", reserve}});
  pooled("tinf.reserve.stale", {{"agent", "banker-tinf"}, {"reserve", seldom}, {"skip_stale", 1}});
  pooled("omd.reserve", {{"agent", "banker-omd"}, {"regularizer", "log-barrier"}, {"reserve", seldom}});
  pooled("sftinf.reserve", {{"agent", "banker-sftinf"}, {"reserve", reserve}, {"skip_stale", 1}});
  pooled("sftinf.all",
         {{"agent", "banker-sftinf"}, {"reserve", seldom}, {"skip_stale", 0.5}, {"scale_invariant", true}});
  pooled("sflbinf.all",
         {{"agent", "banker-sflbinf"}, {"reserve", seldom}, {"skip_stale", 0.5}, {"scale_invariant", true}});
  pooled("bolo.all", {{"agent", "banker-bolo"}, {"reserve", seldom}, {"skip_stale", 0.5}});
  add("bolo.stale", {{"agent", "banker-bolo"}, {"skip_stale", 1}});
  add("banker.often", {{"agent", "banker"}, {"skip_stale", 0.5}});
  add("banker.never", {{"agent", "banker"}, {"skip_stale", false}});
  add("scale-free.stale", {{"agent", "banker-scale-free"}, {"skip_stale", 0.5}});
  return cases;
}
inline const std::vector<Case>& banking_cases() {
  static const std::vector<Case> cases = make_banking_cases();
  return cases;
}

}  // namespace banker::testing
