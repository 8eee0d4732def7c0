#include "arm_agent.hpp"
#include "banker/agent/baseline/plain.hpp"
#include "banker/core/elementary.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "banker/scale/root.hpp"
#include "loss_sum.hpp"

namespace banker {

namespace {
// x_t = softmax(-eta_t L^), L^ the sum of l~_s = l_s / (p_s + gamma_s) e_{A_s} told so far, gamma_s =
// eta_s / 2.
class Exp3IxRule : public PlainRule {
 public:
  struct Stamp {
    double gamma = 0;
  };

  Exp3IxRule(std::size_t arms, RootScale scale) : sum_(arms), theta_(arms), scale_(scale) {}

  static std::string_view name() { return "implicit-exploration"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog backlog, std::span<double> x) const {
    sum_.dual(scale_.propose(backlog).scale, theta_);
    NegativeEntropy::mirror(theta_, x);
  }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double>) const {
    return {1 / (2 * scale_.propose(backlog).scale)};
  }
  bool tell(const ArmDraw& draw, Stamp stamp, double loss) {
    sum_.add(draw.arm, loss / (draw.probability + stamp.gamma));
    return true;
  }
  static void drop(const ArmDraw&, Stamp) {}
  static void skip(Stamp) {}
  void save(ByteWriter& out) const { sum_.save(out); }
  void load(ByteReader& in) { sum_.load(in); }
  static void save_stamp(Stamp stamp, ByteWriter& out) { out.number(stamp.gamma); }
  static Stamp load_stamp(ByteReader& in) {
    const double gamma = in.number();
    if (!(gamma > 0 && gamma <= 1)) in.fail();
    return {gamma};
  }

 private:
  LossSum sum_;
  mutable std::vector<double> theta_;  // scratch
  RootScale scale_;                    // 1/eta_t
};
}  // namespace

template struct HorizonOptions<Exp3Ix>;

// 1/eta: sqrt(K T / (2 ln K)), or sqrt(K t / ln K).
Result<std::unique_ptr<Agent>> make_agent(const Exp3IxOptions& options) {
  if (auto error = options.validate()) return *error;
  const double k = static_cast<double>(options.arms.count);
  const RootScale scale(k / ((options.horizon ? 2 : 1) * log(k)), 0, options.horizon);
  return make_arm_agent(options, Exp3IxRule(options.arms.count, scale));
}

}  // namespace banker
