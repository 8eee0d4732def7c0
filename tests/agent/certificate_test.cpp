// The certificate of the agents beyond the paper, on every prefix of random paths: no comparator does better on the
// estimated losses by more than it says.
#include <algorithm>

#include "agent/player.hpp"
#include "support/banking_cases.hpp"
#include "support/certified_path.hpp"

namespace banker::testing::certificate_test {
namespace {

class Certificate : public ::testing::TestWithParam<Path> {
 protected:
  // Losses of one good arm, of an adversary who punishes what is likely, or any; signed for scale-free agents.
  double loss(const Played& r, std::uint64_t seed, Random& random) const {
    const double u = static_cast<double>(random() % 1025) / 1024;
    const std::size_t arm = r.decision.arm;
    double loss = u;
    if (seed % 3 == 0) loss = arm == 0 ? 0.25 * u : 0.75 + 0.25 * u;
    if (seed % 3 == 1) loss = r.decision.probability * static_cast<double>(r.p.size()) >= 1 ? 1 : 0;
    if (GetParam().moves_vertices) loss = (2 * loss - 1) * (random() % 20 == 0 ? 100 : 1);
    return loss;
  }
};
INSTANTIATE_TEST_SUITE_P(Paths, Certificate, ::testing::ValuesIn(paths()),
                         [](const auto& test) { return test.param.name; });

TEST_P(Certificate, BoundsTheEstimatedRegretOnEveryPrefix) {
  std::size_t stale = 0, shared_levels = 0;
  double most = 0;
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    Random random(seed);
    Account account(GetParam(), 2 + seed % 9);
    const double each = has_range(*account.agent) ? 1 : 0;
    for (int i = 0; i < 600; ++i) {
      const int weather = i / 60 % 4;  // outcomes fail to come, or asks and outcomes come in bursts
      const bool burst = weather == 3 && i / 10 % 2 == 0, flood = weather == 3 && !burst;
      if (account.waiting.empty() || (!flood && (burst || random() % 16 < (weather == 1 ? 14 : 7)))) {
        account.ask();
      } else {
        const auto r =
            std::next(account.waiting.begin(), static_cast<int>(random() % account.waiting.size()));
        account.close(r->first, random() % 10 == 0, loss(r->second, seed, random));
      }
      account.expect_certified(each);
      ASSERT_FALSE(HasFailure()) << "seed " << seed << ", event " << i;
    }
    stale += account.stale;
    shared_levels += account.shared_levels;
    most = std::max(most, account.most);
  }
  EXPECT_EQ(stale > 0, skips_stale_rounds(*make_from(with_arms(GetParam(), 4))));
  EXPECT_TRUE(shared_levels > 0 || !GetParam().imputes);
  EXPECT_GT(most, 0.2);  // 0.3 to 0.8: not a bound that nothing could break
}

}  // namespace
}  // namespace banker::testing::certificate_test
