#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/core/round_queue.hpp"
#include "banker/core/round_table.hpp"

namespace banker {

// Rounds that wait for their outcome, among them stale ones: given up before it came, and kept only to answer
// that once. T has a member `bool stale`.
//
// Invariants: (1) stale_ counts the stale rounds; (2) if ages are kept, by_age_ holds every round that is not
// stale, in ascending order, perhaps with closed ones between them, and its front is not closed.
template <class T>
class OpenRounds {
 public:
  // Without ages no round can be given up, and none is queued.
  explicit OpenRounds(bool keeps_ages) : keeps_ages_(keeps_ages) {}

  std::size_t size() const { return table_.size(); }
  std::size_t outstanding() const { return table_.size() - stale_; }
  T* find(RoundId round) { return table_.find(round); }
  const T* find(RoundId round) const { return table_.find(round); }
  std::vector<std::pair<RoundId, const T*>> in_order() const { return table_.in_order(); }
  template <class Visit>
  void for_each(Visit visit) const {
    table_.for_each(visit);
  }

  // REQUIRES: round is greater than every round that was inserted.
  T& insert(RoundId round, bool stale = false) {
    T& open = table_.insert(round);
    open.stale = stale;
    stale_ += stale;
    if (keeps_ages_ && !stale) by_age_.push(round);
    return open;
  }
  void erase(RoundId round) {
    stale_ -= table_.find(round)->stale;
    table_.erase(round);
    skip_closed();
  }

  bool any_before(std::uint64_t oldest) const { return !by_age_.empty() && number(by_age_.front()) < oldest; }
  // visit(round, open) for the rounds before `oldest` that are not stale, in ascending order.
  template <class Visit>
  void for_each_before(std::uint64_t oldest, Visit visit) const {
    for (const RoundId round : by_age_.all()) {
      if (number(round) >= oldest) return;
      if (const T* open = table_.find(round)) visit(round, *open);
    }
  }
  // The same, and they are stale from then on.
  template <class Visit>
  void give_up_before(std::uint64_t oldest, Visit visit) {
    while (!by_age_.empty() && number(by_age_.front()) < oldest) {
      const RoundId round = by_age_.front();
      by_age_.pop();
      T* open = table_.find(round);
      if (open == nullptr) continue;
      open->stale = true;
      stale_ += 1;
      visit(round, *open);
    }
    skip_closed();
  }

 private:
  void skip_closed() {
    while (!by_age_.empty() && table_.find(by_age_.front()) == nullptr) by_age_.pop();
  }

  bool keeps_ages_;
  RoundTable<T> table_;
  RoundQueue by_age_;
  std::size_t stale_ = 0;
};

}  // namespace banker
