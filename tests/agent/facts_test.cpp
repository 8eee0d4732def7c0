#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "banker/core/padded.hpp"
#include "support/books.hpp"
#include "support/effort.hpp"

namespace banker::testing::facts_test {
namespace {

using reference::Bregman;

// Facts about every bank, after every event of random scripts: what duals are, that their mass and the money
// are conserved, the bound on every path, and what the certificate and the savings are.
class EveryBank : public ::testing::TestWithParam<Kind> {
 protected:
  template <class Check>
  void after_every_event(int scripts, Check check) {
    check_times(scripts, [&] {
      Trial c = *trials(GetParam().agent, GetParam().spending);
      skipped_ += keep_books(c, check).skipped;
    });
  }
  std::size_t skipped_ = 0;
};

// mirror(theta + c 1) = mirror(theta), for the dual of every saving and every open round.
TEST_P(EveryBank, HasDualsThatMeanTheSameAfterAShift) {
  after_every_event(effort(100, 20), [](const auto& books) {
    for (const Capital& c : books.all_capital()) {
      const double top = *std::max_element(c.dual.begin(), c.dual.end());
      const auto point = [&](double shift) {
        PaddedVector theta(padded(c.dual.size()));
        for (std::size_t i = 0; i < c.dual.size(); ++i) theta[i] = c.dual[i] + shift;
        std::vector<double> x;
        with_bank(*books.agent, [&](const auto& a) {
          auto found = a.geometry().default_action();
          a.geometry().mirror(top + shift, {theta.data(), c.dual.size()}, a.geometry().default_action(), {},
                              found);
          a.geometry().coordinates(found, x);
        });
        return x;
      };
      const std::vector<double> x = point(0), y = point(3.25);
      const double size = 1 + top - *std::min_element(c.dual.begin(), c.dual.end());
      for (std::size_t i = 0; i < x.size(); ++i)
        RC_ASSERT(std::abs(x[i] - y[i]) <= 1e-13 * size * x[i] + 1e-300);
    }
  });
}

// The dual of z_s is theta_s with the coordinate of A_s lowered by l_s / (x_{s,A_s} sigma_s), and all of
// sigma_s is saved there. Skipped and dropped rounds keep theta_s. (The pool mixes its savings.)
TEST_P(EveryBank, SavesEachRoundAtItsDualWithOneCoordinateChanged) {
  std::size_t charged = 0;
  after_every_event(effort(300, 30), [&](const auto& books) {
    if (!books.last_closed || books.settings.spending == "proportional") return;
    const auto& open = books.last_closed->open;
    const double loss = books.last_closed->loss;
    const auto savings = books.savings();
    const auto saving =
        std::find_if(savings.begin(), savings.end(), [&](const Capital& c) { return c.round == open.round; });
    RC_ASSERT(saving != savings.end());
    RC_ASSERT(saving->amount == open.amount);
    const Decision& drawn = books.drawn[number(open.round)];
    for (std::size_t i = 0; i < open.dual.size(); ++i) {
      if (i != drawn.arm || loss == 0) {
        RC_ASSERT(saving->dual[i] == open.dual[i]);
        continue;
      }
      const Real fall = Real(loss) / (Real(drawn.probability) * open.amount);
      const Real rounding = 0x1p-53L * std::abs(Real(saving->dual[i]));  // of a double that holds both
      RC_ASSERT(std::abs(Real(open.dual[i]) - saving->dual[i] - fall) <= 1e-12L * std::abs(fall) + rounding);
      ++charged;
    }
  });
  EXPECT_EQ(charged > 0, GetParam().spending != "proportional");
}

// sum v_s dual(z_s) + sum sigma_s dual(x_s) = - sum of told estimates, modulo a constant vector.
TEST_P(EveryBank, ConservesDualMass) {
  after_every_event(effort(300, 30), [](const auto& books) {
    Reals rest = books.estimates;
    Real size = books.sizes;
    for (const Capital& c : books.all_capital()) {
      for (std::size_t i = 0; i < rest.size(); ++i) {
        rest[i] += Real(c.amount) * c.dual[i];
        size += std::abs(Real(c.amount) * c.dual[i]);
      }
    }
    const auto [low, high] = std::minmax_element(rest.begin(), rest.end());
    RC_ASSERT(*high - *low <= 1e-10L * size);
  });
}

// sum of v_s, open rounds included, = B_t.
TEST_P(EveryBank, HoldsExactlyWhatWasInvested) {
  after_every_event(effort(300, 30), [](const auto& books) {
    Real sum = 0;
    for (const Capital& c : books.all_capital()) sum += c.amount;
    const double invested = *books.agent->total_invested();
    RC_ASSERT(std::abs(sum - invested) <= 1e-12L * invested);
    RC_ASSERT(with_bank(*books.agent, [](const auto& a) { return a.bank().invariants_hold(); }));
  });
}

// sum_told <l~_s, x_s - y> <= B D(y,x_0) + sum of costs - sum v_s D(y,z_s) - sum_open sigma_s D(y,x_s), for y
// every vertex, moved inwards for the log-barrier.
TEST_P(EveryBank, ObeysThePathwiseBoundForEveryVertex) {
  after_every_event(effort(40, 8), [](const auto& books) {
    const reference::Psi psi = books.settings.psi();
    const std::size_t arms = books.estimates.size();
    const Real inverse_n = books.inverse_n(), psi_of_y = psi_of_moved_vertex(psi, arms, inverse_n);
    const Real invested = *books.agent->total_invested();
    std::vector<Bregman> points{Bregman(psi, uniform(psi, arms))};
    std::vector<Real> weights{invested};
    for (const Capital& c : books.all_capital()) {
      points.emplace_back(psi, project(psi, {c.dual.begin(), c.dual.end()}));
      weights.push_back(-c.amount);
    }
    for (std::size_t i = 0; i < arms; ++i) {
      Real slack = books.costs - (books.losses - books.estimated_loss(i));
      Real size = books.costs + books.sizes;
      for (std::size_t s = 0; s < points.size(); ++s) {
        const Real d = weights[s] * points[s].to_moved_vertex(psi_of_y, i, inverse_n);
        slack += d;
        size += std::abs(d);
      }
      RC_ASSERT(slack >= -1e-10L * size);
    }
  });
}

// certificate = C1 B + sum of costs >= sum_told <l~_s, x_s - y>, C1 = D(y, x_0) for y a vertex, moved inwards
// for the log-barrier.
TEST_P(EveryBank, CertifiesTheEstimatedRegret) {
  after_every_event(effort(300, 30), [](const auto& books) {
    const reference::Psi psi = books.settings.psi();
    const std::size_t arms = books.estimates.size();
    const Real c1 =
        Bregman(psi, uniform(psi, arms))
            .to_moved_vertex(psi_of_moved_vertex(psi, arms, books.inverse_n()), 0, books.inverse_n());
    const Real expected = c1 * *books.agent->total_invested() + books.costs;
    const double certificate = *books.agent->certificate();
    RC_ASSERT(std::abs(certificate - expected) <= 1e-10L * expected);
    for (std::size_t i = 0; i < arms; ++i) {
      RC_ASSERT(books.losses - books.estimated_loss(i) <= certificate + 1e-10L * (books.sizes + expected));
    }
  });
}

// b_t = max(0, sigma_t - savings), and a skipped round leaves its whole scale among the savings (erratum E2).
TEST_P(EveryBank, SpendsTheSavingsOfSkippedRoundsBeforeItBorrows) {
  after_every_event(effort(300, 100), [](const auto& books) {
    if (books.last_skipped && books.settings.spending != "proportional") {
      const auto savings = books.savings();
      RC_ASSERT(std::any_of(savings.begin(), savings.end(), [&](const Capital& c) {
        return c.round == *books.last_skipped && c.amount > 0;
      }));
    }
    Real closed = *books.agent->total_invested();
    for (const Capital& c : books.open()) closed -= c.amount;
    Real saved = 0;
    for (const Capital& c : books.savings()) saved += c.amount;
    const Real tolerance = 1e-12L * *books.agent->total_invested();
    RC_ASSERT(std::abs(saved - closed) <= tolerance);
    if (!books.last_asked) return;
    const Statement paid = *books.agent->statement(*books.last_asked);
    const Real shortage = std::max<Real>(0, Real(paid.scale) - books.savings_before_ask);
    RC_ASSERT(std::abs(paid.borrowed - shortage) <= tolerance);
  });
  const bool skips = GetParam().agent == "banker-sftinf" || GetParam().agent == "banker-sflbinf";
  EXPECT_EQ(skips, skipped_ > 0);
}

INSTANTIATE_TEST_SUITE_P(Facts, EveryBank, ::testing::ValuesIn(bank_agents()), test_name);

}  // namespace
}  // namespace banker::testing::facts_test
