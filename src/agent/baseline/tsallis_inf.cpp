#include "banker/agent/baseline/plain.hpp"
#include "bit_rows.hpp"
#include "bucketed_rule.hpp"

namespace banker {

namespace {
// x_t = mirror(-L^ / sigma_t), sigma_t = sqrt(t) / 2, L^ the sum of the estimates with reduced variance
//   l^_i = 1[A = i] (l - B_i) / x_i + B_i,   B_i = 1/2 where x_i >= 16/t, else 0.
// Less 1/2 everywhere, which no mirror map sees, that is (l - B_A) / x_A on A and -1/2 on each arm below the
// cut-off. Which arms those are is kept with the round.
class ReducedVarianceRule : public PlainRule {
 public:
  struct Stamp {
    std::size_t row = 0;  // of below_
  };

  explicit ReducedVarianceRule(std::size_t arms) : sum_(arms), theta_(arms), below_(arms) {}

  static std::string_view name() { return "tsallis-half reduced-variance"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog backlog, std::span<double> x) const {
    sum_.dual(scale_.propose(backlog).scale, theta_);
    HalfTsallis::mirror(theta_, x);
  }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double> x) {
    const double cut_off = 16 / static_cast<double>(backlog.round);
    const std::size_t row = below_.take();
    for (std::size_t i = 0; i < x.size(); ++i) {
      if (x[i] < cut_off) below_.set(row, i);
    }
    return {row};
  }
  bool tell(const ArmDraw& draw, Stamp stamp, double loss) {
    const double baseline = below_.test(stamp.row, draw.arm) ? 0 : 0.5;
    sum_.add(draw.arm, (loss - baseline) / draw.probability);
    below_.for_each(stamp.row, [&](std::size_t i) { sum_.add(i, -0.5); });
    below_.give_back(stamp.row);
    return true;
  }
  void drop(const ArmDraw&, Stamp stamp) { below_.give_back(stamp.row); }
  static void skip(Stamp) {}
  void save(ByteWriter& out) const { sum_.save(out); }
  void load(ByteReader& in) {
    sum_.load(in);
    below_ = BitRows(arms());
  }
  void save_stamp(Stamp stamp, ByteWriter& out) const { below_.save(stamp.row, out); }
  Stamp load_stamp(ByteReader& in) { return {below_.load(in)}; }

 private:
  LossSum sum_;
  mutable std::vector<double> theta_;  // scratch
  BitRows below_;
  RootScale scale_{0.25, 0};
};
}  // namespace

std::optional<Error> TsallisInfOptions::validate() const { return check_fields(*this); }

// Importance weighted: sigma_t = sqrt t.
Result<std::unique_ptr<Agent>> make_agent(const TsallisInfOptions& options) {
  if (auto error = options.validate()) return *error;
  if (options.estimator == Estimator::kReducedVariance)
    return make_arm_agent(options, ReducedVarianceRule(options.arms.count));
  return make_tsallis_leader(options, RootScale(1, 0));
}

}  // namespace banker
