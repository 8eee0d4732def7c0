#pragma once

#include <optional>
#include <string>
#include <vector>

#include "agent/json_library.hpp"

namespace banker::apps {

// 12345.678 as "12,346", 485.5271 as "485.53": so many digits, or all before the point; thousands apart.
std::string pretty(double value, int digits = 5);
// The value with as many decimals as `other` has in pretty(other, digits).
std::string pretty_beside(double value, double other, int digits);
// 0.1234 as "0.123"; "-" for nothing.
std::string three_decimals(std::optional<double> value);
// A cell of a CSV file.
std::string csv(const std::string& text);

// A number, or null; and for CSV, all its digits, or nothing.
Json to_json(std::optional<double> value);
std::string text_or_nothing(std::optional<double> value);

// A table: the columns named in `left` to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::vector<std::size_t> left);
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;
  std::string markdown() const;

 private:
  bool to_left(std::size_t column) const;

  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> left_;
};

// Curves over 1..T as letters a, b, c, ... in a box, T at the right.
std::string chart(const std::vector<std::vector<double>>& curves, double rounds);

}  // namespace banker::apps
