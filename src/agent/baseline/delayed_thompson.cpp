#include <algorithm>
#include <cmath>

#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "beta_draw.hpp"
#include "loss_queues.hpp"

namespace banker {

namespace {

// The base algorithm has taken `step_` outcomes, and wants argmax_i theta_i, theta_i ~ Beta(a_i, b_i): a pure function
// of the seed, the step and the counts. Invariant: no outcome of the wanted arm waits.
class ThompsonRule : public PlainRule {
 public:
  ThompsonRule(std::size_t arms, std::uint64_t seed) : seed_(seed), counts_(arms), queues_(arms) { want(); }

  static std::string_view name() { return "beta queues"; }
  std::size_t arms() const { return counts_.size(); }
  void point(Backlog, std::span<double> x) const {
    std::fill(x.begin(), x.end(), 0.0);
    x[wanted_] = 1;
  }
  static Stamp accept(Backlog, const ArmDraw&, std::span<const double>) { return {}; }
  // A loss l in [0, 1] counts as 1 - l of a success and l of a failure.
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    queues_.push(draw.arm, loss);
    while (!queues_.empty(wanted_)) {
      const double next = queues_.pop(wanted_);
      counts_[wanted_].a += 1 - next;
      counts_[wanted_].b += next;
      step_ += 1;
      want();
    }
    return true;
  }

  void save(ByteWriter& out) const {
    out.integer(step_);
    for (const Counts& counts : counts_) {
      out.number(counts.a);
      out.number(counts.b);
    }
    queues_.save(out);
  }
  void load(ByteReader& in) {
    step_ = in.integer();
    for (Counts& counts : counts_) counts = {in.number(), in.number()};
    queues_.load(in);
    if (!counted()) in.fail();
    if (in.ok()) want();
  }
  bool plausible(std::uint64_t rounds) const {
    return step_ <= rounds && queues_.size() <= rounds - step_ && queues_.empty(wanted_);
  }

 private:
  struct Counts {
    double a = 1;  // 1 + successes
    double b = 1;  // 1 + failures
  };

  // Every step counted one outcome.
  bool counted() const {
    double total = 0;
    for (const auto& [a, b] : counts_) {
      if (!(a >= 1 && b >= 1)) return false;
      total += (a - 1) + (b - 1);
    }
    const double steps = static_cast<double>(step_);
    return std::fabs(total - steps) <= 1e-6 * (1 + steps);
  }
  void want() {
    double most = -1;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      const double theta = draw_beta(counts_[i].a, counts_[i].b, seed_, step_, i, counts_.size());
      if (theta > most) most = theta, wanted_ = i;
    }
  }

  std::uint64_t seed_;
  std::uint64_t step_ = 0;
  std::vector<Counts> counts_;
  LossQueues queues_;
  std::size_t wanted_ = 0;
};

}  // namespace

template struct RangeOptions<DelayedThompson>;

Result<std::unique_ptr<Agent>> make_agent(const DelayedThompsonOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, ThompsonRule(options.arms.count, options.seed));
}

}  // namespace banker
