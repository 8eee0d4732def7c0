#include <algorithm>
#include <numbers>

#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/core/elementary.hpp"
#include "banker/estimate/importance_weighted.hpp"
#include "banker/mirror/negative_entropy.hpp"
#include "loss_sum.hpp"

namespace banker {

namespace {

// eta' = min{eta_m, 1 / (4 e beta_m)}, and both are ln K / 2^m.
class DewRule : public PlainRule {
 public:
  explicit DewRule(std::size_t arms)
      : arms_(static_cast<double>(arms)), log_arms_(log(arms_)), sum_(arms), theta_(arms) {
    while (!worth_starting()) ++epoch_;
    first_ = epoch_;
  }

  static std::string_view name() { return "dew"; }
  std::size_t arms() const { return sum_.arms(); }
  void point(Backlog, std::span<double> x) const {
    if (over()) {
      std::fill(x.begin(), x.end(), 1 / arms_);
      return;
    }
    sum_.dual(power() / log_arms_, theta_);
    NegativeEntropy::mirror(theta_, x);
  }
  Stamp accept(Backlog backlog, const ArmDraw&, std::span<const double>) {
    if (over()) next_epoch();
    given_up_ += passing_;
    passing_ = 0;
    rounds_ += 1;
    total_outstanding_ += backlog.outstanding;
    return {};
  }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    sum_.add(draw.arm, importance_weighted(loss, draw.probability));
    return true;
  }

  // Age t - s above beta_m: the delay is. At the end of an epoch, every open round.
  static constexpr bool kGivesUp = true;
  std::uint64_t oldest_kept(std::uint64_t round) const {
    const auto oldest = static_cast<std::uint64_t>(beta());
    return over() ? round : round - std::min(round, oldest);
  }
  void skip(Stamp) { passing_ += 1; }

  void save(ByteWriter& out) const {
    out.integer(epoch_);
    out.integer(rounds_);
    out.integer(given_up_);
    out.integer(total_outstanding_);
    sum_.save(out);
  }
  void load(ByteReader& in) {
    epoch_ = in.integer();
    rounds_ = in.integer();
    given_up_ = in.integer();
    total_outstanding_ = in.integer();
    sum_.load(in);
  }
  // Every epoch has rounds. One gives up rounds of its own only, and counts a round open while it is one of them.
  bool plausible(std::uint64_t rounds) const {
    const double own = static_cast<double>(rounds_);
    return epoch_ >= first_ && epoch_ < kMaxEpochs && epoch_ - first_ <= rounds && rounds_ <= rounds &&
           (rounds_ > 0) == (rounds > 0) && given_up_ <= rounds_ &&
           static_cast<double>(total_outstanding_) <= 0.5 * own * own &&
           std::ranges::all_of(sum_.negative(), [](double v) { return v <= 0; });
  }

 private:
  static constexpr std::uint64_t kMaxEpochs = 63;

  double power() const { return static_cast<double>(std::uint64_t{1} << epoch_); }  // 2^m
  double beta() const { return power() / (4 * std::numbers::e * log_arms_); }
  // e K T / 2 + D, times ln K.
  double budget(double rounds, double outstanding) const {
    return (std::numbers::e * arms_ * rounds / 2 + outstanding) * log_arms_;
  }
  // An epoch with beta_m < 1 gives up everything that is late at all, and one whose first round uses up its budget
  // learns nothing: the first epoch is the first that does neither.
  bool worth_starting() const { return beta() >= 1 && budget(1, 0) <= power() * power(); }
  bool over() const {
    const double s = static_cast<double>(given_up_);
    const double used =
        budget(static_cast<double>(rounds_), static_cast<double>(total_outstanding_));  // of T_m, D_m
    return std::max(s * s, used) > power() * power();
  }
  void next_epoch() {
    epoch_ += 1;
    rounds_ = given_up_ = passing_ = total_outstanding_ = 0;
    sum_.clear();
  }

  double arms_, log_arms_;  // K, ln K
  LossSum sum_;
  mutable std::vector<double> theta_;  // scratch
  std::uint64_t first_ = 0;
  std::uint64_t epoch_ = 0;              // m
  std::uint64_t rounds_ = 0;             // T_m
  std::uint64_t given_up_ = 0;           // |S|
  std::uint64_t passing_ = 0;            // given up in the ask under way
  std::uint64_t total_outstanding_ = 0;  // D_m
};

}  // namespace

template struct RangeOptions<Dew>;

Result<std::unique_ptr<Agent>> make_agent(const DewOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, DewRule(options.arms.count));
}

}  // namespace banker
