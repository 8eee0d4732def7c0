// The exponents of the paper's bounds, measured. Seeds are fixed: a 95 % interval is not asked to hold for others.

#include <gtest/gtest.h>

#include "banker/lab/scaling.hpp"

namespace banker::lab::scaling_exponents_test {
namespace {

Fit regret_in(const std::string& variable) {
  const auto sweeps =
      plan({.agents = {"banker-tinf"}, .variables = {variable}, .rounds = 8192, .runs = 16}).value();
  return measure(sweeps.at(0), {}).value().at(0);
}

TEST(Exponents, OfBankerTinfInTAndDHoldOneHalf) {
  for (const char* variable : {"T", "D"}) {
    const Fit fit = regret_in(variable);
    EXPECT_EQ(fit.quantity, "regret");
    EXPECT_EQ(fit.theory, 0.5);
    EXPECT_LE(fit.low, 0.5) << variable;
    EXPECT_GE(fit.high, 0.5) << variable;
    EXPECT_LE(fit.high - fit.low, 0.3) << "an interval that holds everything says nothing";
  }
}

}  // namespace
}  // namespace banker::lab::scaling_exponents_test
