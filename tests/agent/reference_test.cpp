#include "support/reference.hpp"

#include <gtest/gtest.h>

#include "support/lockstep.hpp"
#include "support/settings.hpp"

namespace banker::testing::reference_test {
namespace {

class NamedAgent : public ::testing::TestWithParam<Kind> {};

TEST_P(NamedAgent, AgreesWithTheSlowReferenceAfterEveryEvent) { expect_agreement(GetParam()); }

INSTANTIATE_TEST_SUITE_P(Reference, NamedAgent,
                         ::testing::ValuesIn(bank_agents({"banker-tinf", "banker-sftinf", "banker-sflbinf"})),
                         test_name);

}  // namespace
}  // namespace banker::testing::reference_test
