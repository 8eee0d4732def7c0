#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "banker/agent/catalog.hpp"
#include "banker/core/random.hpp"

namespace banker::apps {

inline std::string bench_spec(const std::string& agent, std::size_t arms) {
  return R"({"agent":")" + agent + R"(","arms":)" + std::to_string(arms) + R"(,"seed":1})";
}

// The loss of a round: uniform on [0, 1/2] for arm 0, the best, on [1/2, 1] for the others. Drawn once, looked up when timed.
inline double bench_loss(bool best, std::uint64_t round) {
  static const std::vector<double> table = [] {
    std::vector<double> losses(512);
    for (std::size_t i = 0; i < losses.size(); ++i)
      losses[i] = 0.5 * uniform(3, RoundId{i + 1}) + (i < 256 ? 0 : 0.5);
    return losses;
  }();
  return table[(best ? 0 : 256) + round % 256];
}

// An agent, and what is known of the rounds it waits for: told in the order they were asked.
class Player {
 public:
  // REQUIRES: no more than `most` rounds are open at once.
  Player(std::unique_ptr<Agent> agent, std::size_t most)
      : agent_(std::move(agent)), best_(most), oldest_(agent_->rounds() + 1) {}

  Decision ask() {
    const auto decision = agent_->ask();
    if (!decision) throw std::runtime_error(decision.error().message);
    best_[number(decision->round) % best_.size()] = decision->arm == 0;
    return *decision;
  }
  void tell() {
    const bool best = best_[oldest_ % best_.size()] != 0;
    const auto receipt = agent_->tell(RoundId{oldest_}, bench_loss(best, oldest_));
    if (!receipt) throw std::runtime_error(receipt.error().message);
    ++oldest_;
  }
  void ask(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) ask();
  }
  void tell(std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) tell();
  }
  const Agent& agent() const { return *agent_; }
  // The same rounds open, on another agent in the same state.
  Player with(std::unique_ptr<Agent> agent) const {
    Player other(std::move(agent), 1);
    other.best_ = best_;
    other.oldest_ = oldest_;
    return other;
  }

 private:
  std::unique_ptr<Agent> agent_;
  std::vector<char> best_;  // whether round t played arm 0, at t modulo the size
  std::uint64_t oldest_;    // the next round to tell
};

}  // namespace banker::apps
