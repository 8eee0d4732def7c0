#include "arm_agent.hpp"
#include "banker/agent/baseline/scale_free.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/log_barrier.hpp"
#include "explore.hpp"
#include "loss_sum.hpp"

namespace banker {

namespace {
// q = mirror(-L^ / sigma), sigma = 1/eta = (1 + sum M_s) / K;
// x_t = (1 - g_t) q + g_t / K, g_t = min(1/2, sqrt(K/t)).
//
// M_s = max over q' of <l~, q - q'> - sigma D(q', q). It is attained at q' = mirror(-(L^ + l~) / sigma),
// where l~ = sigma (grad Psi(q) - grad Psi(q')) modulo a constant, so M_s = sigma (D(q,q') + D(q',q)) -
// sigma D(q',q) = sigma D(q, q'). The q of a late outcome is the leader when it comes; without delay that is
// q_s.
class SfMabRule : public PlainRule {
 public:
  explicit SfMabRule(std::size_t arms) : sum_(arms), theta_(arms), q_(arms), next_(arms) {}

  static std::string_view name() { return "log-barrier sf-mab"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog backlog, std::span<double> x) const {
    sum_.dual(scale(), theta_);
    LogBarrier::mirror(theta_, x);
    mix_with_uniform(x, exploration(k(), backlog.round));
  }
  static Stamp accept(Backlog, const ArmDraw&, std::span<const double>) { return {}; }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    const double sigma = scale(), estimate = importance_weighted(loss, draw.probability);
    sum_.dual(sigma, theta_);
    LogBarrier::mirror(theta_, q_);
    sum_.add(draw.arm, estimate);
    sum_.dual(sigma, theta_);
    LogBarrier::mirror(theta_, next_);
    gain_ += sigma * LogBarrier::bregman(q_, next_);
    return true;
  }
  void save(ByteWriter& out) const {
    out.number(gain_);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    gain_ = in.number();
    sum_.load(in);
  }
  bool plausible(std::uint64_t) const {
    return gain_ >= 0 && gain_ <= kMost && all_within(sum_.negative(), kMost);
  }

 private:
  // M_s <= |l~_s| <= 1e140 K / g_s: no sum of these is larger.
  static constexpr double kMost = 1e200;

  double k() const { return static_cast<double>(arms()); }
  double scale() const { return (1 + gain_) / k(); }

  LossSum sum_;
  double gain_ = 0;                               // sum M_s
  mutable std::vector<double> theta_, q_, next_;  // scratch
};
}  // namespace

template struct UnboundedOptions<SfMab>;

Result<std::unique_ptr<Agent>> make_agent(const SfMabOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, SfMabRule(options.arms.count));
}

}  // namespace banker
