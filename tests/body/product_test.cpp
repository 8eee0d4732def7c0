// A product of polytopes is the polytope with both their rows: the same barrier, factors and eigenvectors.
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "banker/estimate/one_point.hpp"
#include "body/random_bodies.hpp"
#include "support/effort.hpp"

namespace banker::product_test {
namespace {

using testing::Dice;
using testing::effort;
using testing::random_polytope;

// Two polytopes, one of a thousandth of the other's size, apart, as a product, and as one polytope.
class ProductOfPolytopes : public ::testing::Test {
 protected:
  static constexpr std::size_t kFirst = 3, kSecond = 2, kBoth = kFirst + kSecond;

  static Polytope whole(const Polytope& a, const Polytope& b) {
    Polytope p;
    for (std::size_t j = 0; j < a.b.size() + b.b.size(); ++j) {
      const bool first = j < a.b.size();
      const Vector& row = first ? a.a[j] : b.a[j - a.b.size()];
      Vector wide(kBoth);
      for (std::size_t i = 0; i < row.size(); ++i) wide[(first ? 0 : kFirst) + i] = row[i];
      p.a.push_back(wide);
      p.b.push_back(first ? a.b[j] : b.b[j - a.b.size()]);
    }
    return p;
  }
  // Duals of length 0 to 1e4, as see(point of the product, point of the polytope).
  template <class Visit>
  void visit(Visit see) {
    for (const double size : {0.0, 1.0, 30.0, 1e4}) {
      SCOPED_TRACE("a dual of length " + std::to_string(size));
      for (int i = 0; i < effort(100, 20); ++i) {
        const Vector phi = dice_.on_sphere(kBoth, size);
        BodyPoint p = product_->centre(), w = whole_->centre();
        ASSERT_TRUE(product_->mirror(phi, p.view()));
        ASSERT_TRUE(whole_->mirror(phi, w.view()));
        see(p, w);
      }
    }
  }
  static BodyPoint part(const Body& body, const BodyPoint& p, std::size_t y, std::size_t kept) {
    return {Vector(p.y.begin() + y, p.y.begin() + y + body.dimension()),
            Vector(p.kept.begin() + kept, p.kept.begin() + kept + body.kept())};
  }
  // To 1e-9 of the largest of them, or of `most`: searches end within 1e-12, eigenvectors turn by more where eigenvalues
  // are close.
  static void expect_near(std::span<const double> got, std::span<const double> want, double most = 0) {
    for (const double v : want) most = std::max(most, std::fabs(v));
    for (std::size_t i = 0; i < want.size(); ++i) EXPECT_NEAR(got[i], want[i], 1e-9 * most) << i;
  }

  Dice dice_{51};
  Polytope a_ = random_polytope(dice_, 9, dice_.normals(kFirst));
  Polytope b_ = testing::stretched(random_polytope(dice_, 7, dice_.normals(kSecond)), {1e-3, 2e-3});
  std::unique_ptr<const Body> first_ = make_body(Shape(a_)).value(), second_ = make_body(Shape(b_)).value(),
                              product_ = make_body(Shape(Product{{a_, b_}})).value(),
                              whole_ = make_body(Shape(whole(a_, b_))).value();
};

TEST_F(ProductOfPolytopes, HasTheSamePoints) {
  visit([&](const BodyPoint& p, const BodyPoint& w) {
    expect_near(p.y, w.y, 1);
    expect_near(p.kept, w.kept);
    EXPECT_NEAR(product_->value(p.view()), whole_->value(w.view()), 1e-9);
    Vector x(kBoth), same(kBoth);
    product_->place(p.y, x);
    whole_->place(w.y, same);
    expect_near(x, same);
  });
}

// K of the product has the K of its parts on the diagonal, bit by bit, and is that of the polytope.
TEST_F(ProductOfPolytopes, FactorIsTheBlocks) {
  visit([&](const BodyPoint& p, const BodyPoint& w) {
    Vector k(kBoth * kBoth, 7), same(kBoth * kBoth, 7);
    Vector k1(kFirst * kFirst), k2(kSecond * kSecond);
    product_->factor(p.view(), k);
    whole_->factor(w.view(), same);
    first_->factor(part(*first_, p, 0, 0).view(), k1);
    second_->factor(part(*second_, p, kFirst, first_->kept()).view(), k2);
    for (std::size_t i = 0; i < kBoth; ++i) {
      for (std::size_t j = 0; j < kBoth; ++j) {
        double block = 0;
        if (i < kFirst && j < kFirst) block = k1[i * kFirst + j];
        if (i >= kFirst && j >= kFirst) block = k2[(i - kFirst) * kSecond + (j - kFirst)];
        EXPECT_EQ(k[i * kBoth + j], block) << i << ' ' << j;
      }
      expect_near(std::span(k).subspan(i * kBoth, kBoth), std::span(same).subspan(i * kBoth, kBoth));
    }
  });
}

// Directions of both samplers: eigenvectors of both parts are in one order.
TEST_F(ProductOfPolytopes, HasTheSameDirections) {
  for (const Sampler sampler : {Sampler::kCholesky, Sampler::kEigen}) {
    SCOPED_TRACE(name(sampler));
    visit([&](const BodyPoint& p, const BodyPoint& w) {
      for (std::size_t i = 0; i < kBoth; ++i) {
        Vector step(kBoth), lift(kBoth), step_whole(kBoth), lift_whole(kBoth);
        dikin_direction(sampler, *product_, p.view(), i, step, lift);
        dikin_direction(sampler, *whole_, w.view(), i, step_whole, lift_whole);
        expect_near(step, step_whole);
        expect_near(lift, lift_whole);
      }
    });
  }
}

}  // namespace
}  // namespace banker::product_test
