#include "banker/bank/row.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "banker/bank/row_bytes.hpp"
#include "support/allocations.hpp"

namespace banker::row_test {
namespace {

constexpr std::size_t kDimension = 10;

TEST(Row, OwnersHaveTheSameNumbersAndNotes) {
  Row a(kDimension);
  EXPECT_TRUE(a);
  EXPECT_FALSE(a.shared());
  a[3] = 7;
  a.notes().u = 2;
  {
    const Row b = a.share();
    EXPECT_TRUE(a == b);
    EXPECT_EQ(b.get(), a.get());
    EXPECT_TRUE(a.shared() && b.shared());
    EXPECT_EQ(b[3], 7);
    EXPECT_EQ(b.notes().u, 2);
  }
  EXPECT_FALSE(a.shared());
  Row c = std::move(a);
  EXPECT_FALSE(a);
  EXPECT_EQ(c[3], 7);
  EXPECT_FALSE(Row().share());
  EXPECT_FALSE(c == Row(kDimension));
}

TEST(RowStore, TheLastOwnerGivesARowBack) {
  RowStore rows(kDimension);
  Row a = rows.take(), b = a.share(), c = b.share();
  for (Row* row : {&b, &a}) {
    rows.give_back(std::move(*row));
    EXPECT_EQ(rows.in_use(), 1u);
    EXPECT_EQ(rows.spare(), 0u);
  }
  rows.give_back(std::move(c));
  EXPECT_EQ(rows.in_use(), 0u);
  EXPECT_EQ(rows.spare(), 1u);
  rows.give_back(Row());
  EXPECT_EQ(rows.in_use(), 0u);
}

TEST(RowStore, ARowComesBackWithoutNotes) {
  RowStore rows(kDimension);
  for (const std::size_t n : {3, 1000}) {
    Row row = rows.take();
    EXPECT_TRUE(row.notes().levels.empty() && row.notes().payments.empty());
    row.notes().levels.resize(n);
    row.notes().payments.resize(n);
    rows.give_back(std::move(row));
  }
  const Row row = rows.take();
  EXPECT_TRUE(row.notes().levels.empty() && row.notes().payments.empty());
  EXPECT_LT(row.notes().levels.capacity(), 1000u);  // what was long is freed
}

// The content comes once, and the same rows are shared again.
TEST(RowBytes, RowsAreReadAsTheyWereShared) {
  RowStore rows(2), others(2);
  Row a = rows.take(), b = rows.take();
  for (std::size_t i = 0; i < 2; ++i) a[i] = 1.5 + static_cast<double>(i), b[i] = -2.25;
  a.notes().payments = {{RoundId{3}, 0.5}};
  b.notes().u = 1.25;
  b.notes().volume = 0.5;
  b.notes().levels = {{0.25, 0.125, 0.03125}};
  ByteWriter out;
  RowWriter writer(out, 2);
  for (const Row* row : {&a, &b, &a, &b, &b}) writer.row(*row);
  ByteReader in(out.bytes());
  std::vector<Row> read;
  {
    RowReader reader(in, others);
    for (int i = 0; i < 5; ++i) read.push_back(reader.row());
  }
  ASSERT_TRUE(in.ok() && in.at_end());
  EXPECT_EQ(others.in_use(), 2u);
  EXPECT_TRUE(read[0] == read[2] && read[1] == read[3] && read[1] == read[4] && !(read[0] == read[1]));
  EXPECT_EQ(read[0][1], 2.5);
  EXPECT_EQ(read[0].notes().payments, a.notes().payments);
  EXPECT_TRUE(read[0].notes().levels.empty());
  EXPECT_EQ(read[1].notes().u, 1.25);
  EXPECT_EQ(read[1].notes().volume, 0.5);
  ASSERT_EQ(read[1].notes().levels.size(), 1u);
  EXPECT_EQ(read[1].notes().levels[0].second, 0.03125);
  for (Row& row : read) others.give_back(std::move(row));
  EXPECT_EQ(others.in_use(), 0u);
}

// A number that is ahead of its turn, or of a row that is someone's own.
TEST(RowBytes, WrongNumbersAreRefused) {
  for (const std::uint64_t number : {1, 2, 1 << 30}) {
    ByteWriter out;
    out.integer(number);
    for (int i = 0; i < 10; ++i) out.integer(0);
    ByteReader in(out.bytes());
    RowStore rows(2);
    RowReader reader(in, rows);
    const Row row = reader.row();
    EXPECT_FALSE(in.ok());
  }
  RowStore rows(2);
  Row a = rows.take();
  a[0] = a[1] = 0;
  ByteWriter out;
  RowWriter writer(out, 2);
  writer.row(a);
  writer.row(a);
  for (const bool own_first : {true, false}) {
    ByteReader in(out.bytes());
    RowReader reader(in, rows);
    const Row first = own_first ? reader.own_row() : reader.row();
    EXPECT_TRUE(in.ok());
    const Row second = own_first ? reader.row() : reader.own_row();
    EXPECT_FALSE(in.ok());
  }
}

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
    const std::size_t before = testing::allocations();
    for (int i = 0; i < 10000; ++i) step();
    EXPECT_EQ(testing::allocations(), before) << open << " open";
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
}  // namespace banker::row_test
