// banker/core twofold arithmetic: right to about 2^-100, shown by identities in the same arithmetic and by products
// whose digits are known.
#include "core/twofold.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace banker::twofold_test {
namespace {

// Sums of two doubles of every size from 2^-300 to 2^300.
class Numbers {
 public:
  Amount next() {
    const double high = std::ldexp(1 + fraction_(random_), exponent_(random_));
    return Amount(high) + Amount(high * 0x1p-54 * fraction_(random_));
  }

 private:
  std::mt19937_64 random_{1};
  std::uniform_real_distribution<double> fraction_{0, 1};
  std::uniform_int_distribution<int> exponent_{-300, 300};
};

double relative(Amount difference, Amount of) { return std::fabs(difference.value() / of.value()); }

// (1 + 2^-52)(1 - 2^-52) = 1 - 2^-104, which no double is.
TEST(Twofold, ProductsOfDoublesAreExact) {
  const Amount p = product(Amount(1 + 0x1p-52), Amount(1 - 0x1p-52));
  EXPECT_EQ(p.value(), 1);
  EXPECT_EQ(p.low(), -0x1p-104);
}

// a b = b a, (a b) / b = a, root(a)^2 = a, and products distribute over sums, to 2^-98.
TEST(Twofold, IdentitiesHoldToTwiceTheDigits) {
  Numbers numbers;
  for (int i = 0; i < 10'000; ++i) {
    const Amount a = numbers.next(), b = numbers.next(), c = numbers.next();
    EXPECT_LE(relative(product(a, b) - product(b, a), product(a, b)), 0x1p-98);
    EXPECT_LE(relative(quotient(product(a, b), b) - a, a), 0x1p-98);
    EXPECT_LE(relative(product(root(a), root(a)) - a, a), 0x1p-98);
    EXPECT_LE(relative(product(a, b + c) - (product(a, b) + product(a, c)), product(a, b + c)), 0x1p-98);
  }
}

// 1/3 = 0.0101..., so the second part is a third of the last place of the first.
TEST(Twofold, AThirdHasTwiceTheDigits) {
  const Amount third = quotient(Amount(1), Amount(3));
  EXPECT_EQ(third.value(), 1.0 / 3);
  EXPECT_EQ(third.low(), 0x1p-54 / 3);
}

}  // namespace
}  // namespace banker::twofold_test
