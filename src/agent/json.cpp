#include "json.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "../core/text.hpp"

namespace banker {

namespace {

// "column 7", or "line 2, column 7" where there are several: of the byte with this number, from 1, counted in characters.
std::string place_of(std::string_view text, std::size_t position) {
  const std::string_view before = text.substr(0, position - std::min<std::size_t>(position, 1));
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  const auto starts_character = [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; };
  auto column = concat("column ", 1 + std::count_if(line.begin(), line.end(), starts_character));
  if (text.find('\n') == text.npos) return column;
  return concat("line ", 1 + std::count(before.begin(), before.end(), '\n'), ", ", column);
}

// Reads the events of the parser and builds nothing: linear in the text, whatever it holds.
class StrictReader {
 public:
  explicit StrictReader(std::string_view text) : text_(text) {}
  const std::string& refused() const { return refused_; }

  bool null() { return true; }
  bool boolean(bool) { return true; }
  bool number_integer(Json::number_integer_t) { return true; }
  bool number_unsigned(Json::number_unsigned_t) { return true; }
  bool number_float(Json::number_float_t, const std::string&) { return true; }
  bool string(std::string&) { return true; }
  bool binary(Json::binary_t&) { return true; }
  bool start_object(std::size_t) { return open(); }
  bool start_array(std::size_t) { return open(); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }
  bool key(std::string& key) {
    if (keys_.back().size() == kMaxKeys)
      return refuse(concat("an object with more than ", kMaxKeys, " keys"));
    if (!keys_.back().insert(key).second) return refuse(concat("the key ", in_quotes(key), " appears twice"));
    return true;
  }
  bool parse_error(std::size_t position, const std::string&, const Json::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) return refuse("a number is too large for a double");
    return refuse(concat("broken JSON at ", place_of(text_, position)));
  }

 private:
  bool open() {
    if (keys_.size() == kMaxDepth) return refuse(concat("nested deeper than ", kMaxDepth));
    keys_.emplace_back();
    return true;
  }
  bool close() {
    keys_.pop_back();
    return true;
  }
  bool refuse(std::string message) {
    refused_ = std::move(message);
    return false;
  }

  std::string_view text_;
  std::vector<std::set<std::string>> keys_;  // of the objects and arrays that are open
  std::string refused_;
};

}  // namespace

Result<Json> parse_json(std::string_view text) {
  const auto refuse = [](std::string message) { return Error{ErrorCode::kBadEvent, std::move(message)}; };
  if (const auto zero = text.find('\0'); zero != text.npos)
    return refuse(concat("a zero byte at ", place_of(text, zero + 1)));
  if (text.find_first_not_of(" \t\r\n") == text.npos)
    return refuse("there is nothing where JSON is expected");
  StrictReader reader(text);
  if (Json::sax_parse(text, &reader)) return Json::parse(text);
  const bool number = text.find("NaN") != text.npos || text.find("Infinity") != text.npos;
  return refuse(concat(reader.refused(),
                       number ? ": JSON has no NaN and no Infinity; drop a round without outcome" : ""));
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t kMost = 100;
  const bool cut = text.size() > kMost;
  return concat(Json(text.substr(0, kMost)).dump(-1, ' ', true, Json::error_handler_t::replace),
                cut ? "..." : "");
}

std::string_view type_name(const Json& value) {
  switch (value.type()) {
    case Json::value_t::null: return "null";
    case Json::value_t::object: return "an object";
    case Json::value_t::array: return "a list";
    case Json::value_t::string: return "a text";
    case Json::value_t::boolean: return "true or false";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned: return "an integer";
    default: return "a number";
  }
}

bool beyond_integers(const Json& value) {
  constexpr double kFirst = 9007199254740992;  // 2^53
  return value.is_number_float() && std::abs(value.get<double>()) >= kFirst;
}

std::optional<std::string> unknown_key(const Json& object, std::string_view where,
                                       std::span<const std::string_view> known) {
  for (const auto& [key, value] : object.items()) {
    if (std::find(known.begin(), known.end(), key) == known.end()) {
      return concat("unknown key ", in_quotes(key), " in ", where, did_you_mean(key, known));
    }
  }
  return std::nullopt;
}

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] != b[j - 1]);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

bool same(const Json& a, const Json& b) {
  if (a.is_array() && b.is_array()) return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
  if (!a.is_object() || !b.is_object()) return a == b;
  if (a.size() != b.size()) return false;
  for (const auto& [key, value] : a.items()) {
    if (!b.contains(key) || !same(value, b.at(key))) return false;
  }
  return true;
}

bool is_utf8(const std::string& text) try {
  return !Json(text).dump().empty();
} catch (const Json::type_error&) {
  return false;
}

}  // namespace banker

template class nlohmann::basic_json<nlohmann::ordered_map>;
