#include "show.hpp"

#include <algorithm>
#include <cmath>

namespace banker::apps {

namespace {

std::string or_dash(std::optional<double> value, int digits) { return value ? pretty(*value, digits) : "-"; }

// The standard error, or 0 if it is nothing but rounding.
std::optional<double> visible(const lab::Mean& mean) {
  const auto error = mean.standard_error;
  return error && *error < 1e-12 * std::fabs(mean.mean) ? std::optional(0.0) : error;
}

// "10 arms, 100,000 rounds".
std::string what(const lab::Cell& cell) {
  return pretty(static_cast<double>(cell.arms), 1) + (cell.losses.linear ? " dimensions, " : " arms, ") +
         pretty(static_cast<double>(cell.rounds), 1) + " rounds";
}

bool same_but_delays(const lab::Cell& a, const lab::Cell& b) {
  return a.losses.text == b.losses.text && a.arms == b.arms && a.rounds == b.rounds;
}

using Row = std::vector<std::string>;
Row row_of(const lab::Summary& agent, char letter, bool shared) {
  Row row{std::string(1, letter),
          agent.rank ? std::to_string(*agent.rank) : "-",
          agent.agent,
          pretty(agent.regret.mean),
          or_dash(visible(agent.regret), 3),
          pretty(agent.worst)};
  if (shared) row.push_back(three_decimals(agent.share));
  row.insert(row.end(),
             {or_dash(agent.certificate, 5), pretty(agent.ns_per_round, 3), std::to_string(agent.runs)});
  return row;
}

// "289 ± 7 (532)", of a single run "289".
std::string regret_of(const lab::Summary& agent) {
  constexpr int kDigits = 3;
  const double mean = agent.regret.mean;
  const auto error = visible(agent.regret);
  if (!error) return pretty(mean, kDigits);
  return pretty(mean, kDigits) + " ± " + pretty_beside(*error, mean, kDigits) + " (" +
         pretty_beside(agent.worst, mean, kDigits) + ')';
}

// What `write` says of the agent, or a dash if none of its runs is finished.
template <typename Write>
std::string entry(const std::vector<lab::Summary>& cell, const std::string& agent, const Write& write) {
  const auto found = std::find_if(cell.begin(), cell.end(), [&](const auto& s) { return s.agent == agent; });
  return found == cell.end() ? "-" : write(*found);
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
    for (const std::size_t i : group)
      row.push_back(entry(cells[i], agent, [](const auto& s) { return pretty(s.regret.mean, 4); }));
    table.add(std::move(row));
  }
  return what(cell) + ", " + seeds(study) + "\n\n" + table.text() + '\n';
}

}  // namespace

std::string title(const lab::Cell& cell) {
  return cell.losses.text + ", delays " + cell.delays.text + ", " + what(cell);
}

std::string seeds(const lab::Study& study) {
  const std::string first = "seeds " + std::to_string(study.seed);
  return study.runs == 1 ? first : first + " to " + std::to_string(study.seed + study.runs - 1);
}

std::string show(const lab::Study& study, std::vector<lab::Summary> agents,
                 std::optional<std::size_t> reference) {
  const lab::Cell& cell = study.cells[0];
  if (agents.empty()) return title(cell) + ": no run is finished\n";
  std::stable_sort(agents.begin(), agents.end(),
                   [](const auto& a, const auto& b) { return a.regret.mean < b.regret.mean; });
  Row header{"", "rank", "agent", "regret", "± stderr", "worst"};
  if (reference) header.push_back("share");
  header.insert(header.end(), {"certificate", "ns/round", "runs"});
  Table table(std::move(header), {0, 2});
  std::vector<std::vector<double>> curves;
  for (const lab::Summary& agent : agents) {
    table.add(row_of(agent, static_cast<char>('a' + curves.size() % 26), reference.has_value()));
    curves.push_back(agent.curve);
  }
  const bool banks = std::any_of(agents.begin(), agents.end(), [](const auto& a) { return a.certificate; });
  return title(cell) + ", " + seeds(study) + "\n\n" + table.text() +
         "\nRegret over time, mean of the runs\n" + chart(curves, static_cast<double>(cell.rounds)) +
         "\nrank: 1 + the agents that are better beyond chance (paired t-test over the runs, 5 %)\n" +
         (reference ? "share: of the regret of " + study.agents[*reference] + '\n' : "") +
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

std::vector<std::string> place(const lab::Cell& cell) {
  return {cell.losses.text, cell.delays.text, std::to_string(cell.arms),
          pretty(static_cast<double>(cell.rounds), 1)};
}

std::string csv_place(const lab::Cell& cell, const std::string& agent) {
  return csv(cell.losses.text) + ',' + csv(cell.delays.text) + ',' + std::to_string(cell.arms) + ',' +
         std::to_string(cell.rounds) + ',' + csv(agent);
}

std::string markdown(const lab::Study& study, const std::vector<std::vector<lab::Summary>>& cells) {
  std::vector<std::string> header = kPlace;
  header.insert(header.end(), study.agents.begin(), study.agents.end());
  Table table(std::move(header), {0, 1});
  for (std::size_t i = 0; i < cells.size(); ++i) {
    std::vector<std::string> row = place(study.cells[i]);
    for (const std::string& agent : study.agents) row.push_back(entry(cells[i], agent, regret_of));
    table.add(std::move(row));
  }
  return table.markdown();
}

Json to_json(const std::vector<lab::Summary>& agents, bool shared) {
  Json list = Json::array();
  for (const lab::Summary& agent : agents) {
    list.push_back({{"name", agent.agent},
                    {"regret",
                     {{"mean", agent.regret.mean},
                      {"stderr", to_json(agent.regret.standard_error)},
                      {"worst", agent.worst}}},
                    {"certificate", to_json(agent.certificate)},
                    {"ns_per_round", agent.ns_per_round}});
    if (shared) list.back()["share"] = to_json(agent.share);
  }
  return list;
}

}  // namespace banker::apps
