#include "paths.hpp"

#include <algorithm>

#include "../agent/json.hpp"

namespace banker::http {

namespace {

// Cuts the text at its first `mark`: returns what is before it, and leaves what is behind it.
std::string_view cut(std::string_view& text, char mark) {
  const std::string_view first = text.substr(0, text.find(mark));
  text.remove_prefix(std::min(text.size(), first.size() + 1));
  return first;
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

bool same_letters(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

Target split_target(std::string_view target) {
  Target result;
  result.path = cut(target, '?');
  result.query = target;
  for (const std::string_view scheme : {"http://", "https://"}) {  // as sent to a proxy
    if (!same_letters(result.path.substr(0, scheme.size()), scheme)) continue;
    const auto slash = std::min(result.path.find('/', scheme.size()), result.path.size());
    result.host = result.path.substr(scheme.size(), slash - scheme.size());
    result.path = slash == result.path.size() ? "/" : result.path.substr(slash);
    break;
  }
  std::string_view rest = result.path;
  if (!rest.starts_with('/')) return result;
  rest.remove_prefix(1);
  const bool open = rest.ends_with('/');  // the empty segment behind the last slash is one, too
  while (!rest.empty()) result.segments.push_back(cut(rest, '/'));
  if (open) result.segments.emplace_back();
  return result;
}

Result<std::string> percent_decode(std::string_view text) {
  std::string plain;
  plain.reserve(text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      plain += text[i];
      continue;
    }
    const int high = i + 2 < text.size() ? hex_digit(text[i + 1]) : -1;
    const int low = i + 2 < text.size() ? hex_digit(text[i + 2]) : -1;
    if (high < 0 || low < 0)
      return Error{ErrorCode::kBadType,
                   concat(in_quotes(text), " has a % without two hex digits: a percent sign itself is %25")};
    plain += static_cast<char>(high * 16 + low);
    i += 2;
  }
  const bool ascii =
      std::all_of(plain.begin(), plain.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii && !is_utf8(plain)) return Error{ErrorCode::kBadType, concat(in_quotes(text), " is not UTF-8")};
  return plain;
}

bool matches(std::string_view form, const Target& target, std::vector<std::string_view>& taken) {
  taken.clear();
  form.remove_prefix(1);
  for (const std::string_view segment : target.segments) {
    if (form.empty()) return false;
    const std::string_view wanted = cut(form, '/');
    if (wanted.starts_with('{')) taken.push_back(segment);
    else if (wanted != segment) return false;
  }
  return form.empty() && (!target.segments.empty() || target.path == "/");
}

Result<std::vector<std::pair<std::string, std::string>>> read_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> pairs;
  while (!query.empty()) {
    std::string_view value = cut(query, '&');
    const std::string_view name = cut(value, '=');
    auto plain_name = percent_decode(name), plain_value = percent_decode(value);
    if (!plain_name) return plain_name.error();
    if (!plain_value) return plain_value.error();
    pairs.emplace_back(*std::move(plain_name), *std::move(plain_value));
  }
  return pairs;
}

}  // namespace banker::http
