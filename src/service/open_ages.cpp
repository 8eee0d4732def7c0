#include "open_ages.hpp"

#include <algorithm>
#include <cstdlib>

namespace banker::service {

namespace {
constexpr store::Time kShortest = 1000;  // microseconds: a slot may be that long at any age
constexpr store::Time kShare = 16;       // of its age
}  // namespace

void OpenAges::add(store::Time asked_at) {
  auto next = slots_.end();
  if (!slots_.empty() && asked_at < slots_.back().last)  // the clock was set back
    next = std::upper_bound(slots_.begin(), slots_.end(), asked_at,
                            [](store::Time t, const Slot& slot) { return t < slot.first; });
  if (next != slots_.begin()) {
    Slot& before = *std::prev(next);
    if (asked_at <= before.last || asked_at - before.first < kShortest) {
      before.last = std::max(before.last, asked_at);
      ++before.count;
      return;
    }
  }
  slots_.insert(next, {asked_at, asked_at, 1});
  for (store::Time share = kShare; slots_.size() > kSlots; share /= 2) merge(asked_at, share);
}

// Neighbours become one slot if that is no longer than 1/share of the age of its first round.
void OpenAges::merge(store::Time now, store::Time share) {
  std::size_t kept = 0;
  for (std::size_t i = 1; i < slots_.size(); ++i) {
    Slot& before = slots_[kept];
    if (share == 0 || slots_[i].last - before.first <= std::abs(now - before.first) / share) {
      before.last = slots_[i].last;
      before.count += slots_[i].count;
    } else {
      slots_[++kept] = slots_[i];
    }
  }
  slots_.resize(kept + 1);
}

void OpenAges::remove(store::Time asked_at) {
  const auto next = std::upper_bound(slots_.begin(), slots_.end(), asked_at,
                                     [](store::Time t, const Slot& slot) { return t < slot.first; });
  const auto slot = std::prev(next);
  if (--slot->count == 0) slots_.erase(slot);
}

store::Bins OpenAges::bins(store::Time now) const {
  store::Bins bins{};
  for (const Slot& slot : slots_)
    bins[store::bin_of(now - slot.first - (slot.last - slot.first) / 2)] += slot.count;
  return bins;
}

}  // namespace banker::service
