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

}  // namespace banker
