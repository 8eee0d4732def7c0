#include "banker/bank/savings_list.hpp"

#include <algorithm>

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

void SavingsList::quote(std::span<double> theta, Withdrawal& out) const {
  const double scale = out.scale;
  Amount shortage(scale);
  in_spending_order([&](const Saving& s) {
    const Amount rest = s.amount - shortage;
    const bool exhausted = rest.value() <= 0;
    const double paid = (exhausted ? s.amount : shortage).value(), weight = paid / scale;
    if (out.payments.empty()) {
      for (std::size_t i = 0; i < theta.size(); ++i) theta[i] = weight * s.dual[i];
    } else {
      for (std::size_t i = 0; i < theta.size(); ++i) theta[i] += weight * s.dual[i];
    }
    out.payments.push_back({s.round, paid});
    out.left = exhausted ? Amount() : rest;
    shortage = exhausted ? -rest : Amount();
    return !out.negligible_shortage(shortage);
  });
  if (out.payments.empty()) std::fill(theta.begin(), theta.end(), 0.0);  // borrowed mass has dual theta_0 = 0
  (out.negligible_shortage(shortage) ? out.rounding : out.borrowed) = shortage;
  if (out.borrowed.value() > 0) out.borrowed_share = out.borrowed.value() / scale;
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
  return dust;
}

void SavingsList::deposit(RoundId round, double scale, Row dual, RowStore&) {
  savings_.push_back({round, Amount(scale), std::move(dual)});
  std::push_heap(savings_.begin(), savings_.end(), heap_order());
}

Amount SavingsList::total() const {
  Amount total;
  for (const Saving& s : savings_) total += s.amount;
  return total;
}

void SavingsList::save(ByteWriter& out) const {
  std::vector<const Saving*> ordered;
  for (const Saving& s : savings_) ordered.push_back(&s);
  std::sort(ordered.begin(), ordered.end(), [](auto* a, auto* b) { return a->round < b->round; });
  out.integer(ordered.size());
  for (const Saving* s : ordered) {
    out.integer(number(s->round));
    out.amount(s->amount);
    out.numbers({s->dual.get(), dimension_});
  }
}

void SavingsList::load(ByteReader& in, RowStore& rows) {
  const std::size_t size = in.count(24 + 8 * dimension_);
  for (std::size_t i = 0; i < size; ++i) {
    const RoundId round{in.integer()};
    const Amount amount = in.amount();
    Row dual = rows.take();
    in.numbers({dual.get(), dimension_});
    savings_.push_back({round, amount, std::move(dual)});
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
