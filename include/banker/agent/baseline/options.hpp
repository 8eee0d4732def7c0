#pragma once

#include "banker/agent/options.hpp"

namespace banker {

// Most baselines differ in their name and their rule, not in their options. `Tag` holds kName and kPaper.

// For losses in a known range.
template <class Tag>
struct RangeOptions {
  static constexpr std::string_view kName = Tag::kName;
  static constexpr std::string_view kPaper = Tag::kPaper;

  Arms arms{};
  std::uint64_t seed = 0;
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

// The same, for rules that are better if they know the number of rounds.
template <class Tag>
struct HorizonOptions {
  static constexpr std::string_view kName = Tag::kName;
  static constexpr std::string_view kPaper = Tag::kPaper;

  Arms arms{};
  std::uint64_t seed = 0;
  Horizon horizon{};
  LossRange loss_range{};

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
    visit("horizon", self.horizon, kHorizonField);
    visit("loss_range", self.loss_range, kRangeField);
  }
  LossDomain domain() const { return LossDomain::range(loss_range.low, loss_range.high); }
  std::optional<Error> validate() const;
};

// For losses of any size; `Tag` says which signs they may have.
template <class Tag>
struct UnboundedOptions {
  static constexpr std::string_view kName = Tag::kName;
  static constexpr std::string_view kPaper = Tag::kPaper;

  Arms arms{};
  std::uint64_t seed = 0;

  template <class Self, class Visit>
  static void fields(Self& self, Visit&& visit) {
    visit("arms", self.arms, kArmsField);
    visit("seed", self.seed, kSeedField);
  }
  LossDomain domain() const { return Tag::domain(); }
  std::optional<Error> validate() const;
};

}  // namespace banker
