#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "agent/json_library.hpp"
#include "agent/places.hpp"
#include "banker/agent/catalog.hpp"

// Every agent of the catalog in every spending, linear ones on every kind of body, and a player that puts them
// through the same events.
namespace banker::testing {

using Random = std::mt19937_64;  // the standard fixes its numbers

struct Case {
  std::string name;
  std::string spec;
  bool takes_delay;  // false: the outcome must be told before the next ask
};
inline void PrintTo(const Case& c, std::ostream* out) { *out << c.spec; }
inline std::string case_name(const ::testing::TestParamInfo<Case>& info) {
  std::string name;
  for (const char c : info.param.name) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0;
    if (plain) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  return name;
}

inline bool has_key(const CatalogEntry& entry, std::string_view key) {
  for (const Parameter& p : entry.parameters) {
    if (p.name == key) return true;
  }
  return false;
}

// The agent of a spec that must be good.
inline std::unique_ptr<Agent> make(std::string_view spec) { return make_agent(spec).value(); }
inline std::unique_ptr<Agent> make_from(const Json& spec) { return make(spec.dump()); }

inline Case make_case(std::string name, const Json& spec) {
  const auto agent = make_from(spec);
  (void)agent->ask().value();
  return {std::move(name), spec.dump(), static_cast<bool>(agent->ask())};
}

inline const std::vector<std::string>& spendings() {
  static const std::vector<std::string> list{"oldest-first", "newest-first", "proportional"};
  return list;
}

// The default agent in every spending; and, if asked for, every regularizer and the constant scale in every
// spending.
inline std::vector<Case> arm_cases(const CatalogEntry& entry, bool with_parts) {
  std::vector<Case> variants{{entry.name, Json{{"agent", entry.name}, {"arms", 4}, {"seed", 7}}.dump(), {}}};
  const auto vary = [&](std::string_view key, const std::vector<Json>& values) {
    if (!has_key(entry, key)) return;
    const std::vector<Case> before = variants;
    for (const Json& value : values) {
      for (const Case& c : before) {
        Json spec = Json::parse(c.spec);
        spec[std::string(key)] = value;
        const bool plain = value.is_string();
        variants.push_back(
            {c.name + '.' + (plain ? value.get<std::string>() : value.dump()), spec.dump(), {}});
      }
    }
    if (key == "spending") variants.erase(variants.begin(), variants.begin() + before.size());
  };
  vary("spending", {spendings().begin(), spendings().end()});
  if (with_parts) {
    vary("regularizer", {"negentropy", "log-barrier", {{"tsallis", 0.9}}});
    vary("scale", {{{"rule", "constant"}, {"value", 8}}});
    vary("estimator", {"reduced-variance"});
    vary("tuning", {"advanced"});
    vary("base", {{{"agent", "delayed-thompson"}}, {{"agent", "omd"}}});
  }
  std::vector<Case> cases;
  for (const Case& c : variants) cases.push_back(make_case(c.name, Json::parse(c.spec)));
  return cases;
}

// On every kind of body and a list of actions, each in one of the spendings, or in every one if asked for; and
// with the directions of the paper.
inline std::vector<Case> linear_cases(const CatalogEntry& entry, bool with_parts) {
  std::vector<Case> cases;
  std::size_t count = 0;
  for (const Place& place : linear_places()) {
    Json spec{{"agent", entry.name}, {place.key, place.value}, {"seed", 7}};
    if (!has_key(entry, "spending")) {
      cases.push_back(make_case(entry.name + '.' + place.name, spec));
      continue;
    }
    for (const std::string& spending : spendings()) {
      if (!with_parts && spending != spendings()[count % spendings().size()]) continue;
      spec["spending"] = spending;
      cases.push_back(make_case(entry.name + '.' + place.name + '.' + spending, spec));
    }
    ++count;
  }
  if (entry.name != "banker-bolo") return cases;
  const Place place = polytope_place();
  cases.push_back(
      make_case(entry.name + ".eigen",
                {{"agent", entry.name}, {place.key, place.value}, {"seed", 7}, {"sampler", "eigen"}}));
  return cases;
}

inline std::vector<Case> make_catalog_cases(bool with_parts) {
  std::vector<Case> cases;
  for (const CatalogEntry& entry : catalog()) {
    const std::vector<Case> more =
        entry.kind == "arms" ? arm_cases(entry, with_parts) : linear_cases(entry, with_parts);
    cases.insert(cases.end(), more.begin(), more.end());
  }
  return cases;
}
// Each list is made once: every start of a test program needs some of them.
inline const std::vector<Case>& catalog_cases(bool with_parts) {
  static const std::vector<Case> plain = make_catalog_cases(false), all = make_catalog_cases(true);
  return with_parts ? all : plain;
}

inline bool is_linear(const Agent& agent) { return agent.dimension() > 0; }
inline bool has_range(const Agent& agent) {
  const LossDomain::Kind kind = agent.identity().domain.kind;
  return kind == LossDomain::Kind::kRange || kind == LossDomain::Kind::kSymmetric;
}

// Whether it closes open rounds by itself, so that they are no longer outstanding.
inline bool gives_rounds_up(const Agent& agent) {
  return agent.identity().name == "dew" || agent.spec().find("\"advanced\"") != std::string::npos;
}

// A loss the agent takes, for u in [0, 1]; where the size of losses is unknown, up to four times the first
// guess.
inline double loss_for(const Agent& agent, double u) {
  const LossDomain& domain = agent.identity().domain;
  switch (domain.kind) {
    case LossDomain::Kind::kRange:
    case LossDomain::Kind::kSymmetric: return domain.low + u * (domain.high - domain.low);
    case LossDomain::Kind::kNonNegative: return 4 * u;
    case LossDomain::Kind::kSigned: break;
  }
  return 4 * u - 2;
}

// A decision on a round that is still open, with every number bit by bit.
inline std::string text(const Agent& agent, const Decision& d) {
  char out[100];
  std::snprintf(out, sizeof out, "ask %llu %zu %a", static_cast<unsigned long long>(number(d.round)), d.arm,
                d.probability);
  std::string line = out;
  if (is_linear(agent)) {
    std::snprintf(out, sizeof out, " %zu %d", d.direction, d.sign);
    line += out;
    for (const double coordinate : agent.action(d.round).value()) {
      std::snprintf(out, sizeof out, " %a", coordinate);
      line += out;
    }
  }
  return line + '\n';
}
inline std::string text(const Receipt& r) {
  char out[100];
  std::snprintf(out, sizeof out, "tell %llu %d %a\n", static_cast<unsigned long long>(number(r.round)),
                static_cast<int>(r.state), r.immediate_cost.value_or(-1));
  return out;
}

// How large the losses are where an agent knows no range: of the size of its first guess; or up to 1e140,
// every one of another size; or the later the round, the larger, in jumps of up to 10^9.
enum class Losses : std::uint8_t { kUsual, kOfEverySize, kGrowing };

inline double loss_for(const Agent& agent, RoundId round, double u, Losses losses) {
  const double usual = loss_for(agent, u);
  if (losses == Losses::kUsual || has_range(agent)) return usual;
  const double exponent = losses == Losses::kOfEverySize
                              ? 280 * std::fmod(1021 * u, 1) - 140  // of other bits of u than the sign
                              : std::min(140.0, 9 * u * static_cast<double>(number(round)));
  return std::copysign(std::min(1e140, std::pow(10, exponent)), usual);
}

// Plays events made from random bits: asks, tells in any order, a few drops.
class Player {
 public:
  Player(Agent& agent, bool takes_delay, std::vector<RoundId> open = {}, Losses losses = Losses::kUsual)
      : agent_(agent), takes_delay_(takes_delay), open_(std::move(open)), losses_(losses) {}

  bool asks(std::uint64_t bits) const { return open_.empty() || (takes_delay_ && bits % 16 < 8); }
  const std::vector<RoundId>& open() const { return open_; }

  // One event; its answer with every number bit by bit.
  std::string step(std::uint64_t bits) {
    if (asks(bits)) return ask();
    const std::size_t i = bits / 16 % 4096 % open_.size();
    const RoundId round = open_[i];
    open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(i));
    const double u = static_cast<double>(bits >> 48) / 65536;
    const double loss = loss_for(agent_, round, u, losses_);
    return text((bits % 16 == 15 ? agent_.drop(round) : agent_.tell(round, loss)).value());
  }
  std::string ask() { return asked(agent_.ask().value()); }
  std::string ask(const Forced& forced) { return asked(agent_.ask(forced).value()); }
  const Decision& last() const { return last_; }  // the last decision
  std::string steps(Random& random, int n) {
    std::string trace;
    for (int i = 0; i < n; ++i) trace += step(random());
    return trace;
  }

 private:
  std::string asked(const Decision& decision) {
    open_.push_back(decision.round);
    last_ = decision;
    return text(agent_, decision);
  }

  Agent& agent_;
  bool takes_delay_;
  std::vector<RoundId> open_;
  Losses losses_;
  Decision last_{};
};

// Everything about a decision, chosen by the caller.
inline Forced forced(const Agent& agent, const Decision& d) {
  if (!is_linear(agent)) return {.arm = d.arm, .direction = {}, .sign = {}};
  Forced all{.arm = {}, .direction = d.direction, .sign = d.sign};
  if (agent.arms() > 0) all.arm = d.arm;
  return all;
}

// By how much x breaks the limit of the body in a spec that it breaks most; 0 if it is a listed action.
inline double outside(const Json& spec, const std::vector<double>& x) {
  return spec.contains("body") ? outside_body(spec["body"], x) : outside_actions(spec["actions"], x);
}
inline double outside(const Agent& agent, const std::vector<double>& x) {
  return outside(Json::parse(agent.spec()), x);
}

// The call fails with this code, and its message holds these words.
template <class T>
void expect_error(const Result<T>& result, ErrorCode code, std::initializer_list<std::string_view> words) {
  ASSERT_FALSE(result) << "expected an error";
  const Error& error = result.error();
  EXPECT_EQ(error.code, code) << error.message;
  for (const std::string_view word : words) {
    EXPECT_NE(error.message.find(word), std::string::npos)
        << '"' << word << "\" is not in: " << error.message;
  }
}

}  // namespace banker::testing
