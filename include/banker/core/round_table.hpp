#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/core/assert.hpp"
#include "banker/core/ids.hpp"

namespace banker {

// Values keyed by round: flat slots that are recycled with their content (a vector in T keeps its capacity),
// found through an open-addressing index. Operations take expected O(1); memory follows the largest size.
//
// Invariants: (1) index_ is a power of two, at most half full; (2) every key in index_ is the key of its
// slot; (3) a key lies at its home cell or after it, with no empty cell between (linear probing,
// backward-shift deletion); (4) free_ lists exactly the slots without a key.
template <class T>
class RoundTable {
 public:
  std::size_t size() const { return slots_.size() - free_.size(); }

  // REQUIRES: round is not in the table, and is not RoundId{0}. The content is that of an erased value, or
  // T{}.
  T& insert(RoundId round) {
    if (index_.size() < 2 * (size() + 1)) grow();
    std::uint32_t slot = 0;
    if (free_.empty()) {
      slot = static_cast<std::uint32_t>(slots_.size());
      slots_.emplace_back();
    } else {
      slot = free_.back();
      free_.pop_back();
    }
    slots_[slot].round = round;
    place(round, slot);
    return slots_[slot].value;
  }

  T* find(RoundId round) { return const_cast<T*>(std::as_const(*this).find(round)); }
  const T* find(RoundId round) const {
    if (index_.empty() || round == kNone) return nullptr;
    for (std::size_t cell = home(round);; cell = next(cell)) {
      if (index_[cell].round == round) return &slots_[index_[cell].slot].value;
      if (index_[cell].round == kNone) return nullptr;
    }
  }

  // REQUIRES: round is in the table.
  void erase(RoundId round) {
    std::size_t hole = home(round);
    while (index_[hole].round != round) {
      BANKER_ASSERT(index_[hole].round != kNone);
      hole = next(hole);
    }
    slots_[index_[hole].slot].round = kNone;
    free_.push_back(index_[hole].slot);
    for (std::size_t cell = next(hole); index_[cell].round != kNone; cell = next(cell)) {
      // Move the key back if its home is not in (hole, cell].
      const std::size_t mask = index_.size() - 1;
      if (((cell - home(index_[cell].round)) & mask) >= ((cell - hole) & mask)) {
        index_[hole] = index_[cell];
        hole = cell;
      }
    }
    index_[hole] = Cell{};
  }

  // In no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Slot& slot : slots_) {
      if (slot.round != kNone) visit(slot.round, slot.value);
    }
  }

  // In ascending order of rounds.
  std::vector<std::pair<RoundId, const T*>> in_order() const {
    std::vector<std::pair<RoundId, const T*>> list;
    for_each([&](RoundId round, const T& value) { list.emplace_back(round, &value); });
    std::sort(list.begin(), list.end());
    return list;
  }

 private:
  static constexpr RoundId kNone{0};
  struct Slot {
    RoundId round = kNone;
    T value{};
  };
  struct Cell {
    RoundId round = kNone;
    std::uint32_t slot = 0;
  };

  std::size_t home(RoundId round) const { return (number(round) * 0x9e3779b97f4a7c15) >> shift_; }
  std::size_t next(std::size_t cell) const { return (cell + 1) & (index_.size() - 1); }
  void place(RoundId round, std::uint32_t slot) {
    std::size_t cell = home(round);
    while (index_[cell].round != kNone) cell = next(cell);
    index_[cell] = {round, slot};
  }
  void grow() {
    const bool first = index_.empty();
    std::vector<Cell> wider(first ? 16 : 2 * index_.size());
    index_.swap(wider);
    shift_ = first ? 60 : shift_ - 1;
    for (std::size_t i = 0; i < slots_.size(); ++i) {
      if (slots_[i].round != kNone) place(slots_[i].round, static_cast<std::uint32_t>(i));
    }
  }

  std::vector<Slot> slots_;
  std::vector<std::uint32_t> free_;
  std::vector<Cell> index_;
  int shift_ = 64;
};

}  // namespace banker
