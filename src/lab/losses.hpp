#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "../core/normal.hpp"
#include "banker/core/random.hpp"
#include "banker/lab/losses.hpp"
#include "description.hpp"

// What the generators of losses share. What is drawn once per run comes from Stream::kProblem, round 0.
namespace banker::lab {

using LossRecipe = Recipe<LossSource>;
using LossRecipes = std::vector<LossRecipe>;
LossRecipes bernoulli_losses();
LossRecipes moving_losses();
LossRecipes gaussian_losses();
LossRecipes linear_losses();

// floor(u count), u in (0, 1).
inline std::size_t pick(double u, std::size_t count) {
  const auto place = static_cast<std::size_t>(u * static_cast<double>(count));
  return place < count ? place : count - 1;
}
// The home arm of a run, and one of the others.
inline std::size_t home_arm(const Setting& setting) {
  return pick(uniforms(setting.seed, RoundId{0}, stream(Stream::kProblem)).first, setting.arms);
}
inline std::size_t other_arm(std::size_t arm, double u, std::size_t arms) {
  return arms < 2 ? arm : (arm + 1 + pick(u, arms - 1)) % arms;
}

// Two independent standard normals, |z| < 9: a function of (seed, round, purpose, number). number < 2^32.
Normals normals(std::uint64_t seed, std::uint64_t round, Stream purpose, std::uint64_t number);

// Losses 0 or 1: P(1) = m_t[arm].
class BernoulliLosses : public Losses {
 public:
  double outcome(std::size_t arm) const override { return draw(arm) < mean_[arm] ? 1 : 0; }

 protected:
  BernoulliLosses(std::uint64_t seed, std::vector<double> mean) : Losses(std::move(mean)), seed_(seed) {}
  double draw(std::size_t arm) const {
    return uniforms(seed_, RoundId{round_}, stream(Stream::kOutcome, arm)).first;
  }

  std::uint64_t seed_;
  std::uint64_t round_ = 0;  // t
};

// The same m_t for a phase of many rounds.
class PhasedLosses : public BernoulliLosses {
 public:
  bool advance(std::uint64_t t) final {
    round_ = t;
    bool changed = false;
    while (t >= next_) {
      changed = begin(phase_) || changed;
      next_ += length(phase_++);
    }
    return changed;
  }

 protected:
  using BernoulliLosses::BernoulliLosses;
  // Sets m_t of a phase, counted from 0. False: it is that of the phase before.
  virtual bool begin(std::uint64_t phase) = 0;
  // In rounds, at most kMaxRound.
  virtual std::uint64_t length(std::uint64_t phase) const = 0;

 private:
  std::uint64_t phase_ = 0;
  std::uint64_t next_ = 1;  // its first round
};

// A source whose runs are Run(setting, arguments...).
template <class Run, class... Arguments>
LossSource source_of(Arguments... arguments) {
  LossSource source;
  source.start = [arguments...](const Setting& setting) -> std::unique_ptr<Losses> {
    return std::make_unique<Run>(setting, arguments...);
  };
  return source;
}

}  // namespace banker::lab
