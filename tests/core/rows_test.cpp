#include "banker/core/rows.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <utility>
#include <vector>

#include "support/count_allocations.hpp"

namespace banker {
namespace {

constexpr std::size_t kDimension = 10;

TEST(RowStore, CountsTheRowsInUse) {
  RowStore rows(kDimension);
  EXPECT_EQ(rows.dimension(), kDimension);
  Row a = rows.take(), b = rows.take();
  EXPECT_EQ(rows.in_use(), 2u);
  EXPECT_EQ(rows.spare(), 0u);
  EXPECT_NE(a.get(), b.get());
  rows.give_back(std::move(a));
  EXPECT_EQ(rows.in_use(), 1u);
  EXPECT_EQ(rows.spare(), 1u);
}

TEST(RowStore, HandsOutARowThatWasGivenBack) {
  RowStore rows(kDimension);
  Row row = rows.take();
  const double* address = row.get();
  rows.give_back(std::move(row));
  EXPECT_EQ(rows.take().get(), address);
}

TEST(RowStore, RowsHaveRoomForTheDimension) {
  RowStore rows(kDimension);
  for (int i = 0; i < 3; ++i) {
    Row row = rows.take();
    for (std::size_t k = 0; k < kDimension; ++k) row[k] = static_cast<double>(k);
    rows.give_back(std::move(row));
  }
}

TEST(RowStore, ASteadyStateAllocatesNothing) {
  for (const std::size_t open : {std::size_t{0}, std::size_t{1}, std::size_t{10}, std::size_t{1000}}) {
    RowStore rows(kDimension);
    std::vector<Row> ring;
    for (std::size_t i = 0; i < open + 3; ++i) ring.push_back(rows.take());
    std::size_t next = 0;
    const auto step = [&] {  // three rows go and come, in the order of the ring
      for (std::size_t i = 0; i < 3; ++i) rows.give_back(std::move(ring[(next + i) % ring.size()]));
      for (std::size_t i = 0; i < 3; ++i) ring[(next + i) % ring.size()] = rows.take();
      next = (next + 3) % ring.size();
    };
    for (int i = 0; i < 10; ++i) step();
    const std::size_t before = allocations;
    for (int i = 0; i < 10000; ++i) step();
    EXPECT_EQ(allocations, before) << open << " open";
    EXPECT_EQ(rows.in_use(), open + 3);
  }
}

TEST(RowStore, MemoryFallsAgainAfterABurst) {
  constexpr std::size_t kBurst = 1000;
  RowStore rows(kDimension);
  std::vector<Row> burst;
  for (std::size_t i = 0; i < kBurst; ++i) burst.push_back(rows.take());
  for (Row& row : burst) rows.give_back(std::move(row));
  EXPECT_EQ(rows.in_use(), 0u);
  EXPECT_LE(rows.spare(), kBurst / 2);
  // One at a time, as many as the burst had: a handful of spare rows is left.
  for (std::size_t i = 0; i < kBurst; ++i) {
    rows.give_back(rows.take());
    EXPECT_LE(rows.spare(), kBurst / 2);
  }
  EXPECT_LE(rows.spare(), 5u);
  EXPECT_GE(rows.spare(), 1u);
}

}  // namespace
}  // namespace banker
