#include <algorithm>
#include <functional>

#include "show.hpp"

namespace banker::apps {

namespace {

// Cells that have something in common.
struct Group {
  std::string name;
  std::vector<std::size_t> cells;
};

// By what `name_of` says of a cell, in the order of the study; nothing if that is one group.
std::vector<Group> group(const lab::Study& study,
                         const std::function<std::string(const lab::Cell&)>& name_of) {
  std::vector<Group> groups;
  for (std::size_t i = 0; i < study.cells.size(); ++i) {
    const std::string name = name_of(study.cells[i]);
    auto found = std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.name == name; });
    if (found == groups.end()) found = groups.insert(groups.end(), {name, {}});
    found->cells.push_back(i);
  }
  if (groups.size() == 1) groups.clear();
  return groups;
}

std::optional<double> mean_share(const lab::Score& score, const Group& group) {
  std::vector<double> shares;
  for (const std::size_t cell : group.cells) {
    if (score.shares[cell]) shares.push_back(*score.shares[cell]);
  }
  if (!score.score || shares.empty()) return std::nullopt;
  return lab::mean_of(shares).mean;
}

std::string count_of(const lab::Study& study, const lab::Score& reference) {
  const auto counted = std::count_if(reference.shares.begin(), reference.shares.end(),
                                     [](const auto& share) { return share.has_value(); });
  const std::string all = std::to_string(study.cells.size()) + " cells";
  return static_cast<std::size_t>(counted) == study.cells.size() ? all
                                                                 : std::to_string(counted) + " of " + all;
}

std::string arms_of(const lab::Cell& cell) {
  return std::to_string(cell.arms) + (cell.losses.linear ? " dimensions" : " arms");
}

// "trap:200, fixed:200, 4 arms: 0.512".
std::string worst_of(const lab::Study& study, const lab::Score& score) {
  if (!score.worst) return "-";
  const lab::Cell& cell = study.cells[*score.worst];
  return cell.losses.text + ", " + cell.delays.text + ", " + arms_of(cell) + ": " +
         three_decimals(score.shares[*score.worst]);
}

// The best first, with the mean share of every number of arms, and the cell with the largest share.
std::string markdown_of_scores(const lab::Study& study, const std::vector<lab::Score>& scores) {
  const std::vector<Group> groups = group(study, arms_of);
  std::vector<std::string> header{"agent", "score", "±"};
  for (const Group& columns : groups) header.push_back(columns.name);
  header.push_back("worst cell");
  Table table(std::move(header), {0, 3 + groups.size()});
  for (const lab::Score& score : scores) {
    std::vector<std::string> row{score.agent, "-", "-"};
    if (score.score)
      row = {score.agent, three_decimals(score.score->mean), three_decimals(score.score->standard_error)};
    for (const Group& columns : groups) row.push_back(three_decimals(mean_share(score, columns)));
    row.push_back(worst_of(study, score));
    table.add(std::move(row));
  }
  return table.markdown();
}

}  // namespace

std::string show_scores(const lab::Study& study, const std::vector<lab::Score>& scores,
                        std::size_t reference) {
  const std::string& whole = study.agents[reference];
  std::vector<Group> groups = group(study, arms_of);
  for (Group& delays : group(study, [](const lab::Cell& cell) { return cell.delays.text; }))
    groups.push_back(std::move(delays));
  std::vector<std::string> header{"agent", "score", "± stderr", "worst"};
  for (const Group& columns : groups) header.push_back(columns.name);
  Table table(std::move(header), {0});
  for (const lab::Score& score : scores) {
    std::vector<std::string> row{score.agent, "-", "-", "-"};
    if (score.score) {
      row = {score.agent, three_decimals(score.score->mean), three_decimals(score.score->standard_error),
             three_decimals(score.shares[*score.worst])};
    }
    for (const Group& columns : groups) row.push_back(three_decimals(mean_share(score, columns)));
    table.add(std::move(row));
  }
  const auto own =
      std::find_if(scores.begin(), scores.end(), [&](const lab::Score& s) { return s.agent == whole; });
  return "Regret as a share of that of " + whole + ", mean over " + count_of(study, *own) + ", " +
         seeds(study) + "\n\n" + table.text() +
         "\nscore: the mean share of the cells; ± stderr: over the runs; worst: the largest share of a cell\n"
         "--format markdown has every cell, csv and json also regrets, ranks, certificates and times\n";
}

std::string markdown(const lab::Study& study, const std::vector<lab::Score>& scores) {
  std::vector<std::string> header = kPlace;
  for (const lab::Score& score : scores) header.push_back(score.agent);
  Table table(std::move(header), {0, 1});
  for (std::size_t i = 0; i < study.cells.size(); ++i) {
    std::vector<std::string> row = place(study.cells[i]);
    for (const lab::Score& score : scores) row.push_back(three_decimals(score.shares[i]));
    table.add(std::move(row));
  }
  return markdown_of_scores(study, scores) + '\n' + table.markdown();
}

}  // namespace banker::apps
