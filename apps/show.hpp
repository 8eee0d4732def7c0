#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "banker/lab/summary.hpp"

namespace banker::apps {

// 12345.678 as "12,346", 485.5271 as "485.53": so many digits, or all before the point; thousands apart.
std::string pretty(double value, int digits = 5);
// A cell of a CSV file.
std::string csv(const std::string& text);

// A table: the first column and those named in `left` to the left, the others to the right.
class Table {
 public:
  explicit Table(std::vector<std::string> header, std::vector<std::size_t> left);
  void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }
  std::string text() const;

 private:
  std::vector<std::vector<std::string>> rows_;
  std::vector<std::size_t> left_;
};

// Curves over 1..T as letters a, b, c, ... in a box, T at the right.
std::string chart(const std::vector<std::vector<double>>& curves, double rounds);

// "bernoulli:gap=0.1, delays fixed:100, 10 arms, 100,000 rounds".
std::string title(const lab::Cell& cell);
// The agents of a study of one cell: ranks, regrets, what they cost; and their regret over time.
std::string show(const lab::Study& study, std::vector<lab::Summary> agents);
// The regrets of a study of many cells: agents by delays, for all that differs beside.
std::string show_all(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells);

nlohmann::ordered_json to_json(const std::vector<lab::Summary>& agents);
// A number, or null; and for CSV, all its digits, or nothing.
nlohmann::ordered_json to_json(std::optional<double> value);
std::string text_or_nothing(std::optional<double> value);

}  // namespace banker::apps
