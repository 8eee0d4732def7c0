#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "banker/core/assert.hpp"

namespace banker {

// Slots that are recycled with their content (a vector in T keeps its capacity) and never move. Memory follows the
// largest number of slots in use: sizeof(T) + 4 bytes each, in chunks of 2, 4, 8, ..., 512, 1024, 1024, ... slots,
// so that a slab of few slots is small.
//
// Invariants: (1) slot i of chunk c has the number 1024 c + i; (2) from free_ on, each slot that is not in use leads
// to the next one, the last one to kEnd.
template <class T>
class Slab {
 public:
  // The content is that of a slot given back, or T{}.
  std::uint32_t take() {
    if (free_ == kEnd) grow();
    const std::uint32_t slot = free_;
    free_ = chunks_[slot / kChunk].next[slot % kChunk];
    return slot;
  }
  void give_back(std::uint32_t slot) {
    chunks_[slot / kChunk].next[slot % kChunk] = free_;
    free_ = slot;
  }
  T& operator[](std::uint32_t slot) { return chunks_[slot / kChunk].values[slot % kChunk]; }
  const T& operator[](std::uint32_t slot) const { return chunks_[slot / kChunk].values[slot % kChunk]; }

  // Without what the contents hold.
  std::size_t bytes() const {
    return size_ * (sizeof(T) + sizeof(std::uint32_t)) + chunks_.capacity() * sizeof(Chunk);
  }

 private:
  static constexpr std::uint32_t kChunk = 1024, kEnd = UINT32_MAX;
  struct Chunk {
    std::unique_ptr<T[]> values;
    std::unique_ptr<std::uint32_t[]> next;
  };

  void grow() {
    BANKER_ASSERT(chunks_.size() < kEnd / kChunk - 1);
    const std::uint32_t more = chunks_.size() < 9 ? 2u << chunks_.size() : kChunk;
    Chunk chunk{std::make_unique<T[]>(more), std::make_unique_for_overwrite<std::uint32_t[]>(more)};
    const std::uint32_t first = kChunk * static_cast<std::uint32_t>(chunks_.size());
    for (std::uint32_t i = 0; i < more; ++i) chunk.next[i] = i + 1 < more ? first + i + 1 : kEnd;
    chunks_.push_back(std::move(chunk));
    free_ = first;
    size_ += more;
  }

  std::vector<Chunk> chunks_;
  std::size_t size_ = 0;
  std::uint32_t free_ = kEnd;
};

}  // namespace banker
