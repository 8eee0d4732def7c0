#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "banker/agent/catalog.hpp"

// Every agent of the catalog in every spending, and a player that puts them through the same events.
namespace banker::testing {

using Json = nlohmann::ordered_json;
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

// The default agent in every spending; and, if asked for, every regularizer and the constant scale in every
// spending.
inline std::vector<Case> catalog_cases(bool with_parts) {
  std::vector<Case> cases;
  for (const CatalogEntry& entry : catalog()) {
    if (entry.kind != "arms") continue;
    std::vector<Case> variants{
        {entry.name, Json{{"agent", entry.name}, {"arms", 4}, {"seed", 7}}.dump(), {}}};
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
    vary("spending", {"oldest-first", "newest-first", "proportional"});
    if (with_parts) {
      vary("regularizer", {"negentropy", "log-barrier", {{"tsallis", 0.9}}});
      vary("scale", {{{"rule", "constant"}, {"value", 8}}});
    }
    for (const Case& c : variants) cases.push_back(make_case(c.name, Json::parse(c.spec)));
  }
  return cases;
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

inline std::string text(const Decision& d) {
  char out[100];
  std::snprintf(out, sizeof out, "ask %llu %zu %a\n", static_cast<unsigned long long>(number(d.round)), d.arm,
                d.probability);
  return out;
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
  if (losses == Losses::kUsual || agent.identity().domain.kind == LossDomain::Kind::kRange) return usual;
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
  std::string ask_arm(std::size_t arm) { return asked(agent_.ask_arm(arm).value()); }
  std::string steps(Random& random, int n) {
    std::string trace;
    for (int i = 0; i < n; ++i) trace += step(random());
    return trace;
  }

 private:
  std::string asked(const Decision& decision) {
    open_.push_back(decision.round);
    return text(decision);
  }

  Agent& agent_;
  bool takes_delay_;
  std::vector<RoundId> open_;
  Losses losses_;
};

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
