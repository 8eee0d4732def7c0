#include <algorithm>
#include <cmath>

#include "arm_agent.hpp"
#include "banker/agent/baseline/scale_free.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/log_barrier.hpp"
#include "explore.hpp"
#include "loss_sum.hpp"

namespace banker {

namespace {
// q = mirror(-L^ / sigma), sigma = 1/eta = max(caution C, sqrt(S/K) / 4); uniform while S = C = 0.
//  tell  l' = max(l, -2C);  L^ += (l'/p) e_A;  S += l'^2;  C = max(C, -l)
// Non-negative losses leave C at 0 and are never truncated.
class UmabRule : public PlainRule {
 public:
  explicit UmabRule(std::size_t arms, double caution = 0) : caution_(caution), sum_(arms), theta_(arms) {}

  static std::string_view name() { return "log-barrier umab-nn"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog, std::span<double> x) const {
    const double sigma = std::max(caution_ * size_, std::sqrt(squares_ / static_cast<double>(arms())) / 4);
    if (sigma == 0) {
      std::fill(x.begin(), x.end(), 1 / static_cast<double>(arms()));
      return;
    }
    sum_.dual(sigma, theta_);
    LogBarrier::mirror(theta_, x);
  }
  static Stamp accept(Backlog, const ArmDraw&, std::span<const double>) { return {}; }
  bool tell(const ArmDraw& draw, Stamp, double told) {
    const double loss = without_dust(told), kept = std::max(loss, -2 * size_);
    sum_.add(draw.arm, importance_weighted(kept, draw.probability));
    squares_ += kept * kept;
    size_ = std::max(size_, -loss);
    return kept != 0 || loss == 0;
  }
  void save(ByteWriter& out) const {
    out.number(squares_);
    out.number(size_);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    squares_ = in.number();
    size_ = in.number();
    sum_.load(in);
  }
  // |L^_i| <= sum |l'_s| / p_s <= t sqrt(S) / kLeastPlayed.
  bool plausible(std::uint64_t rounds) const {
    const auto within = [](double v, double low, double high) { return v == 0 || (v >= low && v <= high); };
    const double t = static_cast<double>(rounds);
    return within(squares_, kLeastLoss * kLeastLoss / 2, 8 * t * kMaxLoss * kMaxLoss) &&
           within(size_, kLeastLoss, kMaxLoss) &&
           all_within(sum_.negative(), 2 * t * std::sqrt(squares_) / kLeastPlayed);
  }

 private:
  double caution_;
  LossSum sum_;
  double squares_ = 0;                 // S
  double size_ = 0;                    // C
  mutable std::vector<double> theta_;  // scratch
};

// Arms with q_i < 1/rho get 1/rho more, taken from the largest; rho = 2 K^2 + sqrt(K T), or sqrt(K t). The
// largest has 1/K at least and gives up less than half of it.
class ExploringUmabRule : public UmabRule {
 public:
  ExploringUmabRule(std::size_t arms, double caution, Horizon horizon)
      : UmabRule(arms, caution), horizon_(horizon) {}

  static std::string_view name() { return "log-barrier umab-g"; }
  void point(Backlog backlog, std::span<double> x) const {
    UmabRule::point(backlog, x);
    const double k = static_cast<double>(arms());
    const double each =
        1 / (2 * k * k + std::sqrt(k * static_cast<double>(horizon_.value_or(backlog.round))));
    const auto top = std::max_element(x.begin(), x.end());
    double count = 0;
    for (double& v : x) {
      if (v >= each) continue;
      v += each;
      ++count;
    }
    *top -= count * each;
  }

 private:
  Horizon horizon_;
};
}  // namespace

template struct UnboundedOptions<UmabNn>;
std::optional<Error> UmabGOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const UmabNnOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, UmabRule(options.arms.count));
}

Result<std::unique_ptr<Agent>> make_agent(const UmabGOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, ExploringUmabRule(options.arms.count, options.caution, options.horizon));
}

}  // namespace banker
