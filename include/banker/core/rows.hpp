#pragma once

#include <cstddef>
#include <memory>
#include <utility>
#include <vector>

namespace banker {

// A dense vector of the dual space, owned by the round or the saving it belongs to.
using Row = std::unique_ptr<double[]>;

// Hands out rows and takes them back, so that a steady state allocates nothing. A row that comes back is kept
// while there are no more spare rows than rows in use (and a few); beyond twice that, a spare one goes with
// it: memory falls after a burst.
class RowStore {
 public:
  explicit RowStore(std::size_t dimension) : dimension_(dimension) {}

  // The content is unspecified.
  Row take() {
    ++in_use_;
    if (spare_.empty()) return std::make_unique_for_overwrite<double[]>(dimension_);
    Row row = std::move(spare_.back());
    spare_.pop_back();
    return row;
  }
  void give_back(Row row) {
    --in_use_;
    if (spare_.size() <= in_use_ + kAlwaysKept) spare_.push_back(std::move(row));
    else if (spare_.size() > 2 * (in_use_ + kAlwaysKept)) spare_.pop_back();
  }
  std::size_t dimension() const { return dimension_; }
  std::size_t in_use() const { return in_use_; }
  std::size_t spare() const { return spare_.size(); }

 private:
  static constexpr std::size_t kAlwaysKept = 4;
  std::size_t dimension_;
  std::size_t in_use_ = 0;
  std::vector<Row> spare_;
};

}  // namespace banker
