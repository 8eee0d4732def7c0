#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "banker/core/result.hpp"

namespace banker::lab {

inline constexpr std::size_t kMostNumbers = std::size_t{1} << 28;   // of a table
inline constexpr std::size_t kLongestLine = std::size_t{16} << 20;  // in bytes

// A table of finite numbers, row by row.
struct Table {
  std::vector<std::string> names;  // of the columns; empty without a header
  std::size_t columns = 0;
  std::vector<double> values;

  std::size_t rows() const { return values.size() / columns; }
  const double* row(std::size_t i) const { return values.data() + i * columns; }
  // A hash of the numbers and their shape: other data, another fingerprint (but for one in 2^64).
  std::uint64_t fingerprint() const;
};

// A file of comma separated numbers, plain or gzip. A first row that is not all numbers is a header: it names
// the columns. A first column named round, t, step or date is left out, whatever it holds.
// With `never` the word never is a number, infinity.
Result<Table> read_csv(const std::string& path, bool never = false);

// The same from memory, not compressed; `path` is for messages.
Result<Table> parse_csv(std::string_view bytes, std::string_view path, bool never = false);

}  // namespace banker::lab
