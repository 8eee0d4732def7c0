#include "show.hpp"

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

std::string or_dash(std::optional<double> value, int digits) { return value ? pretty(*value, digits) : "-"; }

// The standard error, or 0 if it is nothing but rounding.
std::optional<double> visible(const lab::Mean& mean) {
  const auto error = mean.standard_error;
  return error && *error < 1e-12 * std::fabs(mean.mean) ? std::optional(0.0) : error;
}

// "10 arms, 100,000 rounds".
std::string what(const lab::Cell& cell) {
  return pretty(static_cast<double>(cell.arms), 1) + (cell.losses.linear ? " dimensions, " : " arms, ") +
         with_commas(std::to_string(cell.rounds)) + " rounds";
}

std::string seeds(const lab::Study& study) {
  const std::string first = "seeds " + std::to_string(study.seed);
  return study.runs == 1 ? first : first + " to " + std::to_string(study.seed + study.runs - 1);
}

bool same_but_delays(const lab::Cell& a, const lab::Cell& b) {
  return a.losses.text == b.losses.text && a.arms == b.arms && a.rounds == b.rounds;
}

// Cells that differ in their delays only: a row per agent, a column per kind of delay.
std::string show_delays(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells,
                        const std::vector<std::size_t>& group) {
  const lab::Cell& cell = study.cells[group.front()];
  std::vector<std::string> header{cell.losses.text};
  for (const std::size_t i : group) header.push_back(study.cells[i].delays.text);
  Table table(std::move(header), {0});
  for (const std::string& agent : study.agents) {
    std::vector<std::string> row{agent};
    for (const std::size_t i : group) {
      const auto found =
          std::find_if(cells[i].begin(), cells[i].end(), [&](const auto& s) { return s.agent == agent; });
      row.push_back(found == cells[i].end() ? "-" : pretty(found->regret.mean, 4));
    }
    table.add(std::move(row));
  }
  return what(cell) + ", " + seeds(study) + "\n\n" + table.text() + '\n';
}

}  // namespace

std::string pretty(double value, int digits) {
  const double size = std::fabs(value);
  char text[400];
  if (size != 0 && (size >= 1e12 || size < 1e-4)) {
    std::snprintf(text, sizeof text, "%.*g", digits, value);
    return text;
  }
  const int before = size >= 1 ? 1 + static_cast<int>(std::floor(std::log10(size))) : 1;
  std::snprintf(text, sizeof text, "%.*f", size == 0 ? 0 : std::max(0, digits - before), value);
  return with_commas(text);
}

std::string csv(const std::string& text) {
  std::string quoted(1, '"');
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  quoted += '"';
  return quoted;
}

Table::Table(std::vector<std::string> header, std::vector<std::size_t> left)
    : rows_{std::move(header)}, left_(std::move(left)) {}

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
      const bool to_left = std::find(left_.begin(), left_.end(), i) != left_.end();
      line += (i == 0 ? "  " : "   ") + (to_left ? row[i] + pad : pad + row[i]);
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

std::string title(const lab::Cell& cell) {
  return cell.losses.text + ", delays " + cell.delays.text + ", " + what(cell);
}

std::string show(const lab::Study& study, std::vector<lab::Summary> agents) {
  const lab::Cell& cell = study.cells[0];
  std::stable_sort(agents.begin(), agents.end(),
                   [](const auto& a, const auto& b) { return a.regret.mean < b.regret.mean; });
  Table table({"", "rank", "agent", "regret", "± stderr", "certificate", "ns/round", "runs"}, {0, 2});
  std::vector<std::vector<double>> curves;
  bool banks = false;
  for (const lab::Summary& agent : agents) {
    const std::string letter(1, static_cast<char>('a' + curves.size() % 26));
    table.add({letter, (agent.rank ? std::to_string(*agent.rank) : "-"), agent.agent,
               pretty(agent.regret.mean), or_dash(visible(agent.regret), 3), or_dash(agent.certificate, 5),
               pretty(agent.ns_per_round, 3), std::to_string(agent.runs)});
    curves.push_back(agent.curve);
    banks = banks || agent.certificate;
  }
  if (agents.empty()) return title(cell) + ": no run is finished\n";
  return title(cell) + ", " + seeds(study) + "\n\n" + table.text() +
         "\nRegret over time, mean of the runs\n" + chart(curves, static_cast<double>(cell.rounds)) +
         "\nrank: 1 + the agents that are better beyond chance (paired t-test over the runs, 5 %)\n" +
         (banks ? "certificate: a bound on the estimated regret of what was told; open rounds come on top\n"
                : "");
}

std::string show_all(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells) {
  std::string out;
  for (std::size_t first = 0; first < cells.size(); ++first) {
    std::vector<std::size_t> group;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if (same_but_delays(study.cells[i], study.cells[first])) group.push_back(i);
    }
    if (group.front() == first) out += show_delays(study, cells, group);
  }
  return out + "Mean regret of the runs; --format csv has errors, ranks, certificates and times\n";
}

nlohmann::ordered_json to_json(std::optional<double> value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
}

std::string text_or_nothing(std::optional<double> value) { return value ? to_json(value).dump() : ""; }

nlohmann::ordered_json to_json(const std::vector<lab::Summary>& agents) {
  using Json = nlohmann::ordered_json;
  Json list = Json::array();
  for (const lab::Summary& agent : agents) {
    list.push_back(
        {{"name", agent.agent},
         {"regret", {{"mean", agent.regret.mean}, {"stderr", to_json(agent.regret.standard_error)}}},
         {"certificate", to_json(agent.certificate)},
         {"ns_per_round", agent.ns_per_round}});
  }
  return list;
}

}  // namespace banker::apps
