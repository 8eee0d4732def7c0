#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "banker/agent/agent.hpp"
#include "banker/lab/delays.hpp"
#include "banker/lab/losses.hpp"
#include "core/sums.hpp"

// A run as its definition says it, slowly: every m_t and x_t is kept.
namespace banker::testing {

struct SlowRun {
  std::vector<std::vector<double>> means, points;  // m_t, x_t
  std::multimap<std::uint64_t, std::pair<RoundId, double>> due;
  double total_outstanding = 0;  // the sum of the rounds open before each ask
  std::size_t told = 0;

  // Plays T rounds. The outcome of round t is told at the start of round t + d_t + 1, the older round first.
  void play(Agent& agent, lab::Losses& losses, const lab::Delays& delays, std::uint64_t rounds) {
    for (std::uint64_t t = 1; t <= rounds; ++t) {
      tell_due(agent, t);
      total_outstanding += static_cast<double>(t - 1 - told);
      points.push_back(agent.dimension() > 0 ? agent.point() : agent.probabilities());
      const Decision decision = agent.ask().value();
      (void)losses.advance(t);
      means.emplace_back(losses.mean().begin(), losses.mean().end());
      const double loss = agent.dimension() == 0 ? losses.outcome(decision.arm)
                                                 : dot(losses.mean(), agent.action(decision.round).value());
      const std::uint64_t delay = delays.of(t, decision.arm, loss);
      if (delay != lab::kNever) due.emplace(t + delay + 1, std::pair(decision.round, loss));
    }
  }

  // sum <m_t, x_t> - least(sum m_t) over the first rounds.
  using Least = std::function<std::optional<double>(std::span<const double>)>;
  double regret(std::uint64_t rounds, const Least& least = {}) const {
    long double played = 0;
    std::vector<long double> sums(means[0].size());
    for (std::uint64_t t = 0; t < rounds; ++t) {
      for (std::size_t i = 0; i < sums.size(); ++i) {
        played += static_cast<long double>(means[t][i]) * points[t][i];
        sums[i] += means[t][i];
      }
    }
    if (!least) return static_cast<double>(played - *std::min_element(sums.begin(), sums.end()));
    const std::vector<double> total(sums.begin(), sums.end());
    return static_cast<double>(played - least(total).value());
  }

 private:
  void tell_due(Agent& agent, std::uint64_t t) {
    std::vector<std::pair<RoundId, double>> today;
    for (auto [at, end] = due.equal_range(t); at != end; ++at) today.push_back(at->second);
    due.erase(t);
    std::sort(today.begin(), today.end());
    for (const auto& [round, loss] : today) (void)agent.tell(round, loss).value();
    told += today.size();
  }
};

}  // namespace banker::testing
