#pragma once

#include "banker/agent/baseline/options.hpp"

// Algorithms made for late outcomes, for losses in a known range. O_t is the running sum of the open rounds.
namespace banker {

// x_t = softmax(-eta_t L^), eta_t = sqrt(ln K / (K t / 2 + O_t)): regret 3 sqrt(ln K (K T / 2 + D)).
struct DelayedExp3 {
  static constexpr std::string_view kName = "delayed-exp3";
  static constexpr std::string_view kPaper = "after Gyorgy and Joulani 2021";
};
using DelayedExp3Options = RangeOptions<DelayedExp3>;
Result<std::unique_ptr<Agent>> make_agent(const DelayedExp3Options& options);

// x_t = mirror(-L^ / sigma_t) under half-Tsallis, sigma_t = sqrt(t + 2 O_t / sqrt K): regret
// 4 sqrt(K T + 2 sqrt(K) D).
struct DelayedTsallis {
  static constexpr std::string_view kName = "delayed-tsallis";
  static constexpr std::string_view kPaper = "follow the regularized leader under half-Tsallis; ours";
};
using DelayedTsallisOptions = RangeOptions<DelayedTsallis>;
Result<std::unique_ptr<Agent>> make_agent(const DelayedTsallisOptions& options);

// How zimmert-seldin counts delays: of all rounds, or of those it has not given up because they wait too long.
enum class Tuning : std::uint8_t { kSimple, kAdvanced };
std::string_view name(Tuning tuning);

inline constexpr Field kTuningField{"simple, or advanced: gives rounds up that wait too long"};

}  // namespace banker
