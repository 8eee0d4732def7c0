#include <algorithm>
#include <cmath>
#include <optional>

#include "arm_agent.hpp"
#include "banker/agent/baseline/scale_free.hpp"
#include "banker/core/elementary.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "explore.hpp"
#include "loss_sum.hpp"
#include "mixability.hpp"

namespace banker {

namespace {
// q = softmax(-eta L^), eta = ln K / sum of delta_s;
// x_t = (1 - g_t) q + g_t / K, g_t = min(1/2, sqrt(5/2 K ln K / t));
// l~ = v e_A with v = (l - c) / p, c the first told loss (so its own estimate is 0).
//
// delta = <q, l~> + (1/eta) ln sum_i q_i e^(-eta l~_i): the others count as one arm, whose weight is theirs
// together, and v < 0 on A is -v on the others. While the sum is 0, eta is infinite, q is uniform over the
// arms with the least L^, and delta -> <q, l~> - (min L^ after - min L^ before). No L^ can differ from 0
// then: from L^ = 0 the first v > 0 gives v/K - 0 and the first v < 0 gives v/K - v, both positive. The q of
// a late outcome is that when it comes.
class AhbRule : public PlainRule {
 public:
  explicit AhbRule(std::size_t arms) : sum_(arms), log_arms_(log(static_cast<double>(arms))), theta_(arms) {}

  static std::string_view name() { return "adahedge"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog backlog, std::span<double> x) const {
    set_dual();
    NegativeEntropy::mirror(theta_, x);
    mix_with_uniform(x, exploration(2.5 * static_cast<double>(arms()) * log_arms_, backlog.round));
  }
  static Stamp accept(Backlog, const ArmDraw&, std::span<const double>) { return {}; }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    if (!first_) first_ = loss;
    const double v = importance_weighted(without_dust(loss - *first_), draw.probability);
    if (v == 0) return true;
    gaps_ += gap(draw.arm, v);
    sum_.add(draw.arm, v);
    return true;
  }
  void save(ByteWriter& out) const {
    out.integer(first_.has_value());
    out.number(first_.value_or(0));
    out.number(gaps_);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    const std::uint64_t told = in.integer();
    first_ = in.number();
    if (told > 1 || (told == 0 && *first_ != 0)) in.fail();
    if (told == 0) first_.reset();
    gaps_ = in.number();
    sum_.load(in);
  }
  // The first delta is 1e-140 / K at least; no sum of |v| <= 2e140 K / g is beyond kMost.
  bool plausible(std::uint64_t) const {
    if (std::fabs(first_.value_or(0)) > kMaxLoss) return false;
    if (gaps_ == 0) return all_within(sum_.negative(), 0);
    return first_.has_value() && gaps_ >= 1e-160 && gaps_ <= kMost && all_within(sum_.negative(), kMost);
  }

 private:
  static constexpr double kMost = 1e200;
  static constexpr double kFarthest = 1e300;  // no quotient by sigma is larger, so that all are numbers

  // theta = -L^ / sigma, the largest 0, sigma = 1/eta. REQUIRES of the uniform case: L^ = 0.
  void set_dual() const {
    const std::span<const double> negative = sum_.negative();
    const double top = *std::max_element(negative.begin(), negative.end()), sigma = scale();
    for (std::size_t i = 0; i < theta_.size(); ++i)
      theta_[i] = gaps_ == 0 ? 0 : std::max((negative[i] - top) / sigma, -kFarthest);
  }
  double scale() const { return gaps_ / log_arms_; }
  // delta of the estimate v e_A. REQUIRES: v != 0.
  double gap(std::size_t arm, double v) const {
    const double k = static_cast<double>(arms());
    if (gaps_ == 0) return v > 0 ? v / k : v / k - v;
    set_dual();
    const double d = theta_[arm] - log_weight_without(arm);
    const double y = std::min(std::fabs(v) / scale(), kFarthest);
    return scale() * std::max(0.0, mixability_gap(v > 0 ? d : -d, y));
  }
  // ln of the sum of e^theta_i over the other arms.
  double log_weight_without(std::size_t arm) const {
    double top = -kFarthest, total = 0;
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      if (i != arm) top = std::max(top, theta_[i]);
    }
    for (std::size_t i = 0; i < theta_.size(); ++i) {
      if (i != arm) total += exp(theta_[i] - top);
    }
    return top + log(total);
  }

  LossSum sum_;
  std::optional<double> first_;  // c
  double gaps_ = 0;              // sum of delta_s
  double log_arms_;
  mutable std::vector<double> theta_;  // scratch
};
}  // namespace

template struct UnboundedOptions<Ahb>;

Result<std::unique_ptr<Agent>> make_agent(const AhbOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, AhbRule(options.arms.count));
}

}  // namespace banker
