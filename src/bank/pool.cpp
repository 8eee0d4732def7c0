#include "banker/bank/pool.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "../core/kernels.hpp"
#include "../core/sums.hpp"

namespace banker {

namespace {
constexpr std::size_t kDepositsChecked = 50;  // in full, after every call
constexpr double kLargestEstimate = 1e291;    // of a loss, 1e140, of an arm that is just played, 1e-150
}  // namespace

double PlainMixer::merge(const Merger& merger, std::span<const double> mean, std::span<double> out) {
  const MixRow mix{.share = merger.alone ? 0 : merger.share,
                   .arm = merger.arm,
                   .fall = merger.fall,
                   .keep = merger.loan.weight};
  return mix_rows(mix, merger.row.get(), mean.data(), out.data(), out.size());
}

double PlainMixer::lend(const Loan& loan, std::span<const double> mean, std::span<double> out) {
  if (!mean.empty()) return scale_row(loan.weight, mean.data(), out.data(), out.size());
  std::fill(out.begin(), out.end(), 0.0);
  return 0;
}

// The shortage is borrowed, and the reserve with it, if it is more than rounding.
void Pool::split(Withdrawal& out) const {
  const Amount scale(out.scale);
  Amount shortage = scale - mass_;
  if (out.least > 0) shortage += Amount(out.least);
  if (out.negligible_shortage(shortage)) {
    out.from_pool = shortage.value() > 0 && out.least == 0 ? mass_ : scale;
    if (shortage.value() > 0) out.rounding = scale - out.from_pool;
    return;
  }
  out.borrowed = out.reserve > 0 ? scale + Amount(out.reserve) - mass_ : shortage;
  out.from_pool = out.reserve > 0 ? scale - out.borrowed : mass_;
  out.borrowed_share = out.borrowed.value() / (out.scale + out.reserve);
}

// One deposit moves one arm, and shifts the others by what its baselines are on average, weighted as the search does.
Hint Pool::hint(const Loan& loan) const {
  const auto& [round, scale, row, fall] = waiting_[0];
  if (waiting_.size() > 1 || (settled_.value() == 0 && !(row == mean_))) return {};
  const double share = scale / mass_.value();
  const RowNotes& notes = row.notes();
  const double shift = notes.levels.empty() ? 0 : share * (notes.levels[fall.level].first / notes.volume);
  return {.any = true,
          .arm = fall.arm,
          .fall = share * fall.fall,
          .shift = shift,
          .weight = loan.weight,
          .loan = loan.share};
}

Amount Pool::withdraw(const Withdrawal& quote, RowStore& rows) {
  if (!quote.known) {
    for (Deposit& d : waiting_) rows.give_back(std::move(d.row));
    waiting_.clear();
    rows.give_back(std::move(mean_));
    mean_ = quote.theta.share();
  }
  mass_ -= quote.from_pool;
  Amount dust = -quote.rounding;
  if (quote.negligible_rest(mass_)) dust += std::exchange(mass_, Amount());
  settled_ = mass_;
  return dust;
}

void Pool::deposit(Deposit&& deposit) {
  const Amount scale(deposit.scale);
  waiting_.push_back(std::move(deposit));
  mass_ += scale;
}

Pool Pool::copy() const {
  Pool pool(dimension_);
  pool.mass_ = mass_;
  pool.settled_ = settled_;
  pool.mean_ = mean_.share();
  for (const Deposit& d : waiting_) pool.waiting_.push_back({d.round, d.scale, d.row.share(), d.fall});
  return pool;
}

void Pool::group() const {
  const auto group_of = [](const Deposit& d) -> std::uint32_t& {
    RowNotes& notes = d.row.notes();
    return notes.levels.empty() ? notes.group : notes.levels[d.fall.level].group;
  };
  met_.clear();
  ends_.clear();
  for (const Deposit& d : waiting_) {
    std::uint32_t& g = group_of(d);
    if (g >= met_.size() || !(met_[g]->row == d.row && met_[g]->fall.level == d.fall.level)) {
      g = static_cast<std::uint32_t>(met_.size());
      met_.push_back(&d);
      ends_.push_back(0);
    }
    ++ends_[g];
  }
  std::uint32_t begin = 0;
  for (std::uint32_t& end : ends_) begin += std::exchange(end, begin);  // where it begins, for now
  order_.resize(waiting_.size());
  for (std::uint32_t i = 0; i < waiting_.size(); ++i) order_[ends_[group_of(waiting_[i])]++] = i;
}

// The arms that were played; the largest coordinate may have been one of them.
double Pool::take_falls(std::span<const std::uint32_t> group, double weight, double top,
                        std::span<double> mean) const {
  bool largest_fell = false;
  for (const std::uint32_t i : group) {
    const Deposit& d = waiting_[i];
    double& of_arm = mean[d.fall.arm];
    largest_fell = largest_fell || of_arm == top;
    of_arm -= d.fall.fall * (weight * d.scale);
    if (of_arm > top) top = of_arm;
  }
  return largest_fell ? largest(mean) : top;
}

void Pool::save(RowWriter& out) const {
  out.bytes().amount(mass_);
  out.bytes().amount(settled_);
  out.bytes().integer(mean_ ? 1 : 0);
  if (mean_) out.row(mean_);
  out.bytes().integer(waiting_.size());
  for (const Deposit& d : waiting_) {
    out.bytes().integer(number(d.round));
    out.bytes().number(d.scale);
    out.row(d.row);
    out.bytes().integer(d.fall.arm);
    out.bytes().integer(d.fall.level);
    out.bytes().number(d.fall.fall);
  }
}

void Pool::load(RowReader& in) {
  mass_ = in.bytes().amount();
  settled_ = in.bytes().amount();
  if (in.bytes().integer() > 0) mean_ = in.row();
  for (std::size_t left = in.bytes().count(48); left > 0 && in.bytes().ok(); --left) {
    Deposit d;
    d.round = RoundId{in.bytes().integer()};
    d.scale = in.bytes().number();
    d.row = in.row();
    if (!d.row) return;
    const std::uint64_t arm = in.bytes().integer(), level = in.bytes().integer();
    d.fall.fall = in.bytes().number();
    const std::size_t levels = d.row.notes().levels.size();
    const bool possible = d.scale > 0 && std::fabs(d.fall.fall) * d.scale <= kLargestEstimate;
    if (arm >= dimension_ || level >= std::max<std::size_t>(levels, 1) || !possible) in.bytes().fail();
    d.fall.arm = static_cast<std::uint32_t>(arm);
    d.fall.level = static_cast<std::uint32_t>(level);
    waiting_.push_back(std::move(d));
  }
}

bool Pool::invariants_hold() const {
  if (waiting_.size() > kDepositsChecked) return mass_.value() >= 0 && settled_.value() >= 0;
  Amount together = settled_;
  for (const Deposit& d : waiting_) together += Amount(d.scale);
  return mass_.value() >= 0 && settled_.value() >= 0 && (settled_.value() == 0 || mean_) &&
         std::fabs((together - mass_).value()) <= 1e-20 * mass_.value();
}

}  // namespace banker
