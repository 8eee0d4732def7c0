#include "support/linear_reference.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "support/effort.hpp"
#include "support/linear_cases.hpp"

namespace banker::testing::linear_reference_test {
namespace {

using linear_reference::Algorithm, linear_reference::Directions, linear_reference::Order;
using linear_reference::dot, linear_reference::eigen, linear_reference::plus, linear_reference::times;
using Wide = Reals;

Wide wide(const std::vector<double>& v) { return {v.begin(), v.end()}; }

linear_reference::Agent make_reference(const LinearSettings& s) {
  const linear_reference::Body body(s.place.shape, wide(s.place.interior));
  linear_reference::Setup setup;
  if (s.agent == "bolo") setup.algorithm = Algorithm::kBolo;
  if (s.agent == "delayed-scrible") setup.algorithm = Algorithm::kDelayedScrible;
  if (s.spending == Spending::kNewestFirst) setup.order = Order::kNewestFirst;
  if (s.spending == Spending::kProportional) setup.order = Order::kProportional;
  if (s.sampler == Sampler::kEigen) setup.directions = Directions::kEigen;
  if (s.nu.kind == Nu::Kind::kBody) setup.nu = body.nu();
  if (s.nu.kind == Nu::Kind::kNumber) setup.nu = s.nu.value;
  if (s.floor) setup.floor = *s.floor;
  if (s.horizon) setup.horizon = static_cast<Real>(*s.horizon);
  setup.low = s.low;
  setup.high = s.high;
  return {body, setup};
}

// The library's agent and the slow reference, side by side: the reference is made to play the direction and
// the sign the library drew. `mismatch` says where they first differed; it stays empty while they agree.
class LinearLockstep {
 public:
  explicit LinearLockstep(const LinearSettings& settings)
      : settings_(settings),
        agent_(settings.make()),
        reference_(make_reference(settings)),
        widths_(reference_.body().widths()) {
    compare_next();
  }

  std::uint64_t ask();
  void tell(std::uint64_t round, const Event& e);
  void drop(std::uint64_t round);

  const std::string& mismatch() const { return mismatch_; }

 private:
  template <class... Parts>
  void expect(bool agreed, const Parts&... parts) {
    if (agreed || !mismatch_.empty()) return;
    std::ostringstream out;
    out.precision(17);
    out << "event " << events_ << ": ";
    (out << ... << parts);
    mismatch_ = out.str();
  }
  // To 1e-8 of the value, or to `floor`.
  void expect_near(const char* what, double library, Real reference, Real floor) {
    const Real difference = std::abs(library - reference);
    expect(difference <= 1e-8L * std::abs(reference) || difference <= floor, what, " is ", library,
           ", the reference says ", reference);
  }
  // To 1e-8 of the width of the body along each coordinate.
  void expect_near(const char* what, const std::vector<double>& library, const Wide& reference) {
    expect(library.size() == reference.size(), "the dimension of ", what);
    for (std::size_t i = 0; i < library.size() && mismatch_.empty(); ++i) {
      const Real difference = std::abs(library[i] - reference[i]);
      expect(difference <= 1e-8L * widths_[i], what, '[', i, "] is ", library[i], ", the reference says ",
             reference[i], ", the width is ", widths_[i]);
    }
  }
  void compare_next() { expect_near("the next point", agent_->point(), reference_.preview().x); }
  void compare_action(const linear_reference::Drawn& drawn, const std::vector<double>& action, const Wide& x);

  LinearSettings settings_;
  std::unique_ptr<Agent> agent_;
  linear_reference::Agent reference_;
  Wide widths_;
  std::string mismatch_;
  std::size_t events_ = 0;
};

// A = x + sign M e_i. Where M e_i is not determined: |A - x| = 1 in the norm of H, and H (A - x) is the i-th
// eigenvalue, which others are as large as to 1e-3, times A - x. A - x is a difference of rounded coordinates.
void LinearLockstep::compare_action(const linear_reference::Drawn& drawn, const std::vector<double>& action,
                                    const Wide& x) {
  if (const auto step = reference_.step(x, drawn.direction)) {
    expect_near("the action", action, plus(x, drawn.sign, *step));
    return;
  }
  const auto hessian = reference_.body().at(x).value().hessian;
  const Wide lift = times(hessian, drawn.move);
  const Wide rest = plus(lift, -eigen(hessian).values[drawn.direction], drawn.move);
  expect(std::abs(dot(lift, drawn.move) - 1) <= 1e-8L, "A is not on the Dikin ellipsoid");
  expect(std::sqrt(dot(rest, rest)) <= 2e-3L * std::sqrt(dot(lift, lift)), "A - x is no eigenvector");
}

std::uint64_t LinearLockstep::ask() {
  ++events_;
  const std::vector<double> x = agent_->point();
  const Decision decision = *agent_->ask();
  const std::vector<double> action = *agent_->action(decision.round);
  const linear_reference::Drawn drawn{decision.direction, Real(decision.sign),
                                      plus(wide(action), -1, wide(x))};
  const linear_reference::Play play = reference_.ask(drawn);
  expect(decision.probability == 1 / (2 * static_cast<double>(widths_.size())), "the probability");
  compare_action(drawn, action, play.x);
  if (const auto total = agent_->total_invested()) {
    const Statement statement = *agent_->statement(decision.round);
    expect_near("the scale", statement.scale, play.scale, 0);
    // b_t is what the savings leave of sigma_t: a difference of amounts of up to B_t, each with its rounding.
    expect_near("what is invested", statement.borrowed, play.invested, 1e-15L * play.total_invested);
    expect_near("the total", *total, play.total_invested, 0);
  }
  compare_next();
  return number(decision.round);
}

void LinearLockstep::tell(std::uint64_t round, const Event& e) {
  ++events_;
  const auto total = agent_->total_invested();
  const auto statement = agent_->statement(RoundId{round});
  const double loss = settings_.loss(e);
  const Receipt receipt = *agent_->tell(RoundId{round}, loss);
  const Real cost = reference_.tell(round, loss);
  expect(receipt.state == RoundState::kSettled, "not settled");
  expect(receipt.immediate_cost.has_value() == total.has_value(), "costs and the bank go together");
  // sigma D(x, z~) is a difference of terms of up to about 100 sigma, here in 64 bits.
  if (receipt.immediate_cost)
    expect_near("the immediate cost", *receipt.immediate_cost, cost, 1e-16L * statement->scale);
  expect(agent_->total_invested() == total, "total invested changed without an ask");
  compare_next();
}

void LinearLockstep::drop(std::uint64_t round) {
  ++events_;
  expect(agent_->drop(RoundId{round})->state == RoundState::kDropped, "not dropped");
  reference_.drop(round);
  compare_next();
}

class LinearReference : public ::testing::TestWithParam<std::string> {
 protected:
  // Random agents on bodies of this kind through random scripts.
  static void expect_agreement(int scripts, const std::string& agent, Spending spending) {
    check_times(scripts, [&] {
      const LinearCase c = *linear_cases(agent, GetParam(), spending);
      LinearLockstep both(c.settings);
      play(c.script, both);
      RC_ASSERT(both.mismatch() == "");
    });
  }
};

TEST_P(LinearReference, BankerBoloAgreesAfterEveryEventSpendingOldestFirst) {
  expect_agreement(effort(120, 30), "banker-bolo", Spending::kOldestFirst);
}
TEST_P(LinearReference, BankerBoloAgreesAfterEveryEventSpendingNewestFirst) {
  expect_agreement(effort(120, 30), "banker-bolo", Spending::kNewestFirst);
}
TEST_P(LinearReference, BankerBoloAgreesAfterEveryEventSpendingProportionally) {
  expect_agreement(effort(120, 30), "banker-bolo", Spending::kProportional);
}
TEST_P(LinearReference, BoloAgreesAfterEveryEvent) { expect_agreement(effort(60, 15), "bolo", {}); }
TEST_P(LinearReference, DelayedScribleAgreesAfterEveryEvent) {
  expect_agreement(effort(60, 15), "delayed-scrible", {});
}

INSTANTIATE_TEST_SUITE_P(Bodies, LinearReference,
                         ::testing::Values("ball", "box", "ellipsoid", "polytope", "product"),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace banker::testing::linear_reference_test
