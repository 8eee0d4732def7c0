#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "agent/player.hpp"

// Agents that give rounds up, and a slow model that looks at the age of every open round before every ask.
namespace banker::testing {

// If an open round has t - s > max(1, f sqrt(O_{t-1} / K)), O the sum of the rounds that were kept at every ask so far,
// ask t gives up all with t - s > max(1, (15/16) f sqrt(O_{t-1} / K)).
class SlowAges {
 public:
  SlowAges(double factor, std::size_t arms) : factor_(factor), arms_(static_cast<double>(arms)) {}

  void ask(std::uint64_t t) {
    const double limit = factor_ * std::sqrt(total / arms_);
    const auto older = [&](const auto& w, double age) {
      return !w.second && static_cast<double>(t - w.first) > std::max(1.0, age);
    };
    const bool any =
        std::any_of(waiting.begin(), waiting.end(), [&](const auto& w) { return older(w, limit); });
    for (auto& w : waiting) {
      if (!any || !older(w, 15.0 / 16 * limit)) continue;
      given_up += 1;
      w.second = true;
    }
    total += static_cast<double>(kept());
    waiting[t] = false;
  }
  std::size_t kept() const {
    return static_cast<std::size_t>(
        std::count_if(waiting.begin(), waiting.end(), [](const auto& w) { return !w.second; }));
  }

  std::map<std::uint64_t, bool> waiting;  // rounds not told or dropped: whether they are stale
  std::size_t given_up = 0;
  double total = 0;  // O

 private:
  double factor_, arms_;
};

inline bool is_stale(const Agent& agent, std::uint64_t round) {
  const auto statement = agent.statement(RoundId{round});
  return !statement && statement.error().message.find("stale") != std::string::npos;
}

struct StaleKind {
  std::string name;
  Json options;
  double factor;
  double each;  // by what the certificate rises for a round that is given up

  std::unique_ptr<Agent> agent(std::size_t arms) const {
    Json spec = options;
    if (spec["agent"] == "banker-bolo")
      spec["body"] = {{"type", "ball"}, {"dimension", arms}, {"radius", 1.0}};
    else spec["arms"] = arms;
    spec["skip_stale"] = factor;
    return make_from(spec);
  }
};
inline std::ostream& operator<<(std::ostream& out, const StaleKind& kind) { return out << kind.name; }

inline std::vector<StaleKind> stale_kinds() {
  std::vector<StaleKind> list;
  for (const double factor : {0.5, 1.0, 4.0}) {
    const std::string by = factor == 0.5 ? "_by_half" : factor == 1 ? "_by_1" : "_by_4";
    for (std::string spending : spendings()) {
      const Json options{{"agent", "banker-tinf"}, {"spending", spending}};
      std::replace(spending.begin(), spending.end(), '-', '_');
      list.push_back({"tinf_" + spending + by, options, factor, 1});
    }
    list.push_back({"banker" + by, {{"agent", "banker"}}, factor, 1});
  }
  list.push_back({"sftinf", {{"agent", "banker-sftinf"}}, 0.5, 0});
  list.push_back({"bolo", {{"agent", "banker-bolo"}}, 0.5, 2});
  return list;
}

}  // namespace banker::testing
