#include "row.hpp"

#include <zlib.h>

#include <bit>

namespace banker::store {

void Checksum::number(double v) { tagged(2, std::bit_cast<std::uint64_t>(v), 8); }

void Checksum::tagged(std::uint8_t tag, std::uint64_t value, std::size_t size) {
  unsigned char out[9] = {tag};
  for (int i = 0; i < 8; ++i) out[1 + i] = static_cast<unsigned char>(value >> 8 * i);
  value_ = static_cast<std::uint32_t>(crc32(value_, out, static_cast<uInt>(1 + size)));
}

void Checksum::bytes(std::string_view v) {
  if (v.empty()) return;  // zlib would start anew
  value_ = static_cast<std::uint32_t>(crc32_z(value_, reinterpret_cast<const Bytef*>(v.data()), v.size()));
}

RowWriter& RowWriter::null() {
  query_.bind_null(++place_);
  checksum_.null();
  return *this;
}

RowWriter& RowWriter::integer(std::int64_t v) {
  query_.bind(++place_, v);
  checksum_.integer(v);
  return *this;
}

RowWriter& RowWriter::number(double v) {
  query_.bind(++place_, v);
  checksum_.number(v);
  return *this;
}

RowWriter& RowWriter::text(std::string_view v) {
  query_.bind_text(++place_, v);
  checksum_.text(v);
  return *this;
}

RowWriter& RowWriter::blob(std::string_view v) {
  query_.bind_blob(++place_, v);
  checksum_.blob(v);
  return *this;
}

MaybeError RowWriter::run() {
  query_.bind(++place_, checksum_.value());
  return query_.run();
}

bool RowReader::take(int wanted) {
  const bool right = type() == wanted;
  ok_ = ok_ && right;
  ++column_;
  return right;
}

void RowReader::null() {
  if (take(SQLITE_NULL)) checksum_.null();
}

std::int64_t RowReader::integer() {
  if (!take(SQLITE_INTEGER)) return 0;
  const std::int64_t v = sqlite3_column_int64(query_.handle(), column_ - 1);
  checksum_.integer(v);
  return v;
}

std::optional<std::int64_t> RowReader::maybe_integer() {
  if (!is_null()) return integer();
  null();
  return std::nullopt;
}

double RowReader::number() {
  if (!take(SQLITE_FLOAT)) return 0;
  const double v = sqlite3_column_double(query_.handle(), column_ - 1);
  checksum_.number(v);
  return v;
}

std::optional<double> RowReader::maybe_number() {
  if (!is_null()) return number();
  null();
  return std::nullopt;
}

std::string_view RowReader::text() {
  if (!take(SQLITE_TEXT)) return {};
  const std::string_view v = query_.text(column_ - 1);
  checksum_.text(v);
  return v;
}

std::string_view RowReader::blob() {
  if (!take(SQLITE_BLOB)) return {};
  const std::string_view v = query_.text(column_ - 1);
  checksum_.blob(v);
  return v;
}

std::string_view RowReader::maybe_text() {
  if (!is_null()) return text();
  null();
  return {};
}

bool RowReader::sealed() {
  const std::int64_t own = checksum_.value();
  return take(SQLITE_INTEGER) && ok_ && sqlite3_column_int64(query_.handle(), column_ - 1) == own;
}

}  // namespace banker::store
