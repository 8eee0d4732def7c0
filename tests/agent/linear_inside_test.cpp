// x_t and A_t are in the body: every constraint holds to 1e-9 of its slack at a point inside.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <ostream>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "support/effort.hpp"
#include "support/linear_cases.hpp"
#include "support/real.hpp"

namespace banker::testing::linear_inside_test {
namespace {

constexpr double kTolerance = 1e-9;

std::size_t dimension(const Shape& shape) {
  if (const auto* ball = std::get_if<Ball>(&shape.variant)) return ball->dimension;
  if (const auto* box = std::get_if<Box>(&shape.variant)) return box->lower.size();
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape.variant)) return ellipsoid->center.size();
  if (const auto* polytope = std::get_if<Polytope>(&shape.variant)) return polytope->a[0].size();
  std::size_t sum = 0;
  for (const Shape& part : std::get<Product>(shape.variant).bodies) sum += dimension(part);
  return sum;
}

// By how much x breaks the constraint it breaks most, in units of its slack at `inside`: from the definitions,
// in the coordinates of x.
Real broken(const Shape& shape, std::span<const double> x, std::span<const double> inside) {
  Real most = -1, square = 0;
  if (const auto* ball = std::get_if<Ball>(&shape.variant)) {
    for (const double v : x) square += Real(v) * v;
    return std::sqrt(square) / ball->radius - 1;
  }
  if (const auto* ellipsoid = std::get_if<Ellipsoid>(&shape.variant)) {
    const Vector& c = ellipsoid->center;
    for (std::size_t i = 0; i < x.size(); ++i) {
      for (std::size_t j = 0; j < x.size(); ++j)
        square += (Real(x[i]) - c[i]) * ellipsoid->matrix[i][j] * (Real(x[j]) - c[j]);
    }
    return std::sqrt(square) - 1;
  }
  if (const auto* box = std::get_if<Box>(&shape.variant)) {  // not even by rounding
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] < box->lower[i] || x[i] > box->upper[i]) return 1;
  } else if (const auto* polytope = std::get_if<Polytope>(&shape.variant)) {
    for (std::size_t j = 0; j < polytope->b.size(); ++j) {
      Real over = -Real(polytope->b[j]), slack = polytope->b[j];
      for (std::size_t i = 0; i < x.size(); ++i) {
        over += Real(polytope->a[j][i]) * x[i];
        slack -= Real(polytope->a[j][i]) * inside[i];
      }
      most = std::max(most, over / slack);
    }
  } else {
    std::size_t first = 0;
    for (const Shape& part : std::get<Product>(shape.variant).bodies) {
      const std::size_t n = dimension(part);
      most = std::max(most, broken(part, x.subspan(first, n), inside.subspan(first, n)));
      first += n;
    }
  }
  return most;
}

// An agent, its open rounds with the losses they will have, and how far out it ever went.
class Player {
 public:
  explicit Player(const LinearSettings& settings)
      : place_(settings.place), agent_(settings.make()), body_(*make_body(place_.shape)) {}

  std::size_t open() const { return open_.size(); }
  double farthest() const { return farthest_; }
  std::uint64_t settled() const { return settled_; }
  std::uint64_t skipped() const { return skipped_; }

  const Body& body() const { return *body_; }
  double at_x() const { return at_x_; }  // the excess of the last x_t

  // The next round; its loss is choose(A_t, whether A_t is farther out than x_t).
  template <class Choose>
  void ask(Choose choose) {
    at_x_ = check(agent_->point());
    const auto decision = agent_->ask();
    ASSERT_TRUE(decision) << decision.error().message;
    const Vector action = *agent_->action(decision->round);
    const double at_action = check(action);
    open_.push_back({decision->round, choose(action, at_action > at_x_)});
  }
  void tell(std::size_t which) {
    std::swap(open_[which], open_.back());
    const auto [round, loss] = open_.back();
    open_.pop_back();
    const auto receipt = agent_->tell(round, loss);
    ASSERT_TRUE(receipt) << receipt.error().message;
    ASSERT_GE(*receipt->immediate_cost, 0);
    ASSERT_LT(*receipt->immediate_cost, HUGE_VAL);
    ASSERT_TRUE(receipt->state == RoundState::kSettled || receipt->state == RoundState::kSkipped);
    ++(receipt->state == RoundState::kSettled ? settled_ : skipped_);
  }

 private:
  struct Open {
    RoundId round;
    double loss;
  };

  double check(const std::vector<double>& x) {
    const double excess = body_->excess(x);
    farthest_ = std::max(farthest_, excess);
    EXPECT_LE(excess, kTolerance) << "round " << agent_->rounds();
    EXPECT_LE(broken(place_.shape, x, place_.interior), kTolerance) << "round " << agent_->rounds();
    return excess;
  }

  KnownBody place_;
  std::unique_ptr<Agent> agent_;
  std::unique_ptr<const Body> body_;
  std::vector<Open> open_;
  double farthest_ = -1, at_x_ = -1;
  std::uint64_t settled_ = 0, skipped_ = 0;
};

struct Named {
  std::string name;
  KnownBody place;
};

std::ostream& operator<<(std::ostream& out, const Named& body) { return out << body.name; }

std::vector<Named> bodies() {
  Random random(7);
  const KnownBody polygon = random_polytope(random, 2, 1);
  Vector inside = polygon.interior;
  inside.insert(inside.end(), {0, 5e-4});
  return {{"ball", random_ball(random, 3)},
          {"box", {Box{{-5e-7, 2, -2e5}, {5e-7, 3, 8e5}}, {0, 2.5, 3e5}}},  // sides 1e-6 to 1e6
          {"ellipsoid", random_ellipsoid(random, 3, 1e-5)},                 // condition 1e10
          {"polytope", random_polytope(random, 3, 1)},
          {"thin_polytope", random_polytope(random, 2, 1e-6)},
          {"product", {Product{{polygon.shape, Ball{1, 1e3}, Box{{0}, {1e-3}}}}, inside}}};
}

class EveryBody : public ::testing::TestWithParam<Named> {};

// A loss <l, x - x_0> from -1/2 to 1/2 on the body, in a direction of its own coordinates.
class Drift {
 public:
  Drift(const Body& body, Random& random) : l_(body.dimension()), x0_(body.dimension()) {
    Vector phi(body.dimension());
    for (double& v : phi) v = uniform_in(random, -1, 1);
    body.dual(phi, l_);
    body.place(body.centre().y, x0_);
    for (const double sign : {1.0, -1.0}) {  // as far as the body reaches
      Vector far = phi, x(x0_.size());
      for (double& v : far) v *= sign * 1e6;
      BodyPoint p = body.centre();
      EXPECT_TRUE(body.mirror(far, p.view()));
      body.place(p.y, x);
      reach_ = std::max(reach_, std::fabs(along(x)));
    }
  }
  double loss(const Vector& x) const { return std::clamp(along(x) / reach_ / 2, -0.5, 0.5); }

 private:
  double along(const Vector& x) const {
    Real sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += l_[i] * (Real(x[i]) - x0_[i]);
    return static_cast<double>(sum);
  }

  Vector l_, x0_;
  double reach_ = 0;
};

// Delays at random and the default floor; of every round the loss is loss(A_t), and then seen(t).
template <class Loss, class Seen>
void play_rounds(std::uint64_t rounds, Random& random, Player& player, Loss loss, Seen seen) {
  std::uint64_t most_open = 1;
  for (std::uint64_t t = 0; t < rounds && !::testing::Test::HasFailure(); ++t) {
    ASSERT_NO_FATAL_FAILURE(player.ask([&](const Vector& action, bool) { return loss(action); }));
    seen(t);
    if (t % 128 == 0) most_open = 1 + random() % 40;
    for (std::uint64_t left = random() % most_open; player.open() > left;)
      ASSERT_NO_FATAL_FAILURE(player.tell(random() % player.open()));
  }
  EXPECT_EQ(player.settled() + player.open(), rounds);  // none is skipped
}

// Losses in [-1,1] at random: x_t stays around the centre.
TEST_P(EveryBody, HoldsEveryPointAndActionOfAMillionRandomRounds) {
  Random random(3);
  Player player({.place = GetParam().place});
  play_rounds(
      effort(1'000'000, 50'000), random, player, [&](const Vector&) { return uniform_in(random, -1, 1); },
      [](std::uint64_t) {});
}

// A fixed loss vector and noise of the same size: x_t goes to the boundary and stays there.
TEST_P(EveryBody, HoldsEveryPointAndActionOfAMillionRoundsWithADrift) {
  Random random(4);
  Player player({.place = GetParam().place});
  const Drift drift(player.body(), random);
  std::uint64_t near = 0, late = 0;
  const auto loss = [&](const Vector& x) { return drift.loss(x) + uniform_in(random, -0.5, 0.5); };
  play_rounds(effort(1'000'000, 50'000), random, player, loss, [&](std::uint64_t t) {
    if (t < effort<std::uint64_t>(200'000, 20'000)) return;
    ++late;
    near += player.at_x() > effort(-0.05, -0.25);
  });
  EXPECT_GT(near, late * 9 / 10);
}

// The loss is -1 if A_t is farther out than x_t, 1 if it is not: every outcome pushes outwards, until its
// estimate is beyond the arithmetic. With sigma_t = 8n and 2n, and 0.1: there z_t is far outside the Dikin
// ellipsoid of x_t at once.
TEST_P(EveryBody, HoldsAnAgentThatIsAlwaysPushedOutwards) {
  const double n = static_cast<double>(GetParam().place.interior.size());
  const std::uint64_t rounds = effort(20'000, 2'000);
  for (const double floor : {8 * n, 2 * n, 0.1}) {
    for (const std::size_t delay : {0, 3}) {
      Player player({.place = GetParam().place, .nu = 1e9, .floor = floor});  // sigma_t is the floor
      for (std::uint64_t t = 0; t < rounds && !HasFailure(); ++t) {
        ASSERT_NO_FATAL_FAILURE(
            player.ask([](const Vector&, bool outwards) { return outwards ? -1.0 : 1.0; }));
        while (player.open() > delay) ASSERT_NO_FATAL_FAILURE(player.tell(0));
      }
      while (player.open() > 0) ASSERT_NO_FATAL_FAILURE(player.tell(0));
      if (HasFailure()) return;
      EXPECT_EQ(player.settled() + player.skipped(), rounds);
      EXPECT_GT(player.skipped(), 0u);
      EXPECT_GT(player.farthest(), -1e-8);  // the boundary is reached
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Inside, EveryBody, ::testing::ValuesIn(bodies()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace banker::testing::linear_inside_test
