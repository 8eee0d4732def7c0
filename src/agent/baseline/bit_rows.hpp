#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "banker/core/bytes.hpp"

namespace banker {

// Rows of bits, one bit per arm. A row given back is used again: a steady state allocates nothing.
class BitRows {
 public:
  explicit BitRows(std::size_t arms) : arms_(arms), words_((arms + 63) / 64) {}

  // A row of zeros.
  std::size_t take() {
    if (free_.empty()) {
      free_.push_back(bits_.size() / words_);
      bits_.resize(bits_.size() + words_);
    }
    const std::size_t row = free_.back();
    free_.pop_back();
    std::fill_n(word(row), words_, 0);
    return row;
  }
  void give_back(std::size_t row) { free_.push_back(row); }

  void set(std::size_t row, std::size_t arm) { word(row)[arm / 64] |= std::uint64_t{1} << arm % 64; }
  bool test(std::size_t row, std::size_t arm) const { return (word(row)[arm / 64] >> arm % 64 & 1) != 0; }
  // Visits the arms whose bit is set.
  template <class Visit>
  void for_each(std::size_t row, Visit visit) const {
    for (std::size_t w = 0; w < words_; ++w) {
      for (std::uint64_t left = word(row)[w]; left != 0; left &= left - 1)
        visit(64 * w + static_cast<std::size_t>(std::countr_zero(left)));
    }
  }

  void save(std::size_t row, ByteWriter& out) const {
    for (std::size_t w = 0; w < words_; ++w) out.integer(word(row)[w]);
  }
  // A new row. Fails the reader if a bit belongs to no arm.
  std::size_t load(ByteReader& in) {
    const std::size_t row = take();
    for (std::size_t w = 0; w < words_; ++w) word(row)[w] = in.integer();
    const std::size_t used = arms_ % 64;
    if (used != 0 && word(row)[words_ - 1] >> used != 0) in.fail();
    return row;
  }

 private:
  std::uint64_t* word(std::size_t row) { return bits_.data() + row * words_; }
  const std::uint64_t* word(std::size_t row) const { return bits_.data() + row * words_; }

  std::size_t arms_, words_;
  std::vector<std::uint64_t> bits_;
  std::vector<std::size_t> free_;
};

}  // namespace banker
