// bench/lab: simulated rounds per second of banker-tinf with K = 10 and geometric delays, and how much more two
// threads do than one, measured in turns so that a noisy machine disturbs both. An argument divides the rounds.
#include <algorithm>
#include <banker/lab/study.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

// Rounds per second.
double rate(const banker::lab::Study& study, std::size_t threads) {
  banker::lab::RunnerOptions options;
  options.threads = threads;
  const auto start = std::chrono::steady_clock::now();
  if (!banker::lab::run(study, options)) std::abort();
  const double spent = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return static_cast<double>(study.cells[0].rounds * study.runs) / spent;
}

double median(std::vector<double> v) {
  std::sort(v.begin(), v.end());
  return v[v.size() / 2];
}

}  // namespace

int main(int argc, char** argv) {
  const std::uint64_t divisor = argc > 1 ? std::max(1, std::atoi(argv[1])) : 1;
  constexpr int kTurns = 7;
  std::printf("\nThe lab: banker-tinf, 10 arms, bernoulli losses, million rounds per second\n");
  std::printf("  %-16s %10s %11s %7s\n", "delays", "1 thread", "2 threads", "ratio");
  for (const char* delays : {"none", "geometric:10", "geometric:50", "fixed:100"}) {
    const auto study = banker::lab::plan({.agents = {"banker-tinf"},
                                          .losses = {"bernoulli"},
                                          .delays = {delays},
                                          .arms = {10},
                                          .rounds = {200'000 / divisor},
                                          .runs = 8,
                                          .seed = 1});
    std::vector<double> one, two, ratio;
    for (int turn = 0; turn < kTurns; ++turn) {
      one.push_back(rate(*study, 1));
      two.push_back(rate(*study, 2));
      ratio.push_back(two.back() / one.back());
    }
    std::printf("  %-16s %10.2f %11.2f %7.2f\n", delays, median(one) / 1e6, median(two) / 1e6, median(ratio));
  }
}
