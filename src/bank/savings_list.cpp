#include "banker/bank/savings_list.hpp"

#include <algorithm>
#include <cmath>

#include "../core/kernels.hpp"
#include "banker/core/assert.hpp"

namespace banker {

// The first savings to be spent, in order, without taking them off the heap: the next one is always a child
// of one already seen. Visiting k savings costs O(k log k), whatever the size of the heap.
template <class Visit>
void SavingsList::in_spending_order(Visit visit) const {
  const auto later = [this](std::uint32_t a, std::uint32_t b) {
    return spent_later(savings_[a], savings_[b]);
  };
  frontier_.clear();
  if (!savings_.empty()) frontier_.push_back(0);
  while (!frontier_.empty()) {
    std::pop_heap(frontier_.begin(), frontier_.end(), later);
    const std::uint32_t i = frontier_.back();
    frontier_.pop_back();
    if (!visit(savings_[i])) return;
    for (std::uint32_t child = 2 * i + 1; child <= 2 * i + 2 && child < savings_.size(); ++child) {
      frontier_.push_back(child);
      std::push_heap(frontier_.begin(), frontier_.end(), later);
    }
  }
}

// The saving pays what it can. Whether more is needed.
bool SavingsList::pay(const Saving& saving, Amount& shortage, Withdrawal& out) const {
  const Amount rest = saving.amount - shortage;
  const bool exhausted = rest.value() <= 0;
  const double paid = (exhausted ? saving.amount : shortage).value(), weight = paid / out.scale;
  const auto mix = out.payments.empty() ? scale_row : add_row;
  out.top = mix(weight, saving.dual.get(), out.theta.get(), dimension_);
  out.payments.push_back({saving.round, paid});
  out.left = exhausted ? Amount() : rest;
  shortage = exhausted ? -rest : Amount();
  return !out.negligible_shortage(shortage);
}

void SavingsList::quote(RowStore& rows, Withdrawal& out) const {
  Amount shortage(out.scale);
  out.theta = rows.take();
  if (savings_.empty()) {  // borrowed mass has dual theta_0 = 0
    std::fill_n(out.theta.get(), dimension_, 0.0);
    out.top = 0;
  } else if (savings_.size() == 1) {
    pay(savings_.front(), shortage, out);
  } else {
    in_spending_order([&](const Saving& s) { return pay(s, shortage, out); });
  }
  if (out.payments.size() == 1) {
    const Saving& payer = savings_.front();
    out.hint = {.any = true,
                .arm = payer.fall.arm,
                .fall = payer.fall.fall,
                .weight = out.payments[0].amount / out.scale,
                .round = payer.round};
  }
  (out.negligible_shortage(shortage) ? out.rounding : out.borrowed) = shortage;
  if (out.borrowed.value() > 0) out.borrowed_share = out.borrowed.value() / out.scale;
}

Amount SavingsList::withdraw(const Withdrawal& quote, RowStore& rows) {
  Amount dust = -quote.rounding;
  for (std::size_t i = 0; i < quote.payments.size(); ++i) {
    BANKER_ASSERT(savings_.front().round == quote.payments[i].round);
    const bool last = i + 1 == quote.payments.size();
    if (last && !quote.negligible_rest(quote.left)) {
      savings_.front().amount = quote.left;
      break;
    }
    if (last) dust += quote.left;
    std::pop_heap(savings_.begin(), savings_.end(), heap_order());
    rows.give_back(std::move(savings_.back().dual));
    savings_.pop_back();
  }
  total_ -= Amount(quote.scale) - quote.borrowed + dust;
  return dust;
}

void SavingsList::deposit(Deposit&& deposit) {
  BANKER_ASSERT(!deposit.row.shared() && deposit.row.notes().levels.empty());
  deposit.row[deposit.fall.arm] -= deposit.fall.fall;
  deposit.row.notes().payments.clear();
  total_ += Amount(deposit.scale);
  savings_.push_back({deposit.round, Amount(deposit.scale), std::move(deposit.row), deposit.fall});
  std::push_heap(savings_.begin(), savings_.end(), heap_order());
}

SavingsList SavingsList::copy() const {
  SavingsList list(order_, dimension_);
  for (const Saving& s : savings_) list.savings_.push_back({s.round, s.amount, s.dual.share(), s.fall});
  list.total_ = total_;
  return list;
}

void SavingsList::save(RowWriter& out) const {
  std::vector<const Saving*> ordered;
  for (const Saving& s : savings_) ordered.push_back(&s);
  std::sort(ordered.begin(), ordered.end(), [](auto* a, auto* b) { return a->round < b->round; });
  out.bytes().integer(ordered.size());
  for (const Saving* s : ordered) {
    out.bytes().integer(number(s->round));
    out.bytes().amount(s->amount);
    out.row(s->dual);
    out.bytes().integer(s->fall.arm);
    out.bytes().number(s->fall.fall);
  }
}

void SavingsList::load(RowReader& in) {
  for (std::size_t left = in.bytes().count(64 + 8 * dimension_); left > 0 && in.bytes().ok(); --left) {
    const RoundId round{in.bytes().integer()};
    const Amount amount = in.bytes().amount();
    savings_.push_back({round, amount, in.own_row(), {}});
    if (!savings_.back().dual) return;
    const std::uint64_t arm = in.bytes().integer();
    if (arm >= dimension_) in.bytes().fail();
    savings_.back().fall = {static_cast<std::uint32_t>(arm), 0, in.bytes().number()};
    total_ += amount;
    if (!savings_.back().dual.notes().levels.empty()) in.bytes().fail();
  }
  std::make_heap(savings_.begin(), savings_.end(), heap_order());
}

bool SavingsList::invariants_hold() const {
  bool good = std::is_heap(savings_.begin(), savings_.end(), heap_order());
  const Saving* before = nullptr;
  in_spending_order([&](const Saving& s) {
    good = good && s.amount.value() > 0 && s.dual && (before == nullptr || spent_later(s, *before));
    before = &s;
    return good;
  });
  return good;
}

}  // namespace banker
