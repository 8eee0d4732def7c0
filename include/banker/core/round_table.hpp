#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/core/assert.hpp"
#include "banker/core/ids.hpp"

namespace banker {

// Numbers other than 0, keyed by round: open addressing. Operations take expected O(1); memory follows the largest
// size.
//
// Invariants: (1) cells_ is a power of two, at most three quarters full, or there is none; (2) a cell is empty if
// its value is 0, and size_ are not; (3) a key lies at its home cell or after it, with no empty cell between
// (linear probing, backward-shift deletion).
class RoundTable {
 public:
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return cells_.capacity() * sizeof(Cell); }

  // REQUIRES: round is not in the table, and value is not 0.
  void insert(RoundId round, std::uint32_t value) {
    BANKER_ASSERT(value != 0);
    if (4 * (size_ + 1) > 3 * cells_.size()) grow();
    place({round, value});
    size_ += 1;
  }

  // Where the value of round is, or nullptr.
  std::uint32_t* find(RoundId round) { return const_cast<std::uint32_t*>(std::as_const(*this).find(round)); }
  const std::uint32_t* find(RoundId round) const {
    if (size_ == 0) return nullptr;
    for (std::size_t cell = home(round); cells_[cell].value != 0; cell = next(cell)) {
      if (cells_[cell].round == round) return &cells_[cell].value;
    }
    return nullptr;
  }

  // What the value was. REQUIRES: round is in the table.
  std::uint32_t erase(RoundId round) {
    std::size_t hole = home(round);
    while (cells_[hole].round != round) {
      BANKER_ASSERT(cells_[hole].value != 0);
      hole = next(hole);
    }
    const std::uint32_t value = cells_[hole].value;
    for (std::size_t cell = next(hole); cells_[cell].value != 0; cell = next(cell)) {
      // Move the key back if its home is not in (hole, cell].
      const std::size_t mask = cells_.size() - 1;
      if (((cell - home(cells_[cell].round)) & mask) >= ((cell - hole) & mask)) {
        cells_[hole] = cells_[cell];
        hole = cell;
      }
    }
    cells_[hole] = Cell{};
    size_ -= 1;
    return value;
  }

  // visit(round, value), in no particular order.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Cell& cell : cells_) {
      if (cell.value != 0) visit(cell.round, cell.value);
    }
  }

 private:
  struct Cell {
    RoundId round{};
    std::uint32_t value = 0;
  };

  std::size_t home(RoundId round) const { return (number(round) * 0x9e3779b97f4a7c15) >> shift_; }
  std::size_t next(std::size_t cell) const { return (cell + 1) & (cells_.size() - 1); }
  void place(Cell added) {
    std::size_t cell = home(added.round);
    while (cells_[cell].value != 0) cell = next(cell);
    cells_[cell] = added;
  }
  void grow() {
    std::vector<Cell> narrow(cells_.empty() ? 8 : 2 * cells_.size());
    cells_.swap(narrow);
    shift_ = narrow.empty() ? 61 : shift_ - 1;
    for (const Cell& cell : narrow) {
      if (cell.value != 0) place(cell);
    }
  }

  std::vector<Cell> cells_;
  std::size_t size_ = 0;
  int shift_ = 64;
};

}  // namespace banker
