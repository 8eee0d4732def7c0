#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "banker/core/amount.hpp"

namespace banker {

// Snapshots, byte by byte: little-endian, lengths before content.
class ByteWriter {
 public:
  void integer(std::uint64_t v) {
    char word[8];
    for (int i = 0; i < 8; ++i) word[i] = static_cast<char>(v >> 8 * i);
    bytes_.append(word, sizeof word);
  }
  void number(double v) { integer(std::bit_cast<std::uint64_t>(v)); }
  void amount(Amount v) {
    number(v.value());
    number(v.low());
  }
  void numbers(std::span<const double> v) {
    for (const double x : v) number(x);
  }
  void text(std::string_view v) {
    integer(v.size());
    bytes_.append(v);
  }
  std::string take() && { return std::move(bytes_); }
  std::string_view bytes() const { return bytes_; }

 private:
  std::string bytes_;
};

// Reads what ByteWriter wrote. After the first read beyond the end or of a number beyond 1e300 (no agent gets
// there), ok() is false for ever and every read returns zero: callers check once, at the end.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : rest_(bytes) {}

  std::uint64_t integer() {
    if (rest_.size() < 8) return fail();
    std::uint64_t v = 0;
    for (int i = 7; i >= 0; --i) v = v << 8 | static_cast<unsigned char>(rest_[i]);
    rest_.remove_prefix(8);
    return v;
  }
  // A count of things that take at least `size` bytes each: never more than what is left can hold.
  std::size_t count(std::size_t size) {
    const std::uint64_t n = integer();
    return n <= rest_.size() / size ? n : fail();
  }
  double number() {
    const double v = std::bit_cast<double>(integer());
    if (!(v >= -1e300 && v <= 1e300)) fail();
    return ok_ ? v : 0;
  }
  Amount amount() {
    const double high = number(), low = number();
    if (high + low != high) fail();
    return ok_ ? Amount(high, low) : Amount();
  }
  void numbers(std::span<double> v) {
    for (double& x : v) x = number();
  }
  std::string_view text() {
    const std::size_t n = count(1);
    const std::string_view v = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return v;
  }
  std::string_view rest() const { return rest_; }
  bool ok() const { return ok_; }
  bool at_end() const { return rest_.empty(); }
  std::uint64_t fail() {
    ok_ = false;
    rest_ = {};
    return 0;
  }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace banker
