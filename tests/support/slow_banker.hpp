#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "banker/agent/agent.hpp"
#include "support/reference_points.hpp"

// `banker` as docs/banker_agent.md states it, slowly: primal points in long double, every round and every deposit kept
// for ever, every sum taken again over all of them. Nothing is shared with the library.
namespace banker::testing::slow {

using reference::Point, reference::Psi;

struct Round {
  Real t = 0;                    // s
  std::size_t arm = 0;           // A_s
  Real probability = 0;          // that A_s was drawn with, as the library rounds it
  Real scale = 0, borrowed = 0;  // sigma_s, b_s
  Real open = 0, smooth = 0;     // o_s, o^_s
  bool shares_row = false;       // its dual is that of the round before
  Real level = 0;                // of its baselines, in units of sigma_s
  Reals x{}, dual{};             // dual of x_s; of z_s once it is closed
  RoundState state = RoundState::kOpen;
  bool is_open = true;  // neither told, nor dropped, nor given up
  bool given_up = false;
  Real loss = 0, loss_size = 0;  // l once told; L-hat_s
  Real certified = 0;            // price; while it is open, that of loss 0 if the rule closes it so
  Real cost = 0;                 // q_s; while it is open, the largest it can be
};
using Rounds = std::vector<Round>;

// t, o_t, O_t, o^_t, Q_t.
struct Moment {
  Real t = 0, open = 0, total = 0, smooth = 0, costs = 0;
};
struct Play {
  Reals x{}, p{};  // p: what the arm is drawn from
  Real scale = 0, borrowed = 0;
};
struct Terms {
  Real arms = 2, kappa = 0, hysteresis = 0;
  Real stale = 0;  // f; 0: never
  // Lambda_t.
  Real logarithm(Real backlog) const { return 1 + 2 * (1 + kappa) * std::log(1 + backlog); }
};

// What both agents do; the rule says the scale, the loans and the estimates.
template <class Rule>
class Bank {
 public:
  explicit Bank(Rule rule) : rule_(std::move(rule)) {}

  Play preview() const {
    Bank next = *this;
    next.give_up();
    return next.play();
  }
  Play ask(std::size_t arm, Real drawn_with);
  RoundState tell(std::size_t number, Real loss);
  void drop(std::size_t number);

  const Rule& rule() const { return rule_; }
  const Rounds& rounds() const { return rounds_; }
  template <class Value>
  Real sum(Value value) const {
    Real total = 0;
    for (const Round& s : rounds_) total += value(s);
    return total;
  }
  Real outstanding() const {
    return sum([](const Round& s) { return s.is_open; });
  }
  Real total_invested() const {  // B
    return sum([](const Round& s) { return s.borrowed; });
  }
  Real costs() const {  // Q
    return sum([](const Round& s) { return (s.smooth + 1) * s.cost; });
  }
  Real certified() const {
    return sum([](const Round& s) { return s.is_open ? 0 : s.certified; });
  }
  Real certificate() const {
    const auto given_up = [](const Round& s) { return s.given_up ? Rule::kGivenUp : 0; };
    return rule_.c1(static_cast<Real>(rounds_.size())) * total_invested() + certified() + sum(given_up);
  }

 private:
  struct Deposit {
    Real mass;
    Reals dual;
  };

  Moment moment() const;
  Play play() const;
  Real mass() const {  // V
    Real total = 0;
    for (const Deposit& d : pool_) total += d.mass;
    return total;
  }
  void give_up();
  void close(Round& s, Real loss) {
    s.is_open = false;
    quiet_ = false;
    rule_.close(s, loss);
    pool_.push_back({s.scale, s.dual});
  }

  Rule rule_;
  Rounds rounds_;
  std::vector<Deposit> pool_;  // deposits and loans, less what was taken of each
  bool quiet_ = false;         // no round was closed since the last ask
};

template <class Rule>
Moment Bank<Rule>::moment() const {
  Moment now{.t = static_cast<Real>(rounds_.size() + 1), .open = outstanding(), .costs = costs()};
  now.total = now.open + sum([](const Round& s) { return s.open; });
  const Real excess = sum([](const Round& s) { return s.smooth - s.open; });  // E_{t-1}
  now.smooth = std::max(now.open, std::min(now.total / now.t, now.total + now.t - excess));
  return now;
}

// t - s > max(1, f sqrt(O_{t-1} / K)).
template <class Rule>
void Bank<Rule>::give_up() {
  const Terms& terms = rule_.terms;
  const Real t = static_cast<Real>(rounds_.size() + 1), total = sum([](const Round&s) { return s.open; });
  if (terms.stale == 0) return;
  const Real limit = terms.stale * std::sqrt(total / terms.arms);
  const auto older = [&](const Round& s, Real age) { return s.is_open && t - s.t > std::max<Real>(1, age); };
  const bool any =
      std::any_of(rounds_.begin(), rounds_.end(), [&](const Round& s) { return older(s, limit); });
  for (Round& s : rounds_) {
    if (!any || !older(s, 15 / 16.0L * limit)) continue;
    s.given_up = true;
    close(s, 0);
  }
}

template <class Rule>
Play Bank<Rule>::play() const {
  Play play{.scale = rule_.scale(moment(), rounds_)};
  const Real held = mass(), open = sum([](const Round&s) { return s.is_open ? s.scale : 0; });  // V, M
  const Terms& terms = rule_.terms;
  if (held < play.scale + terms.hysteresis * terms.kappa * open)
    play.borrowed = play.scale + terms.kappa * open - held;
  Reals theta = rule_.loan(rounds_);
  if (held + play.borrowed > 0) {
    for (Real& v : theta) v *= play.borrowed / (held + play.borrowed);
    for (const Deposit& d : pool_) {
      for (std::size_t i = 0; i < theta.size(); ++i) theta[i] += d.mass / (held + play.borrowed) * d.dual[i];
    }
  }
  play.x = project(Rule::kPsi, theta).coordinates;
  play.p = rule_.drawn_from(play.x, static_cast<Real>(rounds_.size() + 1));
  return play;
}

template <class Rule>
Play Bank<Rule>::ask(std::size_t arm, Real drawn_with) {
  give_up();
  const Play next = play();
  const Moment now = moment();
  if (next.borrowed > 0) pool_.push_back({next.borrowed, rule_.loan(rounds_)});
  const Real held = mass();
  for (Deposit& d : pool_) d.mass *= held > 0 ? std::max<Real>(0, 1 - next.scale / held) : 0;
  Round s{.t = now.t, .arm = arm, .probability = drawn_with, .scale = next.scale, .borrowed = next.borrowed};
  s.open = now.open;
  s.smooth = now.smooth;
  s.shares_row = quiet_ && next.borrowed == 0;
  quiet_ = true;
  s.x = next.x;
  s.dual = gradient(Rule::kPsi, {next.x});
  rule_.open(s, rounds_);
  rounds_.push_back(s);
  return next;
}

template <class Rule>
RoundState Bank<Rule>::tell(std::size_t number, Real loss) {
  Round& s = rounds_[number - 1];
  if (!s.is_open) return s.state = RoundState::kStale;
  s.state = s.scale > 0 ? RoundState::kSettled : RoundState::kSkipped;
  s.loss = loss;
  close(s, loss);
  return s.state;
}

template <class Rule>
void Bank<Rule>::drop(std::size_t number) {
  Round& s = rounds_[number - 1];
  s.state = RoundState::kDropped;
  if (s.is_open) close(s, 0);
}

// The price of a loss: certified, and plain.
struct Price {
  Real certified = 0, plain = 0;
};

struct BankerRule {
  static inline const Psi kPsi{Psi::Kind::kTsallis, 0.5L};
  static constexpr Real kGivenUp = 1;

  Terms terms;
  Real factor = 1, floor = 0.25L, head_start = 128, memory = 0.85L;  // c, beta, w_0 / K, lambda

  Real c1(Real = 0) const { return std::sqrt(terms.arms / (1 - memory)) + std::sqrt(terms.arms) - 2; }
  Real a() const { return factor * std::sqrt(2 / c1()); }
  Real advance() const { return head_start * terms.arms; }  // w_0
  Real scale(const Moment& now, const Rounds&) const {
    return a() * std::sqrt((advance() + now.costs) / terms.logarithm(now.smooth)) / (now.smooth + 1);
  }
  // max(theta_{t-1}, -G), G = sqrt(K / (1 - lambda)) - sqrt K, max_i theta_{t-1,i} = 0; 0 before the first round.
  Reals loan(const Rounds& rounds) const {
    Reals theta(static_cast<std::size_t>(terms.arms), 0);
    if (rounds.empty()) return theta;
    const Reals& x = rounds.back().x;
    const Real depth = std::sqrt(terms.arms / (1 - memory)) - std::sqrt(terms.arms);
    const Real top = -1 / std::sqrt(*std::max_element(x.begin(), x.end()));
    for (std::size_t i = 0; i < x.size(); ++i) theta[i] = std::max(-1 / std::sqrt(x[i]) - top, -depth);
    return theta;
  }
  static Reals drawn_from(const Reals& x, Real) { return x; }

  // b_i = sigma min(level, (2/3) sqrt(x_i)). The level is 31 / (64 sigma), or that of the round before where it shares
  // its row and b is at least 15/32.
  static Real level(const Round& s, const Rounds& rounds) {
    const Real of_row = s.shares_row ? s.scale * rounds.back().level : 0;
    return of_row >= 15 / 32.0L && of_row <= 0.5L ? rounds.back().level : 31 / 64.0L / s.scale;
  }
  static Real baseline(const Round& s, std::size_t i) {
    return s.scale * std::min(s.level, 2.0L / 3 * std::sqrt(s.x[i]));
  }
  static Reals estimate(const Round& s, Real loss) {
    Reals l(s.x.size());
    for (std::size_t i = 0; i < l.size(); ++i) l[i] = baseline(s, i);
    l[s.arm] += (loss - baseline(s, s.arm)) / s.probability;
    return l;
  }
  static Real cost(const Round& s, const Reals& estimate, Real c);
  static Real best_shift(const Round& s, const Reals& estimate);
  static Real plain(const Round& s, Real loss) {
    const Real rest = loss - baseline(s, s.arm);
    return rest * rest / (s.scale * std::sqrt(s.x[s.arm]) + rest);
  }
  static Price price(const Round& s, Real loss) {
    const Reals l = estimate(s, loss);
    return {std::min(cost(s, l, 0), cost(s, l, best_shift(s, l))), plain(s, loss)};
  }
  // No loss has a larger one: each of its parts is largest at an end of [0,1].
  static Price worst_price(const Round& s) {
    const Reals none = estimate(s, 0), full = estimate(s, 1);
    return {std::min(std::max(cost(s, none, 0), cost(s, full, 0)),
                     std::max(cost(s, none, best_shift(s, none)), cost(s, full, best_shift(s, full)))),
            std::max(plain(s, 0), plain(s, 1))};
  }
  Real booked(const Round& s, const Price& p) const {
    return s.scale * std::max(p.certified, floor * p.plain);
  }

  void open(Round& s, const Rounds& rounds) const {
    s.level = level(s, rounds);
    s.cost = booked(s, worst_price(s));
    s.certified = price(s, 0).certified;
  }
  void close(Round& s, Real loss) const {
    const Reals l = estimate(s, loss);
    for (std::size_t i = 0; i < l.size(); ++i) s.dual[i] -= l[i] / s.scale;
    s.certified = price(s, loss).certified;
    s.cost = booked(s, price(s, loss));
  }
};

// No less than sum_i delta_i^2 x_i^(3/2) / (sigma + delta_i sqrt x_i), delta = l~ - c 1: of the arms that were not
// played, the denominators are taken together, at least min(1, 1 - c sqrt(max x) / sigma) sigma. Infinite where a
// denominator is below sigma / 20.
inline Real BankerRule::cost(const Round& s, const Reals& estimate, Real c) {
  const Real top = std::sqrt(*std::max_element(s.x.begin(), s.x.end()));
  Real sum = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const Real delta = estimate[i] - c, root = std::sqrt(s.x[i]);
    const Real part = i == s.arm ? 1 + delta * root / s.scale : std::min<Real>(1, 1 - c * top / s.scale);
    if (!(part > 0.05L)) return std::numeric_limits<Real>::infinity();
    sum += delta * delta * root * s.x[i] / (part * s.scale);
  }
  return sum;
}

// c* = sum l~_i x_i^(3/2) / sum x_i^(3/2).
inline Real BankerRule::best_shift(const Round& s, const Reals& estimate) {
  Real weighted = 0, weights = 0;
  for (std::size_t i = 0; i < s.x.size(); ++i) {
    const Real weight = s.x[i] * std::sqrt(s.x[i]);
    weighted += weight * estimate[i];
    weights += weight;
  }
  return weighted / weights;
}

}  // namespace banker::testing::slow
