#pragma once

#include "arm_rule.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/regularizer.hpp"
#include "banker/scale/root.hpp"
#include "loss_sum.hpp"

namespace banker {

// Follow the regularized leader: x_t = argmin <L^, x> + sigma_t Psi(x) = mirror(-L^ / sigma_t), L^ the sum of the
// importance weighted estimates told so far.
template <Regularizer R>
class FtrlRule : public PlainRule {
 public:
  FtrlRule(std::size_t arms, RootScale scale) : sum_(arms), theta_(arms), scale_(scale) {}

  static std::string_view name() { return R::name(); }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog backlog, std::span<double> x) const {
    sum_.dual(scale_.propose(backlog).scale, theta_);
    R::mirror(theta_, x);
  }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double>) {
    scale_.accept(backlog, {});
    return {};
  }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    sum_.add(draw.arm, importance_weighted(loss, draw.probability));
    return true;
  }
  void save(ByteWriter& out) const {
    scale_.save(out);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    scale_.load(in);
    sum_.load(in);
  }
  bool plausible(std::uint64_t rounds) const { return scale_.plausible(rounds, {}); }

 private:
  LossSum sum_;
  mutable std::vector<double> theta_;  // scratch
  RootScale scale_;
};

}  // namespace banker
