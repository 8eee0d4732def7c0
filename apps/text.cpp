#include "text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace banker::apps {

namespace {

// How many columns a text takes: continuation bytes of UTF-8 take none.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string with_commas(const std::string& digits) {
  const std::size_t first = digits[0] == '-' ? 1 : 0;
  const std::size_t end = std::min(digits.find('.'), digits.size());
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > first && i < end && (end - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string row = "|";
  for (const std::string& cell : cells) {
    row += ' ';
    for (const char c : cell) row += c == '|' ? "\\|" : std::string(1, c);
    row += " |";
  }
  return row + '\n';
}

}  // namespace

std::string pretty(double value, int digits) { return pretty_beside(value, value, digits); }

std::string pretty_beside(double value, double other, int digits) {
  const double size = std::fabs(other);
  char text[400];
  if (size != 0 && (size >= 1e12 || size < 1e-4)) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
  }
  const int before = size >= 1 ? 1 + static_cast<int>(std::floor(std::log10(size))) : 1;
  std::snprintf(text, sizeof text, "%.*f", size == 0 ? 0 : std::max(0, digits - before), value);
  return with_commas(text);
}

std::string three_decimals(std::optional<double> value) {
  char text[400];
  std::snprintf(text, sizeof text, "%.3f", value.value_or(0));
  return value ? text : "-";
}

std::string csv(const std::string& text) {
  std::string quoted(1, '"');
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  quoted += '"';
  return quoted;
}

Json to_json(std::optional<double> value) { return value ? Json(*value) : Json(); }

std::string text_or_nothing(std::optional<double> value) { return value ? to_json(value).dump() : ""; }

Table::Table(std::vector<std::string> header, std::vector<std::size_t> left)
    : rows_{std::move(header)}, left_(std::move(left)) {}

bool Table::to_left(std::size_t column) const {
  return std::find(left_.begin(), left_.end(), column) != left_.end();
}

std::string Table::markdown() const {
  std::vector<std::string> rule;
  for (std::size_t i = 0; i < rows_[0].size(); ++i) rule.push_back(to_left(i) ? "---" : "--:");
  std::string out = markdown_row(rows_[0]) + markdown_row(rule);
  for (std::size_t i = 1; i < rows_.size(); ++i) out += markdown_row(rows_[i]);
  return out;
}

std::string Table::text() const {
  std::vector<std::size_t> widths(rows_[0].size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], width(row[i]));
  }
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - width(row[i]), ' ');
      line += (i == 0 ? "  " : "   ") + (to_left(i) ? row[i] + pad : pad + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + '\n';
  }
  return out;
}

std::string chart(const std::vector<std::vector<double>>& curves, double rounds) {
  constexpr std::size_t kHeight = 12, kWidth = 60;
  double low = 0, high = 0;
  for (const auto& curve : curves) {
    for (const double v : curve) {
      low = std::min(low, v);
      high = std::max(high, v);
    }
  }
  if (!(high > low) || !std::isfinite(high - low)) return "";
  std::vector<std::string> canvas(kHeight, std::string(kWidth, ' '));
  for (std::size_t i = curves.size(); i-- > 0;) {
    if (curves[i].empty()) continue;
    for (std::size_t column = 0; column < kWidth; ++column) {
      const std::size_t parts = std::max<std::size_t>(1, (column + 1) * curves[i].size() / kWidth);
      const double v = curves[i][parts - 1];
      const auto row = static_cast<std::size_t>(std::lround((high - v) / (high - low) * (kHeight - 1)));
      canvas[row][column] = static_cast<char>('a' + i % 26);
    }
  }
  std::string out;
  for (std::size_t row = 0; row < kHeight; ++row) {
    const bool labelled = row == 0 || row + 1 == kHeight;
    const std::string label = labelled ? pretty(row == 0 ? high : low, 4) : "";
    out += "  " + std::string(10 - std::min<std::size_t>(10, label.size()), ' ') + label + " │" + canvas[row];
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  }
  std::string axis;
  for (std::size_t i = 0; i < kWidth; ++i) axis += "─";
  const std::string end = pretty(rounds, 1) + " rounds";
  return out + std::string(13, ' ') + "└" + axis + '\n' + std::string(14 + kWidth - end.size(), ' ') + end +
         '\n';
}

}  // namespace banker::apps
