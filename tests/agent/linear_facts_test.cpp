#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "support/effort.hpp"
#include "support/linear_cases.hpp"

namespace banker::testing {
namespace {

using Real = long double;
using Wide = std::vector<Real>;

template <class A, class B>
Real dot(const A& a, const B& b) {
  Real sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += Real(a[i]) * b[i];
  return sum;
}

// Capital with its dual: a saving, or the scale of an open round.
struct Capital {
  double amount;
  std::vector<double> dual;
};

// A round as it was played: sigma_s, x_s, and sign H M e_i.
struct Played {
  double scale;
  BodyPoint x;
  std::vector<double> lift;
};

// A Banker-BOLO that plays a script while the test keeps its own books: what was told, what it cost, and all
// capital as the agent reports it. Estimates are made anew from the duals, directions and signs. check() is
// called after every event.
class LinearBooks {
 public:
  using Check = std::function<void(const LinearBooks&)>;

  LinearBooks(const LinearSettings& settings, Check check)
      : settings_(settings),
        owner_(settings.make()),
        agent(dynamic_cast<const BankerBolo&>(*owner_)),
        body(agent.geometry().body()),
        estimates(body.dimension()),
        sizes(body.dimension()),
        check_(std::move(check)) {}

  std::uint64_t ask() {
    const Decision decision = *owner_->ask();
    Played played;
    agent.for_each_open([&](RoundId round, double scale, std::span<const double> dual) {
      if (round == decision.round) played = {scale, point(dual), std::vector<double>(body.dimension())};
    });
    std::vector<double> step(body.dimension());
    body.direction(played.x.view(), decision.direction, step, played.lift);
    for (double& v : played.lift) v *= decision.sign;
    played_.push_back(std::move(played));
    check_(*this);
    return number(decision.round);
  }
  void tell(std::uint64_t round, const Event& e) {
    const Played& played = played_[round - 1];
    const double told = settings_.loss(e), n = static_cast<double>(body.dimension());
    const Real loss = 2 * (Real(told) - settings_.low) / (Real(settings_.high) - settings_.low) - 1;
    const Receipt receipt = *owner_->tell(RoundId{round}, told);
    RC_ASSERT(receipt.state == RoundState::kSettled);
    for (std::size_t i = 0; i < estimates.size(); ++i) {
      const Real estimate = n * loss * played.lift[i];  // l~_s
      estimates[i] += estimate;
      sizes[i] += std::abs(estimate);
      losses += estimate * played.x.y[i];
    }
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
  std::vector<Capital> capital() const {
    std::vector<Capital> list;
    agent.bank().for_each_saving([&](RoundId, Amount amount, std::span<const double> dual) {
      list.push_back({amount.value(), {dual.begin(), dual.end()}});
    });
    agent.for_each_open([&](RoundId, double scale, std::span<const double> dual) {
      list.push_back({scale, {dual.begin(), dual.end()}});
    });
    return list;
  }
  // The n of moved comparators (1 - 1/n) y + x_0 / n.
  Real moved_n() const {
    return settings_.horizon ? Real(*settings_.horizon) : std::max<Real>(Real(agent.rounds()), 3);
  }

 private:
  LinearSettings settings_;
  std::unique_ptr<Agent> owner_;
  std::vector<Played> played_;  // by round

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

struct BodyAndSpending {
  std::string body;
  Spending spending;
};

std::ostream& operator<<(std::ostream& out, const BodyAndSpending& both) {
  return out << both.body << ' ' << name(both.spending);
}

// Facts about every Banker-BOLO, after every event of random scripts.
class EveryLinearBank : public ::testing::TestWithParam<BodyAndSpending> {
 protected:
  static void after_every_event(int scripts, const LinearBooks::Check& check) {
    check_times(scripts, [&] {
      LinearCase c = *linear_cases("banker-bolo", GetParam().body, GetParam().spending);
      c.settings.sampler = Sampler::kCholesky;  // an eigenvector cannot be found again where two are as good
      LinearBooks books(c.settings, check);
      play(c.script, books);
    });
  }
};

// sum v_s dual(z_s) + sum sigma_s dual(x_s) = - sum of told estimates, to rounding of what is added.
TEST_P(EveryLinearBank, ConservesDualMass) {
  after_every_event(effort(300, 60), [](const LinearBooks& books) {
    Wide rest = books.estimates, size = books.sizes;
    for (const Capital& c : books.capital()) {
      for (std::size_t i = 0; i < rest.size(); ++i) {
        rest[i] += Real(c.amount) * c.dual[i];
        size[i] += std::abs(Real(c.amount) * c.dual[i]);
      }
    }
    const Real most = std::sqrt(dot(size, size));
    RC_ASSERT(std::sqrt(dot(rest, rest)) <= 1e-10L * most);
  });
}

// sum of v_s, open rounds included, = B_t.
TEST_P(EveryLinearBank, HoldsExactlyWhatWasInvested) {
  after_every_event(effort(300, 60), [](const LinearBooks& books) {
    Real sum = 0;
    for (const Capital& c : books.capital()) sum += c.amount;
    const double invested = *books.agent.total_invested();
    RC_ASSERT(std::abs(sum - invested) <= 1e-12L * invested);
    RC_ASSERT(books.agent.bank().invariants_hold());
  });
}

// sum_told <l~_s, x_s - y> <= B D(y,x_0) + sum of costs - sum v_s D(y,z_s) - sum_open sigma_s D(y,x_s), for
// every y inside and next to the boundary; and the difference is the same for all of them.
TEST_P(EveryLinearBank, ObeysThePathwiseBoundForEveryPointInside) {
  Random random(11);
  after_every_event(effort(50, 10), [&](const LinearBooks& books) {
    const Body& body = books.body;
    std::vector<Capital> capital = books.capital();
    std::vector<BodyPoint> points;
    for (const Capital& c : capital) points.push_back(books.point(c.dual));
    std::optional<Real> first;
    for (const double length : {0.0, 1.0, 30.0, 1e5}) {
      const BodyPoint y = books.random_point(random, length);
      const Real far = *books.agent.total_invested() * Real(body.bregman(y.view(), body.centre().view()));
      Real slack = far + books.costs - books.losses + dot(books.estimates, y.y);
      Real size = far + books.costs + std::abs(books.losses) + dot(books.sizes, Wide(y.y.size(), 1));
      for (std::size_t s = 0; s < points.size(); ++s) {
        const Real d = capital[s].amount * Real(body.bregman(y.view(), points[s].view()));
        slack -= d;
        size += d;
      }
      RC_ASSERT(slack >= -1e-10L * size);
      if (!first) first = slack;
      RC_ASSERT(std::abs(slack - *first) <= 1e-10L * size);
    }
  });
}

// certificate = C1 B + sum of costs >= sum_told <l~_s, x_s - y> for y = (1 - 1/n) v, v in the body.
TEST_P(EveryLinearBank, CertifiesTheEstimatedRegret) {
  Random random(12);
  after_every_event(effort(300, 60), [&](const LinearBooks& books) {
    const Real n = books.moved_n();
    const Real expected =
        books.body.c1(static_cast<double>(n)) * Real(*books.agent.total_invested()) + books.costs;
    const double certificate = *books.agent.certificate();
    RC_ASSERT(std::abs(certificate - expected) <= 1e-12L * expected);
    for (const double length : {1.0, 1e3, 1e6}) {
      const BodyPoint v = books.random_point(random, length);
      const Real regret = books.losses - (1 - 1 / n) * dot(books.estimates, v.y);
      RC_ASSERT(regret <= certificate * (1 + 1e-10L));
    }
  });
}

// With s = n |l| / sigma < 1: sigma (s - ln(1+s)) <= cost <= sigma (-s - ln(1-s)) (erratum E17). Points are
// known to 1e-11 in the local norm, so s is.
TEST_P(EveryLinearBank, HasImmediateCostsAsErratumE17Says) {
  std::size_t told = 0;
  after_every_event(effort(300, 60), [&](const LinearBooks& books) {
    if (!books.last_cost) return;
    const Real s = books.last_size, cost = *books.last_cost / books.last_scale,
               rounding = 1e-11L * (s + 1e-11L);
    RC_ASSERT(cost >= 0);
    RC_ASSERT(s < 1);
    RC_ASSERT(cost <= -s - std::log1p(-s) + rounding);
    RC_ASSERT(cost >= s - std::log1p(s) - rounding);
    ++told;
  });
  EXPECT_GT(told, 0u);
}

std::vector<BodyAndSpending> all() {
  std::vector<BodyAndSpending> list;
  for (const char* body : {"ball", "box", "ellipsoid", "polytope", "product", "actions"}) {
    for (const Spending spending : {Spending::kOldestFirst, Spending::kNewestFirst, Spending::kProportional})
      list.push_back({body, spending});
  }
  return list;
}

INSTANTIATE_TEST_SUITE_P(Facts, EveryLinearBank, ::testing::ValuesIn(all()), [](const auto& test) {
  std::string text = test.param.body + "_spending_" + std::string(name(test.param.spending));
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
});

}  // namespace
}  // namespace banker::testing
