#pragma once

#include "banker/agent/baseline/options.hpp"

// Algorithms that know nothing of the size of losses, made for outcomes that come at once. Late ones are
// weighed with the probability of their draw; what the papers take of round s beyond that (its leader, its
// learning rate) is taken of the moment its outcome comes.
namespace banker {

// q_t = mirror(-eta_t L^) under the log-barrier, x_t = (1 - g_t) q_t + g_t / K, g_t = min(1/2, sqrt(K/t)),
// eta_{t+1} = K / (1 + sum M_s), M_s = max over q of <l~_s, q_s - q> - D(q, q_s) / eta_s.
struct SfMab {
  static constexpr std::string_view kName = "sf-mab";
  static constexpr std::string_view kPaper = "Putta, Agrawal 2022; eta and exploration known at second hand";
  static LossDomain domain() { return LossDomain::any_sign(); }
};
using SfMabOptions = UnboundedOptions<SfMab>;
Result<std::unique_ptr<Agent>> make_agent(const SfMabOptions& options);

// x_t = mirror(-L^ / sigma_t) under the log-barrier, sigma_t = sqrt(S/K) / 4, S the sum of squared losses.
struct UmabNn {
  static constexpr std::string_view kName = "umab-nn";
  static constexpr std::string_view kPaper = "Chen, Zhang 2023; uncertain: 1/eta, as in the authors' script";
  static LossDomain domain() { return LossDomain::non_negative(); }
};
using UmabNnOptions = UnboundedOptions<UmabNn>;
Result<std::unique_ptr<Agent>> make_agent(const UmabNnOptions& options);

inline constexpr Field kCautionField{
    "1/eta is at least so many times the largest gain; less than 4 is outside the proof, 0.25 is near the "
    "authors' script",
    1e-3, 1e3};

// The same for losses of any sign. Those below -2C count as -2C, C the largest -l so far; sigma_t =
// max(caution C, sqrt(S/K) / 4): with caution 4 a gain of -2C takes at most about half of a dual away. Arms with
// q_i < 1/rho get 1/rho more, taken from the largest; rho = 2 K^2 + sqrt(K T), without a horizon t for T.
struct UmabGOptions {
  static constexpr std::string_view kName = "umab-g";
  static constexpr std::string_view kPaper =
      "Chen, Zhang 2023; uncertain: 1/eta (their script: sqrt(S/K + C^2)/4), C from 0 and untruncated";

  Arms arms{};
  std::uint64_t seed = 0;
  Horizon horizon{};
  double caution = 4;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("horizon", self.horizon, kHorizonField);
    visit("caution", self.caution, kCautionField);
  }
  LossDomain domain() const { return LossDomain::any_sign(); }
  std::optional<Error> validate() const;
};
Result<std::unique_ptr<Agent>> make_agent(const UmabGOptions& options);

// AdaHedge on estimates centred at the first told loss c: q_t = softmax(-eta_t L^), l~ = ((l - c) / p) e_A,
// x_t = (1 - g_t) q_t + g_t / K, g_t = min(1/2, sqrt(5/2 K ln K / t)), eta_t = ln K / sum of mixability gaps.
struct Ahb {
  static constexpr std::string_view kName = "ahb";
  static constexpr std::string_view kPaper = "Hadiji, Stoltz 2023; uncertain: the 5/2 of the exploration";
  static LossDomain domain() { return LossDomain::any_sign(); }
};
using AhbOptions = UnboundedOptions<Ahb>;
Result<std::unique_ptr<Agent>> make_agent(const AhbOptions& options);

}  // namespace banker
