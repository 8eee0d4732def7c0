#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/core/assert.hpp"
#include "banker/core/ids.hpp"
#include "banker/core/round_queue.hpp"
#include "banker/core/round_table.hpp"
#include "banker/core/slab.hpp"

namespace banker {

// Open rounds: those that wait for their outcome, each with a T, and stale ones, given up before it came, of which
// only the number is kept. Everything takes amortised O(1), mostly a look at one entry of a ring: the entry of round
// r lies at r modulo N, and the last N rounds are the window of the ring. An open round that the window leaves
// behind, a straggler, goes to a hash table; but if more than a third of the window is open, the ring is doubled
// instead. Memory: sizeof(T) + 4 bytes per waiting round, 4 N bytes, and some 20 to 60 more per straggler.
//
// Invariants:
//  (1) N = ring_.size() is 0 or a power of two; the window is (last_ - N, last_], and no round after it was inserted.
//  (2) The entry of an open round is in ring_ if it is in the window, otherwise in stragglers_; in_ring_ entries of
//      the ring are of open rounds, the others are kNone.
//  (3) The entry of a stale round is kStale; there are stale_. Those of waiting rounds are kFirstSlot + a slot of
//      slab_ each, and no other slot is in use; there are waiting_.
//  (4) With ages, no round in the window before oldest_ waits, and oldest_ waits or is last_ + 1; by_age_ holds the
//      stragglers that wait, in ascending order, perhaps with others between them, and its front waits.
//      Without ages, oldest_ is kNever and by_age_ is empty.
template <class T>
class OpenRounds {
 public:
  // Without ages no round can be given up.
  explicit OpenRounds(bool keeps_ages) : oldest_(keeps_ages ? 1 : kNever) {}

  std::size_t size() const { return waiting_ + stale_; }
  std::size_t outstanding() const { return waiting_; }

  // The value of a round that waits; otherwise nullptr.
  T* find(RoundId round) { return const_cast<T*>(std::as_const(*this).find(round)); }
  const T* find(RoundId round) const {
    const std::uint32_t entry = entry_of(round);
    return entry >= kFirstSlot ? &slab_[entry - kFirstSlot] : nullptr;
  }
  bool is_stale(RoundId round) const { return entry_of(round) == kStale; }

  // REQUIRES: round is greater than every round that was inserted. The content is that of a round closed before,
  // or T{}.
  T& insert(RoundId round) {
    move_window_to(number(round));
    const std::uint32_t slot = slab_.take();
    place(kFirstSlot + slot);
    waiting_ += 1;
    return slab_[slot];
  }
  void insert_stale(RoundId round) {
    move_window_to(number(round));
    place(kStale);
    stale_ += 1;
  }
  // REQUIRES: round waits or is stale.
  void erase(RoundId round) {
    BANKER_ASSERT(entry_of(round) != kNone);
    std::uint32_t gone = kNone;
    if (in_window(round)) {
      std::swap(at(number(round)), gone);
      in_ring_ -= 1;
    } else {
      gone = stragglers_.erase(round);
    }
    release(gone);
    pass(round);
  }

  // With ages: whether a round before `oldest` waits.
  bool any_before(std::uint64_t oldest) const { return waiting_ > 0 && oldest_waiting() < oldest; }
  // visit(round, value) for the waiting rounds before `oldest`, in ascending order.
  template <class Visit>
  void for_each_before(std::uint64_t oldest, Visit visit) const {
    if (!any_before(oldest)) return;
    for (const RoundId round : by_age_.all()) {
      if (number(round) >= oldest) return;
      if (const T* open = find(round)) visit(round, *open);
    }
    for_each_in_ring(oldest_, std::min(oldest, last_ + 1), [&](RoundId round, std::uint32_t entry) {
      if (entry != kStale) visit(round, slab_[entry - kFirstSlot]);
    });
  }
  // The same, and they are stale from then on.
  template <class Visit>
  void give_up_before(std::uint64_t oldest, Visit visit) {
    while (any_before(oldest)) {
      const RoundId round{oldest_waiting()};
      std::uint32_t& entry = in_window(round) ? at(number(round)) : *stragglers_.find(round);
      visit(round, slab_[entry - kFirstSlot]);
      release(std::exchange(entry, kStale));
      stale_ += 1;
      pass(round);
    }
  }

  // visit(round, value) for the waiting rounds: first the stragglers in no particular order, then the others in
  // ascending order.
  template <class Visit>
  void for_each(Visit visit) const {
    for_each_entry([&](RoundId round, std::uint32_t entry) {
      if (entry != kStale) visit(round, slab_[entry - kFirstSlot]);
    });
  }
  // All in ascending order, stale ones with nullptr.
  std::vector<std::pair<RoundId, const T*>> in_order() const {
    std::vector<std::pair<RoundId, const T*>> list;
    list.reserve(size());
    for_each_entry([&](RoundId round, std::uint32_t entry) {
      list.emplace_back(round, entry == kStale ? nullptr : &slab_[entry - kFirstSlot]);
    });
    std::sort(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(stragglers_.size()));
    return list;
  }

  // Memory held, without what the values hold.
  std::size_t bytes() const {
    return ring_.capacity() * sizeof(std::uint32_t) + stragglers_.bytes() + by_age_.bytes() + slab_.bytes();
  }
  // For tests: how many entries were moved so far, to the table, back, or to a wider ring.
  std::uint64_t moves() const { return moves_; }

 private:
  static constexpr std::uint32_t kNone = 0, kStale = 1, kFirstSlot = 2;
  static constexpr std::size_t kFirstRing = 16;
  static constexpr std::uint64_t kNever = UINT64_MAX;

  bool in_window(RoundId round) const { return last_ - number(round) < ring_.size(); }
  std::uint32_t& at(std::uint64_t round) { return ring_[round & (ring_.size() - 1)]; }
  std::uint32_t at(std::uint64_t round) const { return ring_[round & (ring_.size() - 1)]; }
  std::uint32_t entry_of(RoundId round) const {
    if (in_window(round)) return at(number(round));
    const std::uint32_t* straggler = stragglers_.find(round);
    return straggler ? *straggler : kNone;
  }
  std::uint64_t window_begin() const { return last_ < ring_.size() ? 1 : last_ - ring_.size() + 1; }
  std::uint64_t oldest_waiting() const { return by_age_.empty() ? oldest_ : number(by_age_.front()); }

  void place(std::uint32_t entry) {
    at(last_) = entry;
    in_ring_ += 1;
    pass_ring();
  }
  void release(std::uint32_t entry) {
    if (entry == kStale) {
      stale_ -= 1;
    } else {
      slab_.give_back(entry - kFirstSlot);
      waiting_ -= 1;
    }
  }

  // Invariant (4), after `round` is closed or stale.
  void pass(RoundId round) {
    if (number(round) == oldest_) pass_ring();
    if (!by_age_.empty() && round == by_age_.front()) pass_stragglers();
  }
  void pass_ring() {
    while (oldest_ <= last_ && at(oldest_) < kFirstSlot) ++oldest_;
  }
  void pass_stragglers() {
    while (!by_age_.empty() && find(by_age_.front()) == nullptr) by_age_.pop();
  }

  // Mostly by one round, with nothing to leave behind.
  void move_window_to(std::uint64_t round) {
    BANKER_ASSERT(round > last_);
    if (round != last_ + 1 || ring_.empty() || at(round) != kNone) clear_way_to(round);
    last_ = round;
  }
  void clear_way_to(std::uint64_t round) {
    if (ring_.empty()) ring_.resize(kFirstRing);
    for (; last_ < round && in_ring_ > 0; ++last_) {
      while (at(last_ + 1) != kNone) {
        if (3 * in_ring_ > ring_.size()) widen();
        else leave_behind(window_begin());
      }
    }
    if (in_ring_ == 0 && oldest_ != kNever) oldest_ = round;
  }
  // The first round of the window becomes a straggler.
  void leave_behind(std::uint64_t first) {
    const RoundId round{first};
    const std::uint32_t entry = std::exchange(at(first), kNone);
    in_ring_ -= 1;
    moves_ += 1;
    stragglers_.insert(round, entry);
    if (first != oldest_) return;  // stale, or there are no ages
    by_age_.push(round, [&](RoundId old) { return find(old) != nullptr; });
    pass_ring();
  }
  // Twice the ring, and the stragglers that are in its window come back.
  void widen() {
    std::vector<std::uint32_t> narrow(2 * ring_.size());
    const std::uint64_t kept = window_begin();
    ring_.swap(narrow);
    for (std::uint64_t round = kept; round <= last_; ++round) at(round) = narrow[round & (narrow.size() - 1)];
    moves_ += in_ring_;
    for (std::uint64_t round = window_begin(); round < kept && stragglers_.size() > 0; ++round) {
      if (stragglers_.find(RoundId{round}) == nullptr) continue;
      at(round) = stragglers_.erase(RoundId{round});
      in_ring_ += 1;
      moves_ += 1;
    }
    if (oldest_ == kNever) return;
    while (!by_age_.empty() && number(by_age_.back()) >= window_begin()) by_age_.pop_back();
    oldest_ = window_begin();
    pass_ring();
  }

  // visit(round, entry) for the open rounds from `begin` to `end` - 1, all in the window, in ascending order.
  template <class Visit>
  void for_each_in_ring(std::uint64_t begin, std::uint64_t end, Visit visit) const {
    for (std::uint64_t round = begin; round < end; ++round) {
      if (at(round) != kNone) visit(RoundId{round}, at(round));
    }
  }
  template <class Visit>
  void for_each_entry(Visit visit) const {
    stragglers_.for_each(visit);
    if (in_ring_ > 0) for_each_in_ring(window_begin(), last_ + 1, visit);
  }

  std::vector<std::uint32_t> ring_;
  std::uint64_t last_ = 0;
  std::uint64_t oldest_;
  std::size_t in_ring_ = 0, waiting_ = 0, stale_ = 0;
  RoundTable stragglers_;
  RoundQueue by_age_;
  Slab<T> slab_;
  std::uint64_t moves_ = 0;
};

}  // namespace banker
