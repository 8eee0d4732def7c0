#include "banker/core/amount.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

namespace banker::amount_test {
namespace {

TEST(Amount, KeepsWhatADoubleLoses) {
  Amount sum(1e20);
  sum += Amount(1.0);
  sum -= Amount(1e20);
  EXPECT_EQ(sum.value(), 1.0);
}

RC_GTEST_PROP(Amount, BooksBalanceAfterAnyEntries, (std::vector<std::uint32_t> entries)) {
  // Deposits over twelve orders of magnitude, withdrawn in reverse: exactly nothing is left.
  Amount sum;
  std::vector<double> amounts;
  for (const auto e : entries) amounts.push_back((e % 1000 + 1) / 7.0 * (e % 2 ? 1e6 : 1e-6));
  for (const double a : amounts) sum += Amount(a);
  for (auto a = amounts.rbegin(); a != amounts.rend(); ++a) sum -= Amount(*a);
  RC_ASSERT(std::abs(sum.value()) <= 1e-24);
}

}  // namespace
}  // namespace banker::amount_test
