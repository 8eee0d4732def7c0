// Erratum E1: the theorem on Banker-SFLBINF is false. Two arms, no delay: arm 0 always costs 0; arm 1 costs 1
// up to T/2 and -L from then on. The learner hardly ever plays arm 1 and so does not notice: its regret grows
// like L T / 8, not like L sqrt(T).
//
//   erratum_e1 [SEEDS [LARGEST_T]]      prints the table of docs/errata.md; fails if the regret is below 0.04
//   L T
#include <banker/banker.hpp>
#include <cmath>
#include <cstdio>
#include <cstdlib>

namespace {

double regret(std::uint64_t rounds, double size, double initial_loss_size, std::uint64_t seed) {
  auto agent = *banker::make_agent(banker::BankerSflbinfOptions{
      .arms = 2, .seed = seed, .initial_loss_size = initial_loss_size, .horizon = rounds});
  double total = 0;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    const double loss_of_1 = t <= rounds / 2 ? 1 : -size;
    const banker::Decision d = *agent->ask();
    const double loss = d.arm == 0 ? 0 : loss_of_1;
    total += loss;
    if (!agent->tell(d.round, loss)) std::abort();
  }
  const double half = static_cast<double>(rounds / 2);
  return total - (half - size * (static_cast<double>(rounds) - half));  // arm 1 is the best
}

struct Estimate {
  double mean, error;
};
Estimate mean_regret(std::uint64_t rounds, double size, double initial_loss_size, std::uint64_t seeds) {
  double sum = 0, squares = 0;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const double r = regret(rounds, size, initial_loss_size, seed);
    sum += r;
    squares += r * r;
  }
  const double n = static_cast<double>(seeds), mean = sum / n;
  return {mean, std::sqrt((squares / n - mean * mean) / (n - 1))};
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t seeds = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 100;
  const std::uint64_t largest = argc > 2 ? std::strtoull(argv[2], nullptr, 10) : 100'000;
  bool false_theorem = true;
  std::printf(
      "| T | L | L-hat_1 | seeds | mean regret | standard error | regret/(L T) "
      "|\n|---|---|---|---|---|---|---|\n");
  const auto row = [&](std::uint64_t rounds, double size, double initial) {
    const Estimate e = mean_regret(rounds, size, initial, seeds);
    const double share = e.mean / (size * static_cast<double>(rounds));
    std::printf("| %llu | %g | %g | %llu | %.0f | %.0f | %.3f |\n", static_cast<unsigned long long>(rounds),
                size, initial, static_cast<unsigned long long>(seeds), e.mean, e.error, share);
    return share;
  };
  for (std::uint64_t rounds = 10'000; rounds <= largest; rounds *= 10) {
    for (const double size : {10.0, 100.0}) false_theorem = row(rounds, size, 1) > 0.04 && false_theorem;
  }
  row(10'000, 10, 10);  // with a valid bound on the losses the theorem holds
  return false_theorem ? 0 : 1;
}
