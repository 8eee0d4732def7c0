#pragma once

#include <string>

#include "banker/agent/options.hpp"

namespace banker {

// The spec of an agent that plays arms, as JSON text without "arms" and "seed".
struct BaseSpec {
  std::string text = R"({"agent":"tsallis-inf"})";
};

inline constexpr Field kBaseField{
    "the agent to copy: its spec without arms and seed, which are those of bold"};

// BOLD: copies of an agent for outcomes without delay. A round is played by the lowest-numbered copy with no open
// round, or by a new one: regret (m + 1) R_base(T / (m + 1)), m the most open rounds.
struct BoldOptions {
  static constexpr std::string_view kName = "bold";
  static constexpr std::string_view kPaper = "Joulani, Gyorgy, Szepesvari 2013";

  Arms arms{};
  std::uint64_t seed = 0;
  BaseSpec base{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("base", self.base, kBaseField);
  }
  LossDomain domain() const;  // that of the base
  std::optional<Error> validate() const;
};

Result<std::unique_ptr<Agent>> make_agent(const BoldOptions& options);

}  // namespace banker
