#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "sqlite.hpp"

namespace banker::store {

// The CRC-32 over the columns of a row: docs/journal_format.md.
class Checksum {
 public:
  explicit Checksum(std::string_view table) { bytes(table); }
  void null() { tagged(0, 0, 0); }
  void integer(std::int64_t v) { tagged(1, static_cast<std::uint64_t>(v), 8); }
  void number(double v);
  void text(std::string_view v) { tagged(3, v.size(), 8), bytes(v); }
  void blob(std::string_view v) { tagged(4, v.size(), 8), bytes(v); }
  std::int64_t value() const { return value_; }

 private:
  void tagged(std::uint8_t tag, std::uint64_t value, std::size_t size);
  void bytes(std::string_view v);
  std::uint32_t value_ = 0;
};

// Binds the columns of a row one after the other from parameter 1 on, the checksum last.
class RowWriter {
 public:
  RowWriter(Query& query, std::string_view table) : query_(query), checksum_(table) {}

  RowWriter& null();
  RowWriter& integer(std::int64_t v);
  RowWriter& integer(std::optional<std::int64_t> v) { return v ? integer(*v) : null(); }
  RowWriter& count(std::uint64_t v) { return integer(static_cast<std::int64_t>(v)); }
  RowWriter& number(double v);
  RowWriter& number(std::optional<double> v) { return v ? number(*v) : null(); }
  RowWriter& text(std::string_view v);
  RowWriter& blob(std::string_view v);
  // The last parameter. What is bound must live until this returns.
  MaybeError run();

 private:
  Query& query_;
  Checksum checksum_;
  int place_ = 0;
};

// Reads the columns of a row one after the other from column 0 on. A column of another type reads as nothing, and sealed()
// is false then. Texts and blobs live until the statement moves on.
class RowReader {
 public:
  RowReader(Query& query, std::string_view table) : query_(query), checksum_(table) {}

  bool is_null() const { return type() == SQLITE_NULL; }  // of the column to be read next
  void null();
  std::int64_t integer();
  std::optional<std::int64_t> maybe_integer();
  std::uint64_t count() { return static_cast<std::uint64_t>(integer()); }
  double number();
  std::optional<double> maybe_number();
  std::string_view text();
  std::string_view blob();
  std::string_view maybe_text();  // empty: NULL
  // Reads the checksum: whether it is that of the row.
  bool sealed();

 private:
  int type() const { return sqlite3_column_type(query_.handle(), column_); }
  bool take(int type);  // goes to the next column if this one has the type

  Query& query_;
  Checksum checksum_;
  int column_ = 0;
  bool ok_ = true;
};

}  // namespace banker::store
