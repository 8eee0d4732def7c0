#include "page_checksum.hpp"

#include <cstring>

namespace banker::store {

namespace {

// Little-endian on every machine. Written out, it is one instruction for the compiler.
std::uint64_t word(const unsigned char* at) {
  const auto byte = [at](int i) { return std::uint64_t{at[i]} << 8 * i; };
  return byte(0) | byte(1) | byte(2) | byte(3) | byte(4) | byte(5) | byte(6) | byte(7);
}

int pair(const unsigned char* at) { return at[0] << 8 | at[1]; }  // as SQLite writes numbers

void put_word(unsigned char* at, std::uint64_t v) {
  for (int i = 0; i < 8; ++i) at[i] = static_cast<unsigned char>(v >> 8 * i);
}

// Can be undone, as can the exclusive or before it: pages that differ in one word of 8 bytes never have the same checksum, but for the 0
// that is none. Others have it by chance, one in 2^64.
std::uint64_t mix(std::uint64_t v) {
  v *= 0x9E3779B97F4A7C15;
  return v ^ v >> 32;
}

// REQUIRES: the tail is 0. In four lanes, which a processor goes along at the same time.
std::uint64_t checksum(const unsigned char* page, std::int64_t number) {
  std::uint64_t a = 1, b = 2, c = 3, d = 4;
  for (int at = 0; at < kPageSize; at += 32) {
    a = mix(a ^ word(page + at));
    b = mix(b ^ word(page + at + 8));
    c = mix(c ^ word(page + at + 16));
    d = mix(d ^ word(page + at + 24));
  }
  const std::uint64_t sum = mix(mix(mix(mix(mix(static_cast<std::uint64_t>(number)) ^ a) ^ b) ^ c) ^ d);
  return sum == 0 ? 1 : sum;
}

// A copy that SQLite makes has other numbers in page 1, which nothing depends on: how often the file was changed (twice), how often its
// tables were, and by which SQLite. They are left out, but the two must be the same.
std::uint64_t checksum_of_first(const unsigned char* page) {
  unsigned char copy[kPageSize];
  std::memcpy(copy, page, kPageSize);
  std::memset(copy + 24, std::memcmp(page + 24, page + 92, 4) == 0 ? 0 : 1, 4);
  std::memset(copy + 40, 0, 4);
  std::memset(copy + 92, 0, 8);
  return checksum(copy, 1);
}

std::uint64_t checksum_of(const unsigned char* page, std::int64_t number) {
  return number == 1 ? checksum_of_first(page) : checksum(page, number);
}

}  // namespace

void put_page_checksum(unsigned char* page, std::int64_t number) {
  unsigned char* const tail = page + kPageSize - kPageTail;
  put_word(tail, 0);
  put_word(tail, checksum_of(page, number));
}

bool has_page_checksum(const unsigned char* page) { return word(page + kPageSize - kPageTail) != 0; }

bool take_page_checksum(unsigned char* page, std::int64_t number) {
  unsigned char* const tail = page + kPageSize - kPageTail;
  const std::uint64_t found = word(tail);
  put_word(tail, 0);
  return found == checksum_of(page, number);
}

// A cell begins with the number of another page, or with its own length: neither is 0. "B-tree Pages" in SQLite's file format.
bool has_holes(const unsigned char* page, std::int64_t number) {
  const unsigned char* const header = page + (number == 1 ? 100 : 0);
  const bool leaf = header[0] == 10 || header[0] == 13, inner = header[0] == 2 || header[0] == 5;
  if (!leaf && !inner) return false;
  const unsigned char* pointer = header + (leaf ? 8 : 12);
  for (int left = pair(header + 3); left > 0; --left, pointer += 2) {
    if (pointer + 2 > page + kPageSize || pair(pointer) > kPageSize - 4) return false;  // SQLite says so
    const unsigned char* const cell = page + pair(pointer);
    if ((cell[0] | cell[1] | cell[2] | cell[3]) == 0) return true;
  }
  return false;
}

}  // namespace banker::store
