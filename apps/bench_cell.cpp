#include "bench_cell.hpp"

#include <algorithm>
#include <chrono>
#include <ctime>

#include "banker/core/kernels.hpp"
#include "text.hpp"

namespace banker::apps {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kBatch = 50;  // asks timed together, so that the clock is not what is timed

double since(Clock::time_point start) {
  return std::chrono::duration<double, std::nano>(Clock::now() - start).count();
}

// Rounds of the shortest turn.
std::size_t least_rounds(const Workload& workload) { return std::max<std::size_t>(8, workload.block); }

std::optional<double> per(std::optional<double> after, std::optional<double> before, std::size_t rounds) {
  if (!after || !before) return {};
  return (*after - *before) / static_cast<double>(rounds);
}

}  // namespace

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

void Floor::turn(bool quick) {
  const std::size_t passes = std::max<std::size_t>(2, (quick ? 200'000 : 2'000'000) / (row_.size() + 50));
  double sum = 0;
  const auto start = Clock::now();
  for (std::size_t i = 0; i < passes; ++i) sum += sum_row(row_);
  times_.push_back(since(start) / static_cast<double>(passes));
  if (!(sum > 0)) throw std::runtime_error("a sum of positive numbers is not positive");
}

Cell::Cell(const Workload& workload, const std::string& agent, std::size_t arms, bool quick)
    : rounds_(least_rounds(workload)),
      player_(*make_agent(bench_spec(agent, arms)), workload.open + workload.block),
      row_{.workload = &workload, .agent = agent, .arms = arms} {
  for (std::size_t i = 0; i < 8; ++i) {
    player_.ask();
    player_.tell();
  }
  const auto before = heap_in_use();
  if (workload.open == 0 && workload.block > 1) {
    player_.ask();
    const auto first = heap_in_use();
    player_.ask(workload.block - 1);
    row_.open_bytes = per(heap_in_use(), before, workload.block);
    row_.extra_bytes = per(heap_in_use(), first, workload.block - 1);
    player_.tell(workload.block);
  }
  player_.ask(workload.open);
  play(workload.open);
  if (workload.open == 0 && workload.block > 1 && !quick) get_used_to_bursts();
  lengthen_turn(quick ? 0.2e6 : 5e6);
  if (workload.open > 0) row_.open_bytes = per(heap_in_use(), before, workload.open);
  row_.peak = peak_.bytes();
}

// Agents that give up old rounds learn from the first bursts how old a round may get: until then some asks of a burst
// give rounds up, and look for a new point.
void Cell::get_used_to_bursts() {
  constexpr int kMost = 2'000;
  constexpr double kLongest = 10e9;
  const auto start = Clock::now();
  for (int burst = 0; burst < kMost && since(start) < kLongest; ++burst) {
    const std::uint64_t before = solve_counters().solves;
    play(row_.workload->block);
    if (solve_counters().solves - before <= row_.workload->block / 20) return;
  }
}

void Cell::lengthen_turn(double nanoseconds) {
  constexpr std::size_t kMost = 100'000;
  for (; rounds_ < kMost; rounds_ *= 2) {
    const auto start = Clock::now();
    play(rounds_);
    if (since(start) >= nanoseconds) return;
  }
}

void Cell::play(std::size_t rounds) {
  const std::size_t block = row_.workload->block;
  for (std::size_t i = 0; i < rounds; i += block) {
    player_.ask(block);
    player_.tell(block);
  }
}

void Cell::play_timed_block() {
  const std::size_t block = row_.workload->block;
  const auto start = Clock::now();
  for (std::size_t i = 0; i < block; i += kBatch) {
    const auto batch = Clock::now();
    const std::size_t asks = std::min(kBatch, block - i);
    player_.ask(asks);
    asks_.push_back(since(batch) / static_cast<double>(asks));
  }
  const auto middle = Clock::now();
  player_.tell(block);
  tells_.push_back(since(middle) / static_cast<double>(block));
  times_.push_back(since(start) / static_cast<double>(block));
}

void Cell::turn() {
  const SolveCounters before = solve_counters();
  if (row_.workload->block == 1) {
    const auto start = Clock::now();
    play(rounds_);
    times_.push_back(since(start) / static_cast<double>(rounds_));
  } else {
    for (std::size_t i = 0; i < rounds_; i += row_.workload->block) play_timed_block();
  }
  solves_ += solve_counters().solves - before.solves;
  passes_ += solve_counters().passes - before.passes;
}

BenchRow Cell::row() const {
  BenchRow row = row_;
  row.round = median(times_);
  if (!asks_.empty()) row.ask = median(asks_);
  if (!tells_.empty()) row.tell = median(tells_);
  if (solves_ > 0) row.passes = static_cast<double>(passes_) / static_cast<double>(solves_);
  return row;
}

std::optional<std::string> find_obstacle(const Workload& workload, const std::string& agent,
                                         std::size_t arms) {
  constexpr double kMostBytes = 2e9, kMostSeconds = 20;
  constexpr std::size_t kSteps = 16;
  const std::size_t waiting = workload.open + workload.block > 1 ? 1 : 0;
  Player probe(*make_agent(bench_spec(agent, arms)), 2 * kSteps + 2);
  std::optional<double> before;
  std::clock_t start = 0;  // of this process: whether the machine does other things meanwhile is no obstacle
  try {
    // Asks with a tell between them; half of the rounds stay open.
    for (std::size_t i = 0; i < 2 * kSteps; ++i) {
      if (i == kSteps) before = heap_in_use(), start = std::clock();
      probe.ask(1 + waiting);
      probe.tell();
    }
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / kSteps;
  const std::optional<double> bytes = per(heap_in_use(), before, kSteps);
  const double open = static_cast<double>(workload.open);
  const double turns = static_cast<double>((kTurns + 1) * least_rounds(workload));
  if (const double all = open * bytes.value_or(0); all > kMostBytes)
    return "would take " + pretty(all / 1e9, 2) + " GB";
  if (const double all = seconds * (2 * open + turns); all > kMostSeconds)
    return "would take " + pretty(all, 2) + " s";
  return {};
}

}  // namespace banker::apps
