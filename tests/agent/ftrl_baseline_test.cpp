// delayed-exp3 and delayed-tsallis against their formulas.

#include "agent/slow_baseline.hpp"
#include "support/effort.hpp"

namespace banker::testing::ftrl_baseline_test {
namespace {

// x_t = softmax(-eta_t L^), eta_t = sqrt(ln K / (K t / 2 + O_t)).
class SlowDelayedExp3 : public SlowBaseline {
 public:
  using SlowBaseline::SlowBaseline;
  Reals point(std::uint64_t t) const override {
    const Real eta = std::sqrt(std::log(k) / (k * static_cast<Real>(t) / 2 + total_open));
    return slow_softmax(over(sum, 1 / eta));
  }
  void tell(const SlowRound& round, Real loss) override { sum[round.arm] += loss / round.p; }
};

TEST(DelayedLeaders, PlayWhatTheirFormulasSay) {
  for (const std::size_t arms : {2, 3, 10, 70}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      const std::string rest =
          R"(","arms":)" + std::to_string(arms) + R"(,"seed":)" + std::to_string(seed) + "}";
      SlowDelayedExp3 exp3(arms);
      compare(R"({"agent":"delayed-exp3)" + rest, exp3, seed, effort(1500, 300), Losses::kUsual, 1e-9L);
      SlowDelayedTsallis tsallis(arms);
      compare(R"({"agent":"delayed-tsallis)" + rest, tsallis, seed, effort(1500, 300), Losses::kUsual, 1e-9L);
    }
  }
}

// Without delay O_t = 0: delayed-tsallis is tsallis-inf.
TEST(DelayedLeaders, WithoutDelayAreThePlainOnes) {
  const auto delayed = make(R"({"agent":"delayed-tsallis","arms":5,"seed":3})");
  const auto plain = make(R"({"agent":"tsallis-inf","arms":5,"seed":3})");
  Random random(9);
  for (int t = 0; t < 2000; ++t) {
    const Decision a = delayed->ask().value(), b = plain->ask().value();
    ASSERT_EQ(a.arm, b.arm);
    ASSERT_EQ(a.probability, b.probability);
    const double loss = static_cast<double>(random() >> 11) * 0x1p-53;
    (void)delayed->tell(a.round, loss).value();
    (void)plain->tell(b.round, loss).value();
  }
}

}  // namespace
}  // namespace banker::testing::ftrl_baseline_test
