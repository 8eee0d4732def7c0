#include "banker/lab/simulate.hpp"

#include <time.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "bad.hpp"
#include "calendar.hpp"
#include "observer.hpp"
#include "parts.hpp"
#include "regret.hpp"

namespace banker::lab {

double unit(const Agent& agent) {
  const LossDomain& domain = agent.identity().domain;
  if (domain.kind == LossDomain::Kind::kRange) return domain.high - domain.low;
  return domain.kind == LossDomain::Kind::kSymmetric ? (domain.high - domain.low) / 2 : 1;
}

namespace {

constexpr std::uint64_t kReportEvery = 1024;  // rounds

// Of this thread, in nanoseconds: other work on the machine does not count.
double time_spent() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e9 * static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec);
}

constexpr double kDropped = std::numeric_limits<double>::quiet_NaN();  // in place of a loss

// The loss of a decision.
Result<double> loss_of(const Agent& agent, const Losses& losses, const Decision& decision) {
  if (agent.dimension() == 0) return losses.outcome(decision.arm);
  const auto action = agent.action(decision.round);
  if (!action) return action.error();
  return dot(losses.mean(), *action);
}

class Simulation {
 public:
  Simulation(Agent& agent, Losses& losses, const Delays& delays, const RunOptions& options)
      : agent_(agent),
        losses_(losses),
        delays_(delays),
        rounds_(options.rounds),
        drop_after_(options.drop_after),
        observer_(options.observer),
        regret_(losses.mean().size(), options.least) {}

  // Round t. Nothing when done.
  std::optional<Error> play(std::uint64_t t) {
    if (!tell_due(t)) return error_;
    const auto decision = agent_.ask();
    if (!decision) return decision.error();
    const bool changed = losses_.advance(t) || t == 1;
    agent_.last_point(x_);
    regret_.add(losses_.mean(), changed, x_);
    const auto loss = loss_of(agent_, losses_, *decision);
    if (!loss) return loss.error();
    result_.total_outstanding += static_cast<double>(open_++);
    const std::uint64_t delay = delays_.of(t, decision->arm, *loss);
    const bool dropped = delay > drop_after_;
    const std::uint64_t wait = dropped ? drop_after_ : delay;
    if (wait < rounds_ - t) calendar_.add(t + wait + 1, decision->round, dropped ? kDropped : *loss);
    if (observer_ != nullptr) observer_->asked({t, agent_, x_, losses_.mean(), regret_});
    return std::nullopt;
  }

  // The regret so far; false: it cannot be found.
  bool mark() {
    const auto regret = regret_.value();
    if (regret) result_.curve.push_back(result_.regret = *regret);
    return regret.has_value();
  }
  RunResult finish() {
    if (const auto certificate = agent_.certificate()) result_.certificate = unit(agent_) * *certificate;
    result_.total_invested = agent_.total_invested();
    return std::move(result_);
  }

 private:
  bool tell_due(std::uint64_t t) {
    return calendar_.take(t, [&](RoundId round, double loss) {
      const auto receipt = std::isnan(loss) ? agent_.drop(round) : agent_.tell(round, loss);
      if (!receipt) error_ = receipt.error();
      else if (observer_ != nullptr) observer_->told(*receipt);
      --open_;
      return static_cast<bool>(receipt);
    });
  }

  Agent& agent_;
  Losses& losses_;
  const Delays& delays_;
  std::uint64_t rounds_, drop_after_;
  Observer* observer_;
  Calendar calendar_;
  Regret regret_;
  std::vector<double> x_;
  std::uint64_t open_ = 0;
  std::optional<Error> error_;
  RunResult result_;
};

}  // namespace

Result<std::optional<RunResult>> simulate(Agent& agent, Losses& losses, const Delays& delays,
                                          const RunOptions& options) {
  const std::uint64_t rounds = options.rounds;
  const Parts parts(rounds, options.points);
  const double start = time_spent();
  Simulation simulation(agent, losses, delays, options);
  std::uint64_t part = 1;
  for (std::uint64_t t = 1; t <= rounds; ++t) {
    if (auto error = simulation.play(t)) return *error;
    if (t == parts.end(part)) {
      if (!simulation.mark())
        return bad("the best action cannot be found: the body is too thin; use other units");
      ++part;
    }
    if (options.watch == nullptr) continue;
    if (t % kReportEvery == 0) options.watch->rounds += kReportEvery;
    if (options.watch->stop && t < rounds) return std::optional<RunResult>();
  }
  if (options.watch != nullptr) options.watch->rounds += rounds % kReportEvery;
  RunResult result = simulation.finish();
  result.ns_per_round = (time_spent() - start) / static_cast<double>(std::max<std::uint64_t>(1, rounds));
  return std::optional(std::move(result));
}

}  // namespace banker::lab
