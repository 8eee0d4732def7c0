#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "support/reference_points.hpp"

namespace banker::testing::reference {

// All agents of the paper, slowly: primal points, every round kept for ever, every sum taken again over the
// whole history. Rounds count from 1.

enum class Algorithm { kOmd, kBankerOmd, kBankerSftinf, kBankerSflbinf };
enum class Order { kOldestFirst, kNewestFirst, kProportional };

struct Setup {
  Algorithm algorithm = Algorithm::kBankerOmd;
  std::size_t arms = 2;
  Psi psi;
  Order order = Order::kOldestFirst;
  std::optional<Real> constant_scale;  // otherwise delay-adaptive, for the first two algorithms
  Real factor = 1;
  Real initial_loss_size = 1;  // L-hat_1
  std::optional<Real> horizon;
  Real low = 0, high = 1;  // losses lie in [low, high], for the first two algorithms
};

struct Play {
  Point x;
  Real scale = 0;
  Real invested = 0;
  Real total_invested = 0;
};

class Agent {
 public:
  explicit Agent(Setup setup) : setup_(std::move(setup)) {}

  // What the next ask() will play.
  const Play& preview() {
    if (!next_) next_ = next_play();
    return *next_;
  }
  // Plays an arm that was drawn with this probability, a rounded x_{t,arm}. It is what estimates divide by:
  // with small scales x_{t+1} is so sensitive to x_t that two ways to round it part within a hundred rounds.
  Play ask(std::size_t arm, Real drawn_with);
  // The immediate cost; nothing if the round is skipped.
  std::optional<Real> tell(std::size_t round, Real told);
  void drop(std::size_t round) {
    at(round).state = State::kDropped;
    next_.reset();
  }

  Reals probabilities(const Play& play) const { return reference::probabilities(setup_.psi, play.x); }

 private:
  enum class State { kMissing, kArrived, kSkipped, kDropped };
  struct Round {
    State state = State::kMissing;  // a_s
    std::size_t arm = 0;            // A_s
    Real probability = 0;           // x_{s,A_s}
    Real loss = 0;                  // l_{s,A_s}, once told
    Real loss_size = 0;             // L-hat_s
    Real outstanding = 0;           // fraktur d_s
    Real scale = 0;                 // sigma_s
    Real savings = 0;               // v_s: sigma_s from play on (erratum E3)
    Point x, z;                     // z = x until told, and for skipped and dropped rounds
    Reals gradient;                 // of z
  };

  Round& at(std::size_t round) { return rounds_[round - 1]; }
  Real outstanding() const;
  Real loss_size() const;
  Real weighted_delay() const;
  Real scale() const;
  Real adaptive_scale() const;
  Real sftinf_scale() const;
  Real sflbinf_scale() const;
  bool is_skipped(const Round& round) const;
  Reals payments(Real scale) const;
  Play next_play() const;

  Setup setup_;
  std::vector<Round> rounds_;
  Real total_invested_ = 0;   // B_t
  std::optional<Play> next_;  // preview(), until the next event
};

// fraktur d_t = #{s < t: a_s = missing}.
inline Real Agent::outstanding() const {
  Real count = 0;
  for (const Round& s : rounds_) count += s.state == State::kMissing ? 1 : 0;
  return count;
}

// L-hat_t = max(L-hat_1, 2 |l_s| over told s).
inline Real Agent::loss_size() const {
  Real size = setup_.initial_loss_size;
  for (const Round& s : rounds_) {
    if (s.state == State::kArrived || s.state == State::kSkipped) size = std::max(size, 2 * std::abs(s.loss));
  }
  return size;
}

// SFTINF:  D_t = sum_{s<=t} (d_s + 1) L_s^2, over all rounds, skipped and dropped too.
// SFLBINF: D_t = sum over missing s, t included, of (d_s + 1) L_s^2 + sum over arrived s of (d_s + 1) l_s^2.
inline Real Agent::weighted_delay() const {
  Real sum = (outstanding() + 1) * loss_size() * loss_size();  // s = t
  for (const Round& s : rounds_) {
    const Real worst = (s.outstanding + 1) * s.loss_size * s.loss_size;
    if (setup_.algorithm == Algorithm::kBankerSftinf || s.state == State::kMissing) sum += worst;
    else if (s.state == State::kArrived) sum += (s.outstanding + 1) * s.loss * s.loss;
  }
  return sum;
}

// sigma_t = factor / (1/sqrt(t) + d_t sqrt(ln(D_t + 1) / D_t)), D_t = sum_{s<=t} d_s; the second term is 0
// iff d_t = 0 (erratum E5).
inline Real Agent::adaptive_scale() const {
  const Real t = static_cast<Real>(rounds_.size() + 1), d = outstanding();
  Real total = d;
  for (const Round& s : rounds_) total += s.outstanding;
  return setup_.factor / (1 / std::sqrt(t) + (d > 0 ? d * std::sqrt(std::log(total + 1) / total) : 0));
}

// sigma_t = ((d_t + 1) sqrt(ln(3 + D_t / L_t^2) / (3 + D_t)))^-1.
inline Real Agent::sftinf_scale() const {
  const Real weighted = weighted_delay(), size = loss_size();
  return 1 / ((outstanding() + 1) * std::sqrt(std::log(3 + weighted / (size * size)) / (3 + weighted)));
}

// sigma_t = SFTINF's / sqrt(K ln T), ln T = ln max(t,3) without horizon (erratum E13), and at least 2 L_t if
// d_t <= sqrt(D_t / K), D_t = 1 + sum_{s<=t} d_s.
inline Real Agent::sflbinf_scale() const {
  const Real k = static_cast<Real>(setup_.arms), t = static_cast<Real>(rounds_.size() + 1);
  const Real sigma = sftinf_scale() / std::sqrt(k * std::log(setup_.horizon.value_or(std::max<Real>(t, 3))));
  Real total = 1 + outstanding();
  for (const Round& s : rounds_) total += s.outstanding;
  return outstanding() <= std::sqrt(total / k) ? std::max(sigma, 2 * loss_size()) : sigma;
}

inline Real Agent::scale() const {
  if (setup_.algorithm == Algorithm::kBankerSftinf) return sftinf_scale();
  if (setup_.algorithm == Algorithm::kBankerSflbinf) return sflbinf_scale();
  return setup_.constant_scale ? *setup_.constant_scale : adaptive_scale();
}

// sigma_{t,s} for all s < t: min(v_s, what is still missing) in the order of spending, or proportional to
// v_s. Savings of skipped and dropped rounds are spent like the others (erratum E2).
inline Reals Agent::payments(Real scale) const {
  Reals paid(rounds_.size(), 0);
  Real available = 0;
  for (const Round& s : rounds_) available += s.state == State::kMissing ? 0 : s.savings;
  Real missing = scale;
  for (std::size_t i = 0; i < rounds_.size(); ++i) {
    const std::size_t s = setup_.order == Order::kNewestFirst ? rounds_.size() - 1 - i : i;
    if (rounds_[s].state == State::kMissing) continue;
    if (setup_.order == Order::kProportional) {
      if (available > 0) paid[s] = std::min(available, scale) * rounds_[s].savings / available;
    } else {
      paid[s] = std::min(rounds_[s].savings, missing);
      missing -= paid[s];
    }
  }
  return paid;
}

// x_t = projection of sum_s (sigma_{t,s} / sigma_t) grad Psi(z_s) + (b_t / sigma_t) grad Psi(x_0). Without a
// bank (Algorithm 1) it is z_{t-1}.
inline Play Agent::next_play() const {
  const Point x_0 = uniform(setup_.psi, setup_.arms);
  Play play;
  play.scale = scale();
  if (setup_.algorithm == Algorithm::kOmd) {
    play.x = rounds_.empty() ? x_0 : rounds_.back().z;
    return play;
  }
  const Reals paid = payments(play.scale);
  play.invested = play.scale;
  for (const Real p : paid) play.invested -= p;
  play.invested = std::max<Real>(play.invested, 0);
  play.total_invested = total_invested_ + play.invested;
  Reals theta = gradient(setup_.psi, x_0);
  for (Real& v : theta) v *= play.invested / play.scale;
  for (std::size_t s = 0; s < paid.size(); ++s) {
    if (paid[s] == 0) continue;
    for (std::size_t i = 0; i < theta.size(); ++i) theta[i] += paid[s] / play.scale * rounds_[s].gradient[i];
  }
  play.x = project(setup_.psi, theta);
  return play;
}

inline Play Agent::ask(std::size_t arm, Real drawn_with) {
  Play play = preview();
  Round round;
  round.arm = arm;
  round.probability = drawn_with;
  round.loss_size = loss_size();
  round.outstanding = outstanding();
  round.scale = round.savings = play.scale;
  round.x = round.z = play.x;
  round.gradient = gradient(setup_.psi, play.x);
  const Reals paid = payments(play.scale);
  for (std::size_t s = 0; s < paid.size(); ++s) rounds_[s].savings -= paid[s];
  total_invested_ = play.total_invested;
  rounds_.push_back(std::move(round));
  next_.reset();
  return play;
}

// SFTINF skips l > L_s; SFLBINF |l| > L_s and l < -sigma_s / 2.
inline bool Agent::is_skipped(const Round& s) const {
  if (setup_.algorithm == Algorithm::kBankerSftinf) return s.loss > s.loss_size;
  if (setup_.algorithm != Algorithm::kBankerSflbinf) return false;
  return std::abs(s.loss) > s.loss_size || s.loss < -s.scale / 2;
}

// z_s = projection of grad Psi(x_s) - (l / x_{s,A}) e_A / sigma_s; z_s = x_s if the round is skipped.
inline std::optional<Real> Agent::tell(std::size_t number, Real told) {
  Round& s = at(number);
  next_.reset();
  const bool ranged = setup_.algorithm == Algorithm::kOmd || setup_.algorithm == Algorithm::kBankerOmd;
  s.loss = ranged ? (told - setup_.low) / (setup_.high - setup_.low) : told;
  if (is_skipped(s)) {
    s.state = State::kSkipped;
    return std::nullopt;
  }
  s.state = State::kArrived;
  s.gradient[s.arm] -= s.loss / s.probability / s.scale;
  s.z = project(setup_.psi, s.gradient);
  s.gradient = gradient(setup_.psi, s.z);
  return immediate_cost(setup_.psi, s.x, s.arm, s.scale, s.loss);
}

}  // namespace banker::testing::reference
