#include <algorithm>
#include <cmath>

#include "arm_agent.hpp"
#include "banker/agent/baseline/delayed.hpp"
#include "banker/core/elementary.hpp"

namespace banker {

namespace {

// argmin_i mean_i - sqrt(2 ln t / n_i) over the told outcomes; of several the lowest number.
class UcbRule : public PlainRule {
 public:
  explicit UcbRule(std::size_t arms) : records_(arms) {}

  static std::string_view name() { return "ucb"; }
  std::size_t arms() const { return records_.size(); }
  void point(Backlog backlog, std::span<double> x) const {
    std::fill(x.begin(), x.end(), 0.0);
    x[untold_ > 0 ? least_played() : best(backlog.round)] = 1;
  }
  Stamp accept(Backlog, const ArmDraw& draw, std::span<const double>) {
    records_[draw.arm].played += 1;
    return {};
  }
  bool tell(const ArmDraw& draw, Stamp, double loss) {
    Record& record = records_[draw.arm];
    untold_ -= record.told == 0;
    record.told += 1;
    record.sum += loss;
    return true;
  }

  void save(ByteWriter& out) const {
    for (const Record& record : records_) {
      out.integer(record.played);
      out.integer(record.told);
      out.number(record.sum);
    }
  }
  void load(ByteReader& in) {
    untold_ = 0;
    for (Record& record : records_) {
      record = {in.integer(), in.integer(), in.number()};
      untold_ += record.told == 0;
    }
  }
  bool plausible(std::uint64_t rounds) const {
    std::uint64_t left = rounds;
    for (const auto& [played, told, sum] : records_) {
      if (played > left || told > played || !(sum >= 0 && sum <= static_cast<double>(told))) return false;
      left -= played;
    }
    return left == 0;
  }

 private:
  struct Record {
    std::uint64_t played = 0;
    std::uint64_t told = 0;  // n_i
    double sum = 0;          // of their losses
  };

  // Among the arms without an outcome.
  std::size_t least_played() const {
    std::size_t least = records_.size();
    for (std::size_t i = 0; i < records_.size(); ++i) {
      if (records_[i].told > 0) continue;
      if (least == records_.size() || records_[i].played < records_[least].played) least = i;
    }
    return least;
  }
  std::size_t best(std::uint64_t round) const {
    const double width = 2 * log(static_cast<double>(round));
    const auto bound = [&](const Record& record) {
      const double n = static_cast<double>(record.told);
      return record.sum / n - std::sqrt(width / n);
    };
    std::size_t least = 0;
    double least_bound = bound(records_[0]);
    for (std::size_t i = 1; i < records_.size(); ++i) {
      const double next = bound(records_[i]);
      if (next < least_bound) least = i, least_bound = next;
    }
    return least;
  }

  std::vector<Record> records_;
  std::size_t untold_ = records_.size();  // arms with n_i = 0
};

}  // namespace

template struct RangeOptions<DelayedUcb>;

Result<std::unique_ptr<Agent>> make_agent(const DelayedUcbOptions& options) {
  if (auto error = options.validate()) return *error;
  return make_arm_agent(options, UcbRule(options.arms.count));
}

}  // namespace banker
