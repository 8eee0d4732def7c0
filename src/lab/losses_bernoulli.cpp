// Losses 0 or 1 whose means stand still, or for a phase.
#include <algorithm>

#include "losses.hpp"

namespace banker::lab {

namespace {

// m = 1/2, but 1/2 - gap for the home arm.
std::vector<double> one_good_arm(const Setting& setting, double gap) {
  std::vector<double> mean(setting.arms, 0.5);
  mean[home_arm(setting)] -= gap;
  return mean;
}

class Bernoulli final : public BernoulliLosses {
 public:
  Bernoulli(const Setting& setting, double gap) : BernoulliLosses(setting.seed, one_good_arm(setting, gap)) {}
  Bernoulli(const Setting& setting, std::vector<double> mean)
      : BernoulliLosses(setting.seed, std::move(mean)) {}
  bool advance(std::uint64_t t) override {
    round_ = t;
    return t == 1;
  }
};

// The gap stays and the level moves (Zimmert and Seldin): the home arm and the others have the means
// (0, gap) and (1 - gap, 1) in turn, in phases of floor(1.6^p) rounds.
class StochasticallyConstrained final : public PhasedLosses {
 public:
  StochasticallyConstrained(const Setting& setting, double gap)
      : PhasedLosses(setting.seed, std::vector<double>(setting.arms)), home_(home_arm(setting)), gap_(gap) {}

 private:
  bool begin(std::uint64_t phase) override {
    if (phase > 0) length_ *= 1.6;
    const bool upper = phase % 2 == 1;
    std::fill(mean_.begin(), mean_.end(), upper ? 1 : gap_);
    mean_[home_] = upper ? 1 - gap_ : 0;
    return true;
  }
  std::uint64_t length(std::uint64_t) const override {
    return static_cast<std::uint64_t>(std::min(length_, static_cast<double>(kMaxRound)));
  }

  std::size_t home_;
  double gap_;
  double length_ = 1;  // 1.6^p
};

// m = 1/2, but 1/2 - gap for the good arm: the home arm in phases 3k and 3k + 1, another one in phase 3k + 2.
class Switching final : public PhasedLosses {
 public:
  Switching(const Setting& setting, std::uint64_t period, double gap)
      : PhasedLosses(setting.seed, one_good_arm(setting, gap)),
        period_(period),
        home_(home_arm(setting)),
        good_(home_),
        gap_(gap) {}

 private:
  bool begin(std::uint64_t phase) override {
    const double u = uniforms(seed_, RoundId{phase}, stream(Stream::kProblem, 1)).first;
    const std::size_t good = phase % 3 == 2 ? other_arm(home_, u, mean_.size()) : home_;
    if (phase > 0 && good == good_) return false;
    mean_[good_] = 0.5;
    mean_[good] = 0.5 - gap_;
    good_ = good;
    return true;
  }
  std::uint64_t length(std::uint64_t) const override { return period_; }

  std::uint64_t period_;
  std::size_t home_, good_;
  double gap_;
};

// Arm A costs 0.25, then 0.6; arm B 0.65, then 0.3; and again. The others cost 0.55. A is the best: 0.425 on
// average, B 0.475.
class Trap final : public PhasedLosses {
 public:
  Trap(const Setting& setting, std::uint64_t period)
      : PhasedLosses(setting.seed, std::vector<double>(setting.arms, 0.55)),
        period_(period),
        a_(home_arm(setting)),
        b_(other_arm(a_, uniforms(setting.seed, RoundId{0}, stream(Stream::kProblem)).second, setting.arms)) {
  }

 private:
  bool begin(std::uint64_t phase) override {
    mean_[b_] = phase % 2 == 0 ? 0.65 : 0.3;
    mean_[a_] = phase % 2 == 0 ? 0.25 : 0.6;
    return true;
  }
  std::uint64_t length(std::uint64_t) const override { return period_; }

  std::uint64_t period_;
  std::size_t a_, b_;
};

// The losses of Bernoulli, times 1 up to round T/2 and times `factor` from then on.
class ScaleJump final : public PhasedLosses {
 public:
  ScaleJump(const Setting& setting, double factor, double gap)
      : PhasedLosses(setting.seed, one_good_arm(setting, gap)),
        chance_(mean_),
        factor_(factor),
        half_(setting.rounds / 2) {}
  double outcome(std::size_t arm) const override { return draw(arm) < chance_[arm] ? size_ : 0; }

 private:
  bool begin(std::uint64_t phase) override {
    if (phase > 1) return false;
    size_ = phase == 0 ? 1 : factor_;
    for (std::size_t i = 0; i < mean_.size(); ++i) mean_[i] = size_ * chance_[i];
    return true;
  }
  std::uint64_t length(std::uint64_t phase) const override { return phase == 0 ? half_ : kMaxRound; }

  std::vector<double> chance_;  // of a loss that is not 0
  double factor_;
  double size_ = 1;  // of a loss that is not 0
  std::uint64_t half_;
};

Result<LossSource> build_bernoulli(const Arguments& arguments) {
  if (!arguments.given("means")) return source_of<Bernoulli>(arguments.number("gap"));
  if (arguments.given("gap"))
    return Error{ErrorCode::kBadSpec, "bernoulli takes \"gap\" or \"means\", not both: means say it all"};
  const std::vector<double>& means = arguments.list("means");
  if (means.size() < 2)
    return Error{ErrorCode::kBadValue,
                 "\"means\" of bernoulli is one number: give one for each of two or more arms"};
  LossSource source = source_of<Bernoulli>(means);
  source.arms = means.size();
  return source;
}

}  // namespace

LossRecipes bernoulli_losses() {
  return {
      {"bernoulli",
       {number("gap", "0.1", 0, 0.5), optional_list("means", 0, 1)},
       "0 or 1: every arm has mean 1/2 and one 1/2 - gap; or the means joined by ':'",
       build_bernoulli},
      {"stochastically-constrained",
       {number("gap", "0.1", 0, 1)},
       "0 or 1: the gap between the best arm and the others stays, the level of all of them moves",
       [](const Arguments& a) -> Result<LossSource> {
         return source_of<StochasticallyConstrained>(a.number("gap"));
       }},
      {"switching",
       {integer("period", "1000", 1), number("gap", "0.2", 0, 0.5)},
       "0 or 1: one arm is better by the gap; in every third period it is another one",
       [](const Arguments& a) -> Result<LossSource> {
         return source_of<Switching>(a.integer("period"), a.number("gap"));
       }},
      {"trap",
       {integer("period", kRequired, 1)},
       "0 or 1: the best arm on average looks the worst in every second period",
       [](const Arguments& a) -> Result<LossSource> { return source_of<Trap>(a.integer("period")); }},
      {"scale-jump",
       {number("factor", "100", 0, 1e100), number("gap", "0.2", 0, 0.5)},
       "0 or 1 up to half of the rounds, then 0 or the factor: every arm has mean 1/2 and one 1/2 - gap, "
       "times that",
       [](const Arguments& a) -> Result<LossSource> {
         LossSource source = source_of<ScaleJump>(a.number("factor"), a.number("gap"));
         source.high = std::max(1.0, a.number("factor"));
         return source;
       }},
  };
}

}  // namespace banker::lab
