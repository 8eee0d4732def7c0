#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "support/linear_reference_body.hpp"

namespace banker::testing::linear_reference {

// The linear agents, slowly: primal points, every round kept for ever, every sum taken again over the whole
// history. Rounds count from 1.

enum class Algorithm { kBankerBolo, kBolo, kDelayedScrible };
enum class Order { kOldestFirst, kNewestFirst, kProportional };
enum class Directions { kCholesky, kEigen };

struct Setup {
  Algorithm algorithm = Algorithm::kBankerBolo;
  Order order = Order::kOldestFirst;
  Directions directions = Directions::kCholesky;
  std::optional<Real> nu;     // nothing: the paper's factor
  std::optional<Real> floor;  // nothing: 8n
  std::optional<Real> horizon;
  Real low = -1, high = 1;  // losses lie in [low, high]
};

struct Play {
  Reals x;
  Real scale = 0;
  Real invested = 0;
  Real total_invested = 0;
};

// What the library drew.
struct Drawn {
  std::size_t direction = 0;
  Real sign = 1;
  Reals move;  // A_t - x_t, only used where the eigenvector is not determined
};

class Agent {
 public:
  Agent(Body body, Setup setup) : body_(std::move(body)), setup_(setup) {}

  const Body& body() const { return body_; }
  // What the next ask() will play.
  const Play& preview() {
    if (!next_) next_ = next_play();
    return *next_;
  }
  // M e_i at x, M M^T = H^-1: L^-T e_i, or the eigenvector over the root of its eigenvalue. Nothing: another
  // eigenvalue is as large to 1e-3, or the largest entry, whose sign is +, is not the largest to 1e-3.
  std::optional<Reals> step(const Reals& x, std::size_t i) const;
  Play ask(const Drawn& drawn);
  // The immediate cost.
  Real tell(std::size_t round, Real told);
  void drop(std::size_t round) {
    rounds_[round - 1].state = State::kDropped;
    next_.reset();
  }

 private:
  enum class State { kMissing, kArrived, kDropped };
  struct Round {
    State state = State::kMissing;  // a_s
    Real outstanding = 0;           // fraktur d_s
    Real scale = 0;                 // sigma_s
    Real savings = 0;               // v_s: sigma_s from play on (erratum E3)
    Reals lift;                     // sign H M e_i
    Reals estimate;                 // l~_s; 0 until told, and if dropped
    Reals x, z;                     // z = x until told, and if dropped
    Reals gradient;                 // of z
  };

  Real outstanding() const;
  Real scale() const;
  Reals payments(Real scale) const;
  Play next_play() const;

  Body body_;
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

// With d_t open rounds, D_t = sum_{s<=t} d_s, and ln T = ln max(t,3) without horizon (erratum E13):
// Banker-BOLO      max{ c / sqrt(ln T) / (1/sqrt t + d_t sqrt(ln(D_t + 1) / D_t)), floor }, the second term 0
//                  iff d_t = 0 (erratum E5), c = sqrt n, or n sqrt(2/nu);
// BOLO             4n sqrt(T / (nu ln T)), T = t without horizon;
// delayed SCRiBLe  max{ sqrt((4 n^2 t + 4 D_t) / (nu ln T)), 8n (1 + max_{s<=t} d_s) }.
inline Real Agent::scale() const {
  const Real n = static_cast<Real>(body_.dimension()), t = static_cast<Real>(rounds_.size() + 1);
  const Real log_time = std::log(setup_.horizon.value_or(std::max<Real>(t, 3)));
  const Real d = outstanding();
  Real total = d, most = d;
  for (const Round& s : rounds_) {
    total += s.outstanding;
    most = std::max(most, s.outstanding);
  }
  switch (setup_.algorithm) {
    case Algorithm::kBolo: return 4 * n * std::sqrt(setup_.horizon.value_or(t) / (body_.nu() * log_time));
    case Algorithm::kDelayedScrible:
      return std::max(std::sqrt((4 * n * n * t + 4 * total) / (body_.nu() * log_time)), 8 * n * (1 + most));
    case Algorithm::kBankerBolo: break;
  }
  const Real c = setup_.nu ? n * std::sqrt(2 / *setup_.nu) : std::sqrt(n);
  const Real delay = d > 0 ? d * std::sqrt(std::log(total + 1) / total) : 0;
  return std::max(c / std::sqrt(log_time) / (1 / std::sqrt(t) + delay), setup_.floor.value_or(8 * n));
}

// sigma_{t,s} for all s < t: min(v_s, what is still missing) in the order of spending, or proportional to
// v_s. Savings of dropped rounds are spent like the others (erratum E2).
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

// grad Psi(x_t) = sum_s (sigma_{t,s} / sigma_t) grad Psi(z_s) + (b_t / sigma_t) grad Psi(x_0). Without a bank,
// x_t = argmin <sum of told l~, x> + sigma_t Psi(x).
inline Play Agent::next_play() const {
  Play play;
  play.scale = scale();
  Reals theta(body_.dimension());
  if (setup_.algorithm != Algorithm::kBankerBolo) {
    for (const Round& s : rounds_) theta = plus(theta, -1 / play.scale, s.estimate);
    play.x = body_.mirror(theta);
    return play;
  }
  const Reals paid = payments(play.scale);
  play.invested = play.scale;
  for (const Real p : paid) play.invested -= p;
  play.invested = std::max<Real>(play.invested, 0);
  play.total_invested = total_invested_ + play.invested;
  theta = plus(theta, play.invested / play.scale, body_.at(body_.centre()).value().gradient);
  for (std::size_t s = 0; s < paid.size(); ++s) {
    if (paid[s] > 0) theta = plus(theta, paid[s] / play.scale, rounds_[s].gradient);
  }
  play.x = body_.mirror(theta);
  return play;
}

inline std::optional<Reals> Agent::step(const Reals& x, std::size_t i) const {
  constexpr Real kApart = 1e-3L;
  const Matrix hessian = body_.at(x).value().hessian;
  Reals column(x.size());
  if (setup_.directions == Directions::kCholesky) {
    column[i] = 1;
    return solve_upper(cholesky(hessian), column);
  }
  const Eigen all = eigen(hessian);
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (j != i && std::abs(all.values[j] - all.values[i]) <= kApart * all.values[i]) return std::nullopt;
  }
  const Reals& v = all.vectors[i];
  Reals sizes;
  for (const Real entry : v) sizes.push_back(std::abs(entry));
  const std::size_t largest =
      static_cast<std::size_t>(std::max_element(sizes.begin(), sizes.end()) - sizes.begin());
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (j != largest && sizes[j] >= (1 - kApart) * sizes[largest]) return std::nullopt;
  }
  return plus(column, (v[largest] > 0 ? 1 : -1) / std::sqrt(all.values[i]), v);
}

inline Play Agent::ask(const Drawn& drawn) {
  Play play = preview();
  Round round;
  round.outstanding = outstanding();
  round.scale = round.savings = play.scale;
  round.x = round.z = play.x;
  round.gradient = body_.at(play.x).value().gradient;
  round.estimate.resize(play.x.size());
  Reals move = drawn.move;
  if (const auto column = step(play.x, drawn.direction)) move = plus(Reals(move.size()), drawn.sign, *column);
  round.lift = times(body_.at(play.x).value().hessian, move);
  const Reals paid = payments(play.scale);
  for (std::size_t s = 0; s < paid.size(); ++s) rounds_[s].savings -= paid[s];
  total_invested_ = play.total_invested;
  rounds_.push_back(std::move(round));
  next_.reset();
  return play;
}

// l~_s = n l_s sign H M e_i, l_s mapped from [low, high] to [-1, 1];
// grad Psi(z_s) = grad Psi(x_s) - l~_s / sigma_s; the cost is sigma_s D(x_s, z_s).
inline Real Agent::tell(std::size_t number, Real told) {
  Round& s = rounds_[number - 1];
  next_.reset();
  s.state = State::kArrived;
  const Real loss = 2 * (told - setup_.low) / (setup_.high - setup_.low) - 1;
  s.estimate = plus(s.estimate, static_cast<Real>(body_.dimension()) * loss, s.lift);
  if (setup_.algorithm != Algorithm::kBankerBolo) return 0;
  s.z = body_.mirror(plus(s.gradient, -1 / s.scale, s.estimate));
  s.gradient = body_.at(s.z).value().gradient;
  return s.scale * body_.bregman(s.x, s.z);
}

}  // namespace banker::testing::linear_reference
