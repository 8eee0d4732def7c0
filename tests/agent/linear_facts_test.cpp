// Facts about every Banker-BOLO: what is conserved, and what its bounds promise, after every event.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <variant>
#include <vector>

#include "support/effort.hpp"
#include "support/linear_books.hpp"

namespace banker::testing::linear_facts_test {
namespace {

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
      const LinearCase c = *linear_cases("banker-bolo", GetParam().body, GetParam().spending);
      LinearBooks books(c.settings, check);
      play(c.script, books);
    });
  }
};

// sum v_s dual(z_s) + sum sigma_s dual(x_s) = - sum of told estimates, to rounding of what is added.
TEST_P(EveryLinearBank, ConservesDualMass) {
  after_every_event(effort(300, 60), [](const LinearBooks& books) {
    Wide rest = books.estimates, size = books.sizes;
    for (const LinearCapital& c : books.capital()) {
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
    for (const LinearCapital& c : books.capital()) sum += c.amount;
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
    std::vector<LinearCapital> capital = books.capital();
    std::vector<BodyPoint> points;
    for (const LinearCapital& c : capital) points.push_back(books.point(c.dual));
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

// Psi of the farthest point (1 - 1/n) v, from slacks: of a round body 1 - (1 - 1/n)^2, of a box that in every
// coordinate; of m faces all but one 1/n, and the last what is missing from their sum m.
Real faces_c1(Real m, Real n) { return (m - 1) * std::log(n) - std::log(m - (m - 1) / n); }
Real shape_c1(const Shape& shape, Real n) {
  if (const auto* product = std::get_if<Product>(&shape.variant)) {
    Real sum = 0;
    for (const Shape& part : product->bodies) sum += shape_c1(part, n);
    return sum;
  }
  if (const auto* polytope = std::get_if<Polytope>(&shape.variant))
    return faces_c1(static_cast<Real>(polytope->b.size()), n);
  const auto* box = std::get_if<Box>(&shape.variant);
  return -(box ? static_cast<Real>(box->lower.size()) : 1) * std::log(1 - (1 - 1 / n) * (1 - 1 / n));
}
// The weights of a list are the slacks of a simplex.
Real own_c1(const LinearSettings& settings, Real n) {
  return settings.actions ? faces_c1(static_cast<Real>(settings.actions->points.size()), n)
                          : shape_c1(settings.place.shape, n);
}

// certificate = C1 B + sum of costs >= sum_told <l~_s, x_s - y> for y = (1 - 1/n) v, v in the body.
TEST_P(EveryLinearBank, CertifiesTheEstimatedRegret) {
  Random random(12);
  after_every_event(effort(300, 60), [&](const LinearBooks& books) {
    const Real n = books.moved_n();
    const Real expected = own_c1(books.settings, n) * Real(*books.agent.total_invested()) + books.costs;
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
}  // namespace banker::testing::linear_facts_test
