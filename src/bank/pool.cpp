#include "banker/bank/pool.hpp"

#include <utility>

namespace banker {

void Pool::quote(std::span<double> theta, Withdrawal& out) const {
  const Amount scale(out.scale), shortage = scale + Amount(out.least) - mass_;
  if (out.negligible_shortage(shortage)) {
    out.from_pool = shortage.value() > 0 && out.least == 0 ? mass_ : scale;
    out.rounding = scale - out.from_pool;
  } else {
    out.borrowed = scale + Amount(out.reserve) - mass_;  // with dual theta_0 = 0
    out.from_pool = scale - out.borrowed;
    out.borrowed_share = out.borrowed.value() / (out.scale + out.reserve);
  }
  const double weight = out.borrowed.value() > 0 ? mass_.value() / (out.scale + out.reserve) : 1;
  for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = weight * mean_[i];
}

Amount Pool::withdraw(const Withdrawal& quote, RowStore&) {
  mass_ -= quote.from_pool;
  Amount dust = -quote.rounding;
  if (quote.negligible_rest(mass_)) dust += std::exchange(mass_, Amount());
  return dust;
}

void Pool::deposit(RoundId, double scale, Row dual, RowStore& rows) {
  const bool empty = mass_.value() == 0;
  mass_ += Amount(scale);
  const double weight = scale / mass_.value();
  for (std::size_t i = 0; i < mean_.size(); ++i) {
    mean_[i] = empty ? dual[i] : mean_[i] + weight * (dual[i] - mean_[i]);
  }
  rows.give_back(std::move(dual));
}

void Pool::save(ByteWriter& out) const {
  out.amount(mass_);
  out.numbers(mean_);
}

void Pool::load(ByteReader& in, RowStore&) {
  mass_ = in.amount();
  in.numbers(mean_);
}

}  // namespace banker
