#include "banker/core/bytes.hpp"

#include <gtest/gtest.h>

#include <rapidcheck/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace banker::bytes_test {
namespace {

std::uint64_t bits(double v) { return std::bit_cast<std::uint64_t>(v); }

TEST(Bytes, NumbersAreLittleEndianOnEveryMachine) {
  ByteWriter out;
  out.integer(0x0102030405060708);
  EXPECT_EQ(out.bytes(), std::string("\x08\x07\x06\x05\x04\x03\x02\x01"));
  ByteWriter number;
  number.number(1.0);
  EXPECT_EQ(number.bytes(), std::string("\0\0\0\0\0\0\xf0\x3f", 8));
}

TEST(Bytes, ATextFollowsItsLength) {
  ByteWriter out;
  out.text("ab");
  EXPECT_EQ(out.bytes(), std::string("\x02\0\0\0\0\0\0\0ab", 10));
}

TEST(Bytes, EveryNumberUpTo1e300ComesBackBitByBit) {
  const std::vector<double> numbers = {0.0, -0.0, 1.0 / 3, -1e300, 1e300, 0x1p-1074, -0x1p-1022};
  ByteWriter out;
  out.numbers(numbers);
  ByteReader in(out.bytes());
  std::vector<double> read(numbers.size());
  in.numbers(read);
  for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(bits(read[i]), bits(numbers[i]));
  EXPECT_TRUE(in.ok());
  EXPECT_TRUE(in.at_end());
}

RC_GTEST_PROP(Bytes, WhatWasWrittenIsRead,
              (std::vector<std::uint64_t> integers, std::vector<std::string> texts, std::uint32_t high)) {
  const Amount amount = Amount(high) + Amount(0x1p-40);
  ByteWriter out;
  for (const auto v : integers) out.integer(v);
  for (const auto& v : texts) out.text(v);
  out.amount(amount);
  const std::string bytes = std::move(out).take();
  ByteReader in(bytes);
  for (const auto v : integers) RC_ASSERT(in.integer() == v);
  for (const auto& v : texts) RC_ASSERT(in.text() == v);
  RC_ASSERT(in.amount() == amount);
  RC_ASSERT(in.ok());
  RC_ASSERT(in.at_end());
}

TEST(Bytes, EveryTruncationIsNoticed) {
  ByteWriter out;
  out.integer(7);
  out.text("seven");
  out.amount(Amount(1.5));
  const std::string whole(out.bytes());
  for (std::size_t length = 0; length <= whole.size(); ++length) {
    ByteReader in(std::string_view(whole).substr(0, length));
    in.integer();
    in.text();
    in.amount();
    EXPECT_EQ(in.ok(), length == whole.size()) << length;
  }
}

TEST(Bytes, AFailedReaderReadsZerosForEver) {
  ByteWriter out;
  for (int i = 0; i < 4; ++i) out.number(5);
  ByteReader in(out.bytes());
  EXPECT_EQ(in.number(), 5);
  in.fail();
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.integer(), 0u);
  EXPECT_EQ(in.number(), 0);
  EXPECT_EQ(in.count(1), 0u);
  EXPECT_EQ(in.text(), "");
  EXPECT_EQ(in.amount(), Amount());
  EXPECT_TRUE(in.rest().empty());
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, NumbersThatAreNotFiniteOrBeyond1e300AreRefused) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (const double bad : {kInfinity, -kInfinity, std::nan(""), -std::nan("7"), 1.001e300, -1e301}) {
    ByteWriter out;
    out.number(bad);
    out.number(5);
    ByteReader in(out.bytes());
    EXPECT_EQ(in.number(), 0);
    EXPECT_FALSE(in.ok());
    EXPECT_EQ(in.number(), 0);
  }
}

TEST(Bytes, ACountIsNeverMoreThanWhatIsLeftCanHold) {
  const auto reads = [](std::uint64_t count, std::size_t size, std::size_t bytes_left) {
    ByteWriter out;
    out.integer(count);
    const std::string input = std::string(out.bytes()) + std::string(bytes_left, 'x');
    ByteReader in(input);
    const std::size_t n = in.count(size);
    return in.ok() && n == count;
  };
  EXPECT_TRUE(reads(0, 8, 0));
  EXPECT_TRUE(reads(3, 8, 24));
  EXPECT_TRUE(reads(3, 8, 25));
  EXPECT_FALSE(reads(3, 8, 23));
  EXPECT_FALSE(reads(1, 1, 0));
  EXPECT_FALSE(reads(std::uint64_t{1} << 61, 8, 8));  // times 8 is 0 modulo 2^64
  EXPECT_FALSE(reads(~std::uint64_t{0}, 1, 100));
}

TEST(Bytes, ATextLongerThanTheInputIsRefused) {
  ByteWriter out;
  out.integer(100);
  const std::string input = std::string(out.bytes()) + "short";
  ByteReader in(input);
  EXPECT_EQ(in.text(), "");
  EXPECT_FALSE(in.ok());
}

TEST(Bytes, AnAmountWhoseHalvesOverlapIsRefused) {
  ByteWriter out;
  out.number(1);
  out.number(-1);
  ByteReader in(out.bytes());
  EXPECT_EQ(in.amount(), Amount());
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace banker::bytes_test
