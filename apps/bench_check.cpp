#include <algorithm>
#include <cmath>

#include "bench.hpp"
#include "bench_script.hpp"
#include "text.hpp"

namespace banker::apps {

namespace {

bool same(const Decision& a, const Decision& b) {
  return a.round == b.round && a.arm == b.arm && a.probability == b.probability;
}

// -1/sqrt(x_i) = -L_i / sigma_t + constant, L the sum of the estimates told, sigma_t = sqrt(t + c O_t), O_t the
// running sum of the open rounds: agents that follow the regularized leader under half-Tsallis, and banker-tinf
// without delay. Kept apart from theirs, in long double.
class Leader {
 public:
  Leader(std::size_t arms, long double per_open, bool learns)
      : losses_(arms), per_open_(per_open), learns_(learns) {}

  void asked(const Decision& decision, std::size_t open) {
    ++rounds_;
    total_open_ += open;
    asked_.push_back(decision);
  }
  void told() {
    const Decision& d = asked_[told_++];
    if (learns_)
      losses_[d.arm] += bench_loss(d.arm == 0, number(d.round)) / static_cast<long double>(d.probability);
  }
  // How far x is from the x of the next ask.
  long double error(const std::vector<double>& x, std::size_t open) const {
    const long double t = rounds_ + 1, total = total_open_ + open;
    const long double sigma = std::sqrt(t + per_open_ * total);
    long double low = INFINITY, high = -INFINITY, largest = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      const long double gradient = -1 / std::sqrt(static_cast<long double>(x[i]));
      const long double constant = gradient + losses_[i] / sigma;
      low = std::min(low, constant);
      high = std::max(high, constant);
      largest = std::max(largest, -gradient);
    }
    return (high - low) / largest;
  }

 private:
  std::vector<long double> losses_;
  long double per_open_;
  bool learns_;
  std::vector<Decision> asked_;
  std::size_t told_ = 0;
  std::uint64_t rounds_ = 0, total_open_ = 0;
};

std::optional<Leader> leader_of(const std::string& agent, std::size_t arms, bool at_once) {
  if (agent == "uniform") return Leader(arms, 0, false);
  if (agent == "tsallis-inf" || (agent == "banker-tinf" && at_once)) return Leader(arms, 0, true);
  if (agent == "delayed-tsallis") return Leader(arms, 2 / std::sqrt(static_cast<long double>(arms)), true);
  return {};
}

std::optional<std::string> mistake_of(const std::vector<double>& x) {
  long double sum = 0;
  for (const double v : x) sum += v;
  if (std::fabs(sum - 1) <= 1e-12L) return {};
  return "the probabilities miss 1 by " + pretty(static_cast<double>(sum - 1));
}

// Three copies play: one that nobody looks at, one whose probabilities are read before every event, and from
// halfway on one that was saved and loaded. They decide the same, bit by bit, and what is read is right.
class Trial {
 public:
  Trial(const std::string& agent, std::size_t arms, std::size_t open, std::size_t block)
      : plain_(*make_agent(bench_spec(agent, arms)), open + block),
        watched_(*make_agent(bench_spec(agent, arms)), open + block),
        at_once_(open + block == 1),
        leader_(leader_of(agent, arms, at_once_)) {}

  std::optional<std::string> ask() {
    std::vector<double> x;
    if (auto mistake = read(x)) return mistake;
    const std::size_t open = plain_.agent().outstanding();
    const Decision decision = plain_.ask();
    if (!same(decision, watched_.ask())) return "reading the probabilities changes a later decision";
    if (loaded_ && !same(decision, loaded_->ask())) return "a loaded snapshot decides otherwise";
    if (std::fabs(x[decision.arm] - decision.probability) > 1e-12 * decision.probability)
      return "an arm is drawn with another probability than the one read before";
    if (leader_) leader_->asked(decision, open);
    return {};
  }
  std::optional<std::string> tell() {
    std::vector<double> x;
    if (auto mistake = read(x)) return mistake;
    plain_.tell();
    watched_.tell();
    if (loaded_) loaded_->tell();
    if (leader_) leader_->told();
    return {};
  }
  void save_and_load() { loaded_ = plain_.with(*load_agent(plain_.agent().save())); }

 private:
  std::optional<std::string> read(std::vector<double>& x) const {
    x = watched_.agent().probabilities();
    const std::size_t open = watched_.agent().outstanding();
    if (leader_ && !(at_once_ && open > 0) && !(leader_->error(x, open) <= 1e-9L))
      return "the probabilities do not solve the equation of the agent";
    return mistake_of(x);
  }

  Player plain_, watched_;
  std::optional<Player> loaded_;
  bool at_once_;  // no delay: only asks with no round open count
  std::optional<Leader> leader_;
};

}  // namespace

std::optional<std::string> find_mistake(const std::string& agent, std::size_t arms,
                                        const Workload& workload) {
  const std::size_t most = std::clamp<std::size_t>(100'000 / arms, 4, 300);  // rounds open at once
  const std::size_t block = std::min(workload.block, most / 2), open = std::min(workload.open, most - block);
  Trial trial(agent, arms, open, block);
  for (std::size_t i = 0; i < open; ++i) {
    if (auto mistake = trial.ask()) return mistake;
  }
  const std::size_t blocks = 2 * most / block;  // 4 at the least
  for (std::size_t b = 0; b < blocks; ++b) {
    for (std::size_t i = 0; i < block; ++i) {
      if (auto mistake = trial.ask()) return mistake;
    }
    if (b == blocks / 2) trial.save_and_load();
    for (std::size_t i = 0; i < block; ++i) {
      if (auto mistake = trial.tell()) return mistake;
    }
  }
  return {};
}

}  // namespace banker::apps
