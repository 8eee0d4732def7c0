#include "json.hpp"

#include <algorithm>
#include <set>
#include <vector>

#include "text.hpp"

namespace banker {

namespace {
struct Refused {
  std::string message;
};

// Sees every event of the parser before a value is built.
class Strict {
 public:
  bool operator()(int, Json::parse_event_t event, Json& value) {
    switch (event) {
      case Json::parse_event_t::object_start:
      case Json::parse_event_t::array_start: open(); break;
      case Json::parse_event_t::object_end:
      case Json::parse_event_t::array_end: keys_.pop_back(); break;
      case Json::parse_event_t::key:
        if (keys_.back().size() == kMaxKeys)
          throw Refused{concat("an object with more than ", kMaxKeys, " keys")};
        if (!keys_.back().insert(value.get<std::string>()).second) {
          throw Refused{concat("the key ", value.dump(), " appears twice")};
        }
        break;
      case Json::parse_event_t::value: break;
    }
    return true;
  }

 private:
  void open() {
    if (keys_.size() == kMaxDepth) throw Refused{concat("nested deeper than ", kMaxDepth)};
    keys_.emplace_back();
  }
  std::vector<std::set<std::string>> keys_;
};
}  // namespace

Result<Json> parse_json(std::string_view text) {
  if (const auto zero = text.find('\0'); zero != std::string_view::npos) {
    return Error{ErrorCode::kBadEvent, concat("a zero byte at column ", zero + 1)};
  }
  try {
    Strict strict;
    return Json::parse(
        text, [&](int depth, Json::parse_event_t event, Json& value) { return strict(depth, event, value); });
  } catch (const Refused& refused) {
    return Error{ErrorCode::kBadEvent, refused.message};
  } catch (const Json::parse_error& error) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
      return Error{ErrorCode::kBadEvent, "there is nothing but blanks where JSON is expected"};
    }
    return Error{ErrorCode::kBadEvent, concat("broken JSON at column ", error.byte)};
  } catch (const Json::out_of_range&) {
    return Error{ErrorCode::kBadEvent, "a number is too large for a double"};
  }
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

}  // namespace banker
