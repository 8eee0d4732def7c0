// bench/agent: ns per ask + tell of the paper's agents, by the number of arms and of open rounds. Every cell
// keeps a fixed number of rounds open and tells the oldest; the ratio compares it with the cell without delay
// of the same row, measured in the same run, in turns, so that a noisy machine disturbs both.
#include <algorithm>
#include <banker/banker.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <deque>
#include <vector>

namespace {

using Clock = std::chrono::steady_clock;

// An agent with `open` rounds open all the time.
class Workload {
 public:
  Workload(const char* agent, const char* spending, std::size_t arms, std::size_t open) {
    char spec[200];
    std::snprintf(spec, sizeof spec, R"({"agent":"%s","arms":%zu,"seed":1,"spending":"%s"})", agent, arms,
                  spending);
    agent_ = *banker::make_agent(spec);
    for (std::size_t i = 0; i < open; ++i) open_.push_back(*agent_->ask());
    step(2 * open + 1'000);
  }
  void step(std::size_t rounds) {
    for (std::size_t i = 0; i < rounds; ++i) {
      open_.push_back(*agent_->ask());
      const banker::Decision oldest = open_.front();
      if (!agent_->tell(oldest.round, oldest.arm == 0 ? 0.25 : 0.75)) std::abort();
      open_.pop_front();
    }
  }
  // Nanoseconds per round over about a hundredth of a second.
  double time(std::size_t rounds) {
    const auto start = Clock::now();
    step(rounds);
    return std::chrono::duration<double, std::nano>(Clock::now() - start).count() /
           static_cast<double>(rounds);
  }

 private:
  std::unique_ptr<banker::Agent> agent_;
  std::deque<banker::Decision> open_;
};

double median(std::vector<double> v) {
  std::nth_element(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(v.size() / 2), v.end());
  return v[v.size() / 2];
}

void row(const char* agent, const char* spending, std::size_t arms) {
  constexpr std::size_t kOpen[] = {0, 100, 10'000};
  constexpr int kTurns = 11;
  std::vector<Workload> cells;
  for (const std::size_t open : kOpen) cells.emplace_back(agent, spending, arms, open);
  const std::size_t rounds = std::max<std::size_t>(50, 400'000 / (arms + 20));
  std::vector<std::vector<double>> times(cells.size());
  for (int turn = 0; turn < kTurns; ++turn) {
    for (std::size_t i = 0; i < cells.size(); ++i) times[i].push_back(cells[i].time(rounds));
  }
  const double base = median(times[0]);
  std::printf("%-14s %-13s %6zu", agent, spending, arms);
  for (const auto& t : times) std::printf(" %10.0f (%4.2f)", median(t), median(t) / base);
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t most = argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 10'000;
  std::printf("ns per ask + tell (ratio to no delay)\n");
  std::printf("%-14s %-13s %6s %17s %17s %17s\n", "agent", "spending", "arms", "0 open", "100 open",
              "10,000 open");
  for (const char* spending : {"oldest-first", "proportional"}) {
    for (const std::size_t arms : {2, 10, 100, 1'000, 10'000}) {
      if (arms <= most) row("banker-tinf", spending, arms);
    }
  }
  for (const char* agent : {"banker-sftinf", "banker-sflbinf"}) row(agent, "oldest-first", 10);
}
