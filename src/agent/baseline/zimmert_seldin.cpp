#include <algorithm>
#include <cmath>

#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/core/elementary.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "hybrid_mirror.hpp"
#include "loss_sum.hpp"

namespace banker {

namespace {

template <Tuning kTuning>
class ZimmertSeldinRule : public PlainRule {
 public:
  explicit ZimmertSeldinRule(std::size_t arms) : log_arms_(log(static_cast<double>(arms))), sum_(arms) {}

  static std::string_view name() { return kTuning == Tuning::kSimple ? "hybrid" : "hybrid-active"; }
  std::size_t arms() const { return sum_.arms(); }
  // a = sqrt t, b = 2 / eta_t = 2 sqrt(2 O_t / ln K).
  void point(Backlog backlog, std::span<double> x) const {
    const double total = static_cast<double>(total_outstanding_ + backlog.outstanding);
    hybrid_mirror(sum_.negative(), std::sqrt(static_cast<double>(backlog.round)),
                  2 * std::sqrt(2 * total / log_arms_), x);
  }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double>) {
    total_outstanding_ += backlog.outstanding;
    return {};
  }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    sum_.add(draw.arm, importance_weighted(loss, draw.probability));
    return true;
  }

  // Advanced: s is given up when t - s > max{1, sqrt(O_{t-1} / ln K)}.
  static constexpr bool kGivesUp = kTuning == Tuning::kAdvanced;
  std::uint64_t oldest_kept(std::uint64_t round) const {
    if (!kGivesUp) return 0;
    const double age = std::max(1.0, std::sqrt(static_cast<double>(total_outstanding_) / log_arms_));
    return round - std::min(round, static_cast<std::uint64_t>(age));
  }

  void save(ByteWriter& out) const {
    out.integer(total_outstanding_);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    total_outstanding_ = in.integer();
    sum_.load(in);
  }
  bool plausible(std::uint64_t rounds) const {
    const double t = static_cast<double>(rounds);
    return static_cast<double>(total_outstanding_) <= 0.5 * t * t &&
           std::ranges::all_of(sum_.negative(), [](double v) { return v <= 0; });
  }

 private:
  double log_arms_;  // ln K
  LossSum sum_;
  std::uint64_t total_outstanding_ = 0;  // O_{t-1}
};

}  // namespace

std::optional<Error> ZimmertSeldinOptions::validate() const { return check_fields(*this); }

Result<std::unique_ptr<Agent>> make_agent(const ZimmertSeldinOptions& options) {
  if (auto error = options.validate()) return *error;
  if (options.tuning == Tuning::kSimple)
    return make_arm_agent(options, ZimmertSeldinRule<Tuning::kSimple>(options.arms.count));
  return make_arm_agent(options, ZimmertSeldinRule<Tuning::kAdvanced>(options.arms.count));
}

}  // namespace banker
