#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/bank/payment.hpp"
#include "banker/core/padded.hpp"
#include "banker/mirror/certified_cost.hpp"

namespace banker {

// What is known of a dual beside its coordinates.
struct RowNotes {
  std::vector<Payment> payments;  // listed savings: who paid for the round of this row
  double u = 0;                   // reduced variance: x_i = (u - theta_i)^-2
  double volume = 0;              // and sum_i x_i^(3/2)
  std::vector<LevelSums> levels;  // and of the baselines of its rounds
  std::uint32_t group = 0;        // scratch of a merge
};

// A dense vector of the dual space. Rounds asked between two outcomes have the same dual, and own one row together
// with the pool it is the mean of. The last owner frees it, or gives it back to the store it is from.
class Row {
 public:
  Row() = default;
  explicit Row(std::size_t dimension) : body_(new Body{{}, PaddedVector(padded(dimension))}) {}
  Row(Row&& other) noexcept : body_(std::exchange(other.body_, nullptr)) {}
  Row& operator=(Row&& other) noexcept {
    Row taken(std::move(other));
    std::swap(body_, taken.body_);
    return *this;
  }
  ~Row() {
    if (body_ != nullptr && --body_->owners == 0) delete body_;
  }

  // Another owner.
  Row share() const {
    if (body_ != nullptr) ++body_->owners;
    return Row(body_);
  }
  bool shared() const { return body_->owners > 1; }
  // One owner less. REQUIRES: the row is shared.
  void leave() {
    --body_->owners;
    body_ = nullptr;
  }
  explicit operator bool() const { return body_ != nullptr; }
  double* get() const { return body_->numbers.data(); }
  double& operator[](std::size_t i) const { return body_->numbers[i]; }
  RowNotes& notes() const { return body_->notes; }
  friend bool operator==(const Row& a, const Row& b) { return a.body_ == b.body_; }

 private:
  struct Body {
    RowNotes notes;
    PaddedVector numbers;
    std::uint32_t owners = 1;
  };
  explicit Row(Body* body) : body_(body) {}

  Body* body_ = nullptr;
};

// Hands out rows and takes them back, so that a steady state allocates nothing. A row that comes back from its last
// owner is kept while there are no more spare rows than rows in use (and a few); beyond twice that, a spare one goes
// with it: memory falls after a burst.
class RowStore {
 public:
  explicit RowStore(std::size_t dimension) : dimension_(dimension) {}

  // The content is unspecified; of the notes only the storage is left.
  Row take() {
    ++in_use_;
    if (spare_.empty()) return Row(dimension_);
    Row row = std::move(spare_.back());
    spare_.pop_back();
    return row;
  }
  void give_back(Row&& given) {
    if (!given) return;
    if (given.shared()) return given.leave();
    --in_use_;
    forget(given.notes().payments);
    forget(given.notes().levels);
    if (spare_.size() <= in_use_ + kAlwaysKept) return spare_.push_back(std::move(given));
    if (spare_.size() > 2 * (in_use_ + kAlwaysKept)) spare_.pop_back();
    given = Row();
  }
  std::size_t dimension() const { return dimension_; }
  std::size_t in_use() const { return in_use_; }
  std::size_t spare() const { return spare_.size(); }

 private:
  static constexpr std::size_t kAlwaysKept = 4;
  // Keeps a short list's storage, and no longer one's.
  template <class T>
  static void forget(std::vector<T>& list) {
    if (list.empty()) return;
    if (list.capacity() > 64) list = std::vector<T>();
    else list.clear();
  }

  std::size_t dimension_;
  std::size_t in_use_ = 0;
  std::vector<Row> spare_;
};

}  // namespace banker
