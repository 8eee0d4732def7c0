#include "csv.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "../agent/json.hpp"
#include "../core/text.hpp"
#include "csv_file.hpp"

namespace banker::lab {

namespace {

using MaybeError = std::optional<Error>;

std::string_view trim(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

// Takes the next field off the line.
std::string_view take_field(std::string_view& line) {
  const std::string_view field = line.substr(0, line.find(','));
  line.remove_prefix(std::min(line.size(), field.size() + 1));
  return trim(field);
}

enum class Form { kNumber, kNotFinite, kText };
Form read_number(std::string_view text, bool never, double& value) {
  if (never && text == "never") {
    value = std::numeric_limits<double>::infinity();
    return Form::kNumber;
  }
  const char* const end = text.data() + text.size();
  const bool plus = text.size() > 1 && text[0] == '+' && text[1] != '-';
  const auto [stop, error] = std::from_chars(text.data() + plus, end, value);
  if (stop != end || error == std::errc::invalid_argument) return Form::kText;
  return error == std::errc() && std::isfinite(value) ? Form::kNumber : Form::kNotFinite;
}

bool all_numbers(std::string_view line, bool never, bool or_nothing = false) {
  for (bool more = true; more;) {
    more = line.find(',') != line.npos;
    double value;
    const std::string_view field = take_field(line);
    if (read_number(field, never, value) == Form::kText && !(or_nothing && field.empty())) return false;
  }
  return true;
}

// Reads lines in pieces of any size.
class Parser {
 public:
  Parser(std::string_view path, bool never) : path_(path), never_(never) {}

  MaybeError feed(std::string_view bytes) {
    while (!bytes.empty()) {
      const auto end = bytes.find('\n');
      const std::string_view piece = bytes.substr(0, end);
      if (rest_.size() + piece.size() > kLongestLine)
        return bad("line ", line_ + 1, " is longer than ", kLongestLine >> 20, " MiB");
      if (end == bytes.npos) {
        rest_ += piece;
        return std::nullopt;
      }
      if (auto error = finish_line(piece)) return error;
      bytes.remove_prefix(end + 1);
    }
    return std::nullopt;
  }
  Result<Table> finish() {
    if (!rest_.empty()) {
      if (auto error = finish_line("")) return *error;
    }
    if (columns_ == 0) return bad("it is empty: write a row of numbers for every round");
    if (table_.values.empty()) return bad("there is a header and nothing below it");
    table_.columns = columns_ - has_index_;
    return std::move(table_);
  }

 private:
  template <class... Parts>
  Error bad(const Parts&... parts) const {
    return {ErrorCode::kBadValue, concat(path_, ": ", parts...)};
  }
  MaybeError finish_line(std::string_view piece) {
    if (rest_.empty()) return read_line(piece);
    rest_ += piece;
    auto error = read_line(rest_);
    rest_.clear();
    return error;
  }
  MaybeError read_line(std::string_view line) {
    ++line_;
    if (line_ == 1 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);  // a byte order mark
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (trim(line).empty()) {
      if (blank_ == 0) blank_ = line_;
      return std::nullopt;
    }
    if (blank_ != 0) return bad("line ", blank_, " is empty, and there is more below it");
    if (columns_ > 0) return read_row(line);
    columns_ = 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    return all_numbers(line, never_) ? read_row(line) : read_header(line);
  }

  MaybeError read_header(std::string_view line) {
    std::vector<std::string>& names = table_.names;
    const bool numbers = all_numbers(line, never_, true);  // but for those that are missing
    for (bool more = true; more;) {
      std::string name;
      if (!take_name(line, name, more)) return bad("line 1: a quote is not closed, or text follows it");
      if (name.empty())
        return bad("line 1, column ", names.size() + 1, " has no ", numbers ? "number" : "name");
      if (!is_utf8(name))
        return bad("line 1, column ", names.size() + 1, " has a name that is not UTF-8 text");
      names.push_back(std::move(name));
    }
    columns_ = names.size();
    constexpr std::array<std::string_view, 4> kIndexNames{"round", "t", "step", "date"};
    has_index_ = std::find(kIndexNames.begin(), kIndexNames.end(), names.front()) != kIndexNames.end();
    if (has_index_) names.erase(names.begin());
    if (names.empty()) return bad("there is no column of numbers, only the first one, which counts rows");
    std::vector<std::string_view> sorted(names.begin(), names.end());
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) return bad("line 1: two columns have the name ", in_quotes(*twice));
    return std::nullopt;
  }
  // The next name of a header: plain, or in quotes with "" for a quote. False: the quotes are wrong.
  static bool take_name(std::string_view& line, std::string& name, bool& more) {
    std::string_view ahead = line;
    ahead.remove_prefix(std::min(ahead.size(), ahead.find_first_not_of(" \t")));
    if (!ahead.starts_with('"')) {
      more = line.find(',') != line.npos;
      name = take_field(line);
      return true;
    }
    for (bool open = true; open;) {
      ahead.remove_prefix(1);
      const auto end = ahead.find('"');
      if (end == ahead.npos) return false;
      name += ahead.substr(0, end);
      ahead.remove_prefix(end + 1);
      open = ahead.starts_with('"');
      if (open) name += '"';
    }
    line = ahead;
    more = line.find(',') != line.npos;
    return take_field(line).empty();
  }

  MaybeError read_row(std::string_view line) {
    const std::size_t found = 1 + static_cast<std::size_t>(std::count(line.begin(), line.end(), ','));
    if (found != columns_)
      return bad("line ", line_, " has ", found, " values, the first row has ", columns_,
                 line.find(';') != line.npos ? "; values are separated by commas, not by ';'" : "");
    if (table_.values.size() + found > kMostNumbers)
      return bad("it has more than ", kMostNumbers, " numbers; split it");
    for (std::size_t column = 0; column < columns_; ++column) {
      const std::string_view field = take_field(line);
      if (column == 0 && has_index_) continue;
      double value;
      const Form form = read_number(field, never_, value);
      if (form != Form::kNumber) return not_a_number(column, field, form);
      table_.values.push_back(value);
    }
    return std::nullopt;
  }
  Error not_a_number(std::size_t column, std::string_view field, Form form) const {
    const std::string name =
        table_.names.empty() ? "" : concat(" (", in_quotes(table_.names[column - has_index_]), ")");
    return bad("line ", line_, ", column ", column + 1, name, ": ",
               field.empty() ? "there is nothing where a number is expected" : in_quotes(field),
               field.empty()         ? ""
               : form == Form::kText ? " is not a number"
                                     : " is not a finite number");
  }

  std::string_view path_;
  bool never_;               // whether "never" is a number
  std::string rest_;         // of a line whose end is not there yet
  std::size_t line_ = 0;     // read so far
  std::size_t blank_ = 0;    // the first empty line
  std::size_t columns_ = 0;  // of the file
  bool has_index_ = false;
  Table table_;
};

}  // namespace

Result<Table> parse_csv(std::string_view bytes, std::string_view path, bool never) {
  Parser parser(path, never);
  if (auto error = parser.feed(bytes)) return *error;
  return parser.finish();
}

Result<Table> read_csv(const std::string& path, bool never) {
  auto file = FileReader::open(path);
  if (!file) return file.error();
  Parser parser(path, never);
  for (;;) {
    const auto bytes = file->read();
    if (!bytes) return bytes.error();
    if (bytes->empty()) return parser.finish();
    if (auto error = parser.feed(*bytes)) return *error;
  }
}

// Every word goes through the finaliser of SplitMix64, so that each of its bits reaches every bit of the hash.
std::uint64_t Table::fingerprint() const {
  std::uint64_t hash = 0;
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) + 0x9e3779b97f4a7c15;
    hash = (hash ^ hash >> 30) * 0xbf58476d1ce4e5b9;
    hash = (hash ^ hash >> 27) * 0x94d049bb133111eb;
    hash ^= hash >> 31;
  };
  mix(columns);
  for (const double value : values) mix(std::bit_cast<std::uint64_t>(value));
  return hash;
}

}  // namespace banker::lab
