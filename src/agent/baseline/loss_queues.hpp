#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/core/bytes.hpp"

namespace banker {

// A queue of losses per arm, first come first served. All share one pool of cells, so memory follows the most
// losses that ever waited, and nothing is allocated in a steady state.
class LossQueues {
 public:
  explicit LossQueues(std::size_t arms) : ends_(arms) {}

  std::uint64_t size() const { return cells_.size() - free_.size(); }
  bool empty(std::size_t arm) const { return ends_[arm].first == kNone; }
  void push(std::size_t arm, double loss) {
    std::uint32_t cell = static_cast<std::uint32_t>(cells_.size());
    if (free_.empty()) {
      cells_.emplace_back();
    } else {
      cell = free_.back();
      free_.pop_back();
    }
    cells_[cell] = {loss, kNone};
    Ends& ends = ends_[arm];
    (ends.first == kNone ? ends.first : cells_[ends.last].next) = cell;
    ends.last = cell;
  }
  // REQUIRES: !empty(arm).
  double pop(std::size_t arm) {
    const std::uint32_t cell = ends_[arm].first;
    ends_[arm].first = cells_[cell].next;
    free_.push_back(cell);
    return cells_[cell].loss;
  }

  void save(ByteWriter& out) const {
    for (const Ends& ends : ends_) {
      std::uint64_t waiting = 0;
      for (std::uint32_t cell = ends.first; cell != kNone; cell = cells_[cell].next) ++waiting;
      out.integer(waiting);
      for (std::uint32_t cell = ends.first; cell != kNone; cell = cells_[cell].next)
        out.number(cells_[cell].loss);
    }
  }
  // Losses outside [0, 1] fail the reader.
  void load(ByteReader& in) {
    *this = LossQueues(ends_.size());
    for (std::size_t arm = 0; arm < ends_.size(); ++arm) {
      for (std::size_t left = in.count(8); left > 0; --left) {
        const double loss = in.number();
        if (!(loss >= 0 && loss <= 1)) in.fail();
        push(arm, loss);
      }
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};
  struct Cell {
    double loss = 0;
    std::uint32_t next = kNone;
  };
  struct Ends {
    std::uint32_t first = kNone;
    std::uint32_t last = kNone;
  };

  std::vector<Ends> ends_;
  std::vector<Cell> cells_;
  std::vector<std::uint32_t> free_;
};

}  // namespace banker
