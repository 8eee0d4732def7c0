#pragma once

#include "bench.hpp"
#include "bench_memory.hpp"
#include "bench_script.hpp"

namespace banker::apps {

double median(std::vector<double> values);

// Whatever is compared is timed in turns: a busy machine disturbs all of it.
inline constexpr int kTurns = 31;

// One read pass over K doubles: what every time is compared with.
class Floor {
 public:
  explicit Floor(std::size_t arms) : row_(arms, 1.0 / static_cast<double>(arms)) {}
  void turn(bool quick);
  double nanoseconds() const { return median(times_); }

 private:
  std::vector<double> row_, times_;
};

// An agent in a workload, warm: its rounds are open, and every one of them was asked after a tell.
class Cell {
 public:
  Cell(const Workload& workload, const std::string& agent, std::size_t arms, bool quick);
  void turn();
  BenchRow row() const;  // but for the floors

 private:
  void play(std::size_t rounds);
  void get_used_to_bursts();
  void lengthen_turn(double nanoseconds);
  void play_timed_block();

  std::size_t rounds_;  // of a turn
  PeakMemory peak_;     // from before the agent is made
  Player player_;
  BenchRow row_;
  std::uint64_t solves_ = 0, passes_ = 0;
  std::vector<double> asks_, tells_, times_;
};

// Why the agent cannot play this workload here, if so: too much memory or time, or an agent for one open round.
std::optional<std::string> find_obstacle(const Workload& workload, const std::string& agent,
                                         std::size_t arms);

}  // namespace banker::apps
