#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "support/linear_cases.hpp"
#include "support/real.hpp"

namespace banker::testing {

using Wide = std::vector<Real>;

template <class A, class B>
Real dot(const A& a, const B& b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += Real(a[i]) * b[i];
  return sum;
}

// Capital with its dual: a saving, or the scale of an open round.
struct LinearCapital {
  double amount;
  std::vector<double> dual;
};

// A round as it was played: sigma_s, the dual of x_s, x_s, sign M e_i and sign H M e_i.
struct LinearRound {
  double scale;
  std::vector<double> dual;
  BodyPoint x;
  std::vector<double> step, lift;
};

// A Banker-BOLO that plays a script while the test keeps its own books: what was told, what it cost, and all
// capital as the agent reports it. check() is called after every event.
//
// Estimates are made anew from the duals, directions and signs. An eigenvector cannot be found again where two
// are as good: then the estimate is what the dual of the round lost, and it must be as long as it should, in
// the direction of the action.
class LinearBooks {
 public:
  using Check = std::function<void(const LinearBooks&)>;

  LinearBooks(const LinearSettings& s, Check check)
      : settings(s),
        owner_(s.make()),
        agent(dynamic_cast<const BankerBolo&>(*owner_)),
        body(agent.geometry().body()),
        estimates(body.dimension()),
        sizes(body.dimension()),
        check_(std::move(check)) {}

  std::uint64_t ask() {
    const Decision decision = *owner_->ask();
    LinearRound played;
    agent.for_each_open([&](RoundId round, double scale, std::span<const double> dual) {
      if (round != decision.round) return;
      const std::vector<double> zeros(body.dimension());
      played = {scale, {dual.begin(), dual.end()}, point(dual), zeros, zeros};
    });
    if (settings.sampler == Sampler::kCholesky) {
      body.direction(played.x.view(), decision.direction, played.step, played.lift);
      for (double& v : played.lift) v *= decision.sign;
    } else if (body.atoms() == 0) {
      played.step = moved(played.x, *owner_->action(decision.round));
    }
    played_.push_back(std::move(played));
    check_(*this);
    return number(decision.round);
  }
  void tell(std::uint64_t round, const Event& e) {
    const LinearRound& played = played_[round - 1];
    const double told = settings.loss(e), n = static_cast<double>(body.dimension());
    const Real loss = 2 * (Real(told) - settings.low) / (Real(settings.high) - settings.low) - 1;
    const Wide before = saved(round);
    const Receipt receipt = *owner_->tell(RoundId{round}, told);
    RC_ASSERT(receipt.state == RoundState::kSettled);
    const Wide after = saved(round);
    Wide estimate, noise;  // l~_s, and what rounding does to it where it is read
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      const Real held = played.scale * Real(played.dual[i]), lost = held - (after[i] - before[i]);
      noise.push_back(1e-15L * (std::abs(held) + std::abs(after[i]) + std::abs(before[i])));
      estimate.push_back(settings.sampler == Sampler::kCholesky ? n * loss * played.lift[i] : lost);
      estimates[i] += estimate[i];
      sizes[i] += std::abs(estimate[i]);
      losses += estimate[i] * played.x.y[i];
    }
    if (settings.sampler == Sampler::kEigen) check_estimate(played, estimate, noise, n * loss);
    costs += *receipt.immediate_cost;
    last_cost = receipt.immediate_cost;
    last_scale = played.scale;
    last_size = n * std::abs(loss) / played.scale;
    check_(*this);
    last_cost.reset();
  }
  void drop(std::uint64_t round) {
    RC_ASSERT(*owner_->drop(RoundId{round})->immediate_cost == 0);
    check_(*this);
  }

  // The point with this dual.
  BodyPoint point(std::span<const double> dual) const {
    BodyPoint x = body.centre();
    RC_ASSERT(body.mirror(dual, x.view()));
    return x;
  }
  // A point inside: next to the boundary if its dual, of random direction, is long.
  BodyPoint random_point(Random& random, double length) const {
    std::vector<double> dual(body.dimension());
    for (double& v : dual) v = std::normal_distribution<double>()(random);
    const double size = std::sqrt(static_cast<double>(dot(dual, dual)));
    for (double& v : dual) v *= length / size;
    return point(dual);
  }
  std::vector<LinearCapital> capital() const {
    std::vector<LinearCapital> list;
    agent.for_each_saving([&](RoundId, Amount amount, std::span<const double> dual) {
      list.push_back({amount.value(), {dual.begin(), dual.end()}});
    });
    agent.for_each_open([&](RoundId, double scale, std::span<const double> dual) {
      list.push_back({scale, {dual.begin(), dual.end()}});
    });
    return list;
  }
  // The n of moved comparators (1 - 1/n) y + x_0 / n.
  Real moved_n() const {
    return settings.horizon ? Real(*settings.horizon) : std::max<Real>(Real(agent.rounds()), 3);
  }

  const LinearSettings settings;

 private:
  // sum v_s dual(z_s) of this round's saving, or of the pool, which holds those of all rounds.
  Wide saved(std::uint64_t round) const {
    Wide sum(body.dimension());
    agent.for_each_saving([&](RoundId of, Amount amount, std::span<const double> dual) {
      if (number(of) != 0 && number(of) != round) return;
      for (std::size_t i = 0; i < sum.size(); ++i) sum[i] += Real(amount.value()) * dual[i];
    });
    return sum;
  }
  // y - y(x), x in the coordinates of actions.
  std::vector<double> moved(const BodyPoint& from, const std::vector<double>& x) const {
    std::vector<double> at(body.ambient()), unit(body.dimension()), dual(body.ambient()), step;
    body.place(from.y, at);
    for (std::size_t k = 0; k < unit.size(); ++k) {
      std::fill(unit.begin(), unit.end(), 0.0);
      unit[k] = 1;
      body.dual(unit, dual);
      Real sum = 0;
      for (std::size_t i = 0; i < x.size(); ++i) sum += dual[i] * (Real(x[i]) - at[i]);
      step.push_back(static_cast<double>(sum));
    }
    return step;
  }
  // |l~| = n |l| in the dual norm of x_s, to 1e-8 and the noise; of a body, l~ = n l H (A_s - x_s), to 1e-6:
  // A_s and x_s are rounded.
  void check_estimate(const LinearRound& played, const Wide& estimate, Wide noise, Real size) const {
    const std::size_t n = body.dimension();
    std::vector<double> k(n * n);
    body.factor(played.x.view(), k);
    Wide flat = estimate;  // K^-1 l~
    for (std::size_t i = 0; i < n; ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        flat[i] -= k[i * n + j] * flat[j];
        noise[i] += std::abs(k[i * n + j]) * noise[j];
      }
      flat[i] /= k[i * n + i];
      noise[i] /= k[i * n + i];
    }
    const Real rounding = std::sqrt(dot(noise, noise));
    RC_ASSERT(std::abs(std::sqrt(dot(flat, flat)) - std::abs(size)) <= 1e-8L * std::abs(size) + rounding);
    if (body.atoms() > 0) return;
    for (std::size_t i = 0; i < n; ++i) {  // K^T (A - x)
      for (std::size_t j = i; j < n; ++j) flat[i] -= size * k[j * n + i] * played.step[j];
    }
    RC_ASSERT(std::sqrt(dot(flat, flat)) <= 1e-6L * std::abs(size) + rounding);
  }

  std::unique_ptr<Agent> owner_;
  std::vector<LinearRound> played_;  // by round

 public:
  const BankerBolo& agent;
  const Body& body;
  Wide estimates;   // sum of l~_s over told rounds, paired with y
  Wide sizes;       // sum of |l~_s|
  Real losses = 0;  // sum of <l~_s, x_s>
  Real costs = 0;   // sum of immediate costs
  // Of the tell just played: the cost, sigma_s, and n |l_s| / sigma_s, the length of l~_s / sigma_s at x_s.
  std::optional<double> last_cost;
  Real last_scale = 0, last_size = 0;

 private:
  Check check_;
};

}  // namespace banker::testing
