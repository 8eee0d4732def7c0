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

// DEW with skipping, in epochs m: x_t = softmax(-eta L^), eta = ln K / 2^m, with L^ = 0 at the start of each. Rounds
// older than beta = 2^m / (4 e ln K) are given up; the epoch ends when max{|S|^2, (e K T_m / 2 + D_m) ln K} > 4^m, S
// its rounds given up, T_m its rounds and D_m the running sum of its open ones. What is open then is given up too.
struct Dew {
  static constexpr std::string_view kName = "dew";
  static constexpr std::string_view kPaper =
      "Thune, Cesa-Bianchi, Seldin 2019, skipping and doubling; the theorem knows every delay when it acts, "
      "here delays are counted as they pass";
};
using DewOptions = RangeOptions<Dew>;
Result<std::unique_ptr<Agent>> make_agent(const DewOptions& options);

// x_t = argmin <L^, x> - 2 sqrt(t) sum_i sqrt(x_i) + sqrt(2 O_t / ln K) sum_i x_i ln x_i: regret
// 4 sqrt(K T) + sqrt(8 D ln K). Advanced: O_t counts the rounds not given up; at t those of age above
// max(1, sqrt(O_{t-1} / ln K)) are.
struct ZimmertSeldinOptions {
  static constexpr std::string_view kName = "zimmert-seldin";
  static constexpr std::string_view kPaper =
      "Zimmert and Seldin 2020; the constants of the advanced tuning are uncertain";

  Arms arms{};
  std::uint64_t seed = 0;
  Tuning tuning = Tuning::kSimple;
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("tuning", self.tuning, kTuningField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};
Result<std::unique_ptr<Agent>> make_agent(const ZimmertSeldinOptions& options);

// Plays the arm of least mean_i - sqrt(2 ln t / n_i), n_i its told outcomes; first those with none, the least played
// of them. For outcomes that are independent of the past. Draws nothing: the seed changes nothing.
struct DelayedUcb {
  static constexpr std::string_view kName = "delayed-ucb";
  static constexpr std::string_view kPaper =
      "delayed UCB1, Joulani, Gyorgy, Szepesvari 2013; stochastic losses only";
};
using DelayedUcbOptions = RangeOptions<DelayedUcb>;
Result<std::unique_ptr<Agent>> make_agent(const DelayedUcbOptions& options);

// Thompson sampling with a queue of outcomes per arm: it draws theta_i ~ Beta(1 + successes_i, 1 + failures_i) and
// wants the largest. That arm's oldest waiting outcome is used, and it draws again; while none waits, the arm is
// played.
struct DelayedThompson {
  static constexpr std::string_view kName = "delayed-thompson";
  static constexpr std::string_view kPaper =
      "Thompson sampling in QPM-D, Joulani, Gyorgy, Szepesvari 2013; stochastic losses only; "
      "uncertain: a loss between 0 and 1 counts in part as a failure";
};
using DelayedThompsonOptions = RangeOptions<DelayedThompson>;
Result<std::unique_ptr<Agent>> make_agent(const DelayedThompsonOptions& options);

}  // namespace banker
