#include "support/reference.hpp"

#include <gtest/gtest.h>

#include "support/lockstep.hpp"
#include "support/settings.hpp"

namespace banker::testing::reference_omd_test {
namespace {

// The agents with a choice of regularizer and scale rule.
class Framework : public ::testing::TestWithParam<Kind> {};

TEST_P(Framework, AgreesWithTheSlowReferenceAfterEveryEvent) { expect_agreement(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Algorithm1, Framework, ::testing::Values(Kind{"omd", ""}), test_name);
INSTANTIATE_TEST_SUITE_P(Algorithm2, Framework, ::testing::ValuesIn(bank_agents({"banker-omd"})), test_name);

}  // namespace
}  // namespace banker::testing::reference_omd_test
